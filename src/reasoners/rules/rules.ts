import type { Analyst } from "#src/contract/analysis.ts";
import type { Evidence } from "#src/contract/evidence.ts";

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
  /** A half sentence; the value and its id are put behind it. */
  readonly says: (value: number) => string;
  /** Where the measure changes sides: it speaks for on one side of `at`, against on the other. Absent without one such. */
  readonly turns?: { readonly at: number; readonly speaksFor: "above" | "below" };
}

export const rulesOf: Record<Analyst, readonly Rule[]> = {
  market: [
    {
      key: "close_vs_sma_200",
      weight: 0.8,
      strength: (v) => v / 10,
      says: (v) => `the close stands ${beside(v)} its 200-session average`,
      turns: { at: 0, speaksFor: "above" },
    },
    {
      key: "close_vs_sma_50",
      weight: 0.4,
      strength: (v) => v / 6,
      says: (v) => `the close stands ${beside(v)} its 50-session average`,
      turns: { at: 0, speaksFor: "above" },
    },
    {
      key: "return_63d",
      weight: 0.4,
      strength: (v) => v / 15,
      says: (v) => `the price ${rose(v)} over three months`,
      turns: { at: 0, speaksFor: "above" },
    },
    {
      key: "relative_strength_63",
      weight: 0.4,
      strength: (v) => v / 10,
      says: (v) => `it did ${bySign(v, "better than", "as well as", "worse than")} its benchmark over three months`,
      turns: { at: 0, speaksFor: "above" },
    },
    {
      key: "macd_hist",
      weight: 0.3,
      // In units of a day's range, so that it means the same for a cheap and for a dear instrument.
      strength: (v, other) => ratio(v * 4, other("atr_14")),
      says: (v) => `the MACD histogram is ${bySign(v, "positive", "zero", "negative")}`,
      turns: { at: 0, speaksFor: "above" },
    },
    {
      key: "rsi_14",
      weight: 0.4,
      strength: (v) => (v > 70 ? (70 - v) / 15 : v < 30 ? (30 - v) / 15 : 0),
      says: (v) =>
        `the relative strength index is ${v > 70 ? "overbought" : v < 30 ? "oversold" : "in its middle range"}`,
    },
    {
      key: "drawdown_from_high_252",
      weight: 0.3,
      strength: (v) => (Math.abs(v) > 25 ? -1 : Math.abs(v) < 5 ? 0.7 : 0),
      says: (v) =>
        `the price is ${Math.abs(v) < 5 ? "close to" : Math.abs(v) > 25 ? "well below" : "below"} its high of the year`,
    },
  ],
  fundamentals: [
    {
      key: "revenue_growth_yoy",
      weight: 0.5,
      strength: (v) => v / 15,
      says: (v) => `revenue ${rose(v)} on the year`,
      turns: { at: 0, speaksFor: "above" },
    },
    {
      key: "eps_growth_yoy",
      weight: 0.4,
      strength: (v) => v / 20,
      says: (v) => `diluted earnings a share ${rose(v)} on the year`,
      turns: { at: 0, speaksFor: "above" },
    },
    {
      key: "operating_margin_change_yoy",
      weight: 0.3,
      strength: (v) => v / 2,
      says: (v) => `the operating margin ${bySign(v, "widened", "did not change", "narrowed")}`,
      turns: { at: 0, speaksFor: "above" },
    },
    {
      key: "fcf_yield",
      weight: 0.4,
      strength: (v) => (v - 3) / 3,
      says: (v) => `free cash flow is ${v >= 3 ? "ample" : v >= 0 ? "thin" : "negative"} for the price`,
      turns: { at: 3, speaksFor: "above" },
    },
    {
      key: "pe_ttm",
      weight: 0.4,
      strength: (v) => (22 - v) / 15,
      says: (v) => `the price is ${v > 22 ? "dear" : "not dear"} on trailing earnings`,
      turns: { at: 22, speaksFor: "below" },
    },
    {
      key: "debt_to_equity",
      weight: 0.2,
      strength: (v) => (1.5 - v) / 1.5,
      says: (v) => `debt against equity is ${v > 1.5 ? "high" : "bearable"}`,
      turns: { at: 1.5, speaksFor: "below" },
    },
    {
      key: "dilution_yoy",
      weight: 0.2,
      strength: (v) => -v / 3,
      says: (v) => `the diluted share count ${rose(v)} on the year`,
      turns: { at: 0, speaksFor: "below" },
    },
    {
      key: "cash_conversion",
      weight: 0.2,
      strength: (v) => (v - 0.9) / 0.4,
      says: (v) => `profit ${v >= 0.9 ? "is" : "is not"} backed by cash`,
      turns: { at: 0.9, speaksFor: "above" },
    },
    // Coins.
    {
      key: "drawdown_from_high",
      weight: 0.5,
      strength: (v) => (Math.abs(v) > 50 ? -1 : Math.abs(v) < 15 ? 0.7 : -0.2),
      says: (v) =>
        `the coin stands ${Math.abs(v) < 15 ? "near" : Math.abs(v) > 50 ? "far below" : "below"} its highest close`,
    },
    // A ratio: 1 is a month like the three that it is a part of.
    {
      key: "volume_trend_30_90",
      weight: 0.3,
      strength: (v) => (v - 1) / 0.6,
      says: (v) => `turnover ${rose(v - 1)} against the months before`,
      turns: { at: 1, speaksFor: "above" },
    },
    // A crowd that pays much to be long is a crowd that can be shaken out.
    {
      key: "funding_7d_annualised",
      weight: 0.4,
      strength: (v) => (v > 30 ? (30 - v) / 30 : v < -10 ? 0.5 : 0),
      says: (v) => `holders of perpetual futures ${bySign(v, "pay to be long", "pay nothing", "are paid to be long")}`,
    },
  ],
  news: [
    {
      key: "news_tone_7d",
      weight: 0.7,
      strength: (v, other) => enough(other("news_count_7d"), 5) * (v / 15),
      says: (v) => `the week's news reads ${tone(v)} by lexicon`,
    },
    {
      key: "news_tone_30d",
      weight: 0.3,
      strength: (v, other) => enough(other("news_count_30d"), 10) * (v / 15),
      says: (v) => `the month's news reads ${tone(v)} by lexicon`,
    },
  ],
  social: [
    {
      key: "social_tone_7d",
      weight: 0.6,
      strength: (v, other) => enough(other("social_count_7d"), 20) * (v / 20),
      says: (v) => `the week's posts read ${tone(v)} by lexicon`,
    },
    {
      key: "social_bullish_share_7d",
      weight: 0.4,
      strength: (v, other) => enough(other("social_count_7d"), 20) * ((v - 50) / 30),
      says: (v) => `${v >= 50 ? "most" : "the smaller part"} of the marked posts are bullish`,
    },
  ],
};

/** What a measure of the run is worth to the analyst who reads it. */
export interface Reason {
  readonly item: Evidence;
  readonly value: number;
  readonly rule: Rule;
  /** Signed part of the analyst's score. */
  readonly part: number;
  /** Ids of all that the part was computed from, the measure's own first. */
  readonly rests: readonly string[];
}

/** Every rule of the analyst that found its measure, strongest first; ties in the order of the rules. */
export function reasonsOf(analyst: Analyst, evidence: readonly Evidence[]): Reason[] {
  return rulesOf[analyst]
    .flatMap((rule) => {
      const item = evidence.find((one) => one.key === rule.key);
      if (item === undefined || item.value === null) return [];
      const rests = [item.id];
      const other = (key: string): number | null => {
        const found = evidence.find((one) => one.key === key);
        if (found === undefined || found.value === null) return null;
        rests.push(found.id);
        return found.value;
      };
      return [{ item, value: item.value, rule, part: rule.weight * clamp(rule.strength(item.value, other), 1), rests }];
    })
    .toSorted((a, b) => Math.abs(b.part) - Math.abs(a.part));
}

/** The analyst's score before rounding, −2 to +2. `null` without a single reason. */
export function scoreOf(reasons: readonly Reason[]): number | null {
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

/** No change is neither way. */
function bySign(value: number, up: string, none: string, down: string): string {
  return value > 0 ? up : value < 0 ? down : none;
}

function beside(value: number): string {
  return bySign(value, "above", "at", "below");
}

function rose(value: number): string {
  return bySign(value, "rose", "did not change", "fell");
}

function tone(value: number): string {
  return Math.abs(value) < 2 ? "neutral" : value > 0 ? "positive" : "negative";
}
