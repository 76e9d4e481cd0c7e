import { describe, expect, it } from "vitest";
import documented from "../../../../docs/agents.md?raw";
import { guides } from "./guides";

const url = "https://hub.example.org/mcp";
const pieces = guides.flatMap(({ id, pieces: of }) => of(url).map((piece) => ({ id, ...piece })));
const byHand = pieces.filter(({ text }) => text.includes(url));
const pages = import.meta.glob<string>("../../../../docs/connect/*.md", { query: "?raw", import: "default", eager: true });
const blocks = [...[documented, ...Object.values(pages)].join("\n").replaceAll("{base}", "https://hub.example.org").matchAll(/```json\n(.*?)```/gs)].map(([, text]) => JSON.parse(text!) as unknown);

describe("what a client is told", () => {
  it("of each of the 16, hub connect comes first", () => {
    const clients = guides.filter(({ id }) => !["bridge", "cloud"].includes(id));
    expect(clients.length).toBe(16);
    for (const { id, pieces: of } of clients) expect(of(url)[0]!.text).toBe(`hub connect https://hub.example.org --client ${id}`);
    for (const { id, pieces: of } of clients) expect(of(url).length, id).toBeGreaterThan(1);
  });
  it.each(byHand)("$id, $where: a reference in the place of the token", ({ text }) => {
    expect(text).toMatch(/\$\{(env:)?HUB_TOKEN\}|\{env:HUB_TOKEN\}|"--header-file"|bearer_token_env_var = "HUB_TOKEN"/);
    expect(text).not.toMatch(/Bearer (?!\$?\{)/);
    expect(text).not.toContain("{url}");
  });
  it.each(byHand.filter(({ text }) => text.startsWith("{")))("$id, $where: as the documents have it", ({ text }) => {
    expect(blocks).toContainEqual(JSON.parse(text));
  });
  it.each(pieces.filter(({ text }) => /^\w+ mcp add/.test(text) && text.includes("${")))("$id: the shell leaves the reference alone", ({ text }) => {
    expect(text).toMatch(/'[^']*\$\{HUB_TOKEN\}[^']*'/);
  });
  it("the bridge is told of plain http, but not on this machine", () => {
    const told = (to: string) => guides.find(({ id }) => id === "bridge")!.pieces(to).map(({ text }) => text).join("");
    expect(told("http://hub.mesh.internal:8787/mcp")).toContain("--allow-http");
    expect(told("http://127.0.0.1:8787/mcp")).not.toContain("--allow-http");
  });
});
