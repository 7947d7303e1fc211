import { describe, expect, test } from "vitest";
import { changeFor, changes } from "./request-changes.ts";

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

const messages = [{ role: "user", content: "Now." }];

/* What servers say of an answer's limit that is beyond what their model writes. */
test.each([
  [
    { messages, max_tokens: 16_000 },
    "max_tokens is too large: 16000. This model supports at most 4096 completion tokens, whereas you provided 16000.",
    { messages, max_tokens: 4096 },
  ],
  [
    { messages, max_completion_tokens: 32_000 },
    "'max_tokens' or 'max_completion_tokens' is too large: 32000. This model's maximum context length is 40001 tokens and your request has 24235 input tokens (32000 > 40001 - 24235).",
    { messages, max_completion_tokens: 15_766 },
  ],
  [
    { messages, max_tokens: 16_000 },
    "This model's maximum context length is 16385 tokens. However, you requested 21385 tokens (5385 in the messages, 16000 in the completion). Please reduce the length of the messages or completion.",
    { messages, max_tokens: 11_000 },
  ],
  [
    { messages, max_tokens: 16_000 },
    "max_tokens: 16000 > 8192, which is the maximum allowed number of output tokens for claude-3-5-sonnet-20241022",
    { messages, max_tokens: 8192 },
  ],
  [
    { messages, max_tokens: 16_000, thinking: { type: "enabled", budget_tokens: 9000 } },
    "max_tokens: 16000 > 8192, which is the maximum allowed number of output tokens for claude-3-7",
    { messages, max_tokens: 8192, thinking: { type: "enabled", budget_tokens: 4915 } },
  ],
  [
    { messages, max_tokens: 16_000 },
    "Invalid max_tokens value, the valid range of max_tokens is [1, 8192]",
    { messages, max_tokens: 8192 },
  ],
  [
    { messages, max_tokens: 16_000 },
    "`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model",
    { messages, max_tokens: 8192 },
  ],
  [
    { contents: [], generationConfig: { seed: 1, maxOutputTokens: 80_000 } },
    "Unable to submit request because it has a maxOutputTokens value of 80000 but the supported range is from 1 (inclusive) to 65537 (exclusive).",
    { contents: [], generationConfig: { seed: 1, maxOutputTokens: 65_536 } },
  ],
  [
    { messages, inferenceConfig: { maxTokens: 16_000 } },
    "The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value that is lower than 4096.",
    { messages, inferenceConfig: { maxTokens: 4095 } },
  ],
  [
    { input: [], max_output_tokens: 16_000 },
    "Invalid 'max_output_tokens': integer above maximum value. Expected a value <= 4096, but got 16000 instead.",
    { input: [], max_output_tokens: 4096 },
  ],
])("%j, of which is said: %s", (body, said, expected) => {
  const change = changeFor(body, 400, JSON.stringify({ error: { message: said } }));
  expect(change?.instead(body)).toEqual(expected);
  expect(change?.has(expected)).toBe(false);
});

test.each([
  "This model's maximum context length is 8192 tokens. However, you requested 24000 tokens (8000 in the messages, 16000 in the completion).",
  "the prompt is too long: 210000 tokens > 200000 maximum",
  "max_tokens must be a positive integer",
  "Rate limit reached: 4096 tokens per minute",
])("nothing is lowered where that would leave no room, or where the limit is not the matter: %s", (said) => {
  expect(changeFor({ messages, max_tokens: 16_000 }, 400, said)).toBeNull();
});
