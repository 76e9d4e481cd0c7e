// What stands where there is nothing to show: empty, failed, waiting, not reachable.
import type { ComponentChildren } from "preact";
import { heard } from "../api/client";
import type { Refusal } from "../api/refusal";
import { live } from "../state/live";
import type { Resource } from "../state/resource";
import { relativeTime } from "../state/time";
import { Button } from "./Button";
import { t } from "../words";

const wound = <><path d="M20 56V28" /><circle cx="36" cy="28" r="16" /><circle class="mark-dot" cx="36" cy="28" r="5" /></>;
const apart = <><path d="M20 56V28" /><path d="M20 28a16 16 0 0 1 24-13.9M52 28a16 16 0 0 1-24 13.9" /><circle class="mark-dot" cx="36" cy="28" r="5" /></>;

const Art = ({ children }: { children: ComponentChildren }) => <svg class="art" viewBox="0 0 64 64" aria-hidden="true">{children}</svg>;

/** An empty place: what it is for, and one thing to do. */
export const Empty = ({ title, children, action }: { title: string; children: ComponentChildren; action?: ComponentChildren }) => (
  <div class="rest"><Art>{wound}</Art><h2>{title}</h2><p>{children}</p>{action}</div>
);

/** What failed, why, and the way to try again. */
export const Problem = ({ why, retry }: { why: Refusal; retry?: () => void }) => (
  <div class="rest" role="alert">
    <Art>{apart}</Art>
    <h2>{why.offline ? t("parts.theHubDidNotAnswer") : why.status === 404 ? t("parts.thisIsNotHere") : t("parts.thisDidNotWork")}</h2>
    <p>{why.offline ? t("parts.itMayBeRestartingOr") : why.sentence}</p>
    {retry && why.status !== 404 && <Button onClick={retry}>{t("common.tryAgain")}</Button>}
  </div>
);

/** Lines in the places of what is coming. */
export const Skeleton = ({ rows = 4 }: { rows?: number }) => (
  <div class="skeleton" role="status">
    <span class="unseen">{t("parts.loading")}</span>
    {Array.from({ length: rows }, (_, i) => <div key={i} aria-hidden="true"><span /><span /></div>)}
  </div>
);

/** How much older than the banner says something may be without a note of its own, in milliseconds. */
const slack = 60_000;

/** That what is shown is from memory, and from when; where the banner does not say it already. */
export const OfflineNote = ({ of: { stale, at, refetch } }: { of: Pick<Resource<unknown>, "stale" | "at" | "refetch"> }) => (stale.value && (live.value !== "offline" || at.value < heard.value - slack)
  ? <p class="offline-note" role="status">{t("parts.asItWas", { time: relativeTime(new Date(at.value).toISOString()) })} <button type="button" class="as-link" onClick={() => void refetch()}>{t("common.tryAgain")}</button></p>
  : null);

/** A resource in whichever state it is: what `children` make of its data, or why there is none. */
export function Loaded<T>({ of, skeleton = <Skeleton />, children }: { of: Resource<T>; skeleton?: ComponentChildren; children: (data: T) => ComponentChildren }) {
  const data = of.data.value;
  if (data !== undefined) return <><OfflineNote of={of} />{children(data)}</>;
  if (of.error.value) return <Problem why={of.error.value} retry={() => void of.refetch()} />;
  return <>{of.loading.value ? skeleton : null}</>;
}

/** Whether all of it has come or failed: nothing more will come by itself. */
export const settled = (of: readonly Pick<Resource<unknown>, "data" | "error">[]): boolean => of.every(({ data, error }) => data.value !== undefined || error.value !== null);

/** What belongs together, shown at once when all of it is settled: nothing moves that can be seen already. */
export function Together({ of, children }: { of: readonly Pick<Resource<unknown>, "data" | "error" | "loading">[]; children: ComponentChildren }) {
  if (settled(of)) return <>{children}</>;
  return of.some(({ loading }) => loading.value) ? <Skeleton /> : null;
}
