import { describe, expect, test } from "vitest";
import { test as property, fc } from "@fast-check/vitest";
import { Rating } from "#src/contract/jobs/analysis.ts";
import { Check } from "#src/contract/run/judgement.ts";
import {
  checkLevels,
  publishableLevels,
  type LevelArguments,
  checkPriceTarget,
  type PriceTargetArguments,
} from "./checks.ts";

const buy: LevelArguments = {
  action: "buy",
  entry: 181,
  stop: 175,
  target: 200,
  close: 182.5,
  atr: 3,
  currency: "USD",
  rating: "Buy",
  size_pct: 5,
  allowShort: false,
  isIndex: false,
  volatility: 25,
  horizonDays: 30,
};
/** Of a run that may sell short. */
const sell: LevelArguments = {
  ...buy,
  action: "sell",
  entry: 183,
  stop: 190,
  target: 165,
  rating: "Sell",
  allowShort: true,
};

const outcomes = (args: LevelArguments) =>
  Object.fromEntries(checkLevels(args).map(({ id, outcome }) => [id, outcome]));
const shown = (args: LevelArguments) => {
  const { action, entry, stop, target, currency, size_pct } = args;
  return publishableLevels(checkLevels(args), { action, entry, stop, target, currency, size_pct });
};
const published = (args: LevelArguments) => {
  const { entry, stop, target } = shown(args);
  return [entry, stop, target];
};
const size = (args: LevelArguments) => shown(args).size_pct;

test.each([buy, sell])("sound levels pass every check and are published", (args) => {
  expect(outcomes(args)).toEqual({
    entry_scale: "pass",
    stop_scale: "pass",
    target_scale: "pass",
    entry_distance: "pass",
    stop_side: "pass",
    stop_distance: "pass",
    target_side: "pass",
    target_distance: "pass",
    target_reach: "pass",
    reward_to_risk: "pass",
    size_cap: "pass",
    size_risk: "pass",
    rating_action: "pass",
  });
  expect(published(args)).toEqual([args.entry, args.stop, args.target]);
});

test("a detail is one sentence with its numbers", () => {
  expect(checkLevels(buy).map(({ detail }) => detail)).toEqual([
    "The entry 181 USD is 0.992 times the last close 182.5 USD.",
    "The stop 175 USD is 0.959 times the last close 182.5 USD.",
    "The target 200 USD is 1.1 times the last close 182.5 USD.",
    "The entry 181 USD is 0.5 average true ranges from the last close 182.5 USD (allowed: up to 3).",
    "The stop 175 USD of a buy is below the entry 181 USD.",
    "The stop 175 USD is 2 average true ranges from the entry 181 USD (allowed: 0.25 to 10).",
    "The target 200 USD of a buy is above the entry 181 USD.",
    "The target 200 USD is 6.33 average true ranges from the entry 181 USD (allowed: up to 30).",
    "The target 200 USD is 10.5% from the entry 181 USD, 1.39 times the usual move of 30 days at a volatility of 25% (allowed: up to 3).",
    "From 181 USD, 19 USD to the target against 6 USD to the stop: reward to risk is 3.17.",
    "The size 5% is within the 20% that one position may have.",
    "At its stop a size of 5% loses 0.166% of the portfolio (allowed: up to 2%).",
    "The rating Buy goes with the proposal to buy.",
  ]);
});

describe("a level that cannot be meant fails and is not published", () => {
  test.each<[string, Partial<LevelArguments>, string, (number | null)[]]>([
    ["a buy's stop above the entry", { stop: 185 }, "stop_side", [181, null, 200]],
    ["a buy's stop at the entry", { stop: 181 }, "stop_side", [181, null, 200]],
    ["a buy's target below the entry", { target: 170 }, "target_side", [181, 175, null]],
    ["an entry far from the close", { entry: 192, stop: 186 }, "entry_distance", [null, null, null]],
    ["a stop inside the noise", { stop: 180.5 }, "stop_distance", [181, null, 200]],
    ["a stop that limits nothing", { stop: 150 }, "stop_distance", [181, null, 200]],
    ["a target out of reach", { target: 275 }, "target_distance", [181, 175, null]],
    ["a target of half as much again in 30 days", { target: 271.5, atr: 6 }, "target_reach", [181, 175, null]],
    ["a target on another split basis", { target: 2000 }, "target_scale", [181, 175, null]],
    ["an entry on another split basis", { entry: 18.1 }, "entry_scale", [null, null, null]],
    ["a price below zero", { stop: -5 }, "stop_scale", [181, null, 200]],
    ["no number at all", { target: Number.NaN }, "target_scale", [181, 175, null]],
    ["a rating on the other side", { rating: "Underweight" }, "rating_action", [null, null, null]],
  ])("%s", (_name, change, id, left) => {
    expect(outcomes({ ...buy, ...change })[id]).toBe("fail");
    expect(published({ ...buy, ...change })).toEqual(left);
  });

  test("a sell is the mirror", () => {
    expect(outcomes({ ...sell, stop: 180 }).stop_side).toBe("fail");
    expect(outcomes({ ...sell, target: 190 }).target_side).toBe("fail");
    expect(outcomes({ ...sell, rating: "Overweight" }).rating_action).toBe("fail");
  });
});

describe("what cannot be checked is not passed", () => {
  test("no levels", () => {
    const none = { ...buy, entry: null, stop: null, target: null };
    expect(outcomes(none)).toEqual({
      entry_scale: "not_checked",
      stop_scale: "not_checked",
      target_scale: "not_checked",
      reward_to_risk: "not_checked",
      size_cap: "pass",
      size_risk: "not_checked",
      rating_action: "pass",
    });
    expect(checkLevels(none)[0]?.detail).toBe("The buy names no entry.");
    expect(published(none)).toEqual([null, null, null]);
  });

  test("without an entry, stop and target are measured from the last close", () => {
    expect(outcomes({ ...buy, entry: null })).toMatchObject({
      stop_side: "pass",
      target_distance: "pass",
      reward_to_risk: "pass",
    });
    expect(outcomes({ ...buy, entry: null, stop: 183 }).stop_side).toBe("fail");
    expect(published({ ...buy, entry: null })).toEqual([null, 175, 200]);
  });

  test("without an average true range, distances are open and sides still hold", () => {
    expect(outcomes({ ...buy, atr: null })).toMatchObject({
      entry_distance: "not_checked",
      stop_distance: "not_checked",
      stop_side: "pass",
    });
    expect(outcomes({ ...buy, atr: 0 }).entry_distance).toBe("not_checked");
    expect(published({ ...buy, atr: null })).toEqual([181, 175, 200]);
  });

  test("without a close nothing is compared, and nothing published", () => {
    expect(outcomes({ ...buy, close: null })).toMatchObject({
      entry_scale: "not_checked",
      entry_distance: "not_checked",
      stop_side: "pass",
    });
    expect(published({ ...buy, close: null })).toEqual([null, null, null]);
    expect(outcomes({ ...buy, close: null, entry: null }).stop_side).toBe("not_checked");
  });

  test("levels of what opens no position are remarked on and not published", () => {
    const none = { entry_scale: "not_checked", stop_scale: "not_checked", size_cap: "not_checked" };
    const hold: LevelArguments = { ...buy, action: "hold", rating: "Hold", target: null };
    expect(outcomes(hold)).toEqual({ ...none, rating_action: "pass" });
    const closing: LevelArguments = { ...sell, allowShort: false };
    expect(outcomes(closing)).toEqual({ ...none, target_scale: "not_checked", rating_action: "pass" });
    const onIndex: LevelArguments = { ...buy, isIndex: true };
    expect(outcomes(onIndex)).toEqual({ ...none, target_scale: "not_checked", rating_action: "pass" });
    for (const args of [hold, closing, onIndex]) expect(published(args)).toEqual([null, null, null]);
    expect([hold, closing, onIndex].map((args) => checkLevels(args)[0]?.detail)).toEqual([
      "A hold takes no position, so its entry 181 USD is not checked.",
      "Without a short position a sell closes what is held, so its entry 183 USD is not checked.",
      "An index cannot be traded itself, so the entry 181 USD is not checked.",
    ]);
  });

  test("without a volatility or a horizon nobody can tell how far a price moves", () => {
    expect(outcomes({ ...buy, volatility: null }).target_reach).toBe("not_checked");
    expect(outcomes({ ...buy, horizonDays: null }).target_reach).toBe("not_checked");
  });

  test("without a stop what a size would lose is open", () => {
    expect(outcomes({ ...buy, stop: null })).toMatchObject({ size_cap: "pass", size_risk: "not_checked" });
    expect(size({ ...buy, stop: null })).toBe(5);
  });
});

describe("a proposal that the rating does not follow fails, and nothing of it is published", () => {
  test.each<[Rating, LevelArguments["action"]]>([
    ["Hold", "buy"],
    ["Sell", "buy"],
    ["Buy", "hold"],
    ["Hold", "sell"],
    ["Overweight", "sell"],
  ])("%s and %s", (rating, action) => {
    const args = { ...buy, rating, action };
    expect(outcomes(args).rating_action).toBe("fail");
    expect([...published(args), size(args)]).toEqual([null, null, null, null]);
  });

  test("without an opinion there is nothing to contradict", () => {
    expect(outcomes({ ...buy, rating: "REVIEW" }).rating_action).toBe("not_checked");
  });
});

describe("a size", () => {
  test("beyond what one position may have fails, and falls alone", () => {
    const large = { ...buy, size_pct: 60, stop: 180 };
    expect(outcomes(large)).toMatchObject({ size_cap: "fail", stop_side: "pass" });
    expect([...published(large), size(large)]).toEqual([181, 180, 200, null]);
  });

  test("that would lose too much at the stop fails", () => {
    const wide = { ...buy, size_pct: 18, stop: 155 };
    expect(outcomes(wide)).toMatchObject({ size_cap: "pass", size_risk: "fail" });
    expect(size(wide)).toBeNull();
  });
});

describe("a price target of the portfolio manager", () => {
  const args = {
    rating: "Buy",
    priceTarget: 200,
    close: 182.5,
    currency: "USD",
    volatility: 25,
    horizonDays: 30,
  } as const;
  const judged = (change: Partial<PriceTargetArguments>) =>
    Object.fromEntries(checkPriceTarget({ ...args, ...change }).map(({ id, outcome }) => [id, outcome]));

  test("on the side of the rating and within reach passes", () => {
    const pass = { price_target_scale: "pass", price_target_side: "pass", price_target_reach: "pass" };
    expect(judged({})).toEqual(pass);
    expect(judged({ rating: "Underweight", priceTarget: 170 })).toEqual(pass);
    expect(judged({ priceTarget: null })).toEqual({});
    expect(judged({ rating: "REVIEW" })).toEqual({});
  });

  test.each<[string, Partial<PriceTargetArguments>, string]>([
    ["below the price of a Buy", { priceTarget: 170 }, "price_target_side"],
    ["above the price of a Sell", { rating: "Sell" }, "price_target_side"],
    ["half as much again in 30 days", { priceTarget: 273.75 }, "price_target_reach"],
    ["in another currency", { priceTarget: 20_000 }, "price_target_scale"],
  ])("%s fails", (_name, change, id) => {
    expect(judged(change)[id]).toBe("fail");
  });

  test("of a Hold may stand on either side", () => {
    expect(judged({ rating: "Hold" })).toEqual({ price_target_scale: "pass", price_target_reach: "pass" });
  });
});

const share = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const sound = fc
  .record({
    close: share(1e-6, 1e6),
    atrShare: share(0.001, 0.05),
    entryAtr: share(-2.9, 2.9),
    stopAtr: share(0.3, 9),
    targetAtr: share(0.1, 10),
    side: fc.constantFrom(1, -1),
  })
  .map(({ close, atrShare, entryAtr, stopAtr, targetAtr, side }): LevelArguments => {
    const atr = close * atrShare;
    const entry = close + entryAtr * atr;
    return {
      action: side === 1 ? "buy" : "sell",
      entry,
      stop: entry - side * stopAtr * atr,
      target: entry + side * targetAtr * atr,
      close,
      atr,
      currency: "USD",
      rating: side === 1 ? "Overweight" : "Sell",
      size_pct: 1,
      allowShort: true,
      isIndex: false,
      volatility: 100,
      horizonDays: 365,
    };
  });

property.prop([sound], { seed: 1, numRuns: 500 })(
  "levels within the bounds pass at any price, on either side",
  (args) => {
    expect(checkLevels(args).filter(({ outcome }) => outcome !== "pass")).toEqual([]);
    expect(published(args)).toEqual([args.entry, args.stop, args.target]);
  },
);

property.prop([sound], { seed: 2, numRuns: 300 })("swapped stop and target never pass", (args) => {
  const swapped = { ...args, stop: args.target, target: args.stop };
  expect(outcomes(swapped)).toMatchObject({ stop_side: "fail", target_side: "fail", reward_to_risk: "not_checked" });
  expect(published(swapped).slice(1)).toEqual([null, null]);
});

property.prop([sound, fc.constantFrom(0.01, 0.1, 10, 100)], { seed: 3, numRuns: 300 })(
  "levels on another scale are never published",
  (args, factor) => {
    const scaled = (level: number | null) => (level === null ? null : level * factor);
    expect(
      published({ ...args, entry: scaled(args.entry), stop: scaled(args.stop), target: scaled(args.target) }),
    ).toEqual([null, null, null]);
  },
);

const anything = fc.option(fc.double());
property.prop(
  [
    fc.record({
      action: fc.constantFrom("buy" as const, "sell" as const, "hold" as const),
      entry: anything,
      stop: anything,
      target: anything,
      close: anything,
      atr: anything,
      currency: fc.constant("EUR"),
      rating: fc.constantFrom(...Rating.options),
      size_pct: anything,
      allowShort: fc.boolean(),
      isIndex: fc.boolean(),
      volatility: anything,
      horizonDays: anything,
    }),
  ],
  { seed: 4, numRuns: 1000 },
)("any numbers are judged, each check once, and a failed level is never published", (args) => {
  const checks = Check.array().parse(checkLevels(args));
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
  const [entry, stop, target] = published(args);
  for (const [name, level] of Object.entries({ entry, stop, target })) {
    const failed = checks.some(({ subject, outcome }) => subject === name && outcome === "fail");
    if (failed) expect(level).toBeNull();
    if (level !== null && level !== undefined) expect(level).toBeGreaterThan(0);
  }
});
