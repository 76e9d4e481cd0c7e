// The forge has become another one: its history was replaced, or too much of it is gone at
// once. Nothing was changed, and the owner is asked which side is right.
import { useState } from "preact/hooks";
import { api } from "../../../api/client";
import type { Forge } from "../../../api/types";
import { Button } from "../../../parts/Button";
import { Dialog } from "../../../parts/Dialog";
import { Icon } from "../../../parts/Icon";
import { Time } from "../../../parts/Time";
import { change } from "../../../state/change";
import { say } from "../../../state/toasts";
import { found, files, gone } from "./findings";

type Found = NonNullable<Forge["diverged"]>;
type Side = "forge" | "hub";

/** `busy`: the forge is at work; `mode`: which way syncs go; `onDecided` is called once one side was chosen. */
export function Diverged({ of, busy, mode, onDecided }: { of: Found; busy: boolean; mode: Forge["sync"]; onDecided: () => Promise<void> }) {
  const [asked, setAsked] = useState<Side | null>(null);
  return (
    <section class="wide">
      <h3>Which side is right?</h3>
      <p>{found(of)} Nothing was deleted here, and nothing is synchronised until you say what is right.</p>
      <p class="meta">Found <Time at={of.since} words />{of.commit && <>, at commit <span class="mono">{of.commit.slice(0, 10)}</span></>}.</p>
      <ul class="sides-to-take">
        <li>
          <p>{of.missing > 0 ? `If it was meant: what is gone there goes here too, ${files(of.missing)}. Activity can undo it.` : "If it was meant: the hub goes on from what the forge has now. Activity can undo it."}</p>
          <Button busy={busy} onClick={() => setAsked("forge")}>Take the forge's state</Button>
        </li>
        <li>
          <p>{mode === "pull" ? "If it was a mistake: undo it in the forge, or let the sync go both ways, and the hub can put its texts back." : "If it was a mistake: the hub puts its texts back in one commit on top. What the forge has now stays in its history."}</p>
          {mode !== "pull" && <Button busy={busy} onClick={() => setAsked("hub")}>Restore mine to the forge</Button>}
        </li>
      </ul>
      {asked && <Confirm of={of} side={asked} onClose={() => setAsked(null)} onDecided={onDecided} />}
    </section>
  );
}

const sides = {
  forge: {
    title: "Take the forge's state?", done: "The forge's state is taken over. Activity can undo it.",
    effect: ({ missing }: Found) => (missing > 0 ? `${gone(missing)} here too. Activity can undo it, one by one or all at once.` : "The hub goes on from the forge's new history. Both sides have the same files, so nothing is deleted. What changes here can be undone in Activity."),
    act: "Take the forge's state", send: ({ commit }: Found) => api.post("/api/forge/accept", { body: { commit } }),
  },
  hub: {
    title: "Restore mine to the forge?", done: "The forge has your texts again.",
    effect: ({ missing }: Found) => `One commit on top of the forge's branch ${missing > 0 ? `brings ${files(missing)} back` : "brings the hub's texts back"}. Nothing is forced: whatever is there now stays in its history, and can be taken back there.`,
    act: "Restore mine", send: ({ commit }: Found) => api.post("/api/forge/restore", { body: { commit } }),
  },
};

function Confirm({ of, side, onClose, onDecided }: { of: Found; side: Side; onClose: () => void; onDecided: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState("");
  const { title, done, effect, act, send } = sides[side];
  const decide = async () => {
    setBusy(true);
    setWrong("");
    const answer = await change({ send: () => send(of), refused: (why) => setWrong(why.sentence) });
    await onDecided();
    setBusy(false);
    if (!answer) return;
    if (answer.status !== 202) say(done);
    onClose();
  };
  const more = of.missing - of.paths.length;
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="stack">
        <p>{effect(of)}</p>
        {of.paths.length > 0 && (
          <ul class="well gone-paths mono" aria-label="Files that are gone from the forge" tabIndex={0}>
            {of.paths.map((path) => <li key={path} dir="ltr">{path}</li>)}
            {more > 0 && <li class="faint">and {more.toLocaleString()} more</li>}
          </ul>
        )}
        {wrong && <p class="wrong" role="alert"><Icon name="warn" small /><span>{wrong}</span></p>}
        <div class="acts">
          <Button kind="ink" busy={busy} onClick={() => void decide()}>{act}</Button>
          <Button onClick={onClose}>Not now</Button>
        </div>
      </div>
    </Dialog>
  );
}
