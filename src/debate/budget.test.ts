import { fc, test as property } from "@fast-check/vitest";
import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import { BudgetExceeded } from "#src/core/errors.ts";
import { createBudget } from "./budget.ts";

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
