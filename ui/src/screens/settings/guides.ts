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
      text: json({ inputs: [{ type: "promptString", id: "hub-token", description: "Access token of the hub", password: true }], servers: { hub: { type: "http", url, headers: header("${input:hub-token}") } } }),
    }],
    note: "It asks for the token once and keeps it in its own store.",
  },
  {
    id: "copilot-cli", name: "Copilot CLI",
    pieces: (url) => [{ where: "In ~/.copilot/mcp-config.json", text: json({ mcpServers: { hub: { type: "http", url, headers: header(`\${${variable}}`), tools: ["*"] } } }) }],
    note: "Its documentation does not say that it reads variables. If the hub refuses it, use the bridge instead.",
  },
  {
    id: "gemini-cli", name: "Gemini CLI",
    pieces: (url) => [{ where: "In ~/.gemini/settings.json", text: json({ mcpServers: { hub: { httpUrl: url, headers: header(`\${${variable}}`) } } }) }],
    note: "The key is httpUrl: url would mean an older transport.",
  },
  {
    id: "antigravity", name: "Antigravity CLI",
    pieces: (url) => [{ where: "Run once, in a terminal: the options come first", text: `agy mcp add --header ${shell} \\\n  hub ${url}` }],
    note: "Its documentation does not say that it reads variables. If the hub refuses it, use the bridge instead.",
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
    pieces: (url) => [{ where: "In settings.json, after the bridge is there", text: json({ context_servers: { hub: { command: "npx", args: bridge(url), env: {} } } }) }],
    note: `Zed does not say that it reads variables in headers, so this goes over the bridge. Start Zed where AUTH is set to "Bearer" and the token.`,
  },
  {
    id: "openclaw", name: "OpenClaw",
    pieces: (url) => [
      { where: "Run once, in a terminal", text: `openclaw mcp add hub --url ${url} \\\n  --transport streamable-http \\\n  --header ${shell}` },
      { where: "And see whether it works", text: "openclaw mcp doctor hub --probe" },
    ],
  },
  {
    id: "bridge", name: "Others, over a bridge",
    pieces: (url) => [
      { where: "The command of the server, for programs that only start programs", text: ["npx", ...bridge(url).map((part) => (/[$ ]/.test(part) ? `'${part}'` : part))].join(" ") },
      { where: "Where it is a file, as that of Claude Desktop", text: json({ mcpServers: { hub: { command: "npx", args: bridge(url) } } }) },
    ],
    note: `Set AUTH to "Bearer", a space and the token in the environment the program starts in. It needs Node.`,
  },
  {
    id: "cloud", name: "claude.ai and ChatGPT",
    pieces: () => [],
    note: "Their connectors run in the maker's cloud: they can't reach a hub of your own network, and take no access token. Claude Desktop works over the bridge.",
  },
];

function bridge(url: string): string[] {
  return ["mcp-remote", url, ...(isPlain(url) ? ["--allow-http"] : []), "--header", "Authorization:${AUTH}"];
}
