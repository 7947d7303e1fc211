import type { Computation, Point } from "#src/contract/answers.ts";
import type { Evidence } from "#src/contract/evidence.ts";
import type { Proposed } from "#src/debate/grounding/proposals.ts";

/** A crafted statement about a run's evidence, with what is true of it. */
export interface Claim {
  readonly kind: string;
  readonly text: string;
  /** Whether a careful reader who has the evidence would object. */
  readonly wrong: boolean;
  readonly points?: readonly Point[];
  readonly computations?: readonly Computation[];
  readonly proposed?: readonly Proposed[];
}

/** What claims are made from: one run's evidence and seeded chance. */
export interface Material {
  readonly evidence: readonly Evidence[];
  readonly pick: <T>(from: readonly T[]) => T;
  /** 0 to 1. */
  readonly chance: () => number;
}

/** How analysts call the measures. The first is used with a verb in the singular. */
export const nouns: Readonly<Record<string, readonly string[]>> = {
  close: ["the last close", "the closing price"],
  sma_20: ["the 20-session average"],
  sma_50: ["the 50-session average", "the 50-day moving average"],
  rsi_14: ["the RSI", "the relative strength index"],
  mfi_14: ["the money flow index"],
  atr_14: ["the average true range", "the ATR"],
  atr_14_pct: ["the average true range against the close"],
  volatility_21: ["annualised volatility over 21 sessions"],
  support_20: ["support"],
  resistance_20: ["resistance"],
  return_5d: ["the five-session return"],
  return_21d: ["the return over 21 sessions"],
  return_63d: ["the return over 63 sessions"],
  revenue_ttm: ["trailing revenue", "revenue over the last twelve months", "sales"],
  revenue_growth_yoy: ["revenue growth", "sales growth"],
  gross_margin_ttm: ["the gross margin"],
  operating_margin_ttm: ["the operating margin"],
  net_margin_ttm: ["the net margin"],
  fcf_margin_ttm: ["the free cash flow margin"],
  net_income_ttm: ["net income"],
  eps_diluted_ttm: ["diluted EPS", "earnings per share"],
  eps_growth_yoy: ["EPS growth"],
  operating_cash_flow_ttm: ["operating cash flow"],
  free_cash_flow_ttm: ["free cash flow"],
  capex_ttm: ["capital expenditure"],
  buybacks_ttm: ["share buybacks"],
  cash_and_investments: ["cash and investments"],
  total_debt: ["total debt"],
  market_cap: ["market capitalisation"],
  pe_ttm: ["the P/E", "the price-to-earnings ratio"],
  ps_ttm: ["the price-to-sales ratio"],
  pb: ["price to book"],
  roe_ttm: ["return on equity"],
  fcf_yield: ["the free cash flow yield"],
  debt_to_equity: ["debt to equity"],
  current_ratio: ["the current ratio"],
  volume_ratio_20: ["the last volume against its mean"],
  news_count_7d: ["the number of news items in the week"],
};

export interface Named extends Evidence {
  readonly value: number;
  readonly noun: string;
}

/** The items of the evidence that have a name and a value worth printing. */
export function named({ evidence, pick }: Pick<Material, "evidence" | "pick">): Named[] {
  return evidence.flatMap((item) => {
    const names = nouns[item.key];
    const { value } = item;
    return names === undefined || value === null || value === 0 ? [] : [{ ...item, value, noun: pick(names) }];
  });
}

/** A value as an analyst prints it, unsigned unless told. */
export function print(value: number, unit: string | null, signed = false): string {
  const size = Math.abs(value);
  const sign = signed && value < 0 ? "-" : "";
  if (unit === "%") return `${sign}${size.toFixed(size < 10 ? 2 : 1)}%`;
  if (unit === "x") return `${sign}${size.toFixed(2)}x`;
  if (unit === "count" || unit === "days") return `${sign}${size.toFixed(0)}`;
  if (unit === "points") return `${sign}${size.toFixed(1)}`;
  if (unit === "shares") return `${sign}${(size / 1e9).toFixed(2)} billion shares`;
  if (size >= 1e12) return `${sign}$${(size / 1e12).toFixed(2)} trillion`;
  if (size >= 1e9) return `${sign}$${(size / 1e9).toFixed(1)} billion`;
  if (size >= 1e6) return `${sign}$${(size / 1e6).toFixed(1)} million`;
  return `${sign}$${size.toFixed(2)}`;
}

/** The value off by enough that nobody would round it away. */
export function spoilt(value: number, { pick }: Pick<Material, "pick">): number {
  return value * pick([0.62, 0.81, 0.9, 1.13, 1.27, 1.6]);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
