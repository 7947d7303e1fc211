import { describe, expect, test } from "vitest";
import { changeFor, changes } from "./refused-parameters.ts";

const schema = { type: "object", properties: { text: { type: "string" } } };
const body = {
  model: "big",
  stream: true,
  stream_options: { include_usage: true },
  seed: 7,
  max_tokens: 900,
  tools: [{ type: "function" }],
  tool_choice: "auto",
  response_format: { type: "json_schema", json_schema: { name: "answer", schema } },
  messages: [
    { role: "system", content: "Rules." },
    { role: "user", content: "Now." },
  ],
};

describe("a refusal names what to leave out", () => {
  test.each([
    [400, "This response_format type is unavailable now", "json_schema"],
    [400, "'response_format.type' must be 'json_schema' or 'text'", "json_schema"],
    [
      422,
      '{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted"}]}',
      "seed",
    ],
    [400, "Unknown parameter: 'stream_options'.", "stream_options"],
    [400, "property 'stream_options' is unsupported, did you mean 'stream'?", "stream_options"],
    [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set', "tool_choice"],
    [400, "llama3 does not support tools", "tools"],
    [404, "No endpoints found that support tool use.", "tools"],
    [400, "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.", "max_tokens"],
    [400, "System role not supported", "system"],
    [500, "Jinja Exception: Conversation roles must alternate user/assistant", "system"],
  ])("%i %s", (status, said, name) => {
    expect(changeFor(body, status, said)?.name).toBe(name);
  });

  test.each([
    [400, "Incorrect API key provided"],
    [400, "Failed to call a function. Please adjust your prompt."],
    [404, 'model "big" not found, try pulling it first'],
    [429, "seed is not supported"],
    [500, "internal server error"],
    [400, ""],
  ])("%i %s names nothing", (status, said) => {
    expect(changeFor(body, status, said)).toBeNull();
  });

  test("but not what was not sent", () => {
    expect(changeFor({ messages: body.messages }, 400, "seed is not supported")).toBeNull();
  });
});

test.each([
  [400, '{"error":{"message":"Invalid value: \'xhigh\'.","param":null}}'],
  [400, '"llama3" does not support thinking'],
  [400, "Bad Request"],
  [422, "Input should be 'low', 'medium' or 'high'"],
])("an effort that is refused without its name is left out: %i %s", (status, said) => {
  const sent = { messages: body.messages, reasoning_effort: "xhigh" };
  const change = changeFor(sent, status, said);
  expect(change?.name).toBe("reasoning_effort");
  expect(change?.instead(sent)).toEqual({ messages: body.messages });
  expect(changeFor({ messages: body.messages }, status, said)).toBeNull();
});

test.each([
  [400, "This model's maximum context length is 8192 tokens"],
  [400, "Incorrect API key provided"],
  [400, "The response was filtered due to the content management policy"],
  [500, "internal server error"],
])("what has another cause is not asked again without the effort: %i %s", (status, said) => {
  expect(changeFor({ messages: body.messages, reasoning_effort: "xhigh" }, status, said)).toBeNull();
});

test.each([
  [
    { input: [], reasoning: { effort: "high", summary: "auto" } },
    { input: [], reasoning: { summary: "auto" } },
  ],
  [{ input: [], reasoning: { effort: "high" } }, { input: [] }],
  [{ messages: [], thinking: { type: "adaptive" }, output_config: { effort: "high" } }, { messages: [] }],
  [
    { contents: [], generationConfig: { thinkingConfig: {}, seed: 7 } },
    { contents: [], generationConfig: { seed: 7 } },
  ],
])("the effort of each protocol: %j", (sent, left) => {
  expect(changeFor(sent, 400, "thinking is not supported")?.instead(sent)).toEqual(left);
});

test("no change is made twice: each takes away what it looks for", () => {
  for (const change of changes) {
    const sent =
      change.name === "developer"
        ? { messages: [{ role: "developer", content: "Rules." }] }
        : { ...body, reasoning_effort: "low", temperature: 1 };
    expect(change.has(sent), change.name).toBe(true);
    let changed = change.instead(sent);
    if (change.name === "response_format" || change.name === "json_schema") expect(changed).not.toEqual(sent);
    else expect(change.has(changed), change.name).toBe(false);
    for (let times = 0; times < 3 && change.has(changed); times += 1) changed = change.instead(changed);
    expect(change.has(changed), change.name).toBe(false);
  }
});

test("a schema that cannot be sent is said in the prompt", () => {
  const [change] = changes;
  expect(change?.instead(body)).toMatchObject({
    response_format: { type: "json_object" },
    messages: [
      { role: "system", content: "Rules." },
      { role: "user", content: `Now.\n\nThe answer must match this JSON schema:\n${JSON.stringify(schema)}` },
    ],
  });
});

test("rules without a role of their own stand before the first message", () => {
  const change = changes.find(({ name }) => name === "system");
  expect(change?.instead(body)["messages"]).toEqual([{ role: "user", content: "Rules.\n\nNow." }]);
});
