import * as fc from "fast-check";
import { expect, test } from "vitest";
import { bar, failingVendor, split, vendorChainOf } from "#tests/support/memory-vendor.ts";
import {
  type Listed,
  acme,
  barsOf,
  bought,
  day,
  dividend,
  last,
  portfolio,
  sessions,
  splitOn,
  steady,
  toolsOf,
  traded,
  value,
} from "#tests/support/listed-companies.ts";
import { runs } from "#tests/support/runs.ts";
import { holdingsOn, valuePortfolio } from "./portfolio.ts";

const Case = fc.record({
  moves: fc.array(fc.integer({ min: -150, max: 160 }), { minLength: last + 1, maxLength: last + 1 }),
  splits: fc.uniqueArray(fc.record({ at: fc.integer({ min: 5, max: last }), ratio: fc.constantFrom(2, 3, 4, 0.5) }), {
    maxLength: 2,
    selector: ({ at }) => Math.floor(at / 20),
  }),
  dividends: fc.uniqueArray(
    fc.record({ at: fc.integer({ min: 1, max: last }), mills: fc.integer({ min: 1, max: 900 }) }),
    { maxLength: 4, selector: ({ at }) => at },
  ),
  lots: fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: last }),
      tenthousandths: fc.integer({ min: -9_000_000, max: 99_000_000 }).filter((n) => n !== 0),
      costCents: fc.integer({ min: 0, max: 90_000 }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  asOf: fc.integer({ min: 0, max: last }),
});
type Case = typeof Case extends fc.Arbitrary<infer T> ? T : never;

function listedOf({ moves, splits, dividends }: Case): Listed & { readonly cents: readonly number[] } {
  const cents = traded(
    moves.map((move) => move / 10_000),
    new Map(splits.map(({ at, ratio }) => [at, ratio])),
  );
  const actions = [
    ...splits.map(({ at, ratio }) => split(day(at), ratio)),
    ...dividends.map(({ at, mills }) => dividend(day(at), mills / 1000)),
  ];
  return { symbol: "ACME", bars: barsOf(cents), actions, cents };
}

const lotsOf = ({ lots }: Case): object[] =>
  lots.map(({ at, tenthousandths, costCents }) => ({
    symbol: "ACME",
    quantity: fixed(BigInt(tenthousandths), 4),
    cost_per_unit: fixed(BigInt(costCents), 2),
    acquired: day(at),
  }));

function fixed(units: bigint, places: number): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, "0");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Each lot by itself in whole numbers: 10^-12 dollars, and halves of shares as pairs. */
function independently({ splits, dividends, lots }: Case, cents: readonly number[], on: number) {
  const grown = (units: bigint, from: number, to: number): { readonly over: bigint; readonly under: bigint } =>
    splits
      .filter(({ at }) => at > from && at <= to)
      .reduce(({ over, under }, { ratio }) => ({ over: over * BigInt(ratio * 2), under: under * 2n }), {
        over: units,
        under: 1n,
      });
  const scale = 10n ** 30n;
  let [worth, paid, cost] = [0n, 0n, 0n];
  const there = lots.filter(({ at }) => at <= on);
  for (const { at, tenthousandths, costCents } of there) {
    const now = grown(BigInt(tenthousandths), at, on);
    worth += (now.over * BigInt(cents[on] ?? 0) * scale) / (now.under * 10_000n);
    cost += (BigInt(tenthousandths) * BigInt(costCents) * scale) / 10_000n;
    for (const { at: ex, mills } of dividends.filter((one) => one.at > at && one.at <= on)) {
      const then = grown(BigInt(tenthousandths), at, ex);
      paid += (then.over * BigInt(mills) * scale) / (then.under * 100_000n);
    }
  }
  const round = (amount: bigint): bigint => {
    const size = amount < 0n ? -amount : amount;
    const whole = (size + scale / 2n) / scale;
    return amount < 0n ? -whole : whole;
  };
  const [value, dividendsPaid, spent] = [round(worth), round(paid), round(cost)];
  return {
    held: there.length > 0,
    value,
    dividends: dividendsPaid,
    cost: spent,
    profit: value + dividendsPaid - spent,
  };
}

test("value, cost, dividends and profit are those of each lot by itself in whole numbers, on every day, to the cent", async () => {
  await fc.assert(
    fc.asyncProperty(Case, async (given) => {
      const listed = listedOf(given);
      const found = await value([listed], portfolio(lotsOf(given)), day(given.asOf));
      const own = independently(given, listed.cents, given.asOf);
      const inText = (amount: bigint): string => fixed(amount, 2);
      expect(found).toMatchObject(
        own.held
          ? {
              positions_value: inText(own.value),
              value: inText(own.value),
              cost: inText(own.cost),
              dividends: inText(own.dividends),
              profit: inText(own.profit),
            }
          : { positions_value: "0.00", cost: null, dividends: null, profit: null, positions: [], days: [] },
      );
      for (const { date, positions_value, profit } of found.days) {
        const then = independently(given, listed.cents, sessions.indexOf(date));
        expect([date, positions_value, profit]).toEqual([date, inText(then.value), inText(then.profit)]);
      }
      const first = Math.min(...given.lots.map(({ at }) => at));
      expect(found.days).toHaveLength(own.held ? given.asOf - first + 1 : 0);
    }),
    { numRuns: runs(40, 1000) },
  );
});

test("nothing that happens after the day moves a figure of it", async () => {
  await fc.assert(
    fc.asyncProperty(Case, fc.integer({ min: 1, max: 5 }), async (given, factor) => {
      const listed = listedOf(given);
      const until = day(given.asOf);
      const known = {
        ...listed,
        bars: listed.bars.filter(({ date }) => date <= until),
        actions: listed.actions.filter(({ exDate }) => exDate <= until),
      };
      const altered = {
        ...listed,
        bars: listed.bars.map((one) => (one.date <= until ? one : bar(one.date, one.close * factor * 1.5))),
        actions: [...known.actions, split(day(last), 7), dividend(day(last), 9)].filter(
          ({ exDate }, index) => index < known.actions.length || exDate > until,
        ),
      };
      const held = portfolio(lotsOf(given));
      expect(await value([altered], held, until)).toEqual(await value([known], held, until));
      expect(await holdingsOn(toolsOf([altered]), held, until)).toEqual(
        await holdingsOn(toolsOf([known]), held, until),
      );
    }),
    { numRuns: runs(15, 300) },
  );
});

test("a split is unknown the day before its ex-date, and applied to what was bought before it", async () => {
  const held = portfolio([bought(10)]);
  const [before, after] = await Promise.all([value([acme], held, day(splitOn - 1)), value([acme], held, day(splitOn))]);
  expect(before.positions[0]).toMatchObject({ quantity: "10", splits: [], cost: "2000.00" });
  expect(after.positions[0]).toMatchObject({
    quantity: "40",
    splits: [{ ex_date: day(splitOn), ratio: 4 }],
    cost: "2000.00",
  });
  expect(Number(after.value) / Number(before.value)).toBeCloseTo(1, 1);
  expect((await value([acme], portfolio([bought(splitOn)]), day(last))).positions[0]).toMatchObject({ quantity: "10" });
  expect(await holdingsOn(toolsOf([acme]), held, day(splitOn))).toMatchObject({
    positions: [{ symbol: "ACME", quantity: "40", cost_basis: "2000" }],
  });
});

test("a dividend counts from its ex-date on, for what was held before it, and a short pays it", async () => {
  const at = async (lot: object, on: number) => (await value([acme], portfolio([lot]), day(on))).dividends;
  expect([await at(bought(10), 69), await at(bought(10), 70)]).toEqual(["0.00", "20.00"]);
  expect([await at(bought(69), 70), await at(bought(70), 90)]).toEqual(["5.00", "0.00"]);
  expect(await at(bought(10, "-10"), 70)).toBe("-20.00");
});

test("a weekend has the value of its Friday", async () => {
  const friday = sessions.find((date) => new Date(date).getUTCDay() === 5 && date > day(20)) ?? "";
  const sunday = new Date(Date.parse(friday) + 2 * 86_400_000).toISOString().slice(0, 10);
  const held = portfolio([bought(10)]);
  expect((await value([acme], held, sunday)).value).toBe((await value([acme], held, friday)).value);
});

test("what has no price, another currency or no cost is named, and in no sum", async () => {
  const euro = { ...acme, symbol: "EURO", currency: "EUR" };
  const lots = [
    bought(10),
    { ...bought(10), symbol: "GONE" },
    { ...bought(10), symbol: "EURO" },
    { symbol: "ACME", quantity: "1", acquired: day(12) },
  ];
  const found = await value([acme, euro], portfolio(lots, { cash: "100" }), day(20));
  const alone = await value([acme], portfolio([bought(10, "11")], { cash: "100" }), day(20));
  expect([found.value, found.positions_value]).toEqual([alone.value, alone.positions_value]);
  expect([found.cost, found.profit, found.dividends]).toEqual([null, null, "0.00"]);
  expect(found.missing).toEqual([
    { symbol: "ACME", reason: "a lot has no cost, so there is no profit" },
    { symbol: "GONE", reason: "no price was found, so it is in no figure" },
    { symbol: "EURO", reason: "no exchange rate from EUR to USD is known, so it is in no figure" },
  ]);
  expect(found.concentration.symbols).toEqual(["ACME"]);
  const broken = { ...toolsOf([]), vendorsOf: () => vendorChainOf(failingVendor("down", "unavailable")) };
  const none = await valuePortfolio(broken, portfolio([bought(10)]), { from: day(0), asOf: day(20) });
  expect(none.missing.map(({ reason }) => reason)).toContain("no price source answered");
  expect([none.value, none.days]).toEqual(["0.00", []]);
});

test("a cost far from the price of its day is named", async () => {
  const pence = { ...bought(10), cost_per_unit: "20500" };
  const { missing, cost } = await value([acme], portfolio([pence, bought(11)]), day(20));
  expect([missing, cost]).toEqual([
    [{ symbol: "ACME", reason: expect.stringMatching(/^a cost of 20500 USD on .* is far from the price of that day/) }],
    "207000.00",
  ]);
});

test("drawdown is of what was held: buying more moves nothing, and a fall is seen to the bottom", async () => {
  const fall = steady.map((move, index) => (index > 40 && index <= 50 ? -0.03 : move));
  const falling = { ...acme, bars: barsOf(traded(fall, new Map())), actions: [] };
  const alone = await value([falling], portfolio([bought(10)]), day(80));
  const more = await value([falling], portfolio([bought(10), bought(45, "500")]), day(80));
  expect(alone.drawdown.worst_pct).toBeLessThan(-25);
  expect(more.drawdown.worst_pct).toBe(alone.drawdown.worst_pct);
  expect(alone.days.find(({ date }) => date === day(40))?.drawdown_pct).toBeGreaterThan(-1);
  expect(alone.drawdown).toMatchObject({ symbols: ["ACME"], from: day(10), to: day(80) });
});

test("concentration, correlation and beta say what they are from", async () => {
  const index = { symbol: "SPY", bars: barsOf(traded(steady, new Map())), actions: [] };
  const plain = { ...index, symbol: "ACME" };
  const doubled = barsOf(
    traded(
      steady.map((move) => 2 * move),
      new Map(),
    ),
  );
  const twice = { symbol: "TWICE", bars: doubled, actions: [] };
  const third = (3 * (plain.bars[last]?.close ?? 0)) / (doubled[last]?.close ?? 1);
  const lots = [
    { symbol: "ACME", quantity: "1", acquired: day(0) },
    { symbol: "TWICE", quantity: third.toFixed(8), acquired: day(0) },
  ];
  const found = await value([plain, twice, index], portfolio(lots), day(last));
  const span = { from: day(0), to: day(last) };
  expect(found.concentration).toMatchObject({ largest: { symbol: "TWICE", share_pct: 75 }, hhi: 0.625 });
  expect(found.correlation).toMatchObject({ average: expect.closeTo(1, 2), symbols: ["ACME", "TWICE"], ...span });
  expect(found.correlation.matrix).toEqual([
    [1, expect.closeTo(1, 2)],
    [expect.closeTo(1, 2), 1],
  ]);
  // A quarter moves as the benchmark, three quarters twice as much.
  expect(found.beta).toEqual({ value: expect.closeTo(1.75, 1), benchmark: "SPY", symbols: ["ACME", "TWICE"], ...span });
  const withCash = await value([plain, twice, index], portfolio(lots, { cash: found.value }), day(last));
  expect(withCash.beta.value).toBeCloseTo((found.beta.value ?? 0) / 2, 2);
  expect((await value([plain, twice, index], portfolio(lots), day(30))).beta.value).toBeNull();
});
