// Search in these pages, and a button that copies a block. All of it works from a disk as well: the
// pages that are searched come as a script, once somebody searches.
{
  const root = new URL(".", document.currentScript.src);
  const form = document.querySelector(".search");
  const input = form.querySelector("input");
  const found = form.querySelector(".found");
  const most = 12;
  let parts; // of all pages, once they are there
  form.hidden = false;

  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

  window.hubPages = (pages) => {
    parts = pages.flatMap(({ title, url, parts: list }) => list.map(({ heading, id, text }) => ({
      title, heading, text, url: url + (id && "#" + id), inTitle: plain(title), inHeading: plain(heading), inText: plain(text),
    })));
    search();
  };

  const load = () => {
    if (document.querySelector("script[data-pages]")) return;
    const script = document.createElement("script");
    script.src = new URL("search.js", root);
    script.dataset.pages = "";
    document.head.append(script);
  };

  /** How well a part answers the words: every one has to be somewhere in it. */
  const worth = (part, words) => {
    let sum = 0;
    for (const word of words) {
      const one = (text, here) => {
        const at = text.indexOf(word);
        return at < 0 ? 0 : at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1]) ? 2 * here : here; // best where a word begins
      };
      const best = one(part.inHeading, 6) + one(part.inTitle, part.heading ? 3 : 8) + one(part.inText, 1);
      if (!best) return 0;
      sum += best;
    }
    return sum;
  };

  /** A text as nodes, with the words in it marked. */
  const marked = (text, words) => {
    const low = plain(text);
    if (low.length !== text.length) return [text];
    const nodes = [];
    for (let at = 0; at < text.length;) {
      const next = words.map((word) => [low.indexOf(word, at), word.length]).filter(([i]) => i >= 0).sort((a, b) => a[0] - b[0] || b[1] - a[1])[0];
      if (!next) return [...nodes, text.slice(at)];
      const mark = document.createElement("mark");
      mark.append(text.slice(next[0], next[0] + next[1]));
      nodes.push(text.slice(at, next[0]), mark);
      at = next[0] + next[1];
    }
    return nodes;
  };

  const row = (part, words) => {
    const item = document.createElement("li"), link = document.createElement("a"), name = document.createElement("b"), around = document.createElement("span");
    link.href = new URL(part.url, root);
    name.append(...marked(part.heading ? part.title + " › " + part.heading : part.title, words));
    const first = Math.max(0, Math.min(...words.map((word) => part.inText.indexOf(word)).filter((i) => i >= 0), part.text.length) - 40);
    const from = part.text.length - first < 10 ? 0 : first && part.text.indexOf(" ", first) + 1;
    const to = part.text.length <= from + 150 ? part.text.length : part.text.lastIndexOf(" ", from + 150);
    around.append(...marked((from ? "… " : "") + part.text.slice(from, to) + (to < part.text.length ? " …" : ""), words));
    link.append(name, around);
    item.append(link);
    return item;
  };

  const search = () => {
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    found.hidden = words.length === 0 || !parts;
    if (found.hidden) return;
    const hits = parts.map((part) => [worth(part, words), part]).filter(([points]) => points).sort((a, b) => b[0] - a[0]).slice(0, most);
    const list = document.createElement("ul"), said = document.createElement("p");
    list.append(...hits.map(([, part]) => row(part, words)));
    said.setAttribute("role", "status");
    said.textContent = hits.length ? "" : "Nothing found.";
    said.hidden = hits.length > 0;
    found.replaceChildren(said, list);
  };

  input.addEventListener("focus", load);
  input.addEventListener("input", search);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    found.querySelector("a")?.click();
  });
  form.addEventListener("keydown", (event) => {
    const stops = [input, ...found.querySelectorAll("a")];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      stops[stops.indexOf(document.activeElement) + step]?.focus();
    } else if (event.key === "Escape") {
      input.focus();
      found.hidden = true;
    }
  });
  document.addEventListener("click", (event) => {
    if (!form.contains(event.target) || event.target.closest(".found a")) found.hidden = true;
    if (event.target.closest("[popover] a")) document.querySelector("[popover]:popover-open")?.hidePopover();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input")) return;
    event.preventDefault();
    input.focus();
  });

  const pages = document.querySelector(".pages"), here = pages.querySelector("[aria-current]");
  if (here) pages.scrollTop = here.offsetTop - pages.clientHeight / 2;

  for (const block of document.querySelectorAll("pre")) {
    const button = document.createElement("button");
    button.className = "button copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(block.querySelector("code").textContent);
      button.textContent = "Copied";
    });
    if (navigator.clipboard) block.append(button);
  }
}
