// Sample data to look around with: one project, and everything in it. It goes as a whole;
// what the owner has put there meanwhile is moved out first.
import { api } from "../api/client";
import { Refusal } from "../api/refusal";
import { wireTime } from "../state/wall";
import { everyStatus, slug } from "./known";

export const project = { slug, title: "Sample: a flat, a NAS and a shop", description: "Sample data of the dashboard. Settings, Data removes it." };

export const progress = `# A flat, a NAS and a shop

Sample text: a progress file says where a project stands, in Markdown.

## Plan

- [x] Order the 2.5 Gbit cable
- [x] Ask three movers for an offer
- [ ] Move the photo library to the new NAS
- [ ] Split the payment webhook out of the monolith
- [ ] Hand over the old flat

## Log
`;

interface Sample {
  thread: { summary: string; goal?: string; focus?: string; next_steps?: string[]; energy?: "low" | "medium" | "high"; tried?: { what: string; why_not: string }[] };
  /** What happens to it then. */
  then?: { pause: { resume_step: string } } | { block: { blocked_reason: string } } | "done" | "dismiss";
}

export const threads: readonly Sample[] = [
  { thread: { summary: "Order the 2.5 Gbit cable", energy: "low" }, then: "done" },
  { thread: { summary: "Build a rack out of wood" }, then: "dismiss" },
  { thread: { summary: "Visa application, second appointment", energy: "low" }, then: { block: { blocked_reason: "The stamped bank statement" } } },
  { thread: { summary: "Hand over the old flat", goal: "The deposit is back", next_steps: ["Find the handover form of three years ago", "Ask for a date in the last week"] } },
  {
    thread: {
      summary: "Split the payment webhook out of the monolith", goal: "A release of the shop no longer stops payments", energy: "high",
      focus: "The route table is drafted", next_steps: ["Move verifySignature first"], tried: [{ what: "A queue in between", why_not: "The provider wants its answer within two seconds" }],
    },
  },
  {
    thread: {
      summary: "Move the photo library to the new NAS", goal: "All photos are on the NAS, and checked", energy: "medium", focus: "The first year is copied",
      next_steps: ["Run rsync on 2019, then compare the numbers of files"], tried: [{ what: "Copying over Wi-Fi", why_not: "It stops when the laptop sleeps" }],
    },
    then: { pause: { resume_step: "Run rsync on 2019, then compare the numbers of files" } },
  },
];

/** The reminders; the once and the weekly one begin on the given day, as 2026-05-04. */
export const reminders = (day: string) => [
  { text: texts[0], kind: "once", due_at: wireTime(day + "T11:30") },
  { text: texts[1], kind: "weekly", due_at: wireTime(day + "T18:00") },
  { text: texts[2], kind: "session" },
];

const texts = ["Call the embassy before noon", "Water the plants", "Ask for the results of the tests before you merge"] as const;

/** Loads it; what is there already of a load that broke off is kept. */
export async function load(day: string): Promise<void> {
  try {
    await api.post("/api/projects", { body: project });
  } catch (failure) {
    if (!(failure instanceof Refusal) || failure.status !== 409) throw failure;
    const { data: there } = await api.get("/api/projects/{slug}", { path: { slug } });
    const used = Object.values(there.counts).some((n) => n > 0);
    if (there.description !== project.description || used) throw failure; // it is the owner's own
  }
  try {
    await api.put("/api/projects/{slug}/progress", { path: { slug }, body: { markdown: progress } });
    for (const reminder of reminders(day)) await api.post("/api/reminders", { body: { ...reminder, project_slug: slug } });
    for (const { thread, then } of threads) {
      const { data: { id } } = await api.post("/api/threads", { body: { ...thread, project_slug: slug, source_tool: slug } });
      const path = { path: { id } };
      if (then === "done") await api.post("/api/threads/{id}/done", path);
      else if (then === "dismiss") await api.post("/api/threads/{id}/dismiss", path);
      else if (then && "pause" in then) await api.post("/api/threads/{id}/pause", { ...path, body: then.pause });
      else if (then) await api.post("/api/threads/{id}/block", { ...path, body: then.block });
    }
  } catch (failure) {
    await api.delete("/api/projects/{slug}", { path: { slug } }).catch(() => {}); // half of it helps nobody
    throw failure;
  }
}

/** All items of a list. */
async function all<T>(page: (cursor: string | undefined) => Promise<{ data: readonly T[]; next: string | null }>): Promise<T[]> {
  const items: T[] = [];
  for (let cursor: string | undefined; ;) {
    const { data, next } = await page(cursor);
    items.push(...data);
    if (!next) return items;
    cursor = next;
  }
}

/**
 * Removes the sample. Threads and reminders that are not of it are moved out before: they
 * stay. It answers the event by which it can be undone, and how many were moved.
 */
export async function remove(): Promise<{ event: string | null; moved: number }> {
  const mine = (await all((cursor) => api.get("/api/threads", { query: { project: slug, status: everyStatus, limit: 200, cursor } })))
    .filter(({ source_tool: tool }) => tool !== slug);
  const own = (await all((cursor) => api.get("/api/reminders", { query: { project: slug, state: "all", limit: 200, cursor } })))
    .filter(({ text, thread_id: thread }) => !texts.some((one) => one === text) && !mine.some(({ id }) => id === thread));
  for (const { id } of mine) await api.patch("/api/threads/{id}", { path: { id }, body: { project_slug: "inbox" } });
  for (const { id } of own) await api.patch("/api/reminders/{id}", { path: { id }, body: { project_slug: null, thread_id: null } });
  const { event } = await api.delete("/api/projects/{slug}", { path: { slug } });
  return { event, moved: mine.length + own.length };
}
