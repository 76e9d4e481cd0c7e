import { expect, it } from "vitest";
import { wordsOf } from "./words";

it.each([
  ["a new text", "one\n\n  two\nthree\nfour", null, "one\ntwo\nthree"],
  ["what is new in a document", "# Plan\n\n- old\n- new\n", { markdown: "# Plan\n\n- old\n", rev: 3, etag: '"3"' }, "- new"],
  ["what is left where only lines went", "# Plan\n", { markdown: "# Plan\n\n- old\n", rev: 3, etag: '"3"' }, "# Plan"],
  ["the fields of a form", { step: "write the test", what: "", why: "" }, { step: "", what: "", why: "" }, "write the test"],
  ["the text of a reminder, and not when it is", { text: "bins", when: "once", at: "2026-12-01T09:00" }, { text: "", when: "once", at: "2026-12-01T09:00" }, "bins"],
  ["steps", ["one", "two"], ["one"], "two"],
  ["nothing where nothing is left", "", "all", ""],
])("shows %s", (_, value, base, want) => expect(wordsOf({ value, base })).toBe(want));
