import { isDeepStrictEqual } from "node:util";
import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { type AsOfMarket, openMarket } from "#src/market/door/open-market.ts";
import { type DataKind, dataKinds, type Known, type Vendor } from "#src/market/market-data.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import { addDays, type Instant, type LocalDate } from "#src/core/clock.ts";
import { VendorFailed } from "#src/core/errors.ts";
import {
  bar,
  vendorChainOf,
  fact,
  companyEvent,
  funding,
  insiderTrade,
  instrument,
  memoryVendor,
  news,
  point,
  position,
  post,
  type Records,
  split,
} from "#tests/support/memory-vendor.ts";

/*
 * The heart of the product: nothing that became known after a run's instant moves anything the run sees. Archives
 * are random, with two vendors in a chain; what is later is taken away, changed and added to, sensible or not.
 */

const DAY = 86_400_000;
const SYMBOLS = { AAPL: "XNYS", "7203.T": "XTKS", "ETH-USD": "24/7" } as const;

type Archive = { readonly [K in DataKind]: NonNullable<Records[K]> };

const date = fc.integer({ min: 0, max: 50 }).map((days) => addDays("2025-05-01", days));
const time = fc
  .tuple(date, fc.integer({ min: 0, max: DAY - 1 }))
  .map(([day, ms]) => new Date(Date.parse(`${day}T00:00:00Z`) + ms).toISOString());
/** Milliseconds from what a record tells to when it is known; `null`: nobody knows when. */
const delay = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 20 * DAY }) },
  fc.constant(null),
);
const price = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: 1, max: 9999 }) },
  fc.constantFrom(0, -5, Number.NaN),
);
const word = fc.constantFrom("Alpha", "beta!", "ALPHA", "gamma", "…");

function known<T extends Known>(record: T, after: number | null): T {
  return { ...record, availableAt: after === null || record.availableAt === null ? null : record.availableAt + after };
}

/** `calendar` sets the hour at which bars are known; dates may repeat, as they do with a vendor that lies. */
function archives(calendar: string, wild: boolean): fc.Arbitrary<Archive> {
  const value = wild ? price : fc.integer({ min: 1, max: 9999 });
  const bars = fc.array(fc.tuple(date, value, delay), { maxLength: 25 });
  return fc.record({
    bars: bars.map((all) => {
      const unique = wild ? all : [...new Map(all.map((each) => [each[0], each])).values()];
      return unique.map(([day, close, after]) => known(bar(day, close, {}, calendar), after));
    }),
    actions: fc
      .array(
        fc.tuple(date, fc.constantFrom(0.5, 2, 7), fc.constantFrom("split" as const, "dividend" as const), delay),
        { maxLength: 6 },
      )
      .map((all) => all.map(([day, ratio, action, after]) => known(split(day, ratio, { action }), after))),
    filings: fc
      .array(fc.tuple(date, value, date, delay), { maxLength: 12 })
      .map((all) => all.map(([filed, amount, end, after]) => known(fact(filed, amount, { end }), after))),
    news: fc
      .array(fc.tuple(time, word, delay), { maxLength: 15 })
      .map((all) => all.map(([at, title, after]) => known(news(at, title), after))),
    social: fc
      .array(fc.tuple(time, word, delay), { maxLength: 15 })
      .map((all) => all.map(([at, text, after]) => known(post(at, text), after))),
    macro: fc
      .array(fc.tuple(date, value, fc.constantFrom("DGS10", "CPI"), delay), { maxLength: 10 })
      .map((all) => all.map(([day, level, series, after]) => known(point(series, day, level), after))),
    funding: fc
      .array(fc.tuple(time, fc.double({ min: -0.01, max: 0.01, noNaN: true }), delay), { maxLength: 10 })
      .map((all) => all.map(([at, rate, after]) => known(funding(at, rate), after))),
    events: fc
      .array(fc.tuple(time, fc.constantFrom("2.02", "5.02", "8.01"), delay), { maxLength: 10 })
      .map((all) => all.map(([at, item, after]) => known(companyEvent(at, item), after))),
    insiders: fc
      .array(fc.tuple(time, fc.constantFrom("P", "S", "A"), delay), { maxLength: 10 })
      .map((all) => all.map(([at, code, after]) => known(insiderTrade(at, code), after))),
    institutions: fc
      .array(
        fc.tuple(
          time,
          fc.constantFrom("2024-09-30", "2024-12-31", "2025-03-31"),
          fc.constantFrom("Alpha", "Beta", "Gamma"),
          fc.integer({ min: 0, max: 9 }),
          delay,
        ),
        { maxLength: 20 },
      )
      .map((all) => all.map(([at, period, by, shares, after]) => known(position(at, period, by, shares), after))),
  });
}

/** What is known by `asOf`, and what has no time at all: that is not of the future but unknown. */
function past<T extends Known>(records: readonly T[], asOf: Instant): T[] {
  return records.filter((record) => record.availableAt === null || record.availableAt <= asOf);
}

/** `records` with `others` strewn among them, each known only after `asOf`. */
function withFuture<T extends Known>(records: readonly T[], others: readonly T[], asOf: Instant): T[] {
  const mixed = [...records];
  for (const [i, other] of others.entries()) {
    const lateness = 1 + ((i * 7919) % (30 * DAY));
    mixed.splice((i * 31) % (mixed.length + 1), 0, { ...other, availableAt: asOf + lateness });
  }
  return mixed;
}

function eachKind(archive: Archive, change: <T extends Known>(records: readonly T[], kind: DataKind) => T[]): Archive {
  return {
    bars: change(archive.bars, "bars"),
    actions: change(archive.actions, "actions"),
    filings: change(archive.filings, "filings"),
    news: change(archive.news, "news"),
    social: change(archive.social, "social"),
    macro: change(archive.macro, "macro"),
    funding: change(archive.funding, "funding"),
    events: change(archive.events, "events"),
    insiders: change(archive.insiders, "insiders"),
    institutions: change(archive.institutions, "institutions"),
  };
}

function replaced(archive: Archive, others: Archive, asOf: Instant): Archive {
  const kept = eachKind(archive, (records) => past(records, asOf));
  return {
    bars: withFuture(kept.bars, others.bars, asOf),
    actions: withFuture(kept.actions, others.actions, asOf),
    filings: withFuture(kept.filings, others.filings, asOf),
    news: withFuture(kept.news, others.news, asOf),
    social: withFuture(kept.social, others.social, asOf),
    macro: withFuture(kept.macro, others.macro, asOf),
    funding: withFuture(kept.funding, others.funding, asOf),
    events: withFuture(kept.events, others.events, asOf),
    insiders: withFuture(kept.insiders, others.insiders, asOf),
    institutions: withFuture(kept.institutions, others.institutions, asOf),
  };
}

type Situation = { readonly symbol: keyof typeof SYMBOLS; readonly tradeDate: LocalDate; readonly now: Instant };

async function open(vendors: readonly Vendor[], { symbol, tradeDate, now }: Situation): Promise<AsOfMarket> {
  const parse = parseSymbol(symbol);
  if (!parse.ok) throw new Error(parse.reason);
  const opening = await openMarket({
    vendors: vendorChainOf(...vendors),
    symbol: parse.symbol,
    tradeDate,
    now,
    signal: new AbortController().signal,
  });
  if (!opening.ok) throw new Error(opening.detail);
  return opening.market;
}

function vendorsOf(given: readonly Archive[], symbol: keyof typeof SYMBOLS): Vendor[] {
  const instruments = [
    instrument(symbol, SYMBOLS[symbol]),
    instrument("^GSPC"),
    instrument("^N225", "XTKS"),
    instrument("BTC-USD", "24/7", "crypto"),
  ];
  return given.map((archive, i) => memoryVendor(`vendor ${i + 1}`, archive, instruments));
}

/** Everything a run can see: every answer, every note, and every error in words. */
async function view(given: readonly Archive[], situation: Situation): Promise<unknown> {
  const market = await open(vendorsOf(given, situation.symbol), situation);
  const asked = [
    market.bars(40),
    market.bars(5),
    market.adjustedBars(40),
    market.actions(40),
    market.filings(),
    market.news(14),
    market.social(3),
    market.macro(["DGS10"], 30),
    market.funding(10),
    market.events(10),
    market.insiders(10),
    market.institutions(10),
    market.benchmark(20),
  ];
  const answers = await Promise.allSettled<unknown>(asked);
  const { session, asOf, historical, notes } = market;
  const said = answers.map((answer) => {
    if (answer.status === "fulfilled") return answer.value;
    if (answer.reason instanceof VendorFailed) return answer.reason.message;
    throw answer.reason;
  });
  return { session, asOf, historical, notes, said };
}

const situations = fc.record({
  symbol: fc.constantFrom("AAPL" as const, "7203.T" as const, "ETH-USD" as const),
  tradeDate: fc.integer({ min: 0, max: 40 }).map((days) => addDays("2025-05-05", days)),
  /** Hours from the trade date's end in the west: negative ones are live runs. */
  hours: fc.oneof(fc.integer({ min: -12, max: 12 }), fc.integer({ min: 13, max: 5000 })),
});

const cases = situations.chain(({ symbol, tradeDate, hours }) => {
  const now = Date.parse(`${tradeDate}T16:00:00Z`) + (hours + 12) * 3_600_000;
  const archive = archives(SYMBOLS[symbol], false);
  const wild = archives(SYMBOLS[symbol], true);
  return fc.record({
    situation: fc.constant({ symbol, tradeDate, now }),
    archives: fc.array(fc.oneof({ weight: 4, arbitrary: archive }, wild), { minLength: 1, maxLength: 2 }),
    futures: fc.tuple(wild, wild),
  });
});

property.prop([cases], { seed: 1, numRuns: 400 })(
  "nothing known only after the instant moves an answer, a note or an error",
  async ({ situation, archives: given, futures }) => {
    const { asOf } = await open(vendorsOf(given, situation.symbol), situation);
    const seen = await view(given, situation);
    const cut = given.map((archive) => eachKind(archive, (records) => past(records, asOf)));
    expect(await view(cut, situation)).toStrictEqual(seen);
    const other = given.map((archive, i) => replaced(archive, futures[i] ?? futures[0], asOf));
    expect(await view(other, situation)).toStrictEqual(seen);
  },
);

property.prop([cases], { seed: 2, numRuns: 100 })(
  "in a historical run, what has no known time moves nothing either",
  async ({ situation, archives: given }) => {
    const { historical } = await open(vendorsOf(given, situation.symbol), situation);
    if (!historical) return;
    const timed = given.map((archive) =>
      eachKind(archive, (records) => records.filter((record) => record.availableAt !== null)),
    );
    expect(await view(timed, situation)).toStrictEqual(await view(given, situation));
  },
);

test("a change of what is known by the instant is seen, in every kind", async () => {
  const situation: Situation = { symbol: "AAPL", tradeDate: "2025-06-06", now: Date.parse("2025-07-01T00:00:00Z") };
  const archive: Archive = {
    bars: [bar("2025-06-05", 200), bar("2025-06-06", 100)],
    actions: [split("2025-06-06", 2)],
    filings: [fact("2025-06-02", 5)],
    news: [news("2025-06-04T12:00:00Z", "Alpha")],
    social: [post("2025-06-05T12:00:00Z", "Alpha")],
    macro: [point("DGS10", "2025-06-04", 4.4)],
    funding: [funding("2025-06-04T08:00:00Z", 0.0001)],
    events: [companyEvent("2025-06-04T20:05:00Z", "2.02")],
    insiders: [insiderTrade("2025-06-04T21:05:00Z", "P")],
    institutions: [position("2025-06-04T21:05:00Z", "2025-03-31", "Alpha", 5)],
  };
  const seen = await view([archive], situation);
  const views = dataKinds.map(async (kind) => {
    const without = eachKind(archive, (records, of) => (of === kind ? [] : [...records]));
    return isDeepStrictEqual(await view([without], situation), seen) ? [kind] : [];
  });
  expect((await Promise.all(views)).flat()).toEqual([]);
});
