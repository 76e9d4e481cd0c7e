// Forms for secrets: a field that can be looked into, and what happens when one is sent.
import { Refusal } from "./api.js";
import { el, icon, sentence } from "./dom.js";

/** A field for a password or token. Its rule stands under it from the start, what is wrong
 * appears there too. */
export function secretField({ id, label, rule = "", autocomplete, className = "" }) {
  const input = el("input", {
    id, name: id, type: "password", required: true, autocomplete, className: "in " + className,
    autocapitalize: "off", spellcheck: false, "aria-describedby": `${id}-rule ${id}-caps ${id}-error`,
  });
  const look = el("button", { type: "button", className: "look", "aria-label": "Show " + label.toLowerCase(), "aria-pressed": "false" }, "Show");
  const caps = el("p", { id: id + "-caps", className: "rule", role: "status" });
  const error = el("p", { id: id + "-error", className: "error" });

  const reveal = (shown) => {
    input.type = shown ? "text" : "password";
    look.setAttribute("aria-pressed", String(shown));
  };
  look.onclick = () => reveal(input.type === "password");
  input.onkeydown = input.onkeyup = (e) => {
    const on = e.getModifierState?.("CapsLock") ? "Caps Lock is on." : "";
    if (caps.textContent !== on) caps.textContent = on;
  };
  return {
    input,
    node: el("div", { className: "field" },
      el("label", { for: id }, label),
      el("div", { className: "secret" }, input, look),
      rule && el("p", { id: id + "-rule", className: "rule" }, rule), caps, error),
    /** Says what is wrong, or with nothing that all is well. */
    say(wrong = "") {
      input.setAttribute("aria-invalid", String(wrong !== ""));
      error.replaceChildren(...(wrong ? [icon("warn"), el("span", {}, wrong)] : []));
    },
    /** Covers it again: browsers remember what stands in a field of plain text. */
    cover: () => reveal(false),
  };
}

/** The owner's name for password managers: there is one account, and it has no name. */
const owner = () => el("input", {
  className: "unseen", type: "text", name: "username", autocomplete: "username", value: "owner",
  readOnly: true, tabIndex: -1, "aria-hidden": "true",
});

// The limit on attempts is on the address, so all forms wait together. The clock is one
// that nobody sets.
let freeAt = 0;

/** A form out of secret fields, by the API's name for what they hold.
 *
 * check gives what is wrong before anything is sent, as [field, words] pairs; then send
 * sends it and done goes on. wrong says that the credential was not the right one. */
export function secretForm({ fields, credential = null, named = true, label, wrong, check = () => [], send, done, after = [] }) {
  const all = Object.values(fields);
  const said = el("div", { className: "said", role: "status" });
  const button = el("button", { type: "submit", className: "act" }, label);
  const form = el("form", { method: "post", noValidate: true }, named ? owner() : null, ...all.map((f) => f.node), said, button, ...after);
  let busy = false;

  const say = (...words) => said.replaceChildren(...words.map((w) => (typeof w === "string" ? el("p", {}, w) : w)));

  /** Marks fields and goes to the first of them. */
  const point = (pairs) => {
    for (const [field, words] of pairs) field.say(words);
    const first = all.find((f) => pairs.some(([field]) => field === f))?.input;
    first?.focus();
    first?.select();
  };

  /** Says once that there is a wait, for readers also how long, and counts it down. */
  const hold = () => {
    const left = Math.ceil((freeAt - performance.now()) / 1000);
    if (left <= 0) return;
    say(el("p", {}, "Too many tries from this address. ", el("span", { className: "unseen" }, `You can try again in ${left} seconds.`)));
    count();
  };

  /** Counts down on the button, where nothing is read out every second. */
  const count = () => {
    const left = freeAt - performance.now();
    if (left > 0) {
      button.disabled = true;
      button.textContent = `Try again in ${Math.ceil(left / 1000)} s`;
      setTimeout(count, left % 1000 || 1000);
    } else if (button.disabled) {
      button.disabled = false;
      button.textContent = label;
      say("You can try again now.");
    }
  };

  const refuse = (refusal) => {
    const { status, message, errors, wait } = refusal;
    const places = errors.map(({ location, message: words }) => [fields[location.replace(/^body\./, "")], sentence(words)]).filter(([field]) => field);
    if (status === 401) credential ? point([[credential, wrong]]) : say(wrong);
    else if (places.length > 0) point(places);
    else if (status === 429) {
      freeAt = performance.now() + wait * 1000;
      all[0].input.focus(); // a disabled button would drop it
      hold();
    } else if (status === 0) say("The hub did not answer. What you typed is still here: try again.");
    else say(message ? sentence(message) : "The hub could not do this. What you typed is still here: try again.");
  };

  form.onsubmit = async (e) => {
    e.preventDefault();
    if (busy || button.disabled) return;
    say();
    for (const f of all) {
      f.say();
      f.cover();
    }
    const empty = all.filter((f) => f.input.value === "").map((f) => [f, "This is empty."]);
    const pairs = [...empty, ...check().filter(([f]) => f.input.value !== "")];
    if (pairs.length > 0) return point(pairs);

    busy = true;
    form.setAttribute("aria-busy", "true");
    const noticeable = setTimeout(() => { button.textContent = "Checking…"; }, 300);
    const ready = () => {
      clearTimeout(noticeable);
      busy = false;
      form.removeAttribute("aria-busy");
      button.textContent = label;
    };
    try {
      await send();
    } catch (failure) {
      ready();
      if (!(failure instanceof Refusal)) throw failure;
      return refuse(failure);
    }
    ready();
    freeAt = 0;
    for (const f of all) f.input.value = ""; // no secret stays in the page
    done();
  };
  hold();
  return form;
}
