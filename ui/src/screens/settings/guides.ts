// How each agent program is told of the hub: by hub connect, or by hand as the table of clients has
// it (clients.ts). The token never stands in it: each program reads it from its own environment.

import { t } from "../../words";
import { type Client, clients } from "./clients";

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
  /** Whether what is written by hand refers to the variable. */
  refers: boolean;
  /** What else to know of it. */
  note?: string;
}

const json = (value: object): string => JSON.stringify(value, null, 2);
/** Whether an address is plain http to another machine. */
const isPlain = (url: string): boolean => url.startsWith("http://") && !/^http:\/\/(localhost|127\.|\[::1\])/.test(url);

/** Where the same text goes: files of the user's, or of a project. */
function place(files: readonly string[], projects: readonly string[]): string {
  const own = files.map((file) => file.includes("/.config/") ? `${file} (Linux)` : file).join(", "), project = projects.join(", ");
  if (!own) return t("settings.guideProject", { project });
  return project ? t("settings.guideFileOrProject", { file: own, project }) : t("settings.guideFile", { file: own });
}

const guideTo = ({ id, name, bridge, command, pieces }: Client): Guide => ({
  id, name, refers: !bridge,
  pieces: (url) => [
    { where: t("settings.guideTerminal"), text: `hub connect ${url.replace(/\/mcp$/, "")} --client ${id}` },
    ...(command ? [{ where: t("settings.guideOwnCommand"), text: command.replaceAll("{url}", url) }] : []),
    ...pieces.map(({ files, projects, text }) => ({ where: place(files, projects), text: text.replaceAll("{url}", url) })),
  ],
  get note() { return t(bridge ? "settings.guideStarts" : "settings.guideConnect"); },
});

export const guides: readonly Guide[] = [
  ...clients.map(guideTo),
  {
    id: "bridge", refers: true, get name() { return t("settings.guideBridgeName"); },
    pieces: (url) => [
      {
        where: t("settings.guideHeader"),
        text: `mkdir -p ~/.config/hub\n(umask 077 && printf 'Authorization: Bearer %s\\n' "$${variable}" > ~/.config/hub/header)`,
      },
      {
        where: t("settings.guideBridge"),
        text: json({ mcpServers: { hub: {
          command: "npx",
          args: ["-y", "mcp-remote@0.15.1", url, "--header-file", "/home/you/.config/hub/header", ...(isPlain(url) ? ["--allow-http"] : [])],
        } } }),
      },
    ],
    get note() { return t("settings.guideBridgeNote"); },
  },
  {
    id: "cloud", refers: false, get name() { return t("settings.guideCloudName"); },
    pieces: () => [],
    get note() { return t("settings.guideCloud"); },
  },
];
