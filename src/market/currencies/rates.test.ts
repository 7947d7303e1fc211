import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { addDays } from "#src/core/clock.ts";
import { bar, instrument, memoryVendor, vendorChainOf } from "#tests/support/memory-vendor.ts";
import { readPairs } from "./read-pairs.ts";
import { type PairCloses, rateAt } from "./rates.ts";

const start = "2025-01-01";
const day = (index: number): string => addDays(start, index);
const closes = fc
  .uniqueArray(fc.tuple(fc.nat(30), fc.double({ min: 0.001, max: 1000, noNaN: true })), {
    minLength: 1,
    maxLength: 12,
    selector: ([index]) => index,
  })
  .map((rows): PairCloses => rows.toSorted(([a], [b]) => a - b).map(([index, close]) => ({ date: day(index), close })));
const pairSets = fc.dictionary(fc.constantFrom("EURJPY=X", "EURUSD=X", "USDJPY=X", "JPYEUR=X", "JPYUSD=X"), closes);

property.prop([pairSets, fc.nat(35)])("later bars change nothing, and no rate is older than ten days", (given, at) => {
  const date = day(at);
  const all = new Map(Object.entries(given));
  const cut = new Map([...all].map(([symbol, bars]) => [symbol, bars.filter((one) => one.date <= date)]));
  const rate = rateAt(all, "EUR", "JPY", date);
  expect(rateAt(cut, "EUR", "JPY", date)).toEqual(rate);
  if (!rate.ok) return;
  expect(rate.date <= date && rate.date >= addDays(date, -10)).toBe(true);
  for (const symbol of rate.pairs) expect(all.get(symbol)?.some((one) => one.date === rate.date)).toBe(true);
});

property.prop([closes, fc.nat(35)])("there and back is one, by one pair or over the dollar", (one, at) => {
  const dollars = one.map(({ date, close }) => ({ date, close: close * 2 }));
  for (const pairs of [
    new Map([["EURJPY=X", one]]),
    new Map([
      ["EURUSD=X", one],
      ["USDJPY=X", dollars],
    ]),
  ]) {
    const [there, back] = [rateAt(pairs, "EUR", "JPY", day(at)), rateAt(pairs, "JPY", "EUR", day(at))];
    expect(there.ok).toBe(back.ok);
    if (there.ok && back.ok) expect(there.rate * back.rate).toBeCloseTo(1, 9);
  }
});

const two: PairCloses = [
  { date: "2025-01-02", close: 1.25 },
  { date: "2025-01-03", close: 1.6 },
];

test.each([
  ["EUR", "USD", { rate: 1.25, how: "direct", pairs: ["EURUSD=X"], date: "2025-01-02" }],
  ["USD", "EUR", { rate: 0.8, how: "inverse", pairs: ["EURUSD=X"] }],
  // 1.25 dollars for a euro, 160 yen for a dollar.
  ["EUR", "JPY", { rate: 200, how: "cross", pairs: ["EURUSD=X", "USDJPY=X"], date: "2025-01-02" }],
  ["GBp", "GBP", { rate: 0.01, how: "same", pairs: [] }],
  ["GBP", "GBX", { rate: 100, how: "same" }],
  ["ILA", "USD", { rate: 0.0025, how: "direct" }],
  ["ZAC", "ZAR", { rate: 0.01, how: "same" }],
  ["ZAc", "ZAc", { rate: 1, how: "same" }],
])("one %s in %s", (currency, base, expected) => {
  const pairs = new Map([
    ["EURUSD=X", two],
    ["USDJPY=X", [{ date: "2025-01-02", close: 160 }]],
    ["ILSUSD=X", [{ date: "2025-01-01", close: 0.25 }]],
  ]);
  expect(rateAt(pairs, currency, base, "2025-01-02")).toMatchObject({ ok: true, currency, base, ...expected });
});

test.each([
  ["a currency that nobody has", new Map([["EURUSD=X", two]]), "CHF", "2025-01-03"],
  ["a day before the first bar", new Map([["EURUSD=X", two]]), "EUR", "2025-01-01"],
  ["a day long after the last bar", new Map([["EURUSD=X", two]]), "EUR", "2025-01-14"],
])("%s has no rate, and is named", (_name, pairs, currency, date) => {
  expect(rateAt(pairs, currency, "USD", date)).toEqual({
    ok: false,
    reason: `no exchange rate from ${currency} to USD is known on ${date}`,
  });
});

test("a pair is read through the as-of door: today's bar is not known before London's midnight", async () => {
  const pair = { ...instrument("EURUSD=X", "FX", "currency"), currency: "USD" };
  const bars = ["2025-05-30", "2025-06-02"].map((date, index) => bar(date, [1.1, 1.21][index] ?? 0, {}, "FX"));
  const vendors = vendorChainOf(
    memoryVendor("test", { bars }, [pair, { ...pair, symbol: "GBPUSD=X", currency: "GBP" }]),
  );
  const at = (asOf: string) =>
    readPairs(
      {
        vendors,
        now: Date.parse("2025-07-01T00:00:00Z"),
        asOf: Date.parse(asOf),
        signal: new AbortController().signal,
      },
      ["EUR", "EUR", "USD", "GBp"],
      "USD",
      30,
    );
  const known = async (asOf: string) => (await at(asOf)).pairs.get("EURUSD=X")?.map(({ close }) => close);
  // New York's close, and midnight in London's summer.
  expect(await known("2025-06-02T20:00:00Z")).toEqual([1.1]);
  expect(await known("2025-06-02T23:00:00Z")).toEqual([1.1, 1.21]);
  // Bars in pounds are not what a pound is in dollars.
  expect((await at("2025-06-02T20:00:00Z")).pairs.get("GBPUSD=X")).toEqual([]);
});
