import { expect, test } from "vitest";
import { cutoffOf } from "./knowledge-cutoff.ts";

const of = (deep: string, quick = deep, provider = "anthropic") => cutoffOf(null, { provider, deep, quick });

test("the later cut-off of the two models counts", () => {
  expect(of("claude-haiku-4-5", "claude-sonnet-5").date).toBe("2026-01-31");
  expect(of("claude-opus-5-5", "claude-haiku-4-5").date).toBe("2026-06-30");
  expect(of("claude-opus-5").date).toBe("2026-05-31");
});

test("one unknown model leaves it unknown, and says which", () => {
  expect(of("claude-opus-5", "claude-opus-6")).toEqual({
    date: null,
    source: expect.stringContaining("claude-opus-6 is not known"),
  });
  expect(of("gpt-4.1-nano-future", "gpt-4o-mini").date).toBe("2024-06-30");
  expect(of("my-gpt-4o").date).toBeNull();
});

test("a given date stands above the table, and rules has none", () => {
  expect(cutoffOf("2025-05-05", { provider: "openai", deep: "x", quick: "x" }).date).toBe("2025-05-05");
  expect(of("rules", "rules", "rules")).toEqual({ date: null, source: expect.stringContaining("no model") });
});
