import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { unknownFields } from "./unknown-fields.ts";

const Body = z.object({
  ticker: z.string(),
  max_debate_rounds: z.int().nullable().optional(),
  to: z.string().default(""),
  own_model: z.object({ llm_provider: z.string(), deep_think_llm: z.string() }).nullish(),
  lines: z.array(z.object({ symbol: z.string() })).optional(),
  notes: z.record(z.string(), z.unknown()).optional(),
  shape: z
    .union([z.object({ kind: z.literal("a"), width: z.number() }), z.object({ kind: z.literal("b") })])
    .optional(),
  count: z.preprocess((value) => value, z.object({ least: z.int() })).optional(),
});

describe("what a schema would pass over", () => {
  test.each([
    [{ tikcer: "AAPL" }, ["tikcer"], "ticker"],
    [{ max_debate_round: 2 }, ["max_debate_round"], "max_debate_rounds"],
    [{ maxDebateRounds: 2 }, ["maxDebateRounds"], "max_debate_rounds"],
    [{ "Max-Debate-Rounds": 2 }, ["Max-Debate-Rounds"], "max_debate_rounds"],
    [{ holding: 5 }, ["holding"], null],
    // Short names are near to anything.
    [{ id: 5 }, ["id"], null],
    [{ x: 5 }, ["x"], null],
    [{ own_model: { llm_provider: "", deep_think_lm: "" } }, ["own_model", "deep_think_lm"], "deep_think_llm"],
    [{ lines: [{ symbol: "A" }, { symbols: "B" }] }, ["lines", 1, "symbols"], "symbol"],
    [{ shape: { kind: "b", width: 1 } }, ["shape", "width"], null],
    [{ shape: { kind: "a", width: 1, wdith: 1 } }, ["shape", "wdith"], "width"],
    [{ count: { least: 1, leats: 2 } }, ["count", "leats"], "least"],
  ])("%j", (value, path, meant) => {
    expect(unknownFields(Body, value)).toEqual([{ path, meant }]);
  });

  test("nothing of what it has, of a record, or of what is no object", () => {
    const whole = { ticker: "A", own_model: null, notes: { any: { thing: 1 } }, lines: [], shape: { kind: "b" } };
    for (const value of [whole, null, 5, "text", [], [1], { own_model: "x", lines: { a: 1 } }])
      expect(unknownFields(Body, value)).toEqual([]);
  });

  property.prop([fc.dictionary(fc.string(), fc.jsonValue())])("never throws, and names each field once", (value) => {
    const names = unknownFields(Body, value).map(({ path }) => JSON.stringify(path));
    expect(new Set(names).size).toBe(names.length);
    for (const name of Object.keys(value))
      if (!Object.hasOwn(Body.shape, name)) expect(names).toContain(JSON.stringify([name]));
  });
});
