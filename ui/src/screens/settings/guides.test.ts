import { describe, expect, it } from "vitest";
import { guides } from "./guides";

const url = "https://hub.example.org/mcp";
const pieces = guides.flatMap(({ id, pieces: of }) => of(url).map((piece) => ({ id, ...piece })));

describe("what a client is told", () => {
  it.each(pieces)("$id, $where: the address, and a reference in the place of the token", ({ text }) => {
    if (text.includes("doctor")) return;
    expect(text).toContain(url);
    expect(text).toMatch(/\$\{(env:)?HUB_AUTH_TOKEN\}|\$\{input:hub-token\}|\$\{AUTH\}|bearer_token_env_var = "HUB_AUTH_TOKEN"|--bearer-token-env-var HUB_AUTH_TOKEN/);
    expect(text).not.toMatch(/Bearer (?!\$\{)/);
  });
  it.each(pieces.filter(({ text }) => text.startsWith("{")))("$id, $where: parses", ({ text }) => {
    expect(() => JSON.parse(text) as unknown).not.toThrow();
  });
  it.each(pieces.filter(({ text }) => /^\w+ mcp add/.test(text)))("$id: the shell leaves the reference alone", ({ text }) => {
    if (text.includes("${")) expect(text).toMatch(/'[^']*\$\{HUB_AUTH_TOKEN\}'/);
  });
  it("the bridge needs a word for plain http, but not on this machine", () => {
    const [first] = guides.find(({ id }) => id === "bridge")!.pieces("http://hub.mesh.internal:8787/mcp");
    expect(first!.text).toContain("--allow-http");
    expect(guides.find(({ id }) => id === "bridge")!.pieces("http://127.0.0.1:8787/mcp")[0]!.text).not.toContain("--allow-http");
  });
});
