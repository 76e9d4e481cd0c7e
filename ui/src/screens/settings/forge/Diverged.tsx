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
import { t } from "../../../words";
import { rich } from "../../../words/rich";

type Found = NonNullable<Forge["diverged"]>;
type Side = "forge" | "hub";

/** `busy`: the forge is at work; `mode`: which way syncs go; `onDecided` is called once one side was chosen. */
export function Diverged({ of, busy, mode, onDecided }: { of: Found; busy: boolean; mode: Forge["sync"]; onDecided: () => Promise<void> }) {
  const [asked, setAsked] = useState<Side | null>(null);
  return (
    <section class="wide">
      <h3>{t("settings.whichSideIsRight")}</h3>
      <p>{found(of)} {t("settings.nothingDeleted")}</p>
      <p class="meta">{rich(of.commit ? "settings.foundAt" : "settings.found", { time: <Time at={of.since} words />, commit: <span class="mono">{of.commit?.slice(0, 10)}</span> })}</p>
      <ul class="sides-to-take">
        <li>
          <p>{of.missing > 0 ? t("settings.ifItWasMeantWhat", { files: files(of.missing) }) : t("settings.ifItWasMeantThe")}</p>
          <Button busy={busy} onClick={() => setAsked("forge")}>{t("common.takeTheForgesState")}</Button>
        </li>
        <li>
          <p>{mode === "pull" ? t("settings.ifItWasAMistake") : t("settings.ifItWasAMistake2")}</p>
          {mode !== "pull" && <Button busy={busy} onClick={() => setAsked("hub")}>{t("settings.restoreMineToTheForge")}</Button>}
        </li>
      </ul>
      {asked && <Confirm of={of} side={asked} onClose={() => setAsked(null)} onDecided={onDecided} />}
    </section>
  );
}

const sides = {
  forge: {
    get title() { return t("settings.takeTheForgesState"); }, get done() { return t("settings.theForgesStateIsTaken"); },
    effect: ({ missing }: Found) => (missing > 0 ? t("settings.goneHereTooActivityCan", { gone: gone(missing) }) : t("settings.theHubGoesOnFrom")),
    get act() { return t("common.takeTheForgesState"); }, send: ({ commit }: Found) => api.post("/api/forge/accept", { body: { commit } }),
  },
  hub: {
    get title() { return t("settings.restoreMineToTheForge2"); }, get done() { return t("settings.theForgeHasYourTexts"); },
    effect: ({ missing }: Found) => (missing > 0 ? t("settings.restoreFiles", { files: files(missing) }) : t("settings.restoreTexts")),
    get act() { return t("settings.restoreMine"); }, send: ({ commit }: Found) => api.post("/api/forge/restore", { body: { commit } }),
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
          <ul class="well gone-paths mono" aria-label={t("settings.filesThatAreGoneFrom")} tabIndex={0}>
            {of.paths.map((path) => <li key={path} dir="ltr">{path}</li>)}
            {more > 0 && <li class="faint">{t("common.andMore", { n: more })}</li>}
          </ul>
        )}
        {wrong && <p class="wrong" role="alert"><Icon name="warn" small /><span>{wrong}</span></p>}
        <div class="acts">
          <Button kind="ink" busy={busy} onClick={() => void decide()}>{act}</Button>
          <Button onClick={onClose}>{t("common.notNow")}</Button>
        </div>
      </div>
    </Dialog>
  );
}
