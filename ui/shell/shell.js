// The first shell: the open threads, read only. Its address tells where the API is, under
// any prefix: this file lies in …/ui/assets/. Text is only ever put in as text.
const api = new URL("../../api/", import.meta.url);
const [list, count, note, more, main] = ["threads", "count", "note", "more", "main"].map((id) => document.getElementById(id));
const wanted = /\/ui\/threads\/([0-9a-z]{12})$/.exec(location.pathname)?.[1];

/** Makes an element with text or children. */
function el(name, props = {}, ...children) {
  const node = Object.assign(document.createElement(name), props);
  node.append(...children.filter((c) => c !== null && c !== ""));
  return node;
}

/** Makes a drawing out of one of the page's symbols. */
function icon(symbol, className = "icon") {
  const ns = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(ns, "svg");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(ns, "use");
  use.setAttribute("href", "#" + symbol);
  svg.append(use);
  return svg;
}

/** Text that somebody wrote, in any script, reading its own way. */
const written = (name, text, className = "") => el(name, { dir: "auto", className }, text);

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

function row(thread) {
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

/** Fills the place of the list when there is none to show. */
function rest(symbol, title, text, ...after) {
  note.replaceChildren(el("div", { className: "rest" }, icon(symbol, "art"), el("h2", {}, title), el("p", {}, text), ...after));
}

function command(...lines) {
  return el("pre", { tabIndex: 0 }, lines.join(" \\\n  "));
}

const retry = () => el("button", { type: "button", onclick: () => load() }, "Try again");

/** Thin lines in the rows' places, once waiting becomes noticeable. */
function waiting() {
  const line = () => el("span", { className: "wait" });
  list.replaceChildren(...[1, 2, 3].map(() => el("li", { ariaHidden: "true" }, line(), line())));
}

function show(threads, total, append) {
  if (!append) list.replaceChildren();
  list.append(...threads.map(row));
  const shown = list.childElementCount;
  count.textContent = shown === 0 ? "" : shown < total ? `${shown} of ${total}` : total === 1 ? "1 thread" : `${total} threads`;
  note.replaceChildren();
  if (shown === 0) {
    rest("wound", "Nothing is open", "A thread is one piece of work you may leave and come back to. Agents start them; so can you:",
      command("curl", "--json '{\"summary\": \"Water the plants\"}'", new URL("threads", api)));
  }
  if (!append) list.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
}

/** The cursor of the next page, out of the Link header; the rest of its address may be
 * written for another prefix. */
function cursorOf(response) {
  const next = /<([^>]*)>\s*;\s*rel="?next"?/.exec(response.headers.get("Link") ?? "")?.[1];
  return next ? new URL(next, api).searchParams.get("cursor") : null;
}

async function load(cursor) {
  const noticeable = cursor ? 0 : setTimeout(waiting, 300);
  main.setAttribute("aria-busy", "true");
  more.disabled = true;
  note.replaceChildren();
  try {
    const address = new URL("threads", api);
    if (cursor) address.searchParams.set("cursor", cursor);
    const response = await fetch(address, { headers: { Accept: "application/json" } });
    clearTimeout(noticeable);
    if (response.status === 401) return signIn();
    if (!response.ok) return failed((await response.json().catch(() => ({}))).detail, cursor);
    const threads = await response.json();
    const next = cursorOf(response);
    show(threads, Number(response.headers.get("X-Total-Count") ?? threads.length), Boolean(cursor));
    more.hidden = !next;
    more.onclick = () => load(next);
  } catch {
    failed("", cursor);
  } finally {
    clearTimeout(noticeable);
    main.removeAttribute("aria-busy");
    more.disabled = false;
  }
}

function signIn() {
  list.replaceChildren();
  more.hidden = true;
  rest("key", "Your threads are safe in here",
    "Sign-in arrives with the dashboard; use the REST API or an agent with your access token.",
    command("curl", '-H "Authorization: Bearer $HUB_AUTH_TOKEN"', new URL("threads", api)));
}

function failed(detail, cursor) {
  if (!cursor) list.replaceChildren();
  rest("apart", "The hub did not answer", detail || "It may be restarting. Nothing is lost.", cursor ? "" : retry());
}

load();
