import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { lossAtStop, positionSize, sizing } from "./position-size.ts";

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
