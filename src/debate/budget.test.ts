import { fc, test as property } from "@fast-check/vitest";
import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import { BudgetExceeded } from "#src/core/errors.ts";
import type { ModelCall } from "#src/contract/run/run.ts";
import { Usage } from "#src/contract/jobs/usage.ts";
import { createBudget, total, usageOf } from "./budget.ts";

const dollars = fc.integer({ min: 0, max: 5000 }).map((mills) => new Decimal(mills).div(1000).toFixed());
/** A call: what it may cost, the part of that which it does cost, and how many others start before it ends. */
const calls = fc.array(
  fc.record({
    estimate: dollars,
    share: fc.constantFrom("0", "0.1", "0.37", "1", null),
    lasts: fc.nat(6),
  }),
  { maxLength: 40 },
);

property.prop([calls, dollars, dollars], { seed: 1, numRuns: 500 })(
  "what was spent and what calls in flight may cost never exceed the limit, and no call that fits is refused",
  (wanted, limit, before) => {
    const budget = createBudget(limit);
    budget.count(before);
    const open: { ends: number; held: Decimal; commitSpend: () => void }[] = [];
    let spent = new Decimal(before);
    for (const [now, { estimate, share, lasts }] of wanted.entries()) {
      for (const call of open.splice(0)) {
        if (call.ends <= now) call.commitSpend();
        else open.push(call);
      }
      const held = open.reduce((sum, call) => sum.plus(call.held), spent);
      const fits = held.plus(estimate).lte(limit);
      if (!fits) {
        expect(() => budget.reserve(estimate, "bull/1")).toThrow(BudgetExceeded);
        continue;
      }
      const commitSpend = budget.reserve(estimate, "bull/1");
      const cost = share === null ? null : new Decimal(estimate).times(share).toFixed();
      open.push({
        ends: now + lasts,
        held: new Decimal(estimate),
        commitSpend: () => {
          commitSpend(cost);
          spent = spent.plus(cost ?? estimate);
        },
      });
      expect(held.plus(estimate).lte(limit)).toBe(true);
    }
  },
);

describe("a budget", () => {
  test("counts dollars exactly", () => {
    const budget = createBudget("0.3");
    budget.reserve("0.1", "a")("0.1");
    budget.reserve("0.2", "b")("0.2");
    expect(() => budget.reserve("0.000000001", "c")).toThrow(
      "the budget of $0.3 does not cover c: $0.3 spent or reserved, up to $0.000000001 more needed",
    );
    expect(() => budget.reserve("0", "free")).not.toThrow();
  });

  test("of which more than all was spent before allows nothing, not even what is free", () => {
    const budget = createBudget("1");
    budget.count("1.01");
    expect(() => budget.reserve("0", "a")).toThrow(BudgetExceeded);
  });

  test("refuses a call of unknown price and says what to do", () => {
    expect(() => createBudget("100").reserve(null, "bear/2")).toThrow(/price.*bear\/2.*SERVICE_MODELS/);
  });

  test("that sets no limit refuses nothing", () => {
    const budget = createBudget(null);
    budget.count("999");
    expect(() => budget.reserve(null, "a")(null)).not.toThrow();
    expect(() => budget.reserve("1000000", "a")("1000000")).not.toThrow();
  });
});

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
