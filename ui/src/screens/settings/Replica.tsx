// The replica of the database: where it is, how far behind, and whether it can be restored.
import { useEffect } from "preact/hooks";
import type { Drill, Replica as Known, Server } from "../../api/types";
import { Copyable } from "../../parts/Copyable";
import { Icon } from "../../parts/Icon";
import { Time } from "../../parts/Time";
import { usePolling } from "../../state/polling";
import type { Resource } from "../../state/resource";
import { now, sinceWhen } from "../../state/time";
import { said, sentence, t } from "../../words";
import { rich } from "../../words/rich";

/** How long after a look at one that is on its way, in milliseconds. */
const again = 2_000;

/** Keeps what is known of the replica true: no event tells that it has caught up. */
export function useFollowing(server: Resource<Server>): void {
  const replica = server.data.value?.replica;
  const moves = Boolean(replica && replica.state !== "failing" && (replica.state === "behind" || replica.lag_seconds > 0));
  usePolling(server, Boolean(replica) && !moves);
  useEffect(() => {
    if (!moves) return;
    const timer = setInterval(() => void server.refetch(), again);
    return () => clearInterval(timer);
  }, [server, moves]);
}

export function Replica({ replica }: { replica: Known | null }) {
  if (!replica) {
    return (
      <>
        <p>{t("settings.thereIsNoReplica")}</p>
        <Copyable label={t("settings.setForTheHub")} text="HUB_REPLICATE_TO=file:/mnt/disk2/hub" />
      </>
    );
  }
  const { target, state, synced_at: sent, encrypted, keep_hours: hours, last_drill: drill, error, error_said: coded } = replica;
  const problem = error && said(error, coded);
  return (
    <>
      {state === "failing" && problem && <p class="problem" role="status"><Icon name="warn" small /><span>{t("settings.replicaFails", { problem })}</span></p>}
      <dl class="known">
        <div><dt>{t("settings.where")}</dt><dd><span class="mono" dir="ltr">{target}</span><p class="meta">{sentence(encrypted ? t("settings.encrypted") : t("settings.notEncrypted"))}</p></dd></div>
        {state !== "failing" && <div><dt>{t("settings.state")}</dt><dd><State of={state} />{state === "behind" && problem && <p class="meta">{sentence(problem)}</p>}</dd></div>}
        <div><dt>{t("settings.sentLast")}</dt><dd><Sent of={replica} /></dd></div>
        {sent && <div><dt>{t("settings.restorable")}</dt><dd>{kept(hours)}</dd></div>}
        <div><dt>{t("settings.lastTest")}</dt><dd>{drill ? <Tested drill={drill} /> : t("settings.notYet")}</dd></div>
      </dl>
    </>
  );
}

const State = ({ of: state }: { of: "ok" | "behind" }) => (
  state === "ok"
    ? <span class="status done"><Icon name="check" small />{t("settings.upToDate")}</span>
    : <span class="status quiet"><Icon name="sync" small />{t("settings.catchingUp")}</span>
);

/** What is missing for so many seconds has no time of its own: it is on its way. */
const moment = 60;

function Sent({ of: { synced_at: at, lag_seconds: lag } }: { of: Known }) {
  if (!at) return <>{t("settings.notYet")}</>;
  const when = <Time at={at} words />;
  if (lag === 0) return <>{rich("settings.sentNothingMissing", { when })}</>;
  if (lag < moment) return <>{rich("settings.sentOnTheWay", { when })}</>;
  return <>{rich("settings.sentMissingSince", { when, time: sinceWhen(new Date(now.value - lag * 1000).toISOString()) })}</>;
}

/** For how long any moment can be restored: in whole days from two on. */
const kept = (hours: number): string => (
  hours >= 48 && hours % 24 === 0 ? t("settings.anyMomentDays", { n: hours / 24 }) : t("settings.anyMomentHours", { n: Math.floor(hours) })
);

const Tested = ({ drill: { at, ok, rows, error } }: { drill: Drill }) => (
  <>
    <Time at={at} words />
    {ok
      ? <p><span class="status done"><Icon name="check" small />{t("settings.verified")}</span> <span class="meta">{t("settings.comparedRows", { n: rows })}</span></p>
      : <p><span class="status failed"><Icon name="warn" small />{t("settings.failed")}</span> <span class="meta">{error && sentence(error)}</span></p>}
  </>
);
