// Tries hub connect --hooks=guard with the programs themselves and prints what became of it: one row
// for each, and exit status 1 if one that is here does not get what it should.
//
//	trial.js [client …]   all, unless some are named as in hub connect --list
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { addThread, mayLive, request, startHub, token } from "../../../../ui/e2e/hub.js";
import { startModel } from "./model.js";
import { programs } from "./programs.js";

const patience = 120; // seconds for one program
const hookRuns = 10;
const summaries = ["Move the map tiles to the new store", "Let the legend wrap on phones"];
const bearer = { Authorization: "Bearer " + token };

mayLive(3 * patience);
const scratch = await mkdtemp(path.join(tmpdir(), "hub-trial-"));
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(programs);
const rows = [["Client", "Version", "Tools", "Digest", "Call", "Guard", "Hook", "Took"]];
const wrong = [];
for (const id of chosen) {
  rows.push(await tryProgram(id).catch((failure) => {
    wrong.push(`${id}: ${failure.message}`);
    return [id, "failed"];
  }));
}
await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
const widths = rows[0].map((_, i) => Math.max(...rows.map((r) => (r[i] ?? "").length)));
for (const row of rows) console.log(row.map((cell, i) => cell.padEnd(widths[i])).join("  ").trimEnd());
if (wrong.length) {
  console.error("\n" + wrong.join("\n"));
  process.exitCode = 1;
}

/** A computer with this one program, a project folder, a hub with two open threads, and the model. */
async function tryProgram(id) {
  const began = performance.now();
  const { program, prepare, setup, run: how } = programs[id];
  const home = path.join(scratch, id), folder = path.join(home, "work", "atlas");
  await mkdir(folder, { recursive: true });
  const pc = { cwd: folder, env: environment(home) };
  const version = await run(program, ["--version"], pc);
  if (version.code === "ENOENT") return [id, "not here"];

  const { hooks } = JSON.parse(await must(process.env.HUB_BIN, ["connect", "--list", "--json"], pc)).find((c) => c.id === id);
  const hub = await startHub("http");
  const model = await startModel("start_work");
  try {
    const threads = await openThreads(hub.url, folder);
    model.arguments = { thread_id: threads[0].id, source_tool: id, intent: summaries[0], workspace_path: folder };
    await prepare?.(home, model.url);
    if (setup) await must(program, setup(model.url), pc);
    await must(process.env.HUB_BIN, ["connect", hub.url, "--client", id, "--hooks=guard", "--yes", "--token", "-"], pc, token);
    const { args, env = {} } = how(model.url);
    const said = await run(program, args, { ...pc, env: { ...pc.env, ...env } });
    if (process.env.TRIAL_KEEP) await writeFile(path.join(process.env.TRIAL_KEEP, id + ".json"), JSON.stringify({ said, asked: model.asked }, null, 2));
    const problems = [];
    const seen = await judge(hub.url, model.asked, threads, hooks, problems);
    if (problems.length) throw new Error(`${problems.join("; ")}\n${said.text.slice(-2000)}`);
    return [id, /\d+(\.\d+)+/.exec(version.text)[0], ...seen, hooks ? await timeHook(id, pc) : "-", `${Math.round((performance.now() - began) / 1000)} s`];
  } finally {
    await model.stop();
    await hub.stop();
  }
}

/** What the model was asked, against what the hub has. */
async function judge(url, asked, threads, hooks, problems) {
  const all = (await post(url, "/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" })).result.tools.map((t) => t.name);
  const first = asked.find((a) => a.tools.some((t) => t.name?.endsWith("start_work")));
  if (!first) {
    problems.push(`the model was not offered start_work in ${asked.length} requests`);
    return [];
  }
  const missing = all.filter((name) => !first.tools.some((t) => t.name?.endsWith(name)));
  if (missing.length) problems.push("the model was not offered " + missing.join(", "));
  const arrived = threads.every((t) => first.text.includes(t.summary) && first.text.includes(t.id));
  if (arrived !== hooks) problems.push(arrived ? "the digest arrived without a hook" : "the first request is without the digest");
  const result = asked.flatMap((a) => a.results).find((r) => r.includes(threads[0].id));
  if (!result) problems.push("no request has the result of start_work: " + asked.flatMap((a) => a.results).join(" ").slice(0, 500));
  const claimed = JSON.parse((await request(url, "/api/threads/" + threads[0].id, { headers: bearer })).text).lease;
  if (!claimed) problems.push("the hub has no claim on the thread");
  const reminders = asked.at(-1).text.split("neither paused nor finished").length - 1;
  if (reminders !== (hooks ? 1 : 0)) problems.push(`the agent that stopped with its claim was reminded ${reminders} times`);
  return [`${all.length} of ${all.length}`, arrived ? "arrived" : "-", claimed ? `claimed by ${claimed.holder}` : "-", reminders ? "reminded" : "-"];
}

async function openThreads(url, folder) {
  await post(url, "/api/projects", { title: "Atlas", workspace_paths: [folder] });
  return Promise.all(summaries.map((summary) => addThread(url, { summary, project_slug: "atlas", next_steps: ["Look at it"], source_tool: "trial" })));
}

async function post(url, to, body) {
  const { status, text } = await request(url, to, { method: "POST", body, headers: { ...bearer, Accept: "application/json, text/event-stream" } });
  if (status >= 300) throw new Error(`${to} answers ${status}: ${text}`);
  return JSON.parse(text);
}

/** How long a session waits for its hook: the middle and the longest of some. */
async function timeHook(id, pc) {
  const times = [];
  for (let i = 0; i < hookRuns; i++) {
    const began = performance.now();
    const { text } = await run(process.env.HUB_BIN, ["hook", "session-start", "--client", id], pc, JSON.stringify({ cwd: pc.cwd }));
    if (!text.includes(summaries[1])) throw new Error("the hook says " + text);
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return `${Math.round(times[hookRuns / 2])} ms, at most ${Math.round(times.at(-1))}`;
}

/** The environment of a person who has nothing else: whatever wants to leave this machine fails. */
function environment(home) {
  const away = "http://127.0.0.1:9", here = "127.0.0.1,localhost";
  return {
    PATH: process.env.PATH, HOME: home, TMPDIR: scratch, TERM: "dumb", LANG: "C.UTF-8",
    HTTP_PROXY: away, HTTPS_PROXY: away, http_proxy: away, https_proxy: away, NO_PROXY: here, no_proxy: here,
    DISABLE_TELEMETRY: "1", DO_NOT_TRACK: "1",
  };
}

/** Runs a program to its end, or for as long as patience lasts. */
async function run(program, args, { cwd, env }, input = "") {
  const child = spawn(program, args, { cwd, env, timeout: patience * 1000 });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => { text += part; });
  child.stdin.on("error", () => {}); // it need not read
  child.stdin.end(input);
  try {
    const [code] = await once(child, "close");
    return { code, text };
  } catch (failure) {
    return { code: failure.code, text: failure.message };
  }
}

async function must(program, args, pc, input) {
  const { code, text } = await run(program, args, pc, input);
  if (code !== 0) throw new Error(`${path.basename(program)} ${args[0]} ends with ${code}: ${text}`);
  return text;
}
