import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import type { Bar } from "#src/market/market-data.ts";
import { addDays } from "#src/core/clock.ts";
import { bar } from "#tests/support/memory-vendor.ts";
import type { Day } from "./price-path.ts";
import { simulate, type Costs, type Order, type Simulation } from "./simulate.ts";

const free: Costs = { commissionBps: 0, slippageBps: 0 };

/** Days from open and close alone; `null` is a session without a price. */
function days(
  prices: readonly (readonly [open: number, close: number] | null)[],
  changes: Readonly<Record<number, Partial<Day>>> = {},
): Day[] {
  return prices.map((price, index) => {
    const session = addDays("2025-01-01", index);
    return {
      session,
      split: 1,
      dividend: 0,
      bar: price === null ? null : priced(session, ...price),
      ...changes[index],
    };
  });
}

function priced(session: string, open: number, close: number): Bar {
  return bar(session, close, { open, high: Math.max(open, close), low: Math.min(open, close) }, "24/7");
}

const at = (index: number, target: number): Order => ({ session: addDays("2025-01-01", index), target });

describe("by hand", () => {
  test("an order of one close is filled at the next open, and not before", () => {
    const { track, fills } = simulate(
      days([
        [10, 10],
        [20, 25],
        [25, 50],
      ]),
      "2025-01-01",
      [at(0, 1)],
      free,
    );
    // 1 / 20 of a share at the second open: 25 / 20 at its close, 50 / 20 at the next.
    expect(track.equity).toEqual([1, 1.25, 2.5]);
    expect(fills).toEqual([
      {
        decided: "2025-01-01",
        filled: "2025-01-02",
        target: 1,
        shares: 0.05,
        open: 20,
        price: 20,
        commission: 0,
        slippage: 0,
        equity: 1,
      },
    ]);
  });

  test("costs of a purchase: 1 % of slippage and 1 % of commission leave 1 / 1.0201 in shares and no cash", () => {
    const costs = { commissionBps: 100, slippageBps: 100 };
    const { track, fills } = simulate(
      days([
        [10, 10],
        [10, 10],
      ]),
      "2025-01-01",
      [at(0, 1)],
      costs,
    );
    // price 10.1; s shares cost 10.1 s × 1.01 = 10.201 s = 1, so s = 0.098029…; slippage 0.1 s, commission 0.101 s
    const shares = 1 / 10.201;
    expect(fills[0]?.shares).toBeCloseTo(shares, 14);
    expect(fills[0]?.commission).toBeCloseTo(0.101 * shares, 14);
    expect(fills[0]?.slippage).toBeCloseTo(0.1 * shares, 14);
    expect(track.equity[1]).toBeCloseTo(10 * shares, 14);
    expect(track.held[1]).toBeCloseTo(track.equity[1] ?? 0, 14);
  });

  test("a sale to half keeps exactly half of what is left after its costs", () => {
    const costs = { commissionBps: 100, slippageBps: 0 };
    const { track } = simulate(
      days([
        [10, 10],
        [10, 10],
        [10, 10],
      ]),
      "2025-01-01",
      [at(0, 1), at(1, 0.5)],
      costs,
    );
    // Bought: 1 / 1.01 held. Sold: v = 0.01, s = (h − h / 2) / (1 − 0.005) = 0.5 h / 0.995; left h − 0.01 s.
    const h = 1 / 1.01;
    const left = h - (0.01 * 0.5 * h) / 0.995;
    expect(track.equity[2]).toBeCloseTo(left, 14);
    expect(track.held[2]).toBeCloseTo(left / 2, 14);
  });

  test("a split changes the shares and not the equity, a dividend is cash on its day", () => {
    const path = days(
      [
        [100, 100],
        [100, 100],
        [50, 50],
        [49, 49],
      ],
      { 2: { split: 2 }, 3: { dividend: 1 } },
    );
    const { track } = simulate(path, "2025-01-01", [at(0, 1)], free);
    // 0.01 shares at 100; 0.02 at 50; on the ex-date 0.02 × 49 + 0.02 × 1
    expect(track.equity.map((value) => Number(value.toFixed(12)))).toEqual([1, 1, 1, 1]);
    expect(track.dividends[3]).toBeCloseTo(0.02, 14);
    expect(track.held[3]).toBeCloseTo(0.98, 14);
  });

  test("a split on a session without a price leaves the carried value alone", () => {
    const path = days([[100, 100], [100, 100], null, [50, 50]], { 2: { split: 2 } });
    expect(simulate(path, "2025-01-01", [at(0, 1)], free).track.equity).toEqual([1, 1, 1, 1]);
  });

  test("who buys on the ex-date gets no dividend", () => {
    const path = days(
      [
        [10, 10],
        [10, 10],
      ],
      { 1: { dividend: 5 } },
    );
    expect(simulate(path, "2025-01-01", [at(0, 1)], free).track).toMatchObject({ equity: [1, 1], dividends: [0, 0] });
  });

  test("a session without a price carries the last one, and an order waits for the next open", () => {
    const { track, fills } = simulate(days([[10, 10], null, [20, 30]]), "2025-01-01", [at(0, 1)], free);
    expect(track.equity).toEqual([1, 1, 1.5]);
    expect(fills[0]).toMatchObject({ decided: "2025-01-01", filled: "2025-01-03", open: 20 });
  });

  test("a later order takes the place of one that waits", () => {
    const { fills } = simulate(days([[10, 10], null, [20, 30], [30, 30]]), "2025-01-01", [at(0, 1), at(1, 0.5)], free);
    expect(fills).toMatchObject([{ decided: "2025-01-02", target: 0.5 }]);
  });

  test("an order of the last close is never filled", () => {
    const { track, fills } = simulate(
      days([
        [10, 10],
        [10, 90],
      ]),
      "2025-01-01",
      [at(1, 1)],
      free,
    );
    expect(track.equity).toEqual([1, 1]);
    expect(fills).toEqual([]);
  });

  test("a short gains what falls, pays dividends, and ends at nothing when all is lost", () => {
    const fell = simulate(
      days(
        [
          [10, 10],
          [10, 8],
          [8, 8],
        ],
        { 2: { dividend: 1 } },
      ),
      "2025-01-01",
      [at(0, -1)],
      free,
    );
    // −0.1 shares: 1 + 0.1 × 2 = 1.2, less 0.1 × 1 of dividend
    expect(fell.track.equity[1]).toBeCloseTo(1.2, 14);
    expect(fell.track.equity[2]).toBeCloseTo(1.1, 14);
    const rose = simulate(
      days([
        [10, 10],
        [10, 25],
        [1, 1],
      ]),
      "2025-01-01",
      [at(0, -1)],
      free,
    );
    expect(rose.track.equity).toEqual([1, 0, 0]);
  });
});

const price = fc.integer({ min: 50, max: 200 }).map((value) => value / 10);
const path = fc
  .array(
    fc.record({
      prices: fc.option(fc.tuple(price, price), { freq: 8 }),
      split: fc.constantFrom(1, 1, 1, 1, 2, 0.5, 7),
      dividend: fc.constantFrom(0, 0, 0, 0.1),
    }),
    { minLength: 3, maxLength: 40 },
  )
  .map((all) =>
    days(
      all.map(({ prices }) => prices),
      Object.fromEntries(all.map(({ split, dividend }, index) => [index, { split, dividend }])),
    ),
  );
const targets = fc.array(fc.constantFrom(null, 0, 0.5, 1, -1), { minLength: 40, maxLength: 40 });
const costs = fc.record({
  commissionBps: fc.integer({ min: 0, max: 100 }),
  slippageBps: fc.integer({ min: 0, max: 100 }),
});

function run(of: readonly Day[], wanted: readonly (number | null)[], fees: Costs): Simulation {
  const orders = of.flatMap(({ session }, index) => {
    const target = wanted[index] ?? null;
    return target === null ? [] : [{ session, target }];
  });
  return simulate(of, "2025-01-01", orders, fees);
}

property.prop([path, targets.map((all) => all.map((one) => (one === -1 ? 0 : one))), costs], { seed: 7, numRuns: 300 })(
  "the equity of every session follows from the fills, the dividends and the prices alone",
  (of, wanted, fees) => {
    const { track, fills } = run(of, wanted, fees);
    // A second book-keeping, kept in another way: cash and shares from the list of fills.
    let cash = 1;
    let shares = 0;
    let mark = 0;
    for (const [index, day] of of.entries()) {
      if (index > 0) {
        shares *= day.split;
        mark /= day.split;
        cash += shares * day.dividend;
      }
      for (const filled of fills.filter((one) => one.filled === day.session)) {
        cash -= filled.shares * filled.price + filled.commission;
        shares += filled.shares;
      }
      mark = day.bar?.close ?? mark;
      expect(track.equity[index]).toBeCloseTo(cash + shares * mark, 9);
      expect(cash).toBeGreaterThan(-1e-9);
    }
  },
);

property.prop([path, targets, costs], { seed: 8, numRuns: 300 })(
  "a fill leaves exactly the target share of the equity, at the open",
  (of, wanted, fees) => {
    const { fills } = run(of, wanted, fees);
    let shares = 0;
    for (const [index, day] of of.entries()) {
      if (index > 0) shares *= day.split;
      for (const filled of fills.filter((one) => one.filled === day.session)) {
        shares += filled.shares;
        expect(shares * filled.open).toBeCloseTo(filled.target * filled.equity, 9);
      }
      // What was lost for good left no shares behind.
      if (fills.every((one) => one.filled < day.session) && shares < 0) break;
    }
  },
);

property.prop([path, targets, costs, fc.integer({ min: 1, max: 30 })], { seed: 9, numRuns: 200 })(
  "what comes after a session moves nothing up to it",
  (of, wanted, fees, length) => {
    const whole = run(of, wanted, fees);
    const cut = run(of.slice(0, length), wanted, fees);
    expect(whole.track.equity.slice(0, length)).toEqual(cut.track.equity);
    expect(whole.fills.filter(({ filled }) => filled <= (of[length - 1]?.session ?? ""))).toEqual(
      cut.fills.filter(({ filled }) => filled <= (of[length - 1]?.session ?? "")),
    );
  },
);
