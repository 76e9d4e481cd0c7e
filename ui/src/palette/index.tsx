// The command palette: a field, and under it what its words lead to. The focus stays in the
// field; the arrows move the choice, Enter takes it.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { SearchHit, Thread } from "../api/types";
import { keyName } from "../keys";
import { isComposing } from "../keystroke";
import { Dialog } from "../parts/Dialog";
import { Icon } from "../parts/Icon";
import { Marked } from "../parts/Marked";
import { type Mark, markOf, markWords, StatusMark } from "../parts/StatusMark";
import { go, local, route, to } from "../router";
import { projectTitle, titleOf, useProjects } from "../state/projects";
import { resource, useLast, useResource } from "../state/resource";
import { quietFor } from "../state/time";
import { choose, type Choice, guess, mark } from "./choices";
import { commands, type Offer, onThread, panesToGo, placesToGo, thingsToDo } from "./offers";
import { t, want } from "../words";
import "./palette.css";

type Shown = Choice & { drawing: JSX.Element };
interface Group {
  title: string;
  choices: Shown[];
  /** They hold the typed words whatever those are: nothing in them is marked. */
  plain?: boolean;
}

/** How long after a keystroke the hub is asked, in milliseconds; what is known is chosen from at once. */
const pause = 120;
/** How many of a group are shown, and of what may be meant instead. */
const most = 6, mostMeant = 3;

const lists = { threads: { query: { status: ["open", "blocked"], limit: 200 } }, pages: { query: { limit: 200 } } };
const drawn = (offers: Offer[]): Shown[] => offers.map((offer) => ({ ...offer, drawing: <Icon name={offer.icon} small /> }));

function useKnown() {
  const threads = useResource("/api/threads", lists.threads, { on: ["threads", "settings"] }).data.value ?? [];
  const projects = useProjects().data.value ?? [];
  const pages = useResource("/api/wiki", lists.pages, { on: ["wiki"] }).data.value ?? [];
  return {
    threads: threads.map((thread): Shown => ({
      id: `hub://threads/${thread.id}`, title: thread.summary, drawing: <StatusMark mark={markOf(thread)} />, run: () => go(to("thread", { id: thread.id })),
      hint: markOf(thread) === "quiet" ? quietFor(thread.last_activity_at) : projectTitle(thread.project_slug),
    })),
    projects: projects.map((one): Shown => ({ id: `hub://projects/${one.slug}`, title: titleOf(one), drawing: <Icon name="projects" small />, run: () => go(to("project", { slug: one.slug })) })),
    pages: pages.map(({ path, title }): Shown => ({ id: `hub://wiki/${path}`, title, hint: path, drawing: <Icon name="wiki" small />, run: () => go(to("page", { path })) })),
  };
}

/** What the hub finds beyond what the page knows: finished threads, texts of documents. */
function useFound(typed: string): Shown[] {
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), pause);
    return () => clearTimeout(timer);
  }, [typed]);
  const entry = asked ? resource("/api/search", { query: { q: asked, limit: 12 } }) : null;
  useEffect(() => entry?.use(), [entry]);
  const hits = useLast(entry);
  return (typed && hits ? hits : []).map((hit: SearchHit) => ({
    id: hit.uri, title: hit.title, run: () => go(local(hit.url)), hint: hit.status ? markWords[hit.status as Mark] : words[hit.kind],
    drawing: hit.status ? <StatusMark mark={hit.status as Mark} /> : <Icon name={hit.kind === "session" ? "agent" : hit.kind === "reminder" ? "bell" : hit.kind === "page" ? "wiki" : "projects"} small />,
  }));
}

type Brief = typeof import("../screens/reminders/line/reading").brief;

/** What a reminder of the typed words would be. What reads them comes with the first of them. */
function useReminder(typed: string): ReturnType<Brief> {
  const [brief, setBrief] = useState<Brief | null>(null);
  const wanted = typed !== "" && !brief;
  useEffect(() => {
    if (wanted) void Promise.all([import("../screens/reminders/line/reading"), want("lists")]).then(([file]) => setBrief(() => file.brief), () => {});
  }, [wanted]);
  return brief && typed ? brief(typed) : null;
}

const words: Record<SearchHit["kind"], string> = { get thread() { return t("common.thread"); }, get project() { return t("common.project"); }, get progress() { return t("common.progressFile"); }, get page() { return t("common.wiki"); }, get reminder() { return t("common.reminder"); }, get session() { return t("common.pastSession"); } };

function useGroups(typed: string): Group[] {
  const known = useKnown();
  const found = useFound(typed);
  const reminder = useReminder(typed);
  const { name, params } = route.value;
  const open: Thread | undefined = name === "thread" ? resource("/api/threads/{id}", { path: { id: params.id! } }, { on: ["threads/" + params.id, "settings"] }).data.value : undefined;
  const some = (choices: Shown[]) => choose(choices, typed).slice(0, most);
  const here = open ? drawn(onThread(open)) : [];
  if (!typed) {
    return [
      { title: t("palette.thisThread"), choices: here.slice(0, most) },
      { title: t("common.threads"), choices: known.threads.slice(0, 4) },
      { title: t("palette.goTo"), choices: drawn(placesToGo()) },
      { title: t("palette.do"), choices: drawn(thingsToDo("")) },
    ].filter(({ choices }) => choices.length > 0);
  }
  // Typed words choose among all there is, whatever it is: the best of it first.
  const all = [here, known.threads, known.projects, known.pages, drawn([...placesToGo(), ...panesToGo(), ...commands()])];
  const best = choose(all.flatMap(some), typed).slice(0, 2 * most);
  const shown = new Set(best.map(({ id }) => id));
  return [
    { title: t("palette.bestMatches"), choices: best },
    { title: t("palette.alsoFound"), choices: found.filter(({ id }) => !shown.has(id)).slice(0, most) },
    { title: t("palette.do"), choices: drawn(thingsToDo(typed, reminder)), plain: true },
    // The last: Enter must not take what was hardly meant.
    { title: t("palette.didYouMean"), choices: best.length === 0 ? guess(all.flat(), typed).slice(0, mostMeant) : [] },
  ].filter(({ choices }) => choices.length > 0);
}

interface PaletteProps {
  onClose: () => void;
  /** The field has the focus. Answers what was typed before that. */
  onReady: () => string;
}

export default function Palette({ onClose, onReady }: PaletteProps) {
  const [text, setText] = useState("");
  const typed = text.trim();
  useEffect(() => void want("settings"), []); // the panes' titles
  const groups = useGroups(typed);
  const all = groups.flatMap(({ choices }) => choices);
  const [chosen, setChosen] = useState<string | null>(null);
  const at = Math.max(0, all.findIndex(({ id }) => id === chosen));
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => { list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" }); }, [all[at]?.id]);

  const take = (choice: Shown | undefined) => {
    if (!choice) return;
    onClose();
    choice.run();
  };
  const steps: Record<string, (n: number) => number> = {
    ArrowDown: (n) => (at + 1) % n, ArrowUp: (n) => (at - 1 + n) % n, PageDown: (n) => Math.min(n - 1, at + 6), PageUp: () => Math.max(0, at - 6),
  };
  const press = (e: KeyboardEvent) => {
    if (isComposing(e)) return;
    if (e.key === "Enter") take(all[at]);
    else if (e.key in steps && all.length > 0) setChosen(all[steps[e.key]!(all.length)]!.id);
    else return;
    e.preventDefault();
  };
  let number = 0;
  return (
    <Dialog title={t("common.searchOrGoTo")} top plain onClose={onClose}>
      <div class="palette">
        <div class="palette-field">
          <Icon name="search" />
          <input
            type="text" role="combobox" aria-expanded="true" aria-controls={base + "-list"} aria-activedescendant={all[at] && `${base}-${at}`} aria-autocomplete="list" aria-label={t("common.searchOrGoTo")}
            autofocus autocomplete="off" autocapitalize="off" spellcheck={false} enterkeyhint="go" dir="auto" placeholder={t("palette.aThreadAProjectA")} value={text}
            onFocus={() => setText((was) => was + onReady())} onInput={(e) => { setText(e.currentTarget.value); setChosen(null); }} onKeyDown={press}
          />
          <button type="button" onClick={onClose} aria-label={t("common.close")}><kbd>Esc</kbd></button>
        </div>
        <div class="palette-list" id={base + "-list"} role="listbox" aria-label={t("common.contents")} ref={list} tabIndex={-1}>
          {groups.map(({ title, choices, plain }, group) => (
            <div key={title} role="group" aria-labelledby={`${base}-group-${group}`}>
              <p class="section" id={`${base}-group-${group}`}>{title}</p>
              {choices.map((choice) => {
                const place = number++;
                return (
                  <div
                    key={choice.id} role="option" id={`${base}-${place}`} aria-selected={place === at} class="palette-choice"
                    onMouseDown={(e) => e.preventDefault()} onClick={() => take(choice)}
                  >
                    {choice.drawing}
                    <span class="grow" dir="auto"><Marked runs={mark(choice.title, plain ? "" : typed)} /></span>
                    {choice.key && keyName(choice.key)}
                    {choice.hint && choice.hint !== title && <span class="meta" dir="auto">{choice.hint}</span>}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
        <p class="unseen" role="status">{typed ? t("palette.nToChooseFrom", { n: all.length }) : ""}</p>
      </div>
    </Dialog>
  );
}
