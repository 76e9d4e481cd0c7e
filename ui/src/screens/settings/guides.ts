// How each agent program is told of the hub. The token never stands in it: each program
// reads it from its own environment.

/** The variable that holds the access token where an agent runs. */
export const variable = "HUB_AUTH_TOKEN";

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

const undocumented = "Its documentation does not say that it reads variables in headers. If the hub then refuses it, take the bridge instead.";

const headerFile: Piece = {
  where: "Put the header into a file that only you can read",
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
      { where: "Run once, in a terminal", text: `claude mcp add --transport http hub \\\n  ${url} \\\n  --header ${shell}` },
      { where: "Or in .mcp.json of a project", text: json({ mcpServers: { hub: { type: "http", url, headers: header(`\${${variable}}`) } } }) },
    ],
  },
  {
    id: "codex", name: "Codex",
    pieces: (url) => [
      { where: "Run once, in a terminal", text: `codex mcp add hub --url ${url} \\\n  --bearer-token-env-var ${variable}` },
      { where: "Or in ~/.codex/config.toml", text: `[mcp_servers.hub]\nurl = "${url}"\nbearer_token_env_var = "${variable}"` },
    ],
  },
  {
    id: "cursor", name: "Cursor",
    pieces: (url) => [{ where: "In ~/.cursor/mcp.json, or .cursor/mcp.json of a project", text: json({ mcpServers: { hub: { url, headers: header(`\${env:${variable}}`) } } }) }],
  },
  {
    id: "vscode", name: "VS Code and Copilot",
    pieces: (url) => [{
      where: "In .vscode/mcp.json of a project, or mcp.json of the user",
      text: json({ inputs: [{ type: "promptString", id: "hub-token", description: "Access token of Progress Hub", password: true }], servers: { hub: { type: "http", url, headers: header("${input:hub-token}") } } }),
    }],
    note: "It asks for the token once and keeps it in its own store.",
  },
  {
    id: "copilot-cli", name: "Copilot CLI",
    pieces: (url) => [{ where: "In ~/.copilot/mcp-config.json", text: json({ mcpServers: { hub: { type: "http", url, headers: header(`\${${variable}}`), tools: ["*"] } } }) }],
    note: undocumented,
  },
  {
    id: "gemini-cli", name: "Gemini CLI",
    pieces: (url) => [{ where: "In ~/.gemini/settings.json", text: json({ mcpServers: { hub: { httpUrl: url, headers: header(`\${${variable}}`) } } }) }],
    note: "The key is httpUrl: url would mean an older transport.",
  },
  {
    id: "antigravity", name: "Antigravity",
    pieces: (url) => [{ where: "In ~/.gemini/config/mcp_config.json", text: json({ mcpServers: { hub: { serverUrl: url, headers: header(`\${${variable}}`) } } }) }],
    note: undocumented,
  },
  {
    id: "devin", name: "Devin Desktop (Windsurf)",
    pieces: (url) => [
      { where: "In ~/.config/devin/mcp_config.json", text: json({ mcpServers: { hub: { url, transport: "http", headers: header(`\${env:${variable}}`) } } }) },
      { where: "Before the new name: in ~/.codeium/windsurf/mcp_config.json", text: json({ mcpServers: { hub: { serverUrl: url, headers: header(`\${env:${variable}}`) } } }) },
    ],
  },
  {
    id: "zed", name: "Zed",
    pieces: (url) => [headerFile, { where: "In settings.json, with the full path of that file", text: json({ context_servers: { hub: bridge(url) } }) }],
    note: "Zed takes a header as it stands, so a bridge reads it from a file. It needs Node.",
  },
  {
    id: "openclaw", name: "OpenClaw",
    pieces: (url) => [
      { where: "In its configuration", text: json({ mcp: { servers: { hub: { url, transport: "streamable-http", headers: header(`\${${variable}}`) } } } }) },
      { where: "And see whether it works", text: "openclaw mcp doctor hub --probe" },
    ],
    note: undocumented,
  },
  {
    id: "bridge", name: "Claude Desktop and others, over a bridge",
    pieces: (url) => [headerFile, { where: "In claude_desktop_config.json, or where the program keeps its servers, with the full path of that file", text: json({ mcpServers: { hub: bridge(url) } }) }],
    note: "For programs that can only start programs. It needs Node 18 or newer.",
  },
  {
    id: "cloud", name: "claude.ai and ChatGPT",
    pieces: () => [],
    note: "Their connectors run in the maker's cloud: they can't reach a hub of your own network, and take no access token. Claude Desktop works over the bridge.",
  },
];
