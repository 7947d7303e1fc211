import type { Analyst } from "#src/contract/jobs/analysis.ts";
import { type Evidence, isUnusual } from "#src/contract/run/evidence.ts";
import type { DataReport } from "#src/contract/run/run.ts";
import { normalQuantile } from "#src/core/figures/statistics.ts";

/* Sizes as their papers state them, nothing fitted. docs/rules.md has the table. */

/**
 * Percent a year, 1951 to 2000, from earnings growth; the average return of 7.43 was more than could be expected.
 * @see E. F. Fama and K. R. French, The Equity Premium, Journal of Finance 57 (2002)
 */
export const equityPremium = 4.32;

/**
 * What is left of a published return once it is published.
 * @see R. D. McLean and J. Pontiff, Does Academic Research Destroy Stock Return Predictability?, Journal of Finance 71 (2016)
 */
const leftAfterPublication = 1 - 0.58;

/** A stock in an extreme group gets half, over a year and after publication. */
function ofSpread(percentMonthly: number): number {
  return (percentMonthly / 2) * 12 * leftAfterPublication;
}

/** Percent a year at a strength of 1. */
export const sizes = {
  /**
   * 5.79 % a year, ranked and held for six months, US stocks 1946 to 2013.
   * @see A. Goyal and N. Jegadeesh, Cross-Sectional and Time-Series Tests of Return Predictability, RFS 31 (2018)
   */
  stockMomentum: ofSpread(5.79 / 12),
  /** @see S. Basu, Investment Performance of Common Stocks in Relation to Their Price-Earnings Ratios, Journal of Finance 32 (1977) */
  value: ofSpread(0.58),
  /** @see K. Hou, C. Xue and L. Zhang, Digesting Anomalies, Review of Financial Studies 28 (2015) */
  profitability: ofSpread(0.58),
  /** @see N. Hafzalla, R. Lundholm and E. M. Van Winkle, Percent Accruals, The Accounting Review 86 (2011) */
  accruals: ofSpread(0.97),
  /** @see A. Ang, R. J. Hodrick, Y. Xing and X. Zhang, The Cross-Section of Volatility and Expected Returns, Journal of Finance 61 (2006) */
  lowRisk: ofSpread(0.97),
  /**
   * 4.4 % over four months, by revenue surprise.
   * @see N. Jegadeesh and J. Livnat, Post-Earnings-Announcement Drift: The Role of Revenue Surprises, FAJ 62 (2006)
   */
  drift: ofSpread(1.1),
} as const;

/**
 * Per percent of volatility: 1.58 % a month at 40 % volatility in 58 futures, none of them coins.
 * @see T. Moskowitz, Y. H. Ooi and L. H. Pedersen, Time Series Momentum, Journal of Financial Economics 104 (2012)
 */
export const momentumPerVolatility = ((1.58 * 12) / 40) * leftAfterPublication;

/** Neutral value, and the distance of a paper's extreme groups. */
const middles = {
  /** A P/E of 15: Basu's middle fifth and the S&P 500's median. */
  earningsYield: { at: 100 / 15, reach: 3.7 },
  /** Round numbers near the median and the outer thirds of US companies. */
  returnOnEquity: { at: 12, reach: 10 },
  /**
   * Operating cash flow over net income; the tenth with the highest accruals has −0.1.
   * @see K. Chan, L. K. C. Chan, N. Jegadeesh and J. Lakonishok, Earnings Quality and Stock Returns, Journal of Business 79 (2006), table 3
   */
  cashConversion: { at: 1.3, reach: 1.4 },
  /** Median and outer fifths of stocknet-2014. */
  relativeVolatility: { at: 1.6, reach: 0.5 },
  /** Last quarter's growth less the year's, in percentage points; round numbers. */
  revenueSurprise: { at: 0, reach: 10 },
} as const;

/** The four months of Jegadeesh and Livnat. */
const driftDays = 120;

/** About the quarter for which these papers hold. */
export const horizonDays = 90;

/** Chosen on index-2000 and stocknet-2014; the other side mirrored. */
export const chances = { overweight: 0.52, buy: 0.55 } as const;

/* One line a measure; without evidence a rule is silent. Sizes and sources stand above. */

export type AssetType = DataReport["asset_type"];

/** Asks for another measure, which then counts as evidence. */
export type Other = (key: string) => number | null;

export interface Rule {
  readonly key: string;
  /** The instruments it applies to; absent: all. */
  readonly of?: readonly AssetType[];
  /** −1 (against) to +1 (for); `null`: unknown. */
  readonly strength: (value: number, other: Other) => number | null;
  /** Percent a year at strength 1; `null`: context only. */
  readonly size: ((asset: AssetType, other: Other) => number) | null;
  /** Where the measure changes sides. */
  readonly turns?: { readonly at: number; readonly speaksFor: "above" | "below" };
}

/** Percent a year; coins have no recorded premium. */
export function premiumOf(asset: AssetType): number {
  return asset === "crypto" ? 0 : equityPremium;
}

export const yearsAhead = horizonDays / 365;

/** Return asked per percent of volatility, for an Overweight. */
const askedPerVolatility = normalQuantile(chances.overweight) / Math.sqrt(yearsAhead);

/** Percent a year from which a part has a side. */
const tellingFrom = 0.25;

/** From this score on, context counts for a side. */
const leaningFrom = 0.15;

const stocks = ["stock"] as const;

/** The month's volatility where sessions are missing. */
export const riskKeys = ["volatility_63", "volatility_21"] as const;

function isRiskKey(key: string): boolean {
  return riskKeys.some((one) => one === key);
}

export function riskOf(other: Other): number | null {
  return other(riskKeys[0]) ?? other(riskKeys[1]);
}

export const rulesOf: Record<Analyst, readonly Rule[]> = {
  market: [
    // What the premium leaves after the risk.
    ...riskKeys.map((key): Rule => ({
      key,
      strength: (_, other) => (other(riskKeys[0]) === null || key === riskKeys[0] ? 1 : null),
      size: (asset, other) => premiumOf(asset) - askedPerVolatility * (riskOf(other) ?? 0),
    })),
    {
      key: "return_252d",
      strength: (v, other) => ratio(v, riskOf(other)),
      size: (asset, other) => (asset === "stock" ? sizes.stockMomentum : momentumPerVolatility * (riskOf(other) ?? 0)),
      turns: { at: 0, speaksFor: "above" },
    },
    {
      key: "beta_252",
      of: stocks,
      strength(v, other) {
        const relative = ratio(v, other("correlation_252"));
        return relative === null || relative <= 0 ? null : -from(middles.relativeVolatility, relative);
      },
      size: () => sizes.lowRisk,
    },
    { key: "close_vs_sma_200", strength: (v) => v / 10, size: null },
    { key: "drawdown_from_high_252", strength: () => 0, size: null },
  ],
  fundamentals: [
    {
      key: "pe_ttm",
      strength: (v) => (v <= 0 ? null : from(middles.earningsYield, 100 / v)),
      size: () => sizes.value,
      turns: { at: 100 / middles.earningsYield.at, speaksFor: "below" },
    },
    {
      key: "roe_ttm",
      strength: (v) => from(middles.returnOnEquity, v),
      size: () => sizes.profitability,
      turns: { at: middles.returnOnEquity.at, speaksFor: "above" },
    },
    {
      key: "cash_conversion",
      strength: (v) => from(middles.cashConversion, v),
      size: () => sizes.accruals,
      turns: { at: middles.cashConversion.at, speaksFor: "above" },
    },
    {
      key: "revenue_growth_q",
      strength(v, other) {
        const [year, age] = [other("revenue_growth_yoy"), other("days_since_last_filing")];
        if (year === null || age === null) return null;
        // The part of the horizon within a surprise's drift.
        const drifts = Math.max(0, Math.min(1, (driftDays - age) / horizonDays));
        return from(middles.revenueSurprise, v - year) * drifts;
      },
      size: () => sizes.drift,
    },
    { key: "eps_growth_yoy", strength: (v) => v / 20, size: null },
    { key: "debt_to_equity", strength: (v) => (1.5 - v) / 1.5, size: null },
    // Coins.
    {
      key: "drawdown_from_high",
      strength: (v) => (Math.abs(v) > 50 ? -1 : Math.abs(v) < 15 ? 0.7 : 0),
      size: null,
    },
    { key: "volume_trend_30_90", strength: (v) => (v - 1) / 0.6, size: null },
    {
      key: "funding_7d_annualised",
      strength: (v) => (v > 30 ? (30 - v) / 30 : v < -10 ? 0.5 : 0),
      size: null,
    },
  ],
  news: [
    { key: "news_tone_7d", strength: (v, other) => enough(other("news_count_7d"), 5) * (v / 15), size: null },
    { key: "news_tone_30d", strength: (v, other) => enough(other("news_count_30d"), 10) * (v / 15), size: null },
  ],
  social: [
    { key: "social_tone_7d", strength: (v, other) => enough(other("social_count_7d"), 20) * (v / 20), size: null },
    {
      key: "social_bullish_share_7d",
      strength: (v, other) => enough(other("social_count_7d"), 20) * ((v - 50) / 30),
      size: null,
    },
  ],
};

export type Side = "for" | "neutral" | "against";

export interface Reason {
  readonly item: Evidence;
  readonly value: number;
  readonly rule: Rule;
  /** Percent a year; 0 for context. */
  readonly part: number;
  /** Which side of the debate it serves. */
  readonly side: Side;
  /** Which way it reads. */
  readonly reads: Side;
  /** Ids of all evidence for the part, the measure's own first. */
  readonly rests: readonly string[];
  /** The other measures among them. */
  readonly others: readonly Evidence[];
}

/** With distributions put back where that differs. */
export function measureOf(evidence: readonly Evidence[], key: string): Evidence | undefined {
  return evidence.find((one) => one.key === `with_dividends_${key}`) ?? evidence.find((one) => one.key === key);
}

/** Strongest first; ties in rule order. */
export function reasonsOf(analyst: Analyst, evidence: readonly Evidence[], asset: AssetType): Reason[] {
  return rulesOf[analyst]
    .flatMap((rule) => {
      const item = measureOf(evidence, rule.key);
      if (item === undefined || item.value === null || rule.of?.includes(asset) === false) return [];
      // The rare may be wrong, so it says nothing. A risk is no argument.
      if (isUnusual(item) && !isRiskKey(rule.key)) return [];
      const others: Evidence[] = [];
      const other: Other = (key) => {
        const found = measureOf(evidence, key);
        if (found === undefined || found.value === null) return null;
        if (isUnusual(found) && !isRiskKey(key)) return null;
        if (found !== item && !others.includes(found)) others.push(found);
        return found.value;
      };
      const strength = rule.strength(item.value, other);
      if (strength === null) return [];
      const part = rule.size === null ? 0 : clamp(strength, 1) * rule.size(asset, other);
      const side = sideOf(part, Math.abs(part) >= tellingFrom);
      const reads = rule.size === null ? sideOf(strength, Math.abs(strength) >= leaningFrom) : side;
      const rests = [item.id, ...others.map(({ id }) => id)];
      return [{ item, value: item.value, rule, part: part + 0, side, reads, rests, others }];
    })
    .toSorted((a, b) => Math.abs(b.part) - Math.abs(a.part));
}

function sideOf(part: number, isTelling: boolean): Side {
  return !isTelling ? "neutral" : part > 0 ? "for" : "against";
}

export function clamp(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

function from({ at, reach }: { readonly at: number; readonly reach: number }, value: number): number {
  return clamp((value - at) / reach, 1);
}

function ratio(value: number, by: number | null): number | null {
  return by === null || by === 0 ? null : value / by;
}

/** 0 to 1: the tone of a few items says nothing. */
function enough(count: number | null, wanted: number): number {
  return count === null ? 0 : Math.min(1, count / wanted);
}
