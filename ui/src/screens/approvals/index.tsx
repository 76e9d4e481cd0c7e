// What agents may not do by themselves: each request with its exact effect, to approve or not.
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { Approval } from "../../api/types";
import { Button } from "../../parts/Button";
import { Icon } from "../../parts/Icon";
import { Empty, Loaded } from "../../parts/Rest";
import { Facts } from "../../parts/Row";
import { Tabs } from "../../parts/Tabs";
import { Time } from "../../parts/Time";
import type { ScreenProps } from "../../places";
import { to } from "../../router";
import { change } from "../../state/change";
import { canUndo } from "../../state/events";
import { overview } from "../../state/overview";
import { editItems, usePages, useResource } from "../../state/resource";
import { fullTime } from "../../state/time";
import { say, sayDone, undo } from "../../state/toasts";
import "./approvals.css";

export default function Approvals({ query }: ScreenProps) {
  const decided = query.get("view") === "decided";
  const waiting = overview().data.value?.approvals;
  return (
    <div class="page approvals">
      <Tabs label="Requests" tabs={[
        { href: to("approvals"), label: "Waiting", count: waiting, current: !decided },
        { href: to("approvals", null, { view: "decided" }), label: "Decided", current: decided },
      ]} />
      <p class="meta who-may">Whoever holds the access token can sign in with it and approve, an agent too. Until agents have tokens of their own, give it only to programs you trust.</p>
      {decided ? <Decided /> : <Waiting />}
    </div>
  );
}

function Waiting() {
  const list = usePages("/api/approvals", { query: { state: "pending" } }); // their effect follows every change
  return (
    <Loaded of={list}>
      {({ items, total, next }) => (items.length === 0
        ? <Empty title="Nothing waits for you">What an agent may not do by itself, such as deleting a project, it asks for here. You see exactly what would happen.</Empty>
        : <>
            <ul class="requests">{items.map((one, i) => <Request key={one.id} request={one} first={i === 0} />)}</ul>
            {next && <p><Button kind="bare" onClick={() => void list.more()}>{`Show more, ${total - items.length} left`}</Button></p>}
          </>)}
    </Loaded>
  );
}

const asks: Record<string, string> = {
  rename_project: "asks to rename a project", delete_project: "asks to delete a project", merge_threads: "asks to merge two threads", delete_page: "asks to delete a wiki page",
  reopen_thread: "asks to reopen a thread", undo: "asks to take a change back",
};

/** Where what it is about can be looked at first. */
function places({ payload }: Approval): { href: string; label: string }[] {
  const { slug, thread_id: thread, into, path } = payload;
  return [
    slug && { href: to("project", { slug }), label: "See the project" },
    thread && { href: to("thread", { id: thread }), label: "See what ends" },
    into && { href: to("thread", { id: into }), label: "See what goes on" },
    path && { href: to("page", { path }), label: "See the page" },
  ].filter((one) => typeof one === "object");
}

function Asked({ request }: { request: Approval }) {
  return (
    <>
      <h2><Icon name="agent" /><span><bdi>{request.source_tool ?? "An agent"}</bdi> {asks[request.kind] ?? `asks for ${request.kind}`}</span></h2>
      <p class="request-effect" dir="auto">{request.effect}.</p>
      {request.reason && <blockquote dir="auto"><span class="unseen">Reason: </span>{request.reason}</blockquote>}
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
    if (!approve) say("Rejected. Nothing was changed; the agent may ask again.");
    else sayDone("Approved, and done.", answer.data.event_id);
  };
  return (
    <li class="request">
      <Asked request={request} />
      <p><Facts of={[<Time key="t" at={request.created_at} words />, ...places(request).map(({ href, label }) => <a key={href} href={href}>{label}</a>)]} /></p>
      {request.state === "pending"
        ? (
          <div class="acts">
            <Button kind={first ? "ink" : "outlined"} icon="check" busy={busy} onClick={() => void decide(true)}>Approve</Button>
            <Button icon="close" busy={busy} onClick={() => void decide(false)}>Reject</Button>
          </div>
        )
        : <p class="meta" role="status">{request.state === "approved" ? "Approved" : "Rejected"}</p>}
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
            {past.length === 0 && !next && <Empty title="Nothing decided yet">What you approve or reject stays here, with the way back.</Empty>}
            <ul class="requests">{past.map((one) => <Past key={one.id} request={one} />)}</ul>
            {next && <p><Button kind="bare" onClick={() => void list.more()}>Show older</Button></p>}
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
        <Facts of={[request.state === "approved" ? "Approved" : "Rejected", request.decided_at && <time key="t" dateTime={request.decided_at}>{fullTime(request.decided_at)}</time>]} />
        {request.event_id && <WayBack id={request.event_id} />}
      </div>
    </li>
  );
}

/** The undo of what approving did, as long as it is in effect. */
function WayBack({ id }: { id: string }) {
  const event = useResource("/api/events/{id}", { path: { id } }).data.value;
  if (!event) return null;
  if (event.undone) return <span class="meta">taken back</span>;
  return canUndo(event) ? <Button kind="bare" icon="undo" onClick={() => void undo(id)}>Undo</Button> : null;
}
