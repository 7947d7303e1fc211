import { describe, expect, test } from "vitest";
import type { ModelCall } from "#src/contract/run/run.ts";
import { Usage } from "#src/contract/jobs/usage.ts";
import { total, usageOf } from "./usage.ts";

function call(agent: ModelCall["agent"], changes: Partial<ModelCall> = {}): ModelCall {
  return {
    step: `${agent}/1`,
    agent,
    round: 1,
    model: "quick-1",
    prompt_sha256: "",
    answer_sha256: "",
    tokens: { input_tokens: 100, cached_input_tokens: 40, output_tokens: 7 },
    cost_usd: "0.1",
    ...changes,
  };
}

describe("the bill", () => {
  test("has a line for each agent and model in the order of first speaking, and exact sums", () => {
    const usage = usageOf(
      [
        call("market"),
        call("bull", { cost_usd: "0.2" }),
        call("market", { cost_usd: "0.0000001" }),
        call("bull", { model: "deep-1", cost_usd: "0" }),
      ],
      "5",
    );
    expect(Usage.parse(usage)).toEqual(usage);
    expect(usage.agents.map(({ agent, model, calls, cost_usd }) => [agent, model, calls, cost_usd])).toEqual([
      ["market", "quick-1", 2, "0.1000001"],
      ["bull", "quick-1", 1, "0.2"],
      ["bull", "deep-1", 1, "0"],
    ]);
    expect(usage).toMatchObject({
      calls: 4,
      cost_usd: "0.3000001",
      budget_usd: "5",
      input_tokens: 400,
      cached_input_tokens: 160,
      output_tokens: 28,
    });
  });

  test("does not know its sum when one price is not known, and knows the others' lines", () => {
    const usage = usageOf([call("market"), call("bull", { cost_usd: null }), call("bull")], null);
    expect(usage.cost_usd).toBeNull();
    expect(usage.agents.map(({ cost_usd }) => cost_usd)).toEqual(["0.1", null]);
  });

  test("of no calls is nothing at no cost", () => {
    expect(usageOf([], null)).toEqual({
      input_tokens: 0,
      cached_input_tokens: 0,
      output_tokens: 0,
      calls: 0,
      cost_usd: "0",
      budget_usd: null,
      agents: [],
    });
    expect(total([]).cost_usd).toBe("0");
  });

  test("never shows an exponent", () => {
    expect(total([call("market", { cost_usd: "0.00000000001" })]).cost_usd).toBe("0.00000000001");
    expect(total([call("market", { cost_usd: "1000000000000000000000000" })]).cost_usd).toBe(
      "1000000000000000000000000",
    );
  });
});
