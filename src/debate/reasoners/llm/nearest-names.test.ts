import { expect, test } from "vitest";
import { nearestNames } from "./nearest-names.ts";

test.each([
  ["llama3.1", ["qwen3:8b", "llama3.1:8b", "llama3:latest", "mistral:7b"], ["llama3.1:8b", "llama3:latest"]],
  ["gpt-6-terra", ["gpt-6.1-sol", "gpt-6.1-terra", "text-embedding-3"], ["gpt-6.1-terra", "gpt-6.1-sol"]],
  ["Qwen/Qwen3-8B", ["qwen3-8b-instruct", "deepseek-r1"], ["qwen3-8b-instruct", "deepseek-r1"]],
])("the names nearest to %s come first", (name, names, first) => {
  expect(nearestNames(name, names).slice(0, first.length)).toEqual(first);
});

test("at most three are told, and none of none", () => {
  expect(nearestNames("a", ["b", "c", "d", "e"])).toHaveLength(3);
  expect(nearestNames("big", [])).toEqual([]);
});
