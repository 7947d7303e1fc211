import type { Analyst } from "#src/contract/analysis.ts";
import { type Evidence, isUnusual } from "#src/contract/evidence.ts";

/*
 * The whole opinion of the `rules` reasoner: one line for each measure it looks at. docs/rules.md explains the
 * choices. A rule that finds no evidence is silent; nothing is assumed in its place.
 */

export interface Rule {
  readonly key: string;
  /** The most this measure can add to its analyst's score, which runs from −2 to +2. */
  readonly weight: number;
  /** −1 (against) to +1 (for), from the measure's value and the other measures of the run. */
  readonly strength: (value: number, other: (key: string) => number | null) => number;
  /** Where the measure changes sides: it speaks for on one side of `at`, against on the other. Absent without one such. */
  readonly turns?: { readonly at: number; readonly speaksFor: "above" | "below" };
}

/** How much each analyst counts in the outlook. Words count little: a lexicon is a weak judge. */
export const weightOf: Record<Analyst, number> = { market: 0.45, fundamentals: 0.35, news: 0.1, social: 0.1 };

/** A part of the outlook no larger than that is for neither side. */
const neutralUpTo = 0.01;

/** A part of an analyst's score as large as that has a side. */
export const tellingFrom = 0.05;

export const rulesOf: Record<Analyst, readonly Rule[]> = {
  market: [
    {
      key: "close_vs_sma_200",
      weight: 0.8,
      strength: (v) => v / 10,
      turns: { at: 0, speaksFor: "above" },
    },
    {
      key: "close_vs_sma_50",
      weight: 0.4,
      strength: (v) => v / 6,
      turns: { at: 0, speaksFor: "above" },
    },
    {
      key: "return_63d",
      weight: 0.4,
      strength: (v) => v / 15,
      turns: { at: 0, speaksFor: "above" },
    },
    {
      key: "relative_strength_63",
      weight: 0.4,
      strength: (v) => v / 10,
      turns: { at: 0, speaksFor: "above" },
    },
    {
      key: "macd_hist",
      weight: 0.3,
      // In units of a day's range, so that it means the same for a cheap and for a dear instrument.
      strength: (v, other) => ratio(v * 4, other("atr_14")),
      turns: { at: 0, speaksFor: "above" },
    },
    {
      key: "rsi_14",
      weight: 0.4,
      strength: (v) => (v > 70 ? (70 - v) / 15 : v < 30 ? (30 - v) / 15 : 0),
    },
    {
      key: "drawdown_from_high_252",
      weight: 0.3,
      strength: (v) => (Math.abs(v) > 25 ? -1 : Math.abs(v) < 5 ? 0.7 : 0),
    },
  ],
  fundamentals: [
    {
      key: "revenue_growth_yoy",
      weight: 0.5,
      strength: (v) => v / 15,
      turns: { at: 0, speaksFor: "above" },
    },
    {
      key: "eps_growth_yoy",
      weight: 0.4,
      strength: (v) => v / 20,
      turns: { at: 0, speaksFor: "above" },
    },
    {
      key: "operating_margin_change_yoy",
      weight: 0.3,
      strength: (v) => v / 2,
      turns: { at: 0, speaksFor: "above" },
    },
    {
      key: "fcf_yield",
      weight: 0.4,
      strength: (v) => (v - 3) / 3,
      turns: { at: 3, speaksFor: "above" },
    },
    {
      key: "pe_ttm",
      weight: 0.4,
      strength: (v) => (22 - v) / 15,
      turns: { at: 22, speaksFor: "below" },
    },
    {
      key: "debt_to_equity",
      weight: 0.2,
      strength: (v) => (1.5 - v) / 1.5,
      turns: { at: 1.5, speaksFor: "below" },
    },
    {
      key: "dilution_yoy",
      weight: 0.2,
      strength: (v) => -v / 3,
      turns: { at: 0, speaksFor: "below" },
    },
    {
      key: "cash_conversion",
      weight: 0.2,
      strength: (v) => (v - 0.9) / 0.4,
      turns: { at: 0.9, speaksFor: "above" },
    },
    // Coins.
    {
      key: "drawdown_from_high",
      weight: 0.5,
      strength: (v) => (Math.abs(v) > 50 ? -1 : Math.abs(v) < 15 ? 0.7 : -0.2),
    },
    // A ratio: 1 is a month like the three that it is a part of.
    {
      key: "volume_trend_30_90",
      weight: 0.3,
      strength: (v) => (v - 1) / 0.6,
      turns: { at: 1, speaksFor: "above" },
    },
    // A crowd that pays much to be long is a crowd that can be shaken out.
    {
      key: "funding_7d_annualised",
      weight: 0.4,
      strength: (v) => (v > 30 ? (30 - v) / 30 : v < -10 ? 0.5 : 0),
    },
  ],
  news: [
    {
      key: "news_tone_7d",
      weight: 0.7,
      strength: (v, other) => enough(other("news_count_7d"), 5) * (v / 15),
    },
    {
      key: "news_tone_30d",
      weight: 0.3,
      strength: (v, other) => enough(other("news_count_30d"), 10) * (v / 15),
    },
  ],
  social: [
    {
      key: "social_tone_7d",
      weight: 0.6,
      strength: (v, other) => enough(other("social_count_7d"), 20) * (v / 20),
    },
    {
      key: "social_bullish_share_7d",
      weight: 0.4,
      strength: (v, other) => enough(other("social_count_7d"), 20) * ((v - 50) / 30),
    },
  ],
};

export type Side = "for" | "neutral" | "against";

/** What a measure of the run is worth to the analyst who reads it. */
export interface Reason {
  readonly item: Evidence;
  readonly value: number;
  readonly rule: Rule;
  /** Signed part of the analyst's score. */
  readonly part: number;
  /** Which side of the debate it serves. */
  readonly side: Side;
  /** Which way it reads to its analyst, who tells of smaller parts too. */
  readonly reads: Side;
  /** Ids of all that the part was computed from, the measure's own first. */
  readonly rests: readonly string[];
  /** The other measures among them. */
  readonly others: readonly Evidence[];
}

/** The measure by its key; with large distributions put back where that differs, for a payment is no fall. */
export function measureOf(evidence: readonly Evidence[], key: string): Evidence | undefined {
  return evidence.find((one) => one.key === `with_dividends_${key}`) ?? evidence.find((one) => one.key === key);
}

/** Every rule of the analyst that found its measure, strongest first; ties in the order of the rules. */
export function reasonsOf(analyst: Analyst, evidence: readonly Evidence[]): Reason[] {
  return rulesOf[analyst]
    .flatMap((rule) => {
      const item = measureOf(evidence, rule.key);
      // What is rare may as well be wrong: nothing is said for or against by it.
      if (item === undefined || item.value === null || isUnusual(item)) return [];
      const others: Evidence[] = [];
      const other = (key: string): number | null => {
        const found = measureOf(evidence, key);
        if (found === undefined || found.value === null || isUnusual(found)) return null;
        others.push(found);
        return found.value;
      };
      const part = rule.weight * clamp(rule.strength(item.value, other), 1);
      const weighted = part * weightOf[analyst];
      const side = sideOf(weighted, Math.abs(weighted) > neutralUpTo);
      const reads = sideOf(part, side !== "neutral" || Math.abs(part) >= tellingFrom);
      return [
        { item, value: item.value, rule, part, side, reads, rests: [item.id, ...others.map(({ id }) => id)], others },
      ];
    })
    .toSorted((a, b) => Math.abs(b.part) - Math.abs(a.part));
}

function sideOf(part: number, isTelling: boolean): Side {
  return !isTelling ? "neutral" : part > 0 ? "for" : "against";
}

/** The analyst's score before rounding, −2 to +2. `null` without a single reason. */
export function scoreOf(reasons: readonly Pick<Reason, "part">[]): number | null {
  return reasons.length === 0
    ? null
    : clamp(
        reasons.reduce((sum, { part }) => sum + part, 0),
        2,
      );
}

export function clamp(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

function ratio(value: number, by: number | null): number {
  return by === null || by === 0 ? 0 : value / by;
}

/** 0 to 1: a tone of a few items says nothing. */
function enough(count: number | null, wanted: number): number {
  return count === null ? 0 : Math.min(1, count / wanted);
}
