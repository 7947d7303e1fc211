import { Decimal } from "decimal.js";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Rating } from "#src/contract/jobs/analysis.ts";
import { noLimits } from "#src/contract/holdings/holdings.ts";
import { runs } from "#tests/support/runs.ts";
import { afterwards, checkProposal, planFor, type Situation } from "./plan.ts";

const usual: Situation = {
  rating: "Buy",
  isDivisible: false,
  held: new Decimal(0),
  price: 50,
  rate: 1,
  value: new Decimal(100_000),
  cash: new Decimal(20_000),
  entry: 50,
  stop: 45,
  sizePct: null,
  volatility: 30,
  limits: noLimits,
  allowShort: false,
};

const percent = fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined });
const situations = fc
  .record({
    rating: fc.constantFrom(...Rating.options),
    isDivisible: fc.boolean(),
    held: fc.oneof(fc.constant(0), fc.integer({ min: -3000, max: 3000 })),
    price: fc.double({ min: 0.5, max: 500, noNaN: true }),
    value: fc.integer({ min: 1, max: 1_000_000 }),
    cash: fc.integer({ min: -1000, max: 100_000 }),
    stopAt: fc.double({ min: 0.7, max: 1.3, noNaN: true }),
    hasStop: fc.boolean(),
    volatility: fc.option(fc.integer({ min: 1, max: 150 })),
    sizePct: fc.option(fc.integer({ min: 1, max: 20 })),
    position: percent,
    loss: percent,
    allowShort: fc.boolean(),
  })
  .map(({ held, value, cash, stopAt, hasStop, position, loss, ...rest }): Situation => ({
    ...rest,
    held: new Decimal(held),
    value: new Decimal(value),
    cash: new Decimal(cash),
    entry: null,
    rate: 1,
    stop: hasStop ? rest.price * stopAt : null,
    limits: { ...noLimits, largest_position_pct: position ?? null, largest_loss_pct: loss ?? null },
  }));

test("what rating and limits come to fails none of the checks, and is short only where that is allowed", () => {
  fc.assert(
    fc.property(situations, (s) => {
      const plan = planFor(s);
      expect(plan === null).toBe(s.rating === "REVIEW");
      if (plan === null) return;
      const failed = checkProposal(s, plan).filter(({ outcome }) => outcome === "fail");
      // A position without a size is opened by those who argue, or by nobody.
      const isUnsized = plan.action === "open" && plan.quantity === null;
      expect(failed.map(({ id }) => id)).toEqual(isUnsized ? ["quantity"] : []);
      const after = afterwards(s, plan);
      if (after !== null && !s.allowShort) expect(after.isNegative() && !after.isZero()).toBe(false);
      // A trade never turns a position over.
      if (after !== null) expect(after.times(s.held).isNegative() && !after.isZero() && !s.held.isZero()).toBe(false);
    }),
    { numRuns: runs(300, 20_000) },
  );
});

test.each([
  ["Buy", 0, "open", 100],
  ["Buy", 30, "add", 70],
  ["Buy", 95, "keep", null],
  ["Overweight", 0, "open", 50],
  ["Hold", 0, "stay_out", null],
  ["Hold", 100, "keep", null],
  ["Underweight", 101, "trim", 51],
  ["Underweight", 1, "exit", 1],
  ["Sell", 100, "exit", 100],
  ["Sell", 0, "stay_out", null],
  ["Hold", -10, "exit", 10],
] as const)("%s with %i held is to %s", (rating, held, action, quantity) => {
  const plan = planFor({ ...usual, rating, held: new Decimal(held) });
  expect([plan?.action, plan?.quantity?.toNumber() ?? null]).toEqual([action, quantity]);
});

test.each([
  [95, usual.cash, /usual size or more/],
  [30, new Decimal(0), /cash does not cover/],
])("a Buy of which %i are held says why it is kept", (held, cash, reason) => {
  const plan = planFor({ ...usual, rating: "Buy", held: new Decimal(held), cash });
  expect(plan).toMatchObject({ action: "keep", reason: expect.stringMatching(reason) });
});

test("limits of the holder bound what is opened, and what is held above them is trimmed whatever the rating", () => {
  const limits = { ...noLimits, largest_position_pct: 2, largest_loss_pct: 0.1 };
  // 2 % of the book are 40 shares, 0.1 % down to the stop are 20.
  expect(planFor({ ...usual, limits })?.quantity?.toNumber()).toBe(20);
  const over = { ...usual, limits: { ...noLimits, largest_position_pct: 2 }, held: new Decimal(100) };
  for (const rating of ["Buy", "Hold"] as const)
    expect(planFor({ ...over, rating })).toMatchObject({ action: "trim", quantity: new Decimal(60) });
});

test.each([
  ["adding on a Sell", { rating: "Sell", held: 10 }, "add", 5, "rating_action"],
  ["a short sale where none is allowed", { rating: "Sell", held: 0 }, "open", 5, "rating_action"],
  ["more than the cash covers", { rating: "Buy", held: 0 }, "open", 500, "cash"],
  ["a trim of more than is held", { rating: "Hold", held: 10 }, "trim", 11, "quantity"],
  ["keeping what is not held", { rating: "Buy", held: 0 }, "keep", null, "quantity"],
  ["a position above the limit", { rating: "Buy", held: 0 }, "open", 300, "largest_position"],
  ["a loss above the limit", { rating: "Buy", held: 0 }, "open", 300, "largest_loss"],
] as const)("%s fails", (_name, { rating, held }, action, quantity, id) => {
  const s = {
    ...usual,
    rating,
    held: new Decimal(held),
    limits: { ...noLimits, largest_position_pct: 10, largest_loss_pct: 1 },
  };
  const checks = checkProposal(s, { action, quantity: quantity === null ? null : new Decimal(quantity) });
  expect(checks.find((one) => one.id === id)?.outcome).toBe("fail");
});
