// A hub as it looks after some weeks: in more than one script, with long and short, for
// pictures and figures.
import { request, token } from "./hub.js";

const threads = [
  { summary: "Teach the linter about generated files", project_slug: "shop-backend", source_tool: "codex", focus: "failing test in lint_test.go" },
  { summary: "Sort the family photos into one shared folder", project_slug: "home", next_steps: ["copy the album of last summer"] },
  { summary: "Kündigung der Rechtsschutzversicherungspolice prüfen", project_slug: "home", focus: "the contract number is still missing" },
  { summary: "ترتيب صور العائلة في مجلد مشترك", project_slug: "home", next_steps: ["نسخ ألبوم الصيف"] },
  { summary: "確定申告の領収書を月ごとに整理する", project_slug: "home", next_steps: ["7月分をスキャンする"] },
  { summary: "Replace the hand-written retry loops with one helper in the ingestion workers", project_slug: "shop-backend", source_tool: "cursor", focus: "three of eleven call sites are done" },
  { summary: "Passport renewal, second appointment", project_slug: "home", blocked: "the stamped bank statement" },
  { summary: "Upgrade PostgreSQL on db-02", project_slug: "homelab", source_tool: "claude-code", paused: "pg_upgrade --check is clean; plan the window" },
  { summary: "Split the payment webhook out of the monolith", project_slug: "shop-backend", source_tool: "codex", focus: "the route table is drafted in docs/webhooks.md" },
  { summary: "Label the cables in the rack", project_slug: "homelab", done: true },
  {
    summary: "Move the photo library to the new NAS", project_slug: "homelab", source_tool: "claude-code", goal: "All photos on the new NAS, checked, and the old box switched off.",
    also_known: ["Get the pictures off the old box"], focus: "the counts for 2019 and 2020 match", next_steps: ["Copy 2021 with checksums, then compare the file counts", "Point the family's phones at the new share"],
    tried: [{ what: "zfs send over Wi-Fi", why_not: "It stopped twice after 40 GB." }],
  },
];

const progress = `# Homelab

Two machines in the cupboard, one of them new.

- [x] Racks mounted
- [x] Cables labelled
- [ ] Photos moved
- [ ] Old box switched off

## Log
`;

const pages = {
  "homelab/backups": "# Backups\n\nEvery night at three, to the [[homelab/nas]].\n\n```sh\nrestic backup /srv\n```\n",
  "homelab/nas": "# NAS\n\n| Pool | Size |\n| --- | --- |\n| tank | 24 TB |\n\nSee also [[homelab/cables]].\n",
  "travel": "# Travel\n\n> Take the charger.\n\n- Tickets\n- [[home/passports]]\n",
};

/** Where a program asks to be connected. */
async function authorizePath(call) {
  const redirect = "https://claude.ai/api/mcp/auth_callback";
  const { client_id: client } = await call("POST", "/register", { client_name: "Claude", redirect_uris: [redirect] });
  return "/authorize?" + new URLSearchParams({ response_type: "code", client_id: client, redirect_uri: redirect, code_challenge: "x".repeat(43), code_challenge_method: "S256" });
}

/** Fills a hub with an issuer; answers with an example of each place of places.ts that needs one. */
export async function fill(url) {
  const call = async (method, to, body) => {
    const { status, text } = await request(url, to, { method, body, headers: { Authorization: "Bearer " + token } });
    if (status >= 300) throw new Error(`${method} ${to} answers ${status}: ${text}`);
    return text ? JSON.parse(text) : null;
  };
  for (const [slug, title] of [["homelab", "Homelab"], ["shop-backend", "Shop backend"], ["home", "Home"]]) await call("POST", "/api/projects", { slug, title });
  await call("PUT", "/api/projects/homelab/progress", { markdown: progress });
  for (const [path, markdown] of Object.entries(pages)) await call("PUT", "/api/wiki/" + path, { markdown });
  let id = "";
  for (const { blocked, paused, done, ...body } of threads) {
    ({ id } = await call("POST", "/api/threads", body));
    if (blocked) await call("POST", `/api/threads/${id}/block`, { blocked_reason: blocked });
    if (paused) await call("POST", `/api/threads/${id}/pause`, { resume_step: paused });
    if (done) await call("POST", `/api/threads/${id}/done`, {});
  }
  await call("PUT", "/api/now", { thread_id: id });
  await call("POST", "/api/reminders", { text: "Water the plants", kind: "weekly", due_at: "2026-01-05T08:00:00Z" });
  const { id: reminder } = await call("POST", "/api/reminders", { text: "Call the embassy", kind: "once", due_at: "2030-01-01T11:30:00Z" });
  const { id: pairing } = await call("POST", "/api/pairings", { name: "laptop" });
  const asked = await request(url, await authorizePath(call), {});
  return { thread: { id }, project: { slug: "homelab" }, page: { path: "homelab/backups" }, reminder: { id: reminder }, pair: { id: pairing }, connect: { id: asked.headers.location.split("/").at(-1) } };
}
