import { fc, test as propertyTest } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { entitlementsAt, isAbove, Plan, plans, type PlanTerms } from "./plans.ts";

const [free, signals, elite] = ["free", "signals", "elite"] as const;

test("the plans and their prices", () => {
  expect(Object.values(plans).map(({ plan, priceMinor }) => [plan, priceMinor])).toEqual([
    ["free", 0],
    ["signals", 1900],
    ["elite", 7900],
  ]);
  expect(Plan.options).toEqual(Object.keys(plans));
});

test("who pays more gets no less of anything", () => {
  const worth = ({
    analysesPerMonth,
    runBudgetUsd,
    signals: live,
    api,
    slots,
    priority,
    requestsPerMinute,
    watchlists,
    streams,
  }: PlanTerms) => [
    analysesPerMonth,
    Number(runBudgetUsd),
    Number(live),
    Number(api),
    slots,
    -priority,
    requestsPerMinute,
    watchlists,
    streams,
  ];
  for (const [lower, higher] of [
    [free, signals],
    [signals, elite],
  ] as const) {
    expect([isAbove(higher, lower), isAbove(lower, higher), isAbove(lower, lower)]).toEqual([true, false, false]);
    for (const [i, value] of worth(plans[higher]).entries())
      expect(value).toBeGreaterThanOrEqual(worth(plans[lower])[i] ?? Infinity);
  }
});

propertyTest.prop([fc.constantFrom(...Plan.options), fc.option(fc.maxSafeInteger()), fc.maxSafeInteger()])(
  "a plan is in force until its end and not at it, and then Free is",
  (plan, planUntil, now) => {
    const inForce = planUntil === null || now < planUntil;
    expect(entitlementsAt({ plan, planUntil }, now)).toBe(inForce ? plans[plan] : plans.free);
  },
);
