// Nodes out of words. Text is only ever put in as text.

/** Makes an element with text or children; names with a dash, and role and for, are
 * attributes, all others properties. */
export function el(name, props = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(props)) {
    if (key.includes("-") || key === "role" || key === "for") node.setAttribute(key, value);
    else node[key] = value;
  }
  node.append(...children.filter((c) => c !== null && c !== ""));
  return node;
}

/** Makes a drawing out of one of the page's symbols. */
export function icon(symbol, className = "icon") {
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
export const written = (name, text, className = "") => el(name, { dir: "auto", className }, text);

/** A place for a line of shell to copy; it scrolls by itself. */
export const command = (...lines) => el("pre", { tabIndex: 0, role: "group", "aria-label": "Command" }, lines.join(" \\\n  "));

/** The title of a place: its heading, which takes the focus when the place changes. */
export function title(text, ...beside) {
  document.title = text + " · Progress Hub";
  return el("div", { className: "title" }, el("h1", { tabIndex: -1 }, text), ...beside);
}

/** What stands where something cannot be shown: a drawing, a heading, what to do. */
export function rest(symbol, heading, text, ...after) {
  return el("div", { className: "rest" }, icon(symbol, "art"), el("h2", {}, heading), el("p", {}, text), ...after);
}

/** A message of the API as a sentence: they begin small and end without a stop. */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
