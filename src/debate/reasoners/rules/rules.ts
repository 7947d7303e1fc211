import type { Analyst } from "#src/contract/jobs/analysis.ts";
import { type Evidence, isUnusual } from "#src/contract/run/evidence.ts";
import type { DataReport } from "#src/contract/run/run.ts";
import { normalQuantile } from "#src/core/figures/distributions.ts";
import { chances, driftDays, equityPremium, horizonDays, middles, momentumPerVolatility, sizes } from "./factors.ts";

/* One line a measure; without evidence a rule is silent. factors.ts has sizes and sources. */

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
