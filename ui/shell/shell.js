// The shell: who is here, which place is shown, and the way from one to the other.
import { call, onSessionEnd, status, ui } from "./api.js";
import { el, rest, title } from "./dom.js";
import { security } from "./security.js";
import { signIn } from "./signin.js";
import { threads } from "./threads.js";

const [page, notice, nav, skip] = ["page", "notice", "nav", "skip"].map((id) => document.getElementById(id));
const places = [
  { link: "Threads", address: new URL("threads", ui), show: threads },
  { link: "Settings", address: new URL("settings/security", ui), show: security },
];
let shown = ""; // the path of the place on the page
let development = false;
let standing = []; // what is said above the threads as long as nothing else is

const ended = "Your session has ended. Sign in to go on; the page is as you left it.";

/** The place of an address: settings, else the threads. */
const placeOf = (address) => places.find(({ address: a }) => a.pathname === address.pathname) ?? places[0];

/** One calm line above the place. */
function note(words = "") {
  const line = words ? [words] : placeOf(location).show === threads ? standing : [];
  notice.replaceChildren(...(line.length > 0 ? [el("p", {}, ...line)] : []));
}

function show({ moved }) {
  shown = location.pathname;
  const place = placeOf(location);
  for (const link of nav.querySelectorAll("a")) {
    if (link.href === place.address.href) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  skip.textContent = place.show === threads ? "Skip to the threads" : "Skip to the settings";
  place.show(page, { signOut, development });
  if (!moved) return;
  page.querySelector("h1").focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** Goes to a place of the dashboard without loading it anew. */
function follow(e) {
  const link = e.target.closest?.("a[href]");
  if (!link || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
  e.preventDefault();
  if (link.href !== location.href) history.pushState(null, "", link.href);
  note();
  show({ moved: true });
}

async function signOut() {
  note();
  try {
    await call("POST", "auth/logout");
  } catch {
    return note("The hub did not answer, so this browser is still signed in. Try again.");
  }
  page.replaceChildren();
  await enter("You are signed out.");
}

/** Lets the owner in and shows where they wanted to go. */
async function enter(why = "", known = null) {
  try {
    note(await signIn(why, known));
  } catch {
    return failed();
  }
  show({ moved: true });
}

/** Lets the owner in again, over a page that stays as it is. */
async function enterAgain(known = null) {
  note();
  note(await signIn(ended, known));
  if (location.pathname !== shown) show({ moved: true });
  return true;
}

function furnish() {
  nav.replaceChildren(
    ...places.map(({ link, address }) => el("a", { href: address.href }, el("span", {}, link))),
    development ? "" : el("button", { type: "button", className: "bare", onclick: signOut }, "Sign out"));
  nav.onclick = follow;
  if (development) {
    standing = ["Development mode: no access token is set, so only this machine gets in. To set one, start the hub with HUB_AUTH_TOKEN; ", el("code", {}, "hub token"), " prints a fresh one."];
  }
}

function failed() {
  const retry = el("button", { type: "button", onclick: start }, "Try again");
  page.replaceChildren(title(placeOf(location).link), rest("apart", "The hub did not answer", "It may be restarting. Nothing is lost.", retry));
}

async function start() {
  let known;
  try {
    known = await status();
  } catch {
    return failed();
  }
  if (!known.authenticated) {
    furnish();
    return enter("", known);
  }
  development = known.development_mode;
  furnish();
  note();
  show({ moved: false });
}

/** Whether the sign-in form stands in place of the page. */
const outside = () => page.hidden;

// Relative addresses mean something else after a move; browsers ask for the icon again.
for (const link of document.querySelectorAll("link")) link.href = link.href;

onSessionEnd(() => enterAgain());

addEventListener("popstate", () => {
  if (outside() || location.pathname === shown) return; // only the part after # changed
  note();
  show({ moved: true });
});

// Who comes back to the page after hours sees at once whether it still is theirs.
document.addEventListener("visibilitychange", async () => {
  if (document.hidden || outside() || !shown) return;
  const known = await status().catch(() => null);
  if (known && !known.authenticated && !outside()) enterAgain(known);
});

start();
