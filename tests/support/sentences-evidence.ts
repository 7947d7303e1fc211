import type { Evidence } from "#src/contract/evidence.ts";
import { isSupported } from "#src/contract/judgement.ts";
import { ground, prepareEvidence, type EvidenceIndex } from "#src/debate/grounding.ts";
import type { Proposed } from "#src/debate/grounding/proposals.ts";
import { measure } from "./llm-brief.ts";

/* One run's evidence and one agent's levels, for sentences that are held against them. */

const at = "2025-06-18";
const closes: Evidence = {
  ...measure("M26", "recent_closes", "Latest closes", 0, "USD"),
  value: null,
  unit: null,
  text: "2025-06-11 225.82, 2025-06-12 226.05, 2025-06-13 224.29, 2025-06-16 224.09, 2025-06-17 221.79, 2025-06-18 221.87",
  at,
};
export const index = prepareEvidence([
  { ...measure("M1", "close", "Last close, as traded", 221.87, "USD"), at },
  measure("M2", "sma_20", "Mean close of 20 sessions", 225.148, "USD"),
  measure("M3", "sma_50", "Mean close of 50 sessions", 214.388, "USD"),
  measure("M4", "close_vs_sma_50", "Close against its 50-session mean", 3.49, "%"),
  measure("M7", "rsi_14", "RSI, 14 sessions", 49, "points"),
  measure("M8", "bollinger_upper", "Upper Bollinger band (20, 2)", 229.172, "USD"),
  measure("M9", "bollinger_lower", "Lower Bollinger band (20, 2)", 222.523, "USD"),
  measure("M11", "atr_14", "Average true range, 14 sessions", 3.34, "USD"),
  measure("M14", "mfi_14", "Money flow index, 14 sessions", 45.97, "points"),
  measure("M15", "volume_ratio_20", "Volume against its 20-session mean", 1.14, "x"),
  measure("M17", "return_5d", "Return over 5 sessions", -1.75, "%"),
  measure("M19", "return_63d", "Return over 63 sessions", 6.34, "%"),
  measure("M20", "volatility_21", "Volatility of 21 sessions, annualised", 12.4, "%"),
  measure("M21", "volatility_63", "Volatility of 63 sessions, annualised", 33.54, "%"),
  measure("M22", "support_20", "Lowest low of the previous 20 sessions", 220.82, "USD"),
  measure("M24", "sessions_available", "Sessions of price history in the window", 119, "count"),
  measure("M29", "drawdown_from_high_252", "Close against the highest close of 252 sessions", -8.4, "%"),
  measure("M34", "relative_strength_63", "Return against the index over 63 sessions", -4.2, "%"),
  measure("M35", "beta_252", "Beta to the index", 1.32, "x"),
  measure("M36", "high_252", "Highest price of 252 sessions", 260.1, "USD"),
  measure("M37", "low_252", "Lowest price of 252 sessions", 169.21, "USD"),
  measure("M38", "macd", "MACD line (12, 26)", 1.2, "USD"),
  measure("M39", "macd_signal", "MACD signal line (9)", 0.4, "USD"),
  measure("M41", "sma_200", "Mean close of 200 sessions", 203.2, "USD"),
  measure("M42", "return_252d", "Return over 252 sessions", -17.9, "%"),
  closes,
  measure("N1", "news_tone_7d", "Tone of news items by lexicon, 7 days", -8.2, "points"),
  measure("N2", "news_tone_30d", "Tone of news items by lexicon, 30 days", 3.1, "points"),
  measure("N3", "news_volume_change", "Change in number of news items", -41.3, "%"),
  measure("F10", "net_income_ttm", "Net income, trailing twelve months", 39_672_000_000, "USD"),
  measure("F15", "free_cash_flow_ttm", "Free cash flow, trailing twelve months", 45_413_000_000, "USD"),
  measure("F18", "cash_conversion", "Operating cash flow for each unit of net income", 1.39, "x"),
  measure("F20", "cash_and_investments", "Cash and marketable securities", 144_687_000_000, "USD"),
  measure("F21", "total_debt", "Total debt", 31_040_000_000, "USD"),
  measure("F22", "net_debt", "Net debt; negative: net cash", -113_647_000_000, "USD"),
  measure("F26", "current_ratio", "Current ratio", 1.45, "x"),
  measure("F28", "dilution_yoy", "Diluted shares against a year before", -4.6, "%"),
  measure("F1", "revenue_ttm", "Revenue, trailing twelve months", 169_104_000_000, "USD"),
  measure("F2", "revenue_growth_yoy", "Revenue growth against the year before", 18.79, "%"),
  measure("F4", "gross_margin_ttm", "Gross margin, trailing", 39.5, "%"),
  measure("F5", "gross_margin_change_yoy", "Change of the gross margin in a year", -4.45, "%"),
  measure("F11", "eps_diluted_ttm", "Diluted earnings per share, trailing", 8.67, "USD/share"),
  measure("F23", "pe_ttm", "Price to earnings, trailing", 25.6, "x"),
  measure("F24", "debt_to_equity", "Debt against equity", 1.47, "x"),
  measure("F35", "ev_to_sales", "Enterprise value to sales", 1.506, "x"),
  measure("F36", "ev_to_ebit", "Enterprise value to operating income", 5.272, "x"),
]);
export const proposed = [
  { label: "trader entry", value: 221 },
  { label: "trader stop", value: 214 },
  { label: "trader target", value: 236 },
  { label: "trader size_pct", value: 4 },
  { label: "trader confidence", value: 0.7 },
  { label: "trader horizon_days", value: 45 },
];

/** The agent's own terms as a statement of it is held against them. */
export function ownTerms(terms: Readonly<Record<string, number>>): Proposed[] {
  return Object.entries(terms).map(([role, value]) => ({ label: `trader ${role}`, value }));
}

/** An earlier decision and what followed it. @param made its day and rating @param change over 21 sessions, in percent */
export function earlierDecision(id: string, made: string, change: number, until: string): Evidence {
  const label = `Earlier decision of ${made} by rules: price change over the 21 sessions after it`;
  return { ...measure(id, "decision_return_21", label, change, "%"), at: until };
}

/** Tells of a sentence whether anything that it states is not supported. */
export function flagsAgainst(
  evidence: EvidenceIndex,
  terms: readonly Proposed[] = [],
): (text: string, language?: string) => boolean {
  return (text, language) => {
    const said = { text, points: [], computations: [], index: evidence, proposed: terms, language };
    const { numbers, words } = ground(said);
    return numbers.some((number) => !isSupported(number)) || words.some(({ verdict }) => verdict === "contradicted");
  };
}

export const isFlagged = flagsAgainst(index, proposed);
