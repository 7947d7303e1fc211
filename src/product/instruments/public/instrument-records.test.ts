import { describe, expect, test } from "vitest";
import type { Opinion } from "#src/contract/jobs/analysis.ts";
import type { Signal, SignalDetail } from "#src/contract/signals/signals.ts";
import { signalOf } from "#tests/support/signals.ts";
import { estimateNextReport, inOrder, joinPrices, newestOpinions, outcomeOf, trackOf } from "./instrument-records.ts";
import type { KnownDay } from "#src/product/signals/queries/signal-days.ts";
import { fc, test as property } from "@fast-check/vitest";
import type { CompanyReport } from "#src/contract/signals/instruments.ts";
import { addDays, daysBetween } from "#src/core/clock.ts";

const detail = (symbol: string, rating: Opinion, changes: Partial<Omit<Signal, "kind">> = {}): SignalDetail => ({
  signal: signalOf(symbol, rating, changes),
  hash: "0".repeat(64),
  withdrawn: null,
  marks: [],
});
const noDays = () => [];
const symbols = (all: readonly { readonly symbol: string }[]) => all.map(({ symbol }) => symbol);

test("the newest opinion that was not withdrawn stands for an instrument", () => {
  const withdrawn = { ...detail("AAPL", "Sell"), withdrawn: { at: "2025-06-03T00:00:00Z", reason: "wrong data" } };
  const { opinions } = newestOpinions([withdrawn, detail("AAPL", "Hold"), detail("AAPL", "Buy")], [], noDays);
  expect(opinions).toMatchObject([{ symbol: "AAPL", rating: "Hold", hits: null }]);
});

test("REVIEW stands apart as soon as it is newer than the opinion, and no sooner", () => {
  const signals = [detail("AAPL", "Buy", { session: "2025-06-03" }), detail("IBM", "Sell", { session: "2025-06-03" })];
  const reviews = [
    { symbol: "IBM", session: "2025-06-04" },
    { symbol: "AAPL", session: "2025-06-02" },
    { symbol: "KO", session: "2025-06-04" },
  ];
  const ranked = newestOpinions(signals, reviews, noDays);
  expect(symbols(ranked.opinions)).toEqual(["AAPL"]);
  expect(ranked.reviews).toEqual([
    { symbol: "IBM", name: "IBM for a test", session: "2025-06-04", before: "Sell" },
    { symbol: "KO", name: "KO", session: "2025-06-04", before: null },
  ]);
});

test("conviction is the strength of the opinion, either way, then confidence, then agreement", () => {
  const { opinions } = newestOpinions(
    [
      detail("HOLD", "Hold", { confidence: 0.9 }),
      detail("WEAK", "Buy", { confidence: 0.4 }),
      detail("SHORT", "Sell", { confidence: 0.8 }),
      detail("OVER", "Overweight", { confidence: 0.9 }),
      detail("TWO", "Buy", { confidence: 0.4, agreement: { runs: 3, agreeing: 2, ratings: ["Buy", "Buy", "Hold"] } }),
    ],
    [],
    noDays,
  );
  expect(symbols(inOrder(opinions, "conviction"))).toEqual(["SHORT", "WEAK", "TWO", "OVER", "HOLD"]);
  expect(symbols(inOrder(opinions, "agreement")).at(-1)).toBe("TWO");
  expect(symbols(inOrder(opinions, "symbol"))).toEqual(["HOLD", "OVER", "SHORT", "TWO", "WEAK"]);
});

const day = (session: string, close: number | null, split = 1): KnownDay => ({
  session,
  opensAt: 0,
  price: close === null ? null : { open: close, close },
  split,
  dividend: 0,
});

test("settled prices go on behind those of a run, and a later split divides what was before it", () => {
  const known = [
    { session: "2025-06-02", open: 98, high: 102, low: 96, close: 100 },
    { session: "2025-06-03", open: 100, high: 106, low: 100, close: 104 },
  ];
  const days = [day("2025-06-03", 999), day("2025-06-04", null), day("2025-06-05", 53, 2)];
  expect(joinPrices(known, days)).toEqual([
    { session: "2025-06-02", open: 49, high: 51, low: 48, close: 50 },
    { session: "2025-06-03", open: 50, high: 53, low: 50, close: 52 },
    // Of a settled session only open and close are kept.
    { session: "2025-06-05", open: 53, high: null, low: null, close: 53 },
  ]);
});

test("a track has opinions and REVIEW by session; nothing links where the page is closed", () => {
  const detail = { signal: signalOf("AAPL", "Buy"), hash: "", withdrawn: null, marks: [] };
  const track = trackOf([detail], [{ session: "2025-05-30", href: "/analyses/ana_1" }], false);
  expect(track.map(({ rating, href, outcome }) => [rating, href, outcome])).toEqual([
    ["REVIEW", "/analyses/ana_1", "none"],
    ["Buy", null, "open"],
  ]);
  expect(outcomeOf([])).toBe("open");
});

const annual = (date: string): CompanyReport => ({ date, kind: "annual" });
const quarterly = (date: string): CompanyReport => ({ date, kind: "quarterly" });

/** As Apple filed them. */
const apple = [
  quarterly("2024-02-02"),
  quarterly("2024-05-03"),
  quarterly("2024-08-02"),
  annual("2024-11-01"),
  quarterly("2025-01-31"),
];

describe("the next report", () => {
  test("is expected 52 weeks after the one of the same quarter", () => {
    // It was filed on that day.
    expect(estimateNextReport(apple, "2025-03-03")).toEqual(quarterly("2025-05-02"));
    expect(estimateNextReport(apple.slice(0, 4), "2024-12-24")).toEqual(quarterly("2025-01-31"));
    const demo = [annual("2019-02-15"), ...["2019-04-26", "2019-07-26", "2019-10-25"].map(quarterly)];
    // A year's report comes later after its quarter: a mean of distances would say 17 January.
    expect(estimateNextReport(demo, "2019-12-31")).toEqual(annual("2020-02-14"));
  });

  test("is not told where reports are too few, irregular or of years alone", () => {
    expect(estimateNextReport(apple.slice(0, 3), "2024-09-01")).toBeNull();
    expect(
      estimateNextReport(
        ["2021", "2022", "2023", "2024"].map((year) => annual(`${year}-03-20`)),
        "2024-04-01",
      ),
    ).toBeNull();
    // A quarter that was never reported.
    expect(estimateNextReport([quarterly("2023-08-04"), ...apple.slice(1)], "2025-03-03")).toBeNull();
    // The year's end was moved: what was true of the quarters before says nothing.
    const moved = [annual("2023-11-01"), ...apple.slice(0, 3), annual("2024-10-04"), quarterly("2025-01-31")];
    expect(estimateNextReport(moved, "2025-03-03")).toBeNull();
  });

  test("is not told once its day has passed", () => {
    expect(estimateNextReport(apple, "2025-05-02")).toEqual(quarterly("2025-05-02"));
    expect(estimateNextReport(apple, "2025-05-03")).toBeNull();
  });
});

const shifts = fc.integer({ min: -5, max: 5 });
/** Years of a company that files each quarter, every report up to five days early or late. */
const regular = fc
  .record({
    first: fc.integer({ min: 0, max: 9000 }),
    years: fc.array(fc.tuple(shifts, shifts, shifts, shifts), { minLength: 2, maxLength: 6 }),
  })
  .map(({ first, years }) =>
    years.flatMap((shift, year) =>
      [0, 70, 161, 252].map((day, quarter): CompanyReport => {
        const date = addDays("2000-02-15", first + year * 364 + day + (shift[quarter] ?? 0));
        return { date, kind: quarter === 0 ? "annual" : "quarterly" };
      }),
    ),
  );
const anyReport = fc.record({
  date: fc.integer({ min: 0, max: 1500 }).map((days) => addDays("2015-01-01", days)),
  kind: fc.constantFrom("quarterly" as const, "annual" as const),
});
const anyDay = fc.integer({ min: 0, max: 1800 }).map((days) => addDays("2015-01-01", days));

describe("whatever was filed", () => {
  property.prop([regular, fc.nat()])(
    "a regular company's next report is near the estimate: ten days, and the week by which past ones came later",
    (all, at) => {
      const count = 4 + (at % (all.length - 4));
      const [known, next] = [all.slice(0, count), all[count]];
      const estimate = estimateNextReport(known, known.at(-1)?.date ?? "");
      expect(estimate?.kind).toBe(next?.kind);
      expect(Math.abs(daysBetween(estimate?.date ?? "", next?.date ?? ""))).toBeLessThanOrEqual(17);
    },
  );

  property.prop([fc.oneof(regular, fc.array(anyReport, { maxLength: 30 })), anyDay])(
    "what is filed after the day changes nothing",
    (all, today) => {
      const known = all.filter(({ date }) => date <= today);
      expect(estimateNextReport(all, today)).toEqual(estimateNextReport(known, today));
    },
  );

  property.prop([fc.array(anyReport, { maxLength: 30 }), anyDay])(
    "it is neither before the day nor soon after the last report, and needs four",
    (all, today) => {
      const estimate = estimateNextReport(all, today);
      if (estimate === null) return;
      const known = all.filter(({ date }) => date <= today).map(({ date }) => date);
      expect(new Set(known).size).toBeGreaterThanOrEqual(4);
      expect(estimate.date >= today).toBe(true);
      expect(daysBetween(known.toSorted().at(-1) ?? "", estimate.date)).toBeGreaterThanOrEqual(55);
    },
  );

  property.prop([fc.oneof(regular, fc.array(anyReport, { minLength: 1, maxLength: 30 })), fc.nat()])(
    "order and repetition change nothing",
    (all, seed) => {
      const today =
        all
          .map(({ date }) => date)
          .toSorted()
          .at(-1) ?? "";
      const turned = [...all.slice(seed % all.length), ...all].toReversed();
      expect(estimateNextReport(turned, today)).toEqual(estimateNextReport(all, today));
    },
  );

  property.prop([regular, fc.integer({ min: -3000, max: 3000 })])("it moves with the days", (all, days) => {
    const today = all.at(-1)?.date ?? "";
    const moved = all.map(({ date, kind }) => ({ date: addDays(date, days), kind }));
    const [here, there] = [estimateNextReport(all, today), estimateNextReport(moved, addDays(today, days))];
    expect(there).toEqual(here === null ? null : { ...here, date: addDays(here.date, days) });
  });
});
