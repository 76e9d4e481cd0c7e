// What an agent does in a session, through whatever client.
import assert from "node:assert/strict";

const summary = "Split the payment webhook out of the monolith";

/**
 * @param {object} client of either SDK, connected
 * @param {string} name what it calls itself
 * @param {{tools: object[]}} expected the list of the golden file
 * @returns {Promise<number>} how many calls were made
 */
export async function journey(client, name, expected) {
  let calls = 0;
  const ask = (tool, args) => {
    calls++;
    return client.callTool({ name: tool, arguments: args });
  };
  const call = async (tool, args) => {
    const result = await ask(tool, args);
    assert.ok(!result.isError, `${tool}: ${result.content?.[0]?.text}`);
    assert.equal(result.content.length, 1);
    assert.equal(result.content[0].type, "text");
    return { ...result.structuredContent, text: result.content[0].text };
  };
  const refusal = async (tool, args) => {
    const result = await ask(tool, args);
    assert.equal(result.isError, true, `${tool} was not refused`);
    assert.equal(result.structuredContent, undefined);
    assert.equal(result.content.length, 1);
    return result.content[0].text;
  };
  const project = name;

  assert.deepEqual((await client.listTools()).tools, expected.tools);

  // Starting: nothing is there, and an unknown project is not made by the way.
  const mine = { summary, project, source_tool: name };
  assert.match(await refusal("session_digest", { project }), /not found/);
  assert.match(await refusal("save_thread", mine), /create_project/);
  assert.equal((await call("check_overlap", { query: summary + " in " + project })).hits.filter((h) => h.project_slug === project).length, 0);
  const made = await call("save_thread", { ...mine, create_project: true, allow_duplicate: true, goal: "Deploys without fear", next_steps: ["Draft the route table"] });
  const id = made.thread.id;
  assert.match(id, /^[0-9a-z]{12}$/);
  assert.deepEqual({ created: made.created, saved: made.saved }, { created: true, saved: true });
  assert.deepEqual([made.thread.summary, made.thread.project_slug, made.thread.status, made.thread.source_tool], [summary, project, "open", name]);
  assert.match(made.text, new RegExp(id));

  // The same work a second time leads to the same thread.
  const twin = await call("save_thread", mine);
  assert.deepEqual({ created: twin.created, saved: twin.saved, id: twin.thread.id }, { created: false, saved: false, id });
  const near = await call("check_overlap", { query: summary, project });
  assert.equal(near.verdict, "duplicate");
  assert.deepEqual([near.hits[0].id, near.hits[0].kind, near.hits[0].score], [id, "thread", 1]);

  // Whoever starts on it holds it, and another agent learns so. The place it names is known from then on.
  const started = await call("start_work", { intent: summary, project, source_tool: name, workspace_path: "/journeys/" + project });
  assert.equal((await call("session_digest", { workspace_path: "/journeys/" + project + "/src" })).project, project);
  assert.deepEqual([started.claimed, started.created, started.thread.id, started.lease.holder], [true, false, id, name]);
  const { id: lease } = started.lease;
  const late = await call("start_work", { intent: summary, project, source_tool: "another agent" });
  assert.deepEqual([late.claimed, late.holder], [false, name]);
  assert.match(await refusal("pause_thread", { thread_id: id, lease_id: "000000000000", resume_step: "Something else" }), new RegExp(name));

  // Working: a checkpoint changes what it names and nothing else.
  await call("save_thread", { thread_id: id, lease_id: lease, focus: "The signature check", tried: [{ what: "A shared queue", why_not: "It reorders retries" }] });
  const [seen, ...others] = (await call("session_digest", { project })).threads;
  assert.equal(others.length, 0);
  assert.deepEqual(
    [seen.id, seen.goal, seen.focus, seen.next_steps, seen.tried],
    [id, "Deploys without fear", "The signature check", ["Draft the route table"], [{ what: "A shared queue", why_not: "It reorders retries" }]]);

  // The same is there as a resource, in a prompt, and when a client completes what is typed.
  const read = await client.readResource({ uri: "hub://threads/" + id });
  assert.match(read.contents[0].text, /The signature check/);
  await assert.rejects(client.readResource({ uri: "hub://threads/none" }), /not found/);
  const prompt = await client.getPrompt({ name: "resume_work", arguments: { project } });
  assert.match(prompt.messages[0].content.text, new RegExp(id));
  const completed = await client.complete({ ref: { type: "ref/prompt", name: "resume_work" }, argument: { name: "project", value: project.slice(0, 3) } });
  assert.deepEqual(completed.completion.values, [project]);

  // Stopping.
  assert.match(await refusal("pause_thread", { thread_id: id }), /resume_step|lease_id/);
  const paused = await call("pause_thread", { thread_id: id, lease_id: lease, resume_step: "Run the replay test" });
  assert.deepEqual([paused.thread.id, paused.thread.status, paused.thread.resume_step], [id, "open", "Run the replay test"]);
  const finished = await call("finish_thread", { thread_id: id, note: "Live since noon" });
  assert.deepEqual([finished.thread.id, finished.thread.status], [id, "done"]);
  const after = await call("session_digest", { project });
  assert.deepEqual([after.threads, after.open_count], [[], 0]);

  // What the server does not know is the program's fault, not the model's: a protocol error.
  calls++;
  await assert.rejects(client.callTool({ name: "drop_everything", arguments: {} }), (error) => error.code === -32602);
  return calls;
}
