import { describe, expect, it } from "vitest";
import { bytes, quoted } from "./words";

describe("a size", () => {
  it.each([[0, "0 byte"], [999, "999 byte"], [5_242_880, "5.2 MB"], [98_662_691, "99 MB"]])("%d", (n, words) => {
    expect(bytes(n)).toBe(words);
  });
});

describe("a path in a shell", () => {
  it.each([["/var/lib/hub", "/var/lib/hub"], ["/home/me/my data", "'/home/me/my data'"], ["/a'b", `'/a'\\''b'`], ["/a$(b)", "'/a$(b)'"]])("%s", (path, text) => {
    expect(quoted(path)).toBe(text);
  });
});
