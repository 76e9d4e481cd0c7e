// How programs speak with a model, as far as a model needs it that says one thing: each dialect
// reads a request (the tools it offers, the results of calls) and writes an answer, which is a
// text or the call of a tool.

const texts = (parts) => parts.map((p) => typeof p === "string" ? p : JSON.stringify(p));
const events = (list, named) => list.map((e) => (named ? `event: ${e.type}\n` : "") + `data: ${JSON.stringify(e)}\n\n`).join("");
const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };

/** Messages, as Claude Code speaks. */
const messages = {
  path: /\/messages$/,
  tools: (body) => (body.tools ?? []).map(({ name }) => ({ name })),
  results: (body) => texts(body.messages.flatMap((m) => Array.isArray(m.content) ? m.content : []).filter((p) => p.type === "tool_result")),
  answer(body, { text, call }) {
    const block = call ? { type: "tool_use", id: "toolu_trial", name: call.name, input: call.arguments } : { type: "text", text };
    const stop_reason = call ? "tool_use" : "end_turn";
    const message = { id: "msg_trial", type: "message", role: "assistant", model: body.model, content: [], stop_reason: null, stop_sequence: null, usage };
    if (!body.stream) return { ...message, content: [block], stop_reason };
    const delta = call ? { type: "input_json_delta", partial_json: JSON.stringify(call.arguments) } : { type: "text_delta", text };
    return events([
      { type: "message_start", message },
      { type: "content_block_start", index: 0, content_block: call ? { ...block, input: {} } : { ...block, text: "" } },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage },
      { type: "message_stop" },
    ], true);
  },
};

/** Responses, as Codex speaks: the tools of an MCP server stand in a namespace. */
const responses = {
  path: /\/responses$/,
  tools: (body) => (body.tools ?? []).flatMap((t) => t.type === "namespace" ? t.tools.map(({ name }) => ({ name, namespace: t.name })) : [{ name: t.name }]),
  results: (body) => texts(Array.isArray(body.input) ? body.input.filter((i) => i.type === "function_call_output") : []),
  answer(body, { text, call }) {
    const item = call
      ? { type: "function_call", id: "fc_trial", call_id: "call_trial", name: call.name, namespace: call.namespace, arguments: JSON.stringify(call.arguments) }
      : { type: "message", id: "msg_trial", role: "assistant", content: [{ type: "output_text", text, annotations: [] }] };
    const response = { id: "resp_trial", object: "response", model: body.model, status: "completed", output: [item], usage };
    if (!body.stream) return response;
    return events([
      { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
      { type: "response.output_item.added", output_index: 0, item },
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response },
    ], true);
  },
};

/** Chat completions, as everybody else speaks. */
const completions = {
  path: /\/chat\/completions$/,
  tools: (body) => (body.tools ?? []).map((t) => ({ name: t.function.name })),
  results: (body) => texts(body.messages.filter((m) => m.role === "tool")),
  answer(body, { text, call }) {
    const message = call
      ? { role: "assistant", content: null, tool_calls: [{ index: 0, id: "call_trial", type: "function", function: { name: call.name, arguments: JSON.stringify(call.arguments) } }] }
      : { role: "assistant", content: text };
    const finish_reason = call ? "tool_calls" : "stop";
    const answer = { id: "chat_trial", created: 0, model: body.model, usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } };
    if (!body.stream) return { ...answer, object: "chat.completion", choices: [{ index: 0, message, finish_reason }] };
    const chunk = (choice) => ({ ...answer, object: "chat.completion.chunk", choices: [{ index: 0, finish_reason: null, ...choice }] });
    return events([chunk({ delta: message }), chunk({ delta: {}, finish_reason })]) + "data: [DONE]\n\n";
  },
};

/** generateContent, as Gemini CLI speaks. */
const gemini = {
  path: /:(stream)?[gG]enerateContent$/,
  tools: (body) => (body.tools ?? []).flatMap((t) => t.functionDeclarations ?? []).map(({ name }) => ({ name })),
  results: (body) => texts(body.contents.flatMap((c) => c.parts ?? []).filter((p) => p.functionResponse)),
  answer(body, { text, call }, path) {
    const parts = [call ? { functionCall: { name: call.name, args: call.arguments } } : { text }];
    const answer = {
      candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    };
    return path.includes(":stream") ? events([answer]) : answer;
  },
};

export const dialects = [messages, responses, completions, gemini];
