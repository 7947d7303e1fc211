import { Decimal } from "decimal.js";
import { test as property, fc } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { costOf, maxCostOf, priceOf } from "./pricing.ts";

const price = { input: "2", cached_input: "0.1", output: "10", cache_write: "2.5", up_to: 272_000 };

describe("priceOf", () => {
  test("a price given by the user counts before the table", () => {
    expect(priceOf("openai", "gpt-5.5", { "gpt-5.5": price })).toBe(price);
    expect(priceOf("openai", "gpt-5.5")).toMatchObject({ input: "5", output: "30" });
  });

  test("a local model is free, an unknown one has no price", () => {
    expect(priceOf("ollama", "llama")).toMatchObject({ input: "0", output: "0" });
    expect(priceOf("openai", "gpt-99")).toBeNull();
    expect(priceOf("openai-compatible", "local")).toBeNull();
    expect(priceOf("openai", "constructor")).toBeNull();
  });
});

describe("costOf", () => {
  test("prices fresh, cached, written and output tokens each, to the last digit", () => {
    // 700 × 2 + 200 × 0.1 + 100 × 2.5 + 50 × 10 = 2170 millionths
    expect(costOf(price, { input: 1000, cached: 200, written: 100, output: 50 })).toBe("0.00217");
    expect(costOf(price, { input: 1, cached: 1, written: 0, output: 0 })).toBe("0.0000001");
  });

  test("is null without a price, and for a prompt longer than the price is known for", () => {
    expect(costOf(null, { input: 1, cached: 0, written: 0, output: 1 })).toBeNull();
    expect(costOf(price, { input: 272_001, cached: 0, written: 0, output: 1 })).toBeNull();
  });

  const counts = fc.record({
    input: fc.nat(200_000),
    cached: fc.nat(200_000),
    written: fc.nat(200_000),
    output: fc.nat(20_000),
  });

  property.prop([counts])("is never above the most a call can cost", ({ input, cached, written, output }) => {
    const billed = {
      input,
      cached: Math.min(cached, input),
      written: Math.min(written, input - Math.min(cached, input)),
      output,
    };
    expect(new Decimal(costOf(price, billed) ?? "NaN").lte(maxCostOf(price, input, output) ?? "NaN")).toBe(true);
  });
});
