import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { readActions, readBars } from "#tests/support/archive-records.ts";
import { archivePath } from "#tests/support/archives.ts";
import {
  haltedBefore,
  type Market,
  newsAt,
  priceSeries,
  randomOf,
  scaled,
  splitAt,
} from "#tests/support/price-series.ts";
import { runs } from "#tests/support/runs.ts";
import type { Action, Prices } from "./corporate-actions.ts";
import { checkSeries } from "./checks.ts";

/* Whatever a source does to a series of prices is found where it was done, and what markets do is left alone. */

const sessions = 160;

interface Made {
  readonly bars: Prices[];
  readonly at: number;
  readonly date: string;
}

/** A quiet series of any market, and any place in it that has a past. */
function series(...markets: readonly Market[]): fc.Arbitrary<Made> {
  return fc
    .record({
      market: fc.constantFrom(...markets),
      seed: fc.nat(1_000_000),
      volatility: fc.double({ min: 0.006, max: 0.016, noNaN: true }),
      at: fc.integer({ min: 30, max: sessions - 25 }),
    })
    .map(({ market, seed, volatility, at }) => {
      const bars = priceSeries(market, { seed, sessions, volatility });
      return { bars, at, date: bars[at]?.date ?? "" };
    });
}

const split = (exDate: string, value: number): Action => ({ exDate, action: "split", value });
const found = (bars: readonly Prices[], actions: readonly Action[] = []) =>
  checkSeries(bars, actions).findings.map(({ kind, from, to }) => ({ kind, from, to }));
const tries = { seed: 5, numRuns: runs(40, 1000) };

const large = [4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 100, 1000 / 31, 7.3];

describe("a split that no action names", () => {
  const any = fc.constantFrom(...large, ...large.map((ratio) => 1 / ratio), 2, 3, 1 / 2, 1 / 3, 3 / 2);

  property.prop([series("stock", "london", "coin", "index"), any], tries)(
    "of any ratio is told of on its day, in any market, and prices before it are not compared",
    ({ bars, at, date }, ratio) => {
      const { findings, broken } = checkSeries(splitAt(bars, at, ratio), []);
      const [one] = findings;
      // A night of the tails may hide a small one; the share of those is asked for below.
      if (one === undefined && Math.abs(Math.log(ratio)) < 1.2) return;
      expect(findings.map(({ from }) => from)).toEqual([date]);
      expect(["split", "unclear", "unit"]).toContain(one?.kind);
      expect(one?.reason).toContain(date);
      expect(broken).toBe(one);
      if (one?.kind === "split") expect(Math.abs(Math.log((one.ratio ?? 0) / ratio))).toBeLessThan(0.25);
    },
  );

  test.each([
    [5 / 4, 0.7],
    [3 / 2, 0.9],
    [2, 0.97],
    [3, 0.97],
    [2 / 3, 0.97],
    [1 / 2, 0.97],
  ])("of %d for one is told of in at least %d of all series", (ratio, share) => {
    const count = runs(100, 1000);
    const told = Array.from({ length: count }, (_, seed) => {
      const bars = priceSeries("stock", { seed, sessions, volatility: 0.006 + (seed % 10) / 1000 });
      const at = 30 + (seed % 100);
      return found(splitAt(bars, at, ratio)).some(({ from }) => from === bars[at]?.date);
    });
    expect(told.filter(Boolean).length / count).toBeGreaterThanOrEqual(share);
  });

  test("is told of on the very day, when nothing stands behind it", () => {
    const bars = priceSeries("stock", { seed: 3, sessions, volatility: 0.01 });
    for (const ratio of [2, 3, 8, 25, 1 / 10])
      expect(found(splitAt(bars, sessions - 1, ratio))).toMatchObject([{ from: bars.at(-1)?.date }]);
  });

  test("is told of beside one that is named for the day, when the prices move by more", () => {
    const bars = priceSeries("stock", { seed: 4, sessions, volatility: 0.01 });
    const date = bars[100]?.date ?? "";
    expect(found(splitAt(bars, 100, 6), [split(date, 3)])).toEqual([{ kind: "split", from: date, to: date }]);
  });
});

describe("what markets do", () => {
  const years = runs(400, 4000);
  const kinds = {
    "crashes of 20 to 70 % on ten times the volume": (bars: Prices[], at: number, seed: number) => {
      const random = randomOf(seed + 1);
      return newsAt(bars, at, { move: 0.3 + 0.5 * random.next(), times: 10, random });
    },
    "biotech days": (bars: Prices[], at: number, seed: number) => {
      const random = randomOf(seed + 2);
      const move = random.next() < 0.5 ? 0.2 + 0.5 * random.next() : 1.3 + 3 * random.next();
      return newsAt(bars, at, { move, times: 10 + 40 * random.next(), random });
    },
    "halts before news": (bars: Prices[], at: number, seed: number) => {
      const random = randomOf(seed + 3);
      const news = newsAt(bars, at, { move: 0.3 + 0.5 * random.next(), times: 10, random });
      return haltedBefore(news, at, 1 + Math.floor(8 * random.next()));
    },
    "fat tails": (bars: Prices[]) => bars,
  };

  test.each(Object.entries(kinds))("%s are no splits in all but one of 1,000 years", (_, happen) => {
    const flagged = Array.from({ length: years }, (__, seed) => {
      const random = randomOf(seed);
      const market = seed % 4 === 3 ? "coin" : seed % 4 === 1 ? "london" : "stock";
      const bars = priceSeries(market, { seed, sessions: 250, volatility: 0.008 + 0.032 * random.next() });
      return checkSeries(happen(bars, 30 + Math.floor(210 * random.next()), seed), []).findings.map(({ kind }) => kind);
    }).flat();
    expect(flagged.filter((kind) => kind !== "unclear").length).toBeLessThanOrEqual(years / 1000);
    // Each of these years has such a day; so few of them are in doubt.
    expect(flagged.length).toBeLessThanOrEqual(years / 400);
  });

  const names = ["stocknet-2014", "djia-2025", "crypto", "crypto-2023", "index-2000"] as const;
  const archives = names.flatMap((name) => archivePath(name) ?? []);
  test.skipIf(archives.length < names.length)("in the archives at hand is nothing of all this", () => {
    const shipped = join(import.meta.dirname, "../../../demo");
    const symbols = [...archives, shipped].flatMap((dir) =>
      readdirSync(join(dir, "bars")).map((file) => ({ dir, symbol: file.replace(/\.csv$/, "") })),
    );
    expect(symbols.length).toBeGreaterThan(35);
    const told = symbols.flatMap(({ dir, symbol }) => {
      const actions = existsSync(join(dir, "actions", `${symbol}.csv`)) ? readActions(dir, symbol) : [];
      return checkSeries(readBars(dir, symbol), actions).findings.map(({ reason }) => `${symbol}: ${reason}`);
    });
    expect(told).toEqual([]);
  });
});

describe("a level that prices come back from", () => {
  const count = runs(60, 600);

  test.each([5 / 4, 3 / 2, 2, 4, 7, 20, 4 / 5, 1 / 2, 1 / 7])(
    "within days, %d times off, is no split: the bars are left out and named",
    (times) => {
      const kept = Array.from({ length: count }, (_, seed) => {
        const market = seed % 3 === 0 ? "coin" : seed % 3 === 1 ? "index" : "stock";
        const bars = priceSeries(market, { seed, sessions, volatility: 0.006 + (seed % 10) / 1000 });
        const from = 30 + (seed % 100);
        const to = from + (seed % 5);
        const changed = bars.map((bar, index) => (index < from || index > to ? bar : scaled(bar, 1 / times, 1)));
        const { findings, adjusted, broken } = checkSeries(changed, []);
        const isLeftOut =
          findings.some(({ kind }) => kind === "slip") && adjusted.length === sessions - (to - from + 1);
        return { isWhole: broken === null, isLeftOut };
      });
      expect(kept.filter(({ isWhole }) => isWhole).length / count).toBeGreaterThan(0.95);
      expect(kept.filter(({ isLeftOut }) => isLeftOut).length / count).toBeGreaterThan(0.92);
    },
  );

  test("names how far off they are", () => {
    const bars = priceSeries("stock", { seed: 3, sessions, volatility: 0.01 });
    const changed = bars.map((bar, index) => (index === 80 ? scaled(bar, 1 / 4, 1) : bar));
    const [one] = checkSeries(changed, []).findings;
    expect(one?.reason).toMatch(/^prices of \S+ are 1\/(?:3\.[89]|4|4\.[012]) of those around them$/);
  });
});

describe("what filings count", () => {
  const at = 80;
  const counted = (bars: readonly Prices[], times: number, concept = "EntityCommonStockSharesOutstanding") =>
    [
      { index: at - 20, value: 1e6 },
      { index: at + 10, value: 1e6 * times },
    ].map(({ index, value }) => ({ concept, value, end: bars[index]?.date ?? "", filed: bars[index]?.date ?? "" }));
  const kindsOf = (ratio: number, counts: (bars: readonly Prices[]) => Parameters<typeof checkSeries>[2]) =>
    Array.from({ length: runs(60, 600) }, (_, seed) => {
      const bars = splitAt(priceSeries("stock", { seed, sessions, volatility: 0.006 + (seed % 10) / 1000 }), at, ratio);
      return checkSeries(bars, [], counts(bars)).findings[0]?.kind ?? "none";
    });
  const share = (kinds: readonly string[], kind: string) => kinds.filter((one) => one === kind).length / kinds.length;

  test.each([5 / 4, 3 / 2, 2, 3])("tells a split of %d for one from a crash", (ratio) => {
    expect(
      share(
        kindsOf(ratio, (bars) => counted(bars, ratio * 1.01)),
        "split",
      ),
    ).toBeGreaterThan(0.94);
    // As many shares as before: the price fell, whatever it looks like.
    const fallen = kindsOf(ratio, (bars) => counted(bars, 0.99));
    expect(share(fallen, "split")).toBeLessThan(0.02);
    expect(share(fallen, "none")).toBeGreaterThan(0.8);
  });

  test("is asked of share counts alone, from both sides of the day", () => {
    const without = kindsOf(5 / 4, () => []);
    expect(kindsOf(5 / 4, (bars) => counted(bars, 1, "Assets"))).toEqual(without);
    expect(kindsOf(5 / 4, (bars) => counted(bars, 1).slice(0, 1))).toEqual(without);
    expect(kindsOf(5 / 4, (bars) => counted(bars, 1).slice(1))).toEqual(without);
  });
});

describe("a split that is named", () => {
  const visible = fc.constantFrom(2, 3, 4, 7, 10, 20, 50, 1 / 2, 1 / 4, 1 / 10, 1 / 50);

  property.prop([series("stock", "london"), visible], tries)(
    "and shows is taken, and nothing is said",
    (made, ratio) => {
      const { bars, at, date } = made;
      const checked = checkSeries(splitAt(bars, at, ratio), [split(date, ratio)]);
      expect(checked.findings).toEqual([]);
      const first = checked.adjusted[0]?.close ?? 0;
      expect(first / ((bars[0]?.close ?? 0) / ratio)).toBeCloseTo(1, 9);
    },
  );

  property.prop([series("stock", "london"), visible], tries)(
    "but does not show adjusts no price, and none is compared across its day",
    ({ bars, date }, ratio) => {
      const { findings, adjusted, broken } = checkSeries(bars, [split(date, ratio)]);
      expect(findings).toMatchObject([{ kind: "absent", from: date, ratio }]);
      expect(findings[0]?.reason).toMatch(/^the .* split named for .* does not show in the prices/);
      expect(broken?.from).toBe(date);
      expect(adjusted).toEqual(bars);
    },
  );

  property.prop([series("stock", "london"), visible], tries)(
    "upside down, or on prices that were adjusted twice, is told of alike",
    ({ bars, at, date }, ratio) => {
      const { findings, broken } = checkSeries(splitAt(bars, at, 1 / ratio), [split(date, ratio)]);
      expect(findings).toMatchObject([{ kind: "inverse", from: date, ratio }]);
      expect(broken?.from).toBe(date);
    },
  );

  property.prop([series("stock", "london"), visible, fc.constantFrom(-3, -2, -1, 1, 2, 3)], tries)(
    "a few days off is taken where the prices show it",
    ({ bars, at, date }, ratio, off) => {
      const { findings, adjusted, broken } = checkSeries(splitAt(bars, at, ratio), [
        split(bars[at + off]?.date ?? "", ratio),
      ]);
      expect(findings).toMatchObject([{ kind: "moved", from: date }]);
      expect(broken).toBeNull();
      expect((adjusted[at]?.close ?? 0) / (adjusted[at - 1]?.close ?? 1)).toBeCloseTo(
        (bars[at]?.close ?? 0) / (bars[at - 1]?.close ?? 1),
        9,
      );
    },
  );

  test("of a few percent is taken as it is named: a day's move hides it", () => {
    const bars = priceSeries("stock", { seed: 9, sessions, volatility: 0.012 });
    expect(found(bars, [split(bars[80]?.date ?? "", 1.1)])).toEqual([]);
  });

  test("no dividend that is named is taken for one that is not", () => {
    const bars = priceSeries("stock", { seed: 8, sessions, volatility: 0.01 });
    const close = bars[99]?.close ?? 0;
    const paid = bars.map((bar, index) => (index < 100 ? bar : scaled(bar, 0.5, 2)));
    const dividend: Action = { exDate: bars[100]?.date ?? "", action: "dividend", value: close / 2 };
    expect(found(paid, [dividend])).toEqual([]);
    expect(found(paid)).toHaveLength(1);
  });
});

describe("another unit", () => {
  const powers = fc.constantFrom(0.01, 100, 0.1, 10, 0.001, 1000);

  property.prop([series("stock", "london", "coin", "index"), powers, fc.integer({ min: 1, max: 15 })], tries)(
    "of some bars inside a series leaves those out and no other",
    ({ bars, at, date }, factor, length) => {
      const changed = bars.map((bar, index) => (index >= at && index < at + length ? scaled(bar, factor, 1) : bar));
      const { findings, adjusted, broken } = checkSeries(changed, []);
      expect(findings).toMatchObject([{ kind: "slip", from: date, to: bars[at + length - 1]?.date }]);
      expect(findings[0]?.ratio).toBeCloseTo(factor, 6);
      expect(broken).toBeNull();
      expect(adjusted).toEqual(bars.filter((_, index) => index < at || index >= at + length));
    },
  );

  property.prop([series("stock", "london"), powers, fc.integer({ min: 1, max: 24 })], tries)(
    "of the last bars makes them the only ones that are compared",
    ({ bars }, factor, length) => {
      const from = sessions - length;
      const { findings, broken } = checkSeries(
        bars.map((bar, index) => (index >= from ? scaled(bar, factor, 1) : bar)),
        [],
      );
      expect(findings).toMatchObject([{ from: bars[from]?.date }]);
      // A day's volume may by chance be that of a split; what follows from both is the same.
      expect(["unit", "split"]).toContain(findings[0]?.kind);
      expect(broken).toBe(findings[0]);
    },
  );

  test("is told from a split by the volume", () => {
    const count = runs(100, 1000);
    const kinds = Array.from({ length: count }, (_, seed) => {
      const bars = priceSeries("london", { seed, sessions, volatility: 0.012 });
      const pounds = bars.map((bar, index) => (index < sessions - 2 ? bar : scaled(bar, 0.01, 1)));
      return found(pounds).map(({ kind }) => kind);
    });
    expect(kinds.filter(([kind]) => kind === "unit").length / count).toBeGreaterThan(0.98);
  });

  property.prop([series("stock", "coin"), fc.constantFrom("open", "high", "close", "low")], tries)(
    "of one price of a bar is seen too, inside and at the end",
    ({ bars, at, date }, field) => {
      const slipped = (index: number): Prices[] =>
        bars.map((bar, other) => {
          if (other !== index) return bar;
          const price = bar[field] * (field === "low" ? 0.01 : 100);
          return { ...bar, [field]: price, high: Math.max(bar.high, price), low: Math.min(bar.low, price) };
        });
      expect(found(slipped(at))).toEqual([{ kind: "slip", from: date, to: date }]);
      const last = bars.at(-1)?.date;
      expect(found(slipped(sessions - 1))).toEqual([{ kind: "unit", from: last, to: last }]);
    },
  );
});

describe("no trade", () => {
  test.each([
    [9, false],
    [10, true],
    [60, true],
  ])("in the last %d sessions is told of: %s", (length, isTold) => {
    const bars = priceSeries("stock", { seed: 2, sessions, volatility: 0.01 });
    const still = haltedBefore(bars, sessions, length);
    const { tradeless, broken } = checkSeries(still, []);
    expect(tradeless !== null).toBe(isTold);
    expect(broken).toBeNull();
    if (isTold) expect(tradeless).toMatchObject({ kind: "no trade", from: still[sessions - length]?.date });
  });

  test("for two weeks before the last session is told of too, and breaks nothing", () => {
    const bars = priceSeries("stock", { seed: 2, sessions, volatility: 0.01 });
    const { findings, broken, tradeless } = checkSeries(haltedBefore(bars, 100, 10), []);
    expect(findings).toEqual([
      {
        kind: "halt",
        from: bars[90]?.date,
        to: bars[99]?.date,
        ratio: null,
        reason: `no trade in 10 sessions, from ${bars[90]?.date} to ${bars[99]?.date}`,
      },
    ]);
    expect(broken ?? tradeless).toBeNull();
    expect(found(haltedBefore(bars, 100, 9))).toEqual([]);
  });
});
