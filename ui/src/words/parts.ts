// How the words are divided: those that every page needs, and those that come with a screen.

/** The parts, in the order that the build numbers them in. */
export const parts = ["main", "documents", "lists", "settings", "threads", "bring", "connect"] as const;
export type PartName = (typeof parts)[number];

/** The files that a part is made of, in the folder of each language. */
export const files: Readonly<Record<PartName, readonly string[]>> = { main: ["frame", "work"], documents: ["documents"], lists: ["lists"], settings: ["agents", "options"], threads: ["threads"], bring: ["bring"], connect: ["connect"] };

/** How many numbers the build has for each part. */
export const room = 1000;

/** The part that a screen needs beside the main one. */
export const partOf: Readonly<Record<string, PartName>> = {
  threads: "threads", sweep: "threads", projects: "documents", wiki: "documents", reminders: "lists", activity: "lists", agents: "lists", approvals: "lists", search: "lists", act: "lists", settings: "settings", pair: "connect", connect: "connect",
};
