// How each agent program is told of the hub. The token never stands in it: each program
// reads it from its own environment.

import { t } from "../../words";

/** The variable that holds the token where an agent runs. */
export const variable = "HUB_TOKEN";

export interface Piece {
  /** Where it goes. */
  where: string;
  text: string;
}

export interface Guide {
  id: string;
  name: string;
  pieces: (url: string) => readonly Piece[];
  /** What else to know of it. */
  note?: string;
}

const json = (value: object): string => JSON.stringify(value, null, 2);
const header = (reference: string) => ({ Authorization: `Bearer ${reference}` });
const shell = `'Authorization: Bearer \${${variable}}'`;
/** Whether an address is plain http to another machine. */
const isPlain = (url: string): boolean => url.startsWith("http://") && !/^http:\/\/(localhost|127\.|\[::1\])/.test(url);

const undocumented = () => t("settings.guideUndocumented");

const headerFile: Piece = {
  get where() { return t("settings.guideHeader"); },
  text: `mkdir -p ~/.config/hub\n(umask 077 && printf 'Authorization: Bearer %s\\n' "$${variable}" > ~/.config/hub/header)`,
};

/** A program between one that only starts programs, and the hub. */
const bridge = (url: string) => ({
  command: "npx",
  args: ["-y", "mcp-remote@0.15.1", url, "--header-file", "/home/you/.config/hub/header", ...(isPlain(url) ? ["--allow-http"] : [])],
});

export const guides: readonly Guide[] = [
  {
    id: "claude-code", name: "Claude Code",
    pieces: (url) => [
      { get where() { return t("settings.guideTerminal"); }, text: `claude mcp add --transport http hub \\\n  ${url} \\\n  --header ${shell}` },
      { get where() { return t("settings.guideClaude"); }, text: json({ mcpServers: { hub: { type: "http", url, headers: header(`\${${variable}}`) } } }) },
    ],
  },
  {
    id: "codex", name: "Codex",
    pieces: (url) => [
      { get where() { return t("settings.guideTerminal"); }, text: `codex mcp add hub --url ${url} \\\n  --bearer-token-env-var ${variable}` },
      { get where() { return t("settings.guideCodex"); }, text: `[mcp_servers.hub]\nurl = "${url}"\nbearer_token_env_var = "${variable}"` },
    ],
  },
  {
    id: "cursor", name: "Cursor",
    pieces: (url) => [{ get where() { return t("settings.guideCursor"); }, text: json({ mcpServers: { hub: { url, headers: header(`\${env:${variable}}`) } } }) }],
  },
  {
    id: "vscode", name: "VS Code and Copilot",
    pieces: (url) => [{
      get where() { return t("settings.guideVscode"); },
      text: json({ inputs: [{ type: "promptString", id: "hub-token", description: "Access token of Progress Hub", password: true }], servers: { hub: { type: "http", url, headers: header("${input:hub-token}") } } }),
    }],
    get note() { return t("settings.guideAsks"); },
  },
  {
    id: "copilot-cli", name: "Copilot CLI",
    pieces: (url) => [{ get where() { return t("settings.guideCopilot"); }, text: json({ mcpServers: { hub: { type: "http", url, headers: header(`\${${variable}}`), tools: ["*"] } } }) }],
    get note() { return undocumented(); },
  },
  {
    id: "gemini-cli", name: "Gemini CLI",
    pieces: (url) => [{ get where() { return t("settings.guideGemini"); }, text: json({ mcpServers: { hub: { httpUrl: url, headers: header(`\${${variable}}`) } } }) }],
    get note() { return t("settings.guideHttpUrl"); },
  },
  {
    id: "antigravity", name: "Antigravity",
    pieces: (url) => [{ get where() { return t("settings.guideAntigravity"); }, text: json({ mcpServers: { hub: { serverUrl: url, headers: header(`\${${variable}}`) } } }) }],
    get note() { return undocumented(); },
  },
  {
    id: "devin", name: "Devin Desktop (Windsurf)",
    pieces: (url) => [
      { get where() { return t("settings.guideDevin"); }, text: json({ mcpServers: { hub: { url, transport: "http", headers: header(`\${env:${variable}}`) } } }) },
      { get where() { return t("settings.guideWindsurf"); }, text: json({ mcpServers: { hub: { serverUrl: url, headers: header(`\${env:${variable}}`) } } }) },
    ],
  },
  {
    id: "zed", name: "Zed",
    pieces: (url) => [headerFile, { get where() { return t("settings.guideZed"); }, text: json({ context_servers: { hub: bridge(url) } }) }],
    get note() { return t("settings.guideZedNote"); },
  },
  {
    id: "openclaw", name: "OpenClaw",
    pieces: (url) => [
      { get where() { return t("settings.guideConfig"); }, text: json({ mcp: { servers: { hub: { url, transport: "streamable-http", headers: header(`\${${variable}}`) } } } }) },
      { get where() { return t("settings.guideDoctor"); }, text: "openclaw mcp doctor hub --probe" },
    ],
    get note() { return undocumented(); },
  },
  {
    id: "bridge", get name() { return t("settings.guideBridgeName"); },
    pieces: (url) => [headerFile, { get where() { return t("settings.guideBridge"); }, text: json({ mcpServers: { hub: bridge(url) } }) }],
    get note() { return t("settings.guideBridgeNote"); },
  },
  {
    id: "cloud", get name() { return t("settings.guideCloudName"); },
    pieces: () => [],
    get note() { return t("settings.guideCloud"); },
  },
];
