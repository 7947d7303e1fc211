import { describe, expect, test } from "vitest";
import type { KnownDay } from "#src/product/signals/queries/signal-days.ts";
import { addDays } from "#src/core/clock.ts";
import { signalOf } from "#tests/support/signals.ts";
import { entryOf, marksOf } from "./marks.ts";

/** Sessions of June 2025, open at 13:30 UTC. */
function day(session: string, open: number | null, close: number | null, more: Partial<KnownDay> = {}): KnownDay {
  const price = open === null || close === null ? null : { open, close };
  return { session, opensAt: Date.parse(`${session}T13:30:00Z`), price, split: 1, dividend: 0, ...more };
}

const cash = { symbol: null, days: [] };
const signal = signalOf("AAPL", "Buy");

describe("entryOf", () => {
  const days = [day("2025-06-02", 90, 91), day("2025-06-03", 100, 101), day("2025-06-04", 102, 103)];

  test("the next open after the signal's session", () => {
    expect(entryOf(signal, days)).toBe(1);
  });

  test("a signal that came out after that open is entered a session later", () => {
    expect(entryOf({ ...signal, published_at: "2025-06-03T13:30:00.001Z" }, days)).toBe(2);
    expect(entryOf({ ...signal, published_at: "2025-06-03T13:30:00.000Z" }, days)).toBe(1);
  });

  test("a session without a price is passed over", () => {
    expect(entryOf(signal, days.with(1, day("2025-06-03", null, null)))).toBe(2);
  });
});

describe("marksOf, against tables worked out by hand", () => {
  test("one session: 100 to 103 is 3 %", () => {
    const [one, five] = marksOf(signal, [day("2025-06-02", 90, 91), day("2025-06-03", 100, 103)], cash);
    // Paid 100 × 1.0005 × 1.0001 = 100.060005; got 103 × 0.9995 × 0.9999 = 102.93820515; 102.93820515 / 100.060005 − 1.
    expect(one).toEqual({
      horizon: 1,
      status: "settled",
      entry_session: "2025-06-03",
      entry_price: 100,
      exit_session: "2025-06-03",
      exit_price: 103,
      return: 0.03,
      net_return: 0.028764741,
      benchmark: null,
      benchmark_return: 0,
      excess_return: 0.03,
      hit: true,
    });
    expect(five).toMatchObject({ horizon: 5, status: "open", entry_session: "2025-06-03", return: null, hit: null });
  });

  test("a split of 4 for 1 and a dividend after it on the way", () => {
    const days = [
      day("2025-06-03", 100, 100),
      day("2025-06-04", 26, 26, { split: 4 }),
      day("2025-06-05", 26, 26, { dividend: 0.5 }),
      day("2025-06-06", 27, 27),
      day("2025-06-09", 27, 28),
    ];
    // 1 share becomes 4; 4 × 0.50 = 2 in cash; 4 × 28 = 112; (112 + 2) / 100 − 1.
    expect(marksOf(signal, days, cash)[1]).toMatchObject({ exit_price: 28, return: 0.14, hit: true });
    const short = { ...signalOf("AAPL", "Sell"), allow_short: true as const };
    const sold = marksOf(short, days, cash)[1];
    // Got 100 × 0.9995 × 0.9999 = 99.940005; paid 112 × 1.0005 × 1.0001 = 112.0672056, and 2; over 100.
    expect(sold).toMatchObject({ return: 0.14, net_return: -0.14127201, hit: false });
  });

  test("a halt carries the last price, over a split too", () => {
    const days = [
      day("2025-06-03", 100, 90),
      day("2025-06-04", null, null),
      day("2025-06-05", null, null, { split: 2 }),
      day("2025-06-06", null, null),
      day("2025-06-09", null, null),
    ];
    expect(marksOf(signal, days, cash)[1]).toMatchObject({ exit_price: 45, return: -0.1, hit: false });
  });

  test("against a benchmark over the same sessions, and open until that is known", () => {
    const days = [day("2025-06-03", 100, 110)];
    const spy = [day("2025-06-03", 500, 510)];
    expect(marksOf(signal, days, { symbol: "SPY", days: spy })[0]).toMatchObject({
      benchmark: "SPY",
      benchmark_return: 0.02,
      excess_return: 0.08,
    });
    expect(marksOf(signal, days, { symbol: "SPY", days: [] })[0]).toMatchObject({ status: "open", return: null });
  });

  test("Hold has a return and is neither right nor wrong", () => {
    const [mark] = marksOf(signalOf("AAPL", "Hold"), [day("2025-06-03", 100, 110)], cash);
    expect(mark).toMatchObject({ status: "settled", return: 0.1, net_return: null, hit: null });
  });

  test("a Sell of a long-only list is right when the price falls, and holds none", () => {
    const days = [day("2025-06-03", 100, 90)];
    const net = (rating: "Sell" | "Underweight", shorts = {}) =>
      marksOf({ ...signalOf("AAPL", rating), ...shorts }, days, cash)[0];
    expect(net("Sell")).toMatchObject({ return: -0.1, net_return: null, hit: true });
    expect(net("Underweight", { allow_short: true })).toMatchObject({ net_return: null, hit: true });
    expect(net("Sell", { allow_short: true })?.net_return).toBeGreaterThan(0.09);
  });

  test("what happens behind a horizon does not move its mark", () => {
    const days = Array.from({ length: 30 }, (_, index) =>
      day(addDays("2025-06-03", index), 100 + index, 100.5 + index),
    );
    const later = days.map((each, index) => (index < 21 ? each : { ...each, price: null, split: 3, dividend: 9 }));
    const settled = (of: readonly KnownDay[]) => marksOf(signal, of, cash).slice(0, 3);
    expect(settled(later)).toEqual(settled(days));
    expect(settled(days.slice(0, 21))).toEqual(settled(days));
  });
});
