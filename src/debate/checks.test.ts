import { describe, expect, test } from "vitest";
import { test as property, fc } from "@fast-check/vitest";
import { Rating } from "#src/contract/analysis.ts";
import { Check } from "#src/contract/judgement.ts";
import { checkLevels, publishableLevels, type LevelArguments } from "./checks.ts";

const buy: LevelArguments = {
  action: "buy",
  entry: 181,
  stop: 175,
  target: 200,
  close: 182.5,
  atr: 3,
  currency: "USD",
  rating: "Buy",
};
const sell: LevelArguments = { ...buy, action: "sell", entry: 183, stop: 190, target: 165, rating: "Sell" };

const outcomes = (args: LevelArguments) =>
  Object.fromEntries(checkLevels(args).map(({ id, outcome }) => [id, outcome]));
const published = (args: LevelArguments) => {
  const { action, entry, stop, target, currency } = args;
  const {
    entry: shown,
    stop: shownStop,
    target: shownTarget,
  } = publishableLevels(checkLevels(args), {
    action,
    entry,
    stop,
    target,
    currency,
    size_pct: 5,
  });
  return [shown, shownStop, shownTarget];
};

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
    reward_to_risk: "pass",
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
    "From 181 USD, 19 USD to the target against 6 USD to the stop: reward to risk is 3.17.",
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
    ["a target on another split basis", { target: 2000 }, "target_scale", [181, 175, null]],
    ["an entry on another split basis", { entry: 18.1 }, "entry_scale", [null, null, null]],
    ["a price below zero", { stop: -5 }, "stop_scale", [181, null, 200]],
    ["no number at all", { target: Number.NaN }, "target_scale", [181, 175, null]],
    ["a rating on the other side", { rating: "Underweight" }, "rating_action", [null, null, null]],
  ])("%s", (_name, change, id, shown) => {
    expect(outcomes({ ...buy, ...change })[id]).toBe("fail");
    expect(published({ ...buy, ...change })).toEqual(shown);
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

  test("a hold's levels are remarked on and not published", () => {
    const hold: LevelArguments = { ...buy, action: "hold", rating: "Hold", target: null };
    expect(outcomes(hold)).toEqual({ entry_scale: "not_checked", stop_scale: "not_checked", rating_action: "pass" });
    expect(published(hold)).toEqual([null, null, null]);
  });

  test("REVIEW is on no side, and Hold on either", () => {
    expect(outcomes({ ...buy, rating: "REVIEW" }).rating_action).toBe("not_checked");
    expect(outcomes({ ...buy, rating: "Hold" }).rating_action).toBe("pass");
    expect(checkLevels({ ...buy, rating: "Hold" }).at(-1)?.detail).toContain("does not follow");
  });
});

test("when the action contradicts the rating, its size is not published either", () => {
  const args: LevelArguments = { ...buy, rating: "Sell" };
  const levels = { action: args.action, entry: 181, stop: 175, target: 200, currency: "USD", size_pct: 5 };
  expect(publishableLevels(checkLevels(args), levels)).toEqual({
    action: "buy",
    entry: null,
    stop: null,
    target: null,
    currency: "USD",
    size_pct: null,
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
      rating: side === 1 ? "Overweight" : "Underweight",
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
