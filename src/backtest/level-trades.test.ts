import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { addDays } from "#src/core/clock.ts";
import { bar } from "#tests/support/memory-vendor.ts";
import { runs } from "#tests/support/runs.ts";
import { tradeByLevels, type ProposedTrade } from "./levels.ts";
import type { Day } from "./price-path.ts";
import { simulate, type Order } from "./simulate.ts";

const start = "2025-01-01";
const free = { commissionBps: 0, slippageBps: 0 };

type Bar = readonly [open: number, high: number, low: number, close: number];

function days(bars: readonly (Bar | null)[], changes: Readonly<Record<number, Partial<Day>>> = {}): Day[] {
  return bars.map((one, index) => {
    const session = addDays(start, index);
    const [open, high, low, close] = one ?? [0, 0, 0, 0];
    const priced = one === null ? null : bar(session, close, { open, high, low }, "24/7");
    return { session, split: 1, dividend: 0, bar: priced, ...changes[index] };
  });
}

/** Bought at the open of the second day, with these levels, until the day `last` of the list. */
function long(stop: number | null, target: number | null, last: number): ProposedTrade {
  return { side: 1, exits: { stop, target, until: addDays(start, last) } };
}

const flat: Bar = [100, 101, 99, 100];

describe("by hand, a long position from 100", () => {
  test.each<[string, (Bar | null)[], ProposedTrade, string, number, number]>([
    ["the low reaches the stop", [flat, flat, [99, 99, 89, 95], flat], long(90, 120, 3), "stop", -0.1, 0],
    ["the high reaches the target", [flat, flat, [101, 125, 100, 110], flat], long(90, 120, 3), "target", 0.2, 0],
    ["one session reaches both: the stop", [flat, flat, [100, 125, 85, 110], flat], long(90, 120, 3), "stop", -0.1, 0],
    ["it opens below the stop", [flat, flat, [80, 95, 70, 90], flat], long(90, 120, 3), "stop", -0.2, 0],
    ["it opens above the target", [flat, flat, [130, 140, 110, 120], flat], long(90, 120, 3), "target", 0.3, 0],
    [
      "it opens above the target and falls to the stop",
      [flat, flat, [130, 130, 85, 90], flat],
      long(90, 120, 3),
      "target",
      0.3,
      0,
    ],
    ["the stop on the first day", [flat, [100, 101, 85, 88], flat, flat], long(90, 120, 3), "stop", -0.1, 0],
    [
      "nothing: the close of the last day counts",
      [flat, flat, flat, [100, 112, 99, 110]],
      long(90, 120, 3),
      "horizon",
      0.1,
      0.1,
    ],
    [
      "a horizon that ends on a day without a price: the close before",
      [flat, flat, [100, 112, 99, 110], null, flat],
      long(90, 120, 3),
      "horizon",
      0.1,
      0.1,
    ],
    [
      "no levels at all",
      [flat, flat, [50, 300, 50, 60], flat],
      { side: 1, exits: { stop: null, target: null, until: addDays(start, 3) } },
      "horizon",
      0,
      0,
    ],
    [
      "a short that is stopped by the high",
      [flat, flat, [100, 111, 99, 105], [90, 91, 89, 90]],
      { side: -1, exits: { stop: 110, target: 80, until: addDays(start, 3) } },
      "stop",
      -0.1,
      0.1,
    ],
    [
      "a short whose target the low reaches",
      [flat, flat, [95, 96, 79, 85], [120, 121, 119, 120]],
      { side: -1, exits: { stop: 110, target: 80, until: addDays(start, 3) } },
      "target",
      0.2,
      -0.2,
    ],
  ])("%s", (_, bars, proposed, reason, outcome, held) => {
    const trade = tradeByLevels(days(bars), start, proposed);
    if (typeof trade === "string") throw new Error(trade);
    expect(trade.reason).toBe(reason);
    expect(trade.outcome).toBeCloseTo(outcome, 12);
    expect(trade.held).toBeCloseTo(held, 12);
  });

  test("an open beyond a level takes no position", () => {
    expect(tradeByLevels(days([flat, [85, 90, 80, 85], flat]), start, long(90, 120, 2))).toBe("refused");
    expect(tradeByLevels(days([flat, [125, 130, 120, 125], flat]), start, long(90, 120, 2))).toBe("refused");
  });

  test("a horizon that the days do not reach leaves it open, also where a level was met", () => {
    expect(tradeByLevels(days([flat, flat, [99, 99, 80, 85]]), start, long(90, 120, 9))).toBe("open");
  });

  test("a split halves the levels, and a dividend counts on the ex-date", () => {
    const halved: Bar = [50, 51, 49, 50];
    const path = days([flat, flat, halved, [48, 48, 44, 46], halved], { 2: { split: 2 }, 3: { dividend: 1 } });
    const trade = tradeByLevels(path, start, long(90, null, 4));
    // Two shares at 45 and two dividends of 1; held, two at 50.
    expect(trade).toMatchObject({ reason: "stop", from: 1, through: 4 });
    expect(trade).toMatchObject({ outcome: expect.closeTo(-0.08, 12), held: expect.closeTo(0.02, 12) });
  });

  test("a session without a price is waited out, and a gap after it fills at its open", () => {
    const trade = tradeByLevels(days([flat, flat, null, [70, 75, 65, 72], flat]), start, long(90, null, 4));
    expect(trade).toMatchObject({ reason: "stop", outcome: expect.closeTo(-0.3, 12) });
  });
});

const price = fc.integer({ min: 60, max: 140 });
const anyBar = fc
  .tuple(price, price, price, price)
  .map(([a, b, c, d]): Bar => [a, Math.max(a, b, c, d), Math.min(a, b, c, d), d]);
const anyDays = fc
  .array(
    fc.record({
      bar: fc.option(anyBar, { freq: 8 }),
      split: fc.constantFrom(1, 1, 1, 1, 2, 0.5),
      dividend: fc.constantFrom(0, 0, 0, 2),
    }),
    { minLength: 4, maxLength: 25 },
  )
  .map((all) =>
    days(
      // Prices fall with a split, so that levels keep their sense.
      all.map(({ bar: one }, index) => {
        const factor = all.slice(0, index + 1).reduce((product, { split }) => product * split, 1);
        if (one === null) return null;
        const [open, high, low, close] = one;
        return [open / factor, high / factor, low / factor, close / factor];
      }),
      Object.fromEntries(all.map(({ split, dividend }, index) => [index, { split, dividend }])),
    ),
  );
const proposal = fc.record({
  side: fc.constantFrom<1 | -1>(1, -1),
  worse: fc.option(fc.integer({ min: 1, max: 30 })),
  better: fc.option(fc.integer({ min: 1, max: 30 })),
  last: fc.integer({ min: 1, max: 26 }),
});

/** The same by another way: everything in shares of the entry, minute by minute as the bar allows, and no early end. */
function slowly(
  path: readonly Day[],
  { side, exits }: ProposedTrade,
): string | { reason: string; outcome: number; held: number } {
  const first = path[0]?.split ?? 1;
  const shares = (index: number): number =>
    path.slice(0, index + 1).reduce((product, { split }) => product * split, 1) / first;
  const inShares = path.map(({ bar: one }, index) =>
    one === null ? null : [one.open, one.high, one.low, one.close].map((value) => value * shares(index)),
  );
  const entryAt = path.findIndex(({ bar: one }, index) => index > 0 && one !== null);
  const within = path.filter(({ session }) => session <= exits.until).length - 1;
  const covered = path.some(({ session }) => session >= exits.until);
  if (entryAt === -1 || !covered) return "open";
  if (entryAt > within) return "refused";
  const entry = inShares[entryAt]?.[0] ?? Number.NaN;
  const [stop, target] = [exits.stop ?? -side * Infinity, exits.target ?? side * Infinity];
  const lost = (value: number): boolean => (side === 1 ? value <= stop : value >= stop);
  const won = (value: number): boolean => (side === 1 ? value >= target : value <= target);
  if (lost(entry) || won(entry)) return "refused";
  let cash = 0;
  let last = entry;
  let end: { reason: string; worth: number } | null = null;
  for (let index = entryAt; index <= within; index += 1) {
    if (index > entryAt) cash += ((path[index]?.dividend ?? 0) * shares(index)) / shares(entryAt);
    const [open, high, low, close] = inShares[index] ?? [];
    if (open === undefined || high === undefined || low === undefined || close === undefined) continue;
    // The open first, and then the worst of what the bar allows.
    const prices = index === entryAt ? [] : [open];
    for (const value of prices)
      if (lost(value) || won(value))
        end ??= { reason: lost(value) ? "stop" : "target", worth: value / entry + (cash / entry) * shares(entryAt) };
    const [worst, best] = side === 1 ? [low, high] : [high, low];
    if (lost(worst)) end ??= { reason: "stop", worth: stop / entry + (cash / entry) * shares(entryAt) };
    if (won(best)) end ??= { reason: "target", worth: target / entry + (cash / entry) * shares(entryAt) };
    last = close;
  }
  const held = last / entry + (cash / entry) * shares(entryAt);
  const { reason, worth } = end ?? { reason: "horizon", worth: held };
  return { reason, outcome: side * (worth - 1), held: side * (held - 1) };
}

function proposed({
  side,
  worse,
  better,
  last,
}: {
  side: 1 | -1;
  worse: number | null;
  better: number | null;
  last: number;
}): ProposedTrade {
  return {
    side,
    exits: {
      stop: worse === null ? null : 100 - side * worse,
      target: better === null ? null : 100 + side * better,
      until: addDays(start, last),
    },
  };
}

property.prop([anyDays, proposal], { seed: 41, numRuns: runs(300, 3000) })(
  "a trade comes to the same by a second, slower way",
  (path, given) => {
    // The first day is that of the decision: its own split is before it.
    const trade = proposed(given);
    const made = tradeByLevels(path, start, trade);
    const again = slowly(path, trade);
    if (typeof made === "string" || typeof again === "string") {
      expect(made).toBe(again);
      return;
    }
    expect(made.reason).toBe(again.reason);
    expect(made.outcome).toBeCloseTo(again.outcome, 9);
    expect(made.held).toBeCloseTo(again.held, 9);
  },
);

property.prop([anyDays, proposal], { seed: 42, numRuns: runs(300, 3000) })(
  "a portfolio that follows one proposal with all of its capital ends as the trade does",
  (path, given) => {
    const { side, exits } = proposed(given);
    const made = tradeByLevels(path, start, { side, exits });
    const order: Order = { session: start, target: side, exits };
    const { track, fills } = simulate(path, start, [order], free);
    if (made === "open") return;
    if (made === "refused") {
      expect(fills).toEqual([]);
      return;
    }
    // Without a price at its end the trade is marked and the portfolio waits for an open.
    if (made.reason === "horizon" && path[made.through]?.bar === null) return;
    // An equity that fell to nothing ends there, which a single short does not.
    if (side === -1 && made.held < -0.5) return;
    const isOut = fills.length === 2;
    if (isOut || path.length - 1 === made.through) expect((track.equity.at(-1) ?? 0) - 1).toBeCloseTo(made.outcome, 6);
  },
);

property.prop([anyDays, proposal, fc.integer({ min: 2, max: 24 })], { seed: 43, numRuns: runs(200, 2000) })(
  "what comes after a session moves nothing up to it",
  (path, given, length) => {
    const { side, exits } = proposed(given);
    const order: Order = { session: start, target: side, exits };
    const until = path[length]?.session ?? "9999-12-31";
    const whole = simulate(path, start, [order], free);
    const cut = simulate(path.slice(0, length), start, [order], free);
    expect(cut.track.equity).toEqual(whole.track.equity.slice(0, length));
    expect(cut.fills).toEqual(whole.fills.filter(({ filled }) => filled < until));
  },
);
