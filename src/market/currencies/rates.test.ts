import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { addDays } from "#src/core/clock.ts";
import { bar, instrument, memoryVendor, vendorChainOf } from "#tests/support/memory-vendor.ts";
import { type PairCloses, believedCloses, rateAt, readPairs } from "./rates.ts";

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

const series = (...closes: readonly number[]): PairCloses =>
  closes.map((close, index) => ({ date: addDays("2026-01-01", index), close }));
const yen = [0.0061, 0.00612, 0.00609, 0.00611, 0.0061, 0.00608];

test.each<[string, number[], number, string[]]>([
  ["an error on the last day", [...yen, 0.008], 6, ["on 2026-01-07"]],
  ["another unit on the last day", [...yen, 0.61], 6, ["on 2026-01-07"]],
  ["the other way round since the day before", [...yen, 164, 163.5], 6, ["from 2026-01-07 to 2026-01-08"]],
  ["an error in between", [...yen, 0.61, ...yen], 12, ["on 2026-01-07"]],
  ["an error on the first day", [0.61, ...yen], 6, ["on 2026-01-01"]],
  ["a devaluation of two days", [...yen, 0.0045, 0.0046], 6, ["from 2026-01-07 to 2026-01-08"]],
  ["a devaluation that three days confirm", [...yen, 0.0045, 0.0046, 0.00455], 9, []],
  ["an error within a devaluation", [...yen, 0.0045, 0.0046, 0.00455, 0.46, 0.0045, 0.0044], 11, ["on 2026-01-10"]],
  ["the franc let go", [1.2, 1.201, 1.2, 1.04, 1.05, 1.045], 6, []],
  ["nothing", [], 0, []],
])("%s", (_what, closes, believed, doubts) => {
  const found = believedCloses("JPYEUR=X", series(...closes));
  expect(found.closes).toHaveLength(believed);
  expect(found.doubts).toEqual(
    doubts.map((when) => `The rate JPYEUR=X ${when} is far from the days around it and is not used.`),
  );
});

property.prop([fc.array(fc.double({ min: 0.9, max: 1.1, noNaN: true }), { minLength: 1, maxLength: 40 })])(
  "what moves as rates do is believed whole",
  (moves) => {
    let close = 1;
    const closes = series(...moves.map((move) => (close *= move)));
    expect(believedCloses("EURUSD=X", closes)).toEqual({ closes, doubts: [] });
  },
);
