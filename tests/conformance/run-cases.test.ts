import { describe, expect, test } from "vitest";
import { Rating } from "#src/contract/jobs/analysis.ts";
import { Run } from "#src/contract/run/run.ts";
import { allSpans, isFlagged } from "#src/contract/run/spans.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { archivePath } from "#tests/support/archives.ts";
import { archiveChain, finishedRun } from "#tests/support/run-analysis.ts";

/*
 * Whole runs of the rules on real archives: what must hold of any of them, and what is known of each.
 */

interface Case {
  readonly name: string;
  readonly archives: readonly string[];
  readonly ticker: string;
  readonly tradeDate: string;
  readonly session: string;
  /** Analysts that had something to read. */
  readonly heard: readonly string[];
  /** Measures that this run must have, with their values where the archive itself says them. */
  readonly evidence: Readonly<Record<string, number | "present">>;
  readonly absent: readonly string[];
  readonly notes: readonly RegExp[];
  /** Why the rules give no opinion; `null` when they must give one. */
  readonly review: RegExp | null;
}

const nothing = { evidence: {}, absent: [], notes: [], review: null };

const cases: readonly Case[] = [
  {
    ...nothing,
    name: "a stock eleven days after its split",
    archives: ["stocknet-2014", "index-2000"],
    ticker: "AAPL",
    tradeDate: "2014-06-20",
    session: "2014-06-20",
    heard: ["market", "social", "fundamentals"],
    evidence: {
      close: 90.91,
      close_vs_sma_200: "present",
      relative_strength_63: "present",
      eps_growth_yoy: "present",
      social_tone_7d: "present",
    },
    notes: [/^Benchmark: \^GSPC \(SPY is not in .*\)$/, /^news: .*had no data/],
  },
  {
    ...nothing,
    name: "a stock with news and filings, and with too short a history for the long averages",
    archives: ["djia-2025"],
    ticker: "AAPL",
    tradeDate: "2025-06-02",
    session: "2025-06-02",
    heard: ["market", "news", "fundamentals"],
    evidence: { close: 201.7, news_count_7d: "present", pe_ttm: "present" },
    absent: ["close_vs_sma_200", "relative_strength_63"],
    notes: [/^social: the archive djia-2025 had no data$/],
  },
  {
    ...nothing,
    name: "a coin",
    archives: ["crypto"],
    ticker: "BTC-USD",
    tradeDate: "2018-06-01",
    session: "2018-06-01",
    heard: ["market", "fundamentals"],
    evidence: { atr_14: "present", drawdown_from_high: "present", volume_trend_30_90: "present" },
    absent: ["pe_ttm", "revenue_growth_yoy"],
  },
  {
    ...nothing,
    name: "a coin of which one price a day is known and no volume",
    archives: ["crypto-2023"],
    ticker: "BTC-USD",
    tradeDate: "2023-06-01",
    session: "2023-06-01",
    heard: ["market", "news", "fundamentals"],
    evidence: { drawdown_from_high: "present", news_tone_7d: "present" },
    absent: ["atr_14", "support_20", "vwma_20", "volume_trend_30_90"],
  },
  {
    ...nothing,
    name: "an index on the day on which it fell by a twelfth",
    archives: ["index-2000"],
    ticker: "^GSPC",
    tradeDate: "2008-09-29",
    session: "2008-09-29",
    heard: ["market"],
    evidence: { close: 1106.42, return_1d: -8.81 },
    absent: ["relative_strength_63"],
    notes: [/is an index and files no reports/],
  },
  {
    ...nothing,
    name: "a weekend",
    archives: ["djia-2025"],
    ticker: "AAPL",
    tradeDate: "2025-06-01",
    session: "2025-05-30",
    heard: ["market", "news", "fundamentals"],
    evidence: { close: 200.85, price_age_days: 0 },
    notes: [/^2025-06-01 is not a session of XNYS; the last one before it is 2025-05-30$/],
  },
  {
    ...nothing,
    name: "a holiday",
    archives: ["djia-2025"],
    ticker: "AAPL",
    tradeDate: "2025-07-04",
    session: "2025-07-03",
    heard: ["market", "news", "fundamentals"],
    evidence: { close: 213.55, price_age_days: 0 },
    notes: [/^2025-07-04 is not a session of XNYS; the last one before it is 2025-07-03$/],
  },
  {
    ...nothing,
    name: "the first day of an archive",
    archives: ["djia-2025"],
    ticker: "AAPL",
    tradeDate: "2024-12-13",
    session: "2024-12-13",
    heard: ["market", "fundamentals"],
    evidence: { sessions_available: 1 },
    absent: ["atr_14", "return_1d"],
    review: /the price history has 1 session \[M\d+\], too few to judge by$/i,
  },
  {
    ...nothing,
    name: "an archive that ended long before",
    archives: ["djia-2025"],
    ticker: "AAPL",
    tradeDate: "2026-01-15",
    session: "2026-01-15",
    heard: ["market", "fundamentals"],
    evidence: { price_age_days: 168 },
    notes: [/^prices end on 2025-07-31, 168 days before 2026-01-15: stale$/],
    review: /the last price is 168 days old \[M\d+\], too old to judge by$/i,
  },
  {
    ...nothing,
    name: "a stock without filings",
    archives: ["stocknet-2014", "index-2000"],
    ticker: "MCD",
    tradeDate: "2016-06-20",
    session: "2016-06-20",
    heard: ["market"],
    evidence: { close: "present" },
    absent: ["pe_ttm", "dividend_yield"],
    notes: [/^filings: .*had no data/],
  },
];

const made = new Map<Case, ReturnType<typeof makeRun>>();

/** The run of a case, made once. */
function runOf(of: Case): ReturnType<typeof makeRun> {
  const run = made.get(of) ?? makeRun(of);
  made.set(of, run);
  return run;
}

async function makeRun({ archives, ticker, tradeDate }: Case) {
  const vendors = await archiveChain(...archives.map((name) => archivePath(name)));
  if (vendors === null) throw new Error("an archive is missing");
  const reasoner = createRulesReasoner();
  const { outcome } = await finishedRun({
    vendors,
    ticker,
    tradeDate,
    reasoner,
    rounds: 2,
    settings: { riskRounds: 2 },
  });
  return outcome.run;
}

describe.for(cases)("$name: $ticker on $tradeDate", (expected) => {
  const missing = expected.archives.some((name) => archivePath(name) === null);

  test.skipIf(missing)("ends in a sound result", async () => {
    const run = await runOf(expected);
    expect(Run.parse(run)).toEqual(run);
    const { result, manifest } = run;
    const { reports } = result;
    expect(Rating.options).toContain(result.rating);
    expect(result.is_review).toBe(result.rating === "REVIEW");
    expect(result.decision).toBe(reports.trader?.text);
    const turns = [
      reports.market,
      reports.social,
      reports.news,
      reports.fundamentals,
      reports.bull,
      reports.bear,
      reports.research_manager,
      reports.trader,
      reports.aggressive,
      reports.neutral,
      reports.conservative,
      reports.portfolio_manager,
    ].flatMap((report) => report?.turns ?? []);
    expect(turns.flatMap(({ problem }) => problem ?? [])).toEqual([]);
    const flagged = turns.flatMap(({ text, checked }) =>
      checked === undefined
        ? []
        : allSpans(checked)
            .filter(isFlagged)
            .map((span) => ({ ...span, text })),
    );
    expect(flagged).toEqual([]);
    expect(turns.every(({ checked }) => checked !== undefined)).toBe(true);
    expect(reports.numbers.unsupported).toBe(0);
    expect(reports.numbers.supported).toBeGreaterThan(20);
    const ids = new Set(manifest.evidence.map(({ id }) => id));
    const cited = turns.flatMap(({ points }) => points.flatMap(({ evidence }) => evidence));
    expect(cited.filter((id) => !ids.has(id))).toEqual([]);
    expect(cited.length).toBeGreaterThan(0);
    expect(run.usage).toMatchObject({ cost_usd: "0", input_tokens: 0 });
  });

  test.skipIf(missing)("proposes what its rating says, and passes the checks that say so", async () => {
    const { result, manifest } = await runOf(expected);
    const { rating, reports } = result;
    const { checks, levels, verdict } = reports;
    const values = (key: string) => manifest.evidence.find((item) => item.key === key)?.value;
    expect(checks.map(({ id }) => id)).toContain("rating_action");
    expect(checks.filter(({ outcome }) => outcome === "fail")).toEqual([]);
    const side = { Buy: "buy", Overweight: "buy", Hold: "hold", Underweight: "sell", Sell: "sell", REVIEW: "hold" };
    // Without an opinion no levels are shown.
    if (rating === "REVIEW") return void expect(levels).toBeNull();
    expect(levels?.action).toBe(side[rating]);
    if (levels === null || levels.action === "hold") {
      expect(levels).toMatchObject({ entry: null, stop: null, target: null, size_pct: null });
      return;
    }
    // Neither a stop nor a target earned what holding for the horizon did on the training years: docs/rules.md.
    expect(levels).toMatchObject({ action: "buy", entry: values("close"), stop: null, target: null });
    expect(levels.size_pct).toBeGreaterThan(0);
    expect(levels.size_pct).toBeLessThanOrEqual(20);
    expect(verdict).toMatchObject({ target: null, horizon_days: 90 });
  });

  test.skipIf(missing)("rests on what the archive knew that day, and says what it did not", async () => {
    const { result, manifest } = await runOf(expected);
    const { data, review_reason, ...reports } = result.reports;
    expect(data).toMatchObject({ session: expected.session, historical: true, synthetic: false });
    const values = new Map(manifest.evidence.map(({ key, value }) => [key, value]));
    for (const [key, value] of Object.entries(expected.evidence)) {
      if (value === "present") expect(values.get(key), key).toEqual(expect.any(Number));
      else expect(values.get(key), key).toBe(value);
    }
    expect(expected.absent.filter((key) => values.has(key))).toEqual([]);
    expect(manifest.evidence.filter(({ at }) => at > expected.session)).toEqual([]);
    for (const note of expected.notes)
      expect(data.notes).toEqual(expect.arrayContaining([expect.stringMatching(note)]));
    const all = {
      market: reports.market,
      social: reports.social,
      news: reports.news,
      fundamentals: reports.fundamentals,
    };
    expect(Object.entries(all).flatMap(([name, report]) => (report?.skipped === null ? name : []))).toEqual(
      expected.heard,
    );
    if (expected.review === null) {
      expect(result.rating).not.toBe("REVIEW");
      expect(review_reason).toBeNull();
    } else {
      expect(result.rating).toBe("REVIEW");
      expect(review_reason).toMatch(expected.review);
      expect(result.reports.verdict).toMatchObject({ target: null, confidence: null });
    }
  });
});
