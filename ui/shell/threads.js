// The open threads, read only.
import { api, call, Refusal } from "./api.js";
import { command, el, icon, rest, title, written } from "./dom.js";

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

function ago(iso) {
  const minutes = (Date.parse(iso) - Date.now()) / 60000;
  if (minutes > -1) return "now";
  if (minutes > -60) return relative.format(Math.ceil(minutes), "minute");
  if (minutes > -60 * 24) return relative.format(Math.ceil(minutes / 60), "hour");
  return relative.format(Math.ceil(minutes / (60 * 24)), "day");
}

/** The status as a word and a shape: never by colour alone. */
function statusOf(thread) {
  if (thread.status === "blocked") return ["Blocked", "blocked"];
  if (thread.lease) return ["In progress", "progress"];
  return ["Open", "open"];
}

/** The one line that helps to pick it up again. */
function stepOf(thread) {
  if (thread.status === "blocked" && thread.blocked_reason) return "Waiting for: " + thread.blocked_reason;
  if (thread.resume_step) return "Pick up at: " + thread.resume_step;
  if (thread.next_steps.length > 0) return "Next: " + thread.next_steps[0];
  return thread.focus ? "Left off: " + thread.focus : "";
}

function row(thread, wanted) {
  const [word, shape] = statusOf(thread);
  const title = written("h2", thread.summary);
  const when = el("time", { dateTime: thread.last_activity_at, title: new Date(thread.last_activity_at).toLocaleString() }, ago(thread.last_activity_at));
  const facts = el("p", { className: "facts" }, el("span", {}, word), written("span", thread.project_slug));
  if (thread.lease) facts.append(el("span", {}, written("span", thread.lease.holder), " is on it"));
  else if (thread.source_tool) facts.append(written("span", thread.source_tool));
  const item = el("li", {}, icon(shape, "icon " + shape), title, when);
  const step = stepOf(thread);
  if (step) item.append(written("p", step, "step"));
  item.append(facts);
  if (thread.id === wanted) {
    item.setAttribute("aria-current", "true");
    title.replaceChildren(el("span", { className: "here" }, thread.summary));
  }
  return item;
}

/** Thin lines in the rows' places, once waiting becomes noticeable. */
function waiting() {
  const line = () => el("span", { className: "wait" });
  return [1, 2, 3].map(() => el("li", { "aria-hidden": "true" }, line(), line()));
}

/** The cursor of the next page, out of the Link header; the rest of its address may be
 * written for another prefix. */
function cursorOf(response) {
  const next = /<([^>]*)>\s*;\s*rel="?next"?/.exec(response.headers.get("Link") ?? "")?.[1];
  return next ? new URL(next, api).searchParams.get("cursor") : null;
}

/** Shows the place; a thread the address names is marked. */
export function threads(page, { development }) {
  const wanted = /\/ui\/threads\/([0-9a-z]{12})$/.exec(location.pathname)?.[1];
  const count = el("p", { className: "meta" });
  const list = el("ul", { className: "threads", "aria-label": "Open and blocked threads" });
  const note = el("div", { role: "status" });
  const more = el("button", { type: "button", className: "more", hidden: true }, "Show more");
  page.replaceChildren(title("Threads", count), list, note, more);

  function show(found, total, append) {
    if (!append) list.replaceChildren();
    list.append(...found.map((thread) => row(thread, wanted)));
    const shown = list.childElementCount;
    count.textContent = shown === 0 ? "" : shown < total ? `${shown} of ${total}` : total === 1 ? "1 thread" : `${total} threads`;
    note.replaceChildren();
    if (shown === 0) {
      note.append(rest("wound", "Nothing is open", "A thread is one piece of work you may leave and come back to. Agents start them; so can you:",
        command("curl", ...(development ? [] : ['-H "Authorization: Bearer $HUB_AUTH_TOKEN"']), "--json '{\"summary\": \"Water the plants\"}'", new URL("threads", api))));
    }
    if (!append) list.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
  }

  function failed(detail, cursor) {
    if (!cursor) list.replaceChildren();
    const retry = el("button", { type: "button", onclick: () => load() }, "Try again");
    note.replaceChildren(rest("apart", "The hub did not answer", detail || "It may be restarting. Nothing is lost.", cursor ? "" : retry));
  }

  async function load(cursor) {
    const noticeable = cursor ? 0 : setTimeout(() => list.replaceChildren(...waiting()), 300);
    list.setAttribute("aria-busy", "true");
    more.disabled = true;
    note.replaceChildren();
    try {
      const response = await call("GET", "threads" + (cursor ? "?cursor=" + encodeURIComponent(cursor) : ""));
      clearTimeout(noticeable);
      const found = await response.json();
      const next = cursorOf(response);
      show(found, Number(response.headers.get("X-Total-Count") ?? found.length), Boolean(cursor));
      more.hidden = !next;
      more.onclick = () => load(next);
    } catch (failure) {
      clearTimeout(noticeable);
      failed(failure instanceof Refusal ? failure.message : "", cursor);
    } finally {
      list.removeAttribute("aria-busy");
      more.disabled = false;
    }
  }

  load();
}
