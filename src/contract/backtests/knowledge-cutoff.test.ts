import { expect, test } from "vitest";
import { cutoffOf, setCutoff, trainingWarning } from "./knowledge-cutoff.ts";

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
  expect(of("rules", "rules", "rules")).toEqual({ date: null, source: expect.stringContaining("no training data") });
});

test("a warning stands before dates that a model may have read about, and before none behind its cut-off", () => {
  const models = { provider: "openai", deep: "gpt-4.1", quick: "gpt-4.1" };
  const warn = (from: string, of = models) => trainingWarning(cutoffOf(null, of), of, from);
  expect(warn("2024-06-30")).toContain("up to 2024-06-30, stated by the provider");
  expect(warn("2024-07-01")).toBeNull();
  const unknown = { provider: "openai-compatible", deep: "ours", quick: "ours" };
  expect(warn("2024-07-01", unknown)).toContain("The cut-off of ours is not known");
  expect(warn("2001-01-01", { provider: "rules", deep: "rules", quick: "rules" })).toBeNull();
});

test("settings give the cut-off of models that nobody states", () => {
  const set = { ours: "2025-03-31" };
  expect(setCutoff(set, { deep: "ours", quick: "ours" })).toBe("2025-03-31");
  expect(setCutoff(set, { deep: "ours", quick: "gpt-4.1" })).toBe("2025-03-31");
  expect(setCutoff({ ours: "2020-01-31" }, { deep: "gpt-4.1", quick: "ours" })).toBe("2024-06-30");
  // One that is known nowhere leaves the later date open; what settings do not name is as stated.
  expect(setCutoff(set, { deep: "ours", quick: "theirs" })).toBeNull();
  expect(setCutoff(set, { deep: "gpt-4.1", quick: "gpt-4.1" })).toBeNull();
});
