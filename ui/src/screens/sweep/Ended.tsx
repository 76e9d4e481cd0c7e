import type { ComponentChildren, Ref } from "preact";
import { Button, ButtonLink } from "../../parts/Button";
import { Icon } from "../../parts/Icon";
import { to } from "../../router";
import { t } from "../../words";
import { type Sweep, tally } from "./session";
import { known } from "./SweepCard";

interface EndedProps {
  sweep: Sweep;
  /** How many were not looked at. */
  left: number;
  undo: ComponentChildren;
  goOn: () => void;
  ref: Ref<HTMLElement>;
}

/** What came of it, in numbers that ask for nothing. */
export function Ended({ sweep, left, undo, goOn, ref }: EndedProps) {
  return (
    <section class="stack sweep-ended">
      <h2 tabIndex={-1} ref={ref as Ref<HTMLHeadingElement>}>{t("threads.nLookedAt", { n: sweep.decided.length })}</h2>
      <ul class="sweep-tally">{tally(sweep).map(({ choice, n }) => <li key={choice}><Icon name={known[choice].icon} small />{known[choice].label} <strong>{n}</strong></li>)}</ul>
      <p>{left > 0 ? t("threads.theRestCanWait", { n: left }) : t("threads.thatWasAll")}</p>
      <div class="acts"><ButtonLink kind="ink" href={to("now")}>{t("threads.backToNow")}</ButtonLink>{left > 0 && <Button onClick={goOn}>{t("threads.goOn")}</Button>}{undo}</div>
    </section>
  );
}
