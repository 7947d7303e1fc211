import { expect, test } from "vitest";
import { Opinion } from "#src/contract/jobs/analysis.ts";
import { instructionText } from "#src/contract/run/instruction.ts";
import { ordersOf } from "#src/backtest/orders.ts";
import { simulate } from "#src/backtest/simulate.ts";
import { addDays } from "#src/core/clock.ts";
import { equityOf } from "#src/product/signals/lib/track-record.ts";
import { costs, marksOf } from "#src/product/signals/lib/marks.ts";
import { bar } from "#tests/support/memory-vendor.ts";
import { signalOf } from "#tests/support/signals.ts";

/* A rating means the same in a report, in a backtest and in the record. */

const first = "2025-06-02";
const sessions = Array.from({ length: 6 }, (_, index) => addDays(first, index));
const opens = [100, 100, 96, 90, 84, 80];
const cash = { symbol: null, days: [] };

/** Bought on the first day; what stands after the rating of the second. */
function followed(rating: Opinion, allowShort: boolean) {
  const ratings = [
    ["Buy", first],
    [rating, addDays(first, 1)],
  ] as const;
  const backtest = simulate(
    sessions.map((session, index) => {
      const open = opens[index] ?? 0;
      return { session, split: 1, dividend: 0, bar: bar(session, open - 1, { open, high: open, low: open - 1 }) };
    }),
    first,
    ordersOf(
      ratings.map(([one, session]) => ({ session, rating: one })),
      allowShort,
    ),
    costs,
  ).track;
  const signals = ratings.map(([one, session], index) => ({
    ...signalOf("A", one),
    session,
    number: index + 1,
    published_at: `${session}T21:00:00.000Z`,
    ...(allowShort && { allow_short: true as const }),
  }));
  const days = sessions.map((session, index) => {
    const open = opens[index] ?? 0;
    const opensAt = Date.parse(`${session}T13:30:00Z`);
    return { session, opensAt, price: { open, close: open - 1 }, split: 1, dividend: 0 };
  });
  const last = signals.at(-1);
  return {
    backtest: backtest.equity.at(-1),
    record: equityOf(signals, { daysOf: () => days, benchmarkOf: () => cash }).rule.at(-1),
    mark: last === undefined ? undefined : marksOf(last, days, cash)[0],
  };
}

test.each(Opinion.options.flatMap((rating) => [false, true].map((allowShort) => [rating, allowShort] as const)))(
  "%s, shorts allowed: %s",
  (rating, allowShort) => {
    const { backtest, record, mark } = followed(rating, allowShort);
    expect(record).toBeCloseTo(backtest ?? 0, 6);
    const says = instructionText({ rating, assetType: "stock", symbol: "A", allowShort });
    const isShort = rating === "Sell" && allowShort;
    expect(says.includes("sell short")).toBe(isShort);
    // Of a falling price a short alone gains, and whoever holds none has no return.
    const opens = isShort || rating === "Buy" || rating === "Overweight";
    expect(mark?.net_return === null).toBe(!opens);
    if (isShort) expect(backtest).toBeGreaterThan(1);
    if (rating === "Sell" && !allowShort) expect(says).toBe("Sell: hold none.");
  },
);
