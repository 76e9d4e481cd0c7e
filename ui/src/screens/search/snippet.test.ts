import { describe, expect, it } from "vitest";
import { runsOf, titleAndLine } from "./snippet";

const show = (runs: readonly { text: string; marked: boolean }[]) => runs.map(({ text, marked }) => (marked ? `[${text}]` : text)).join("");

describe("a snippet", () => {
  it.each([
    ["of words", "run <mark>rsync</mark> on <mark>2019</mark>", "run [rsync] on [2019]"],
    ["of escapes", "a &lt;b&gt; &amp;amp; &#34;c&#34; &#39;d&#39;", `a <b> &amp; "c" 'd'`],
    ["of markup that somebody wrote", "&lt;mark&gt;no&lt;/mark&gt; <mark>&lt;img src=x&gt;</mark>", "<mark>no</mark> [<img src=x>]"],
    ["of other tags, which are text", "<b>x</b> <mark>y</mark>", "<b>x</b> [y]"],
    ["of nothing", "", ""],
  ])("%s", (_, snippet, shown) => {
    expect(show(runsOf(snippet))).toBe(shown);
  });
});

describe("the title of a hit", () => {
  it.each([
    ["is marked where the snippet begins with it", "Replace the NAS fan", "Replace the <mark>NAS</mark> fan the fan in the <mark>NAS</mark> whines", "Replace the [NAS] fan", "the fan in the [NAS] whines"],
    ["leaves no line when it is all", "Water the plants", "<mark>Water</mark> the plants", "[Water] the plants", ""],
    ["leaves out the heading of a document", "Home lab", "Home <mark>lab</mark> # Home <mark>lab</mark> - [x] <mark>lab</mark>", "Home [lab]", "- [x] [lab]"],
    ["ends within a mark", "photo", "<mark>photos</mark> of the house", "[photo]", "[s] of the house"],
    ["stands apart from another part of the text", "Storage", "… on pool/<mark>photos</mark>", "Storage", "… on pool/[photos]"],
  ])("%s", (_, title, snippet, head, tail) => {
    const { title: shown, line } = titleAndLine(title, snippet);
    expect([show(shown), show(line)]).toEqual([head, tail]);
  });
});
