import { expect, test } from "vitest";
import { changeFor } from "./refused-parameters.ts";

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
