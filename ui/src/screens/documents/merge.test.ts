import { describe, expect, it } from "vitest";
import { type Choice, merged, partsOf, type Place } from "./merge";

const base = "one\ntwo\nthree\nfour\nfive\n";
const merge = (mine: string, theirs: string, choose: Choice | null = null) => {
  const parts = partsOf(base, mine, theirs);
  const places = parts.filter((part): part is Place => !("same" in part));
  return { text: merged(parts, new Map(choose ? places.map((place) => [place, choose]) : [])), places };
};

describe("two texts of one", () => {
  it("are the text of the one who changed it", () => {
    expect(merge(base, "one\nTWO\nthree\nfour\nfive\n").text).toBe("one\nTWO\nthree\nfour\nfive\n");
    expect(merge("one\nthree\nfour\nfive\n", base).text).toBe("one\nthree\nfour\nfive\n");
  });
  it("come together where they changed different places", () => {
    const { text, places } = merge("ONE\ntwo\nthree\nfour\nfive\n", "one\ntwo\nthree\nfour\nfive\nsix\n");
    expect(text).toBe("ONE\ntwo\nthree\nfour\nfive\nsix\n");
    expect(places.map(({ changed }) => changed)).toEqual(["mine", "theirs"]);
  });
  it("are asked about only where they clash, and keep both until then", () => {
    const [mine, theirs] = ["one\nmine\nthree\nfour\nfive\n", "one\ntheirs\nthree\nfour\nfive\n"];
    expect(merge(mine, theirs)).toEqual({ text: "one\ntheirs\nmine\nthree\nfour\nfive\n", places: [{ base: "two\n", mine: "mine\n", theirs: "theirs\n", changed: "both" }] });
    expect(merge(mine, theirs, "mine").text).toBe(mine);
    expect(merge(mine, theirs, "theirs").text).toBe(theirs);
  });
  it("do not clash when both made the same change", () => {
    expect(merge("one\nsame\nthree\nfour\nfive\n", "one\nsame\nthree\nfour\nfive\n")).toEqual({ text: "one\nsame\nthree\nfour\nfive\n", places: [] });
  });
  it("clash when both put something in at the same place", () => {
    const { text, places } = merge(base + "mine", base + "theirs");
    expect(places.map(({ changed }) => changed)).toEqual(["both"]);
    expect(text).toBe(base + "theirs\nmine");
  });
  it("clash when one deletes what the other changes, and the change is kept", () => {
    const { text, places } = merge("one\nfive\n", "one\ntwo\nTHREE\nfour\nfive\n");
    expect(places).toHaveLength(1);
    expect(text).toContain("THREE");
  });
  it("lose nothing, whatever they are", () => {
    let seed = 3;
    const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
    const vary = (who: string) => base.split(/(?<=\n)/).flatMap((line) => [[line], [line], [`${who}${random(9)}\n`], [], [line, `${who}${random(9)}\n`]][random(5)]!).join("");
    for (let round = 0; round < 300; round++) {
      const [mine, theirs] = [vary("m"), vary("t")];
      const parts = partsOf(base, mine, theirs);
      const of = (side: "mine" | "theirs" | "base") => parts.map((part) => ("same" in part ? part.same : part[side])).join("");
      expect(of("mine")).toBe(mine);
      expect(of("theirs")).toBe(theirs);
      const both = merged(parts, new Map());
      for (const line of [...mine.split("\n"), ...theirs.split("\n")]) if (/^[mt]\d/.test(line)) expect(both.split("\n")).toContain(line);
    }
  });
});
