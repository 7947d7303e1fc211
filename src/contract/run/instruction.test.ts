import { expect, test } from "vitest";
import { Rating } from "../jobs/analysis.ts";
import { fundOf, instructionText, lossAtStop, positionOf, positionSize, rule, sizing } from "./instruction.ts";
import { fc, test as property } from "@fast-check/vitest";

const proposals = ["buy", "hold", "sell", null] as const;

/** Every pair, as: adopted, levels stand, outcome of the check. */
function table(allowShort: boolean): Record<string, string> {
  return Object.fromEntries(
    Rating.options.flatMap((rating) =>
      proposals.map((proposal) => {
        const { isAdopted, levelsStand, outcome } = rule(rating, proposal, allowShort);
        const words = [isAdopted ? "adopted" : "not adopted", levelsStand ? "levels" : "no levels", outcome];
        return [`${rating} + ${proposal ?? "none"}`, words.join(", ")];
      }),
    ),
  );
}

const longOnly = {
  "Buy + buy": "adopted, levels, pass",
  "Buy + hold": "not adopted, no levels, fail",
  "Buy + sell": "not adopted, no levels, fail",
  "Buy + none": "not adopted, no levels, not_checked",
  "Overweight + buy": "adopted, levels, pass",
  "Overweight + hold": "not adopted, no levels, fail",
  "Overweight + sell": "not adopted, no levels, fail",
  "Overweight + none": "not adopted, no levels, not_checked",
  "Hold + buy": "not adopted, no levels, fail",
  "Hold + hold": "adopted, no levels, pass",
  "Hold + sell": "not adopted, no levels, fail",
  "Hold + none": "not adopted, no levels, not_checked",
  "Underweight + buy": "not adopted, no levels, fail",
  "Underweight + hold": "not adopted, no levels, fail",
  "Underweight + sell": "adopted, no levels, pass",
  "Underweight + none": "not adopted, no levels, not_checked",
  "Sell + buy": "not adopted, no levels, fail",
  "Sell + hold": "not adopted, no levels, fail",
  "Sell + sell": "adopted, no levels, pass",
  "Sell + none": "not adopted, no levels, not_checked",
  "REVIEW + buy": "not adopted, no levels, not_checked",
  "REVIEW + hold": "not adopted, no levels, not_checked",
  "REVIEW + sell": "not adopted, no levels, not_checked",
  "REVIEW + none": "not adopted, no levels, not_checked",
};

test("every pair of rating and proposal has one ruling", () => {
  expect(table(false)).toEqual(longOnly);
});

test("where shorts are allowed, only Sell + sell changes: its levels stand", () => {
  expect(table(true)).toEqual({ ...longOnly, "Sell + sell": "adopted, levels, pass" });
});

test("what is said to do follows from the rating alone", () => {
  expect(Rating.options.map((rating) => instructionText({ rating, assetType: "stock", symbol: "AAPL" }))).toEqual([
    "Buy: open a position, or keep the one you have.",
    "Overweight: own more than usual.",
    "Hold: keep what you have, open nothing new.",
    "Underweight: own less than usual, open nothing new.",
    "Sell: hold none.",
    "REVIEW: no opinion, so nothing is to be done.",
  ]);
  const short = { rating: "Sell", assetType: "stock", symbol: "AAPL", allowShort: true } as const;
  expect(instructionText(short)).toBe("Sell: hold none, and sell short.");
});

test("an index names the fund that follows it, or says that there is nothing to trade", () => {
  const onIndex = (symbol: string) => instructionText({ rating: "Buy", assetType: "index", symbol });
  expect(fundOf("^GSPC")).toBe("SPY");
  expect(onIndex("^GSPC")).toBe(
    "Buy: open a position, or keep the one you have. An index cannot be traded itself; the fund SPY follows it.",
  );
  expect(onIndex("^VIX")).toBe("Buy: an opinion on an index, which cannot be traded itself.");
});

test("the position of a rating is what a backtest and the record hold", () => {
  const positions = (allowShort: boolean) => Rating.options.map((rating) => positionOf(rating, allowShort));
  expect(positions(false)).toEqual([1, 0.5, "keep", 0, 0, "keep"]);
  expect(positions(true)).toEqual([1, 0.5, "keep", 0, -1, "keep"]);
});

test("a wide stop, a high volatility or the limit sets the size, and a weaker rating gets half", () => {
  const sized = (change: Partial<Parameters<typeof positionSize>[0]>) =>
    positionSize({ rating: "Buy", entry: 100, stop: 96, volatility: 25, ...change });
  // 2 % of yearly movement at a volatility of 25 %.
  expect(sized({})).toBe(8);
  expect(sized({ rating: "Overweight" })).toBe(4);
  // 0.5 % of the portfolio at a stop 10 % away.
  expect(sized({ stop: 90 })).toBe(5);
  expect(sized({ volatility: null })).toBe(12.5);
  expect(sized({ stop: 99, volatility: 5 })).toBe(sizing.most);
  // A short is sized as a long position is.
  expect(sized({ rating: "Sell", stop: 104 })).toBe(8);
  expect(sized({ rating: "Hold" })).toBeNull();
  expect(sized({ stop: 100 })).toBeNull();
});

const price = fc.double({ min: 0.01, max: 1e5, noNaN: true });
const share = fc.double({ min: 0.001, max: 0.6, noNaN: true });
property.prop([price, share, fc.double({ min: 1, max: 200, noNaN: true })], { seed: 1, numRuns: 500 })(
  "no size is beyond the limit, loses more than its budget, or grows with risk",
  (entry, distance, volatility) => {
    const stop = entry * (1 - distance);
    const full = positionSize({ rating: "Buy", entry, stop, volatility }) ?? 0;
    const half = positionSize({ rating: "Overweight", entry, stop, volatility }) ?? 0;
    expect(full).toBeLessThanOrEqual(sizing.most);
    expect(lossAtStop({ size: full, entry, stop })).toBeLessThanOrEqual(sizing.stopLoss + 1e-9);
    expect(half).toBeLessThanOrEqual(full);
    expect(positionSize({ rating: "Buy", entry, stop, volatility: volatility * 2 }) ?? 0).toBeLessThanOrEqual(full);
    expect(
      positionSize({ rating: "Buy", entry, stop: entry * (1 - distance * 1.5), volatility }) ?? 0,
    ).toBeLessThanOrEqual(full);
  },
);
