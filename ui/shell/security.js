// Sign-in & security: the password of the dashboard, and this browser's session.
import { status } from "./api.js";
import { command, el, icon, rest, title } from "./dom.js";
import { passwordForm } from "./password.js";
import { last } from "./signin.js";

const name = "Sign-in & security";

/** Shows the place. */
export async function security(page, { signOut }) {
  page.replaceChildren(title(name));
  const known = await status().catch(() => null);
  if (!known) {
    const retry = el("button", { type: "button", onclick: () => security(page, { signOut }) }, "Try again");
    page.append(rest("apart", "The hub did not answer", "It may be restarting. Nothing is lost.", retry));
  } else if (known.development_mode) {
    page.append(el("section", { className: "pane" },
      el("h2", {}, "No access token is set"),
      el("p", { className: "lead" }, "Whoever uses this machine is the owner, and nobody else gets in. A password needs an access token first. Print one, set it as HUB_AUTH_TOKEN and start the hub again:"),
      command("hub token"),
      el("p", { className: "meta" }, "Keep it: agents use it, and it is the way back in when the password is lost.")));
  } else {
    page.append(password(known.password_configured), session(known.expires_at, signOut));
  }
}

/** The part about the password. The form changes with the credential that allows it. */
function password(configured) {
  const heading = el("h2", {});
  const said = el("div", { className: "said", role: "status" });
  const place = el("div", {});
  const show = (by, focus) => {
    heading.textContent = configured ? "Change the password" : "Create a password";
    const swap = el("button", { type: "button", className: "bare", onclick: () => show(by === "password" ? "token" : "password", true) },
      by === "password" ? "Use recovery access token" : "Use the current password");
    place.replaceChildren(passwordForm({
      method: by,
      label: configured ? "Change password" : "Create password",
      done() {
        const words = configured ? "Password changed." : "Password created.";
        configured = true;
        last.method = "password";
        show("password");
        heading.focus();
        said.replaceChildren(icon("done"), el("p", {}, words + " Other browsers were signed out; agents keep their token."));
      },
      after: [configured ? swap : null],
    }));
    if (focus) place.querySelector(".in").focus();
  };
  heading.tabIndex = -1;
  show(configured ? last.method : "token");
  return el("section", { className: "pane" },
    heading,
    el("p", { className: "meta" }, "The password signs in this dashboard and nothing else. Agents use the access token."),
    said, place);
}

function session(end, signOut) {
  const { hour12 } = new Intl.DateTimeFormat(undefined, { hour: "numeric" }).resolvedOptions();
  const until = new Date(end).toLocaleString("en", { weekday: "long", hour: "numeric", minute: "2-digit", hour12 });
  return el("section", { className: "pane" },
    el("h2", {}, "This browser"),
    el("p", { className: "meta" }, "Signed in until ", el("time", { dateTime: end }, until), "."),
    el("button", { type: "button", onclick: signOut }, "Sign out"));
}
