import { expect, test } from "vitest";
import { lostContext, saysTooLong } from "./context-window.ts";

const prompt = "The figure stands at 201.7 USD [M1]. ".repeat(500);

test("a count far below what was sent says that the context was cut, and how to raise it", () => {
  const words = lostContext(prompt, 2050);
  expect(words).toMatch(/read only 2050 of at least 4111 tokens/);
  expect(words).toMatch(/num_ctx/);
});

test.each([
  ["four characters a token", Math.ceil(prompt.length / 4)],
  ["six characters a token, which no tokenizer reaches", Math.ceil(prompt.length / 6)],
  ["nothing", undefined],
  ["zero, where the prompt was in the cache", 0],
])("a server that counts %s lost nothing", (_name, counted) => {
  expect(lostContext(prompt, counted)).toBeNull();
});

test("Chinese prose, with fewer characters a token, lost nothing", () => {
  const chinese = "需求正在减弱，收盘价低于均线。".repeat(300);
  expect(lostContext(chinese, Math.ceil(chinese.length / 1.6))).toBeNull();
});

test.each([
  ["request (4390 tokens) exceeds the available context size (4096 tokens), try increasing it", true],
  ["This model's maximum context length is 8192 tokens.", true],
  ["prompt is too long: 210000 tokens > 200000 maximum", true],
  ["Rate limit reached", false],
  ["model not found", false],
])("%s", (said, isTooLong) => {
  expect(saysTooLong(said)).toBe(isTooLong);
});
