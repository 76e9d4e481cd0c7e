import { describe, expect, it } from "vitest";
import { openLink, suggestions, targetOf } from "./complete";
import { savedText, shownText } from "./ending";
import { format, nextItem, ticked } from "./format";

describe("line ends of the document", () => {
  const written = "a\r\nb\rc\nd\r\n";
  it.each([
    ["stay where nothing changed", "a\nb\nc\nd\n", written],
    ["of new lines are those of the first", "a\nnew\nb\nc\nd\n", "a\r\nnew\r\nb\rc\nd\r\n"],
    ["go with what is deleted", "a\nd\n", "a\r\nd\r\n"],
    ["are free in a new text", "", ""],
  ])("%s", (_, typed, want) => expect(savedText(typed, written)).toBe(want));
  it("are of one kind in the field", () => expect(shownText(written)).toBe("a\nb\nc\nd\n"));
  it("stay out of a text that has the usual ones", () => expect(savedText("x\ny", "a\nb")).toBe("x\ny"));
});

describe("a task", () => {
  const text = "# a\r\n\r\n- [ ] one\r\n  - [X] two [ ]\r\n> 1. [\t] three\n";
  it.each([
    [2, true, "# a\r\n\r\n- [x] one\r\n  - [X] two [ ]\r\n> 1. [\t] three\n"],
    [3, false, "# a\r\n\r\n- [ ] one\r\n  - [ ] two [ ]\r\n> 1. [\t] three\n"],
    [4, true, "# a\r\n\r\n- [ ] one\r\n  - [X] two [ ]\r\n> 1. [x] three\n"],
  ])("in line %i is ticked there alone", (line, done, want) => expect(ticked(text, line, done)).toBe(want));
  it.each([0, 1, 9])("is not in line %i", (line) => expect(ticked(text, line, true)).toBeNull());
});

describe("the buttons above the text", () => {
  const pressed = (kind: Parameters<typeof format>[0], text: string, from: number, to = from) => {
    const { from: a, to: b, text: put, choose } = format(kind, text, from, to);
    const now = text.slice(0, a) + put + text.slice(b);
    return now.slice(0, choose[0]) + "|" + now.slice(choose[0], choose[1]) + "|" + now.slice(choose[1]);
  };
  it.each([
    ["bold", "a word", 2, 6, "a **|word|**"],
    ["bold", "a **word**", 4, 8, "a |word|"],
    ["code", "a\nb", 0, 3, "```\n|a\nb|\n```"],
    ["link", "see ", 4, 4, "see [[||]]"],
    ["list", "a\nb", 0, 3, "|- a\n- b|"],
    ["list", "- a\n- b", 0, 7, "|a\nb|"],
    ["task", "- a\n  b", 0, 7, "|- [ ] a\n  - [ ] b|"],
    ["task", "", 0, 0, "- [ ] ||"],
    ["list", "a\nbc\nd", 3, 3, "a\n- b||c\nd"],
  ] as const)("%s of %j", (kind, text, from, to, want) => expect(pressed(kind, text, from, to)).toBe(want));
});

describe("Enter in a list", () => {
  const entered = (marked: string) => {
    const at = marked.indexOf("|"), text = marked.replace("|", "");
    const done = nextItem(text, at);
    return done && `${text.slice(0, done.from)}${done.text}|${text.slice(done.to)}`;
  };
  it.each([
    ["begins the next item", "- one|", "- one\n- |"],
    ["also in the middle of one", "* one| two\n* three", "* one\n* | two\n* three"],
    ["as far in as this one", "- a\n  + b|", "- a\n  + b\n  + |"],
    ["with a box that is not ticked", "- [x] one|", "- [x] one\n- [ ] |"],
    ["with the next number", "9. one|", "9. one\n10. |"],
    ["with the number's own sign", "1) one|\n", "1) one\n2) |\n"],
    ["ends the list behind an item without words", "- one\n- |", "- one\n|"],
    ["also one with a box", "- one\n  - [ ] |\nmore", "- one\n|\nmore"],
    ["is a line end before the mark", "|- one", null],
    ["is a line end elsewhere", "one|", null],
    ["is one behind a dash without a space", "-one|", null],
    ["is one behind a date", "2026-11-29|", null],
  ])("%s", (_, text, want) => expect(entered(text)).toBe(want));
});

describe("a link that is being typed", () => {
  it.each([
    ["see [[sto", { words: "sto", from: 6 }],
    ["[[", { words: "", from: 2 }],
    ["[[a]] and", null],
    ["[[a|b", null],
    ["[a", null],
    ["[[a\nb", null],
  ])("in %j", (text, want) => expect(openLink(text, text.length)).toEqual(want));

  const page = (path: string, title: string) => ({ path, title, rev: 1, created_at: "", updated_at: "" });
  const pages = [page("home/storage-layout", "Storage layout"), page("restore", "Restore"), page("cafe", "Café-Liste"), page("a", "A [draft]")];
  it("offers what begins so, then what has it, then a new page", () => {
    expect(suggestions(pages, "sto").map(({ title, path }) => [title, path])).toEqual([["Storage layout", "home/storage-layout"], ["Restore", "restore"], ["sto", null]]);
  });
  it("finds letters without their accents", () => expect(suggestions(pages, "cafe-l")[0]!.path).toBe("cafe"));
  it("offers no new page for one that is there", () => expect(suggestions(pages, "Restore").map(({ path }) => path)).toEqual(["restore"]));
  it("leads there in the shortest way that shows the title", () => {
    expect(pages.map(targetOf)).toEqual(["home/storage-layout|Storage layout", "Restore", "cafe|Café-Liste", "a"]);
  });
});
