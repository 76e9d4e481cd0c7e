// What agents may not do by themselves: each request with its exact effect, to approve or not.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { Approval } from "../../api/types";
import { useKeys } from "../../keys";
import { Button } from "../../parts/Button";
import { Icon } from "../../parts/Icon";
import { Empty, Loaded } from "../../parts/Rest";
import { Facts, stepRows } from "../../parts/Row";
import { Tabs } from "../../parts/Tabs";
import { Time } from "../../parts/Time";
import type { ScreenProps } from "../../places";
import { to } from "../../router";
import { change } from "../../state/change";
import { canUndo } from "../../state/events";
import { overview } from "../../state/overview";
import { editItems, usePages, useResource } from "../../state/resource";
import { useThread } from "../../state/thread";
import { fullTime } from "../../state/time";
import { say, sayDone, undo } from "../../state/toasts";
import { said, t } from "../../words";
import { rich } from "../../words/rich";
import "./approvals.css";

export default function Approvals({ query }: ScreenProps) {
  const decided = query.get("view") === "decided";
  const waiting = overview().data.value?.approvals;
  return (
    <div class="page approvals">
      <Tabs label={t("approvals.requests")} tabs={[
        { href: to("approvals"), label: t("approvals.waiting"), count: waiting, current: !decided },
        { href: to("approvals", null, { view: "decided" }), label: t("approvals.decided"), current: decided },
      ]} />
      <p class="meta who-may">{rich("approvals.whoeverHoldsTheAccessToken", { a: (words) => <a href={to("pane", { pane: "agents" })}>{words}</a> })}</p>
      {decided ? <Decided /> : <Waiting />}
    </div>
  );
}

/** Moves the focus by so many requests; from outside of them to the first. */
const step = (by: number) => stepRows(by, ".request");

/** Presses the button of the request that has the focus. Without one nothing is decided: the first gets it. */
function press(key: "a" | "r"): void {
  const here = document.activeElement?.closest(".request");
  if (here) here.querySelector<HTMLButtonElement>(`[aria-keyshortcuts=${key}]`)?.click();
  else step(0);
}

function Waiting() {
  useKeys({ j: () => step(1), k: () => step(-1), a: () => press("a"), r: () => press("r") });
  const list = usePages("/api/approvals", { query: { state: "pending" } }); // their effect follows every change
  return (
    <Loaded of={list}>
      {({ items, total, next }) => (items.length === 0
        ? <Empty title={t("approvals.nothingWaitsForYou")}>{t("approvals.whatAnAgentMayNot")}</Empty>
        : <>
            <ul class="requests">{items.map((one, i) => <Request key={one.id} request={one} first={i === 0} />)}</ul>
            {next && <p><Button kind="bare" onClick={() => void list.more()}>{t("approvals.showMoreNLeft", { n: total - items.length })}</Button></p>}
          </>)}
    </Loaded>
  );
}

const asks: Record<string, string> = {
  get rename_project() { return t("approvals.asksToRenameAProject"); }, get delete_project() { return t("approvals.asksToDeleteAProject"); }, get merge_threads() { return t("approvals.asksToMergeTwoThreads"); }, get delete_page() { return t("approvals.asksToDeleteAWiki"); },
  get reopen_thread() { return t("approvals.asksToReopenAThread"); }, get undo() { return t("approvals.asksToTakeAChange"); },
};

/** Where what it is about can be looked at first. */
function places({ payload }: Approval): { href: string; label: ComponentChildren }[] {
  const { slug, thread_id: thread, into, path } = payload;
  return [
    slug && { href: to("project", { slug }), label: t("approvals.viewProject") },
    thread && { href: to("thread", { id: thread }), label: <ThreadName id={thread} /> },
    into && { href: to("thread", { id: into }), label: <ThreadName id={into} /> },
    path && { href: to("page", { path }), label: t("approvals.viewPage") },
  ].filter((one) => typeof one === "object");
}

/** "View “Order the cable”", as soon as its title is known. */
function ThreadName({ id }: { id: string }) {
  const title = useThread(id).data.value?.summary;
  return <span dir="auto">{title ? t("approvals.view", { title }) : t("approvals.viewThread")}</span>;
}

function Asked({ request }: { request: Approval }) {
  return (
    <>
      <h2><Icon name="agent" /><span><bdi>{request.source_tool ?? t("common.anAgent")}</bdi> {asks[request.kind] ?? t("approvals.asksForKind", { kind: request.kind })}</span></h2>
      <p class="request-effect" dir="auto">{t("approvals.effect", { effect: said(request.effect, request.effect_said) })}</p>
      {request.reason && <blockquote dir="auto"><span class="unseen">{t("approvals.reason")} </span>{request.reason}</blockquote>}
    </>
  );
}

function Request({ request, first }: { request: Approval; first: boolean }) {
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const decide = async (approve: boolean) => {
    const state = approve ? "approved" : "rejected";
    setWrong("");
    setBusy(true);
    const path = { path: { id: request.id } };
    const answer = await change({
      show: () => editItems("/api/approvals", (one) => (one.id === request.id ? { ...one, state } as const : one)),
      send: () => (approve ? api.post("/api/approvals/{id}/approve", path) : api.post("/api/approvals/{id}/reject", path)),
      refused: (why) => setWrong(why.sentence),
    });
    setBusy(false);
    if (!answer) return;
    if (!approve) say(t("approvals.rejectedNothingWasChangedThe"));
    else sayDone(t("approvals.approvedAndDone"), answer.data.event_id);
  };
  return (
    <li class="request" tabIndex={-1}>
      <Asked request={request} />
      <p><Facts of={[<Time key="t" at={request.created_at} words />, ...places(request).map(({ href, label }) => <a key={href} href={href}>{label}</a>)]} /></p>
      {request.outdated && <p class="meta">{t("approvals.outdated")}</p>}
      {request.state === "pending"
        ? (
          <div class="acts">
            {!request.outdated && <Button kind={first ? "ink" : "outlined"} icon="check" keys="a" busy={busy} onClick={() => void decide(true)}>{t("approvals.approve")}</Button>}
            <Button icon="close" keys="r" busy={busy} onClick={() => void decide(false)}>{t("approvals.reject")}</Button>
          </div>
        )
        : <p class="meta" role="status">{request.state === "approved" ? t("common.approved") : t("common.rejected")}</p>}
      {wrong && <p class="wrong" role="alert"><Icon name="warn" small /><span>{wrong}</span></p>}
    </li>
  );
}

function Decided() {
  const list = usePages("/api/approvals", { query: { state: "all" } }, { on: ["approvals"] });
  return (
    <Loaded of={list}>
      {({ items, next }) => {
        const past = items.filter(({ state }) => state !== "pending");
        return (
          <>
            {past.length === 0 && !next && <Empty title={t("approvals.nothingDecidedYet")}>{t("approvals.whatYouApproveOrReject")}</Empty>}
            <ul class="requests">{past.map((one) => <Past key={one.id} request={one} />)}</ul>
            {next && <p><Button kind="bare" onClick={() => void list.more()}>{t("approvals.showOlder")}</Button></p>}
          </>
        );
      }}
    </Loaded>
  );
}

function Past({ request }: { request: Approval }) {
  return (
    <li class="request">
      <Asked request={request} />
      <div class="request-end">
        <Facts of={[request.state === "approved" ? t("common.approved") : t("common.rejected"), request.decided_at && <time key="t" dateTime={request.decided_at}>{fullTime(request.decided_at)}</time>]} />
        {request.event_id && <WayBack id={request.event_id} />}
      </div>
    </li>
  );
}

/** The undo of what approving did, as long as it is in effect. */
function WayBack({ id }: { id: string }) {
  const event = useResource("/api/events/{id}", { path: { id } }).data.value;
  if (!event) return null;
  if (event.undone) return <span class="meta">{t("common.undoneMark")}</span>;
  return canUndo(event) ? <Button kind="bare" icon="undo" onClick={() => void undo(id)}>{t("common.undo")}</Button> : null;
}
