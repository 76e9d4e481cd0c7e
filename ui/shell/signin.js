// Signing in, in place of the page: its address stays, and so does all that was on it.
import { call, status } from "./api.js";
import { command, el, title } from "./dom.js";
import { secretField, secretForm } from "./form.js";
import { given, passwordForm } from "./password.js";

const [page, door] = ["page", "door"].map((id) => document.getElementById(id));

/** What the owner last showed to know. After the token, the password may be lost. */
export const last = { method: "password" };

let pending = null;

/** Lets nobody on but the owner. It resolves once there is a session, with the words for
 * what just happened, if any. Requests that need one at the same time wait together. */
export function signIn(why = "", known = null) {
  pending ??= admit(why, known).finally(() => { pending = null; });
  return pending;
}

async function admit(why, known) {
  const [before, name] = [document.activeElement, document.title];
  known ??= await status();
  if (known.authenticated) return "";
  if (known.development_mode) return strange();
  const typed = await ask(known.password_configured, why);
  const said = known.password_configured ? lost() : await invite(typed);
  close();
  document.title = name;
  if (why) (page.contains(before) ? before : page.querySelector("h1"))?.focus();
  return said;
}

function open(...children) {
  document.body.classList.add("outside");
  page.hidden = true;
  door.hidden = false;
  door.replaceChildren(...children);
}

function close() {
  document.body.classList.remove("outside");
  page.hidden = false;
  door.hidden = true;
  door.replaceChildren();
}

/** Shows the form and resolves with what was typed, once it was right. */
function ask(configured, why) {
  return new Promise((resolve) => {
    const show = (by, focus) => {
      let typed = "";
      const password = by === "password";
      const field = password
        ? secretField({ id: "password", label: "Password", autocomplete: "current-password" })
        : secretField({ id: "token", label: "Access token", rule: "The value of HUB_AUTH_TOKEN where the hub runs.", autocomplete: "off", className: "mono" });
      const swap = el("button", { type: "button", className: "bare", onclick: () => show(password ? "token" : "password", "field") },
        password ? "Use recovery access token" : "Use the password instead");
      const lead = why || (configured ? "" : "No password is set yet. Sign in with the access token, then create one.");
      open(
        title("Sign in"),
        lead && el("p", { className: "lead" }, lead),
        secretForm({
          fields: { [by]: field },
          credential: field,
          named: password,
          label: "Sign in",
          wrong: password ? "This password is not valid. If it is lost, the recovery access token lets you in." : "This access token is not valid.",
          send() {
            typed = given(by, field.input.value);
            return call("POST", "auth/login", { [by]: typed });
          },
          done() {
            last.method = by;
            resolve(typed);
          },
          after: [configured ? swap : null],
        }),
        el("p", { className: "meta" }, "This browser stays signed in for 12 hours."));
      (focus === "field" ? field.input : door.querySelector("h1")).focus();
    };
    // Who has just opened the page came to type; who was signed out is told so first.
    show(configured ? "password" : "token", why ? "title" : "field");
  });
}

/** What to do after signing in without the password. */
const lost = () => (last.method === "token" ? "Signed in with the access token. If the password is lost, set a new one in Settings." : "");

/** Offers to create the first password, while the token is at hand. */
function invite(token) {
  return new Promise((resolve) => {
    open(
      title("Create a password"),
      el("p", { className: "lead" }, "From then on you sign in with it. The access token stays the way back in."),
      passwordForm({
        method: "token", verified: token, label: "Create password",
        done() {
          last.method = "password";
          resolve("Password created. Use it the next time you sign in.");
        },
        after: [el("button", { type: "button", className: "bare", onclick: () => resolve("") }, "Not now")],
      }));
    door.querySelector("h1").focus();
  });
}

/** Without a private token only the hub's own machine gets in, and this is another one. It
 * never resolves: only a restart of the hub changes that. */
function strange() {
  open(
    title("Not from here"),
    el("p", { className: "lead" }, "This hub has no access token yet, so it answers its own machine only. Print one there, set it as HUB_AUTH_TOKEN and start the hub again:"),
    command("hub token"));
  return new Promise(() => {});
}
