/** Least and most, both included. */
type Range = readonly [number, number];

/** What a measure can be and usually is, with sources. */
interface Bounds {
  /** Values outside it mean wrong inputs, and are no evidence. */
  readonly possible: Range;
  /** Outside, the value is shown as unusual with its inputs. */
  readonly usual: Range;
  readonly source: string;
}

const any: Range = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
const positive: Range = [Number.MIN_VALUE, Number.POSITIVE_INFINITY];
const notNegative: Range = [0, Number.POSITIVE_INFINITY];
const percent: Range = [0, 100];

const price = {
  possible: positive,
  usual: positive,
  source: "prices are positive; no size is rare in every currency",
};
const signedPrice = { possible: any, usual: any, source: "a difference of prices; no size is rare in every currency" };
const oscillator = { possible: percent, usual: [3, 97] as const, source: "0 to 100 by definition" };
const fall = { possible: [-100, 0] as const, usual: [-95, 0] as const, source: "a price falls by 100 % at most" };

function returns(usual: Range): Bounds {
  return { possible: [-100, 100_000], usual, source: "a price falls by 100 % at most; rare: judgement" };
}

function volatility(usual: Range): Bounds {
  return { possible: [0, 10_000], usual, source: "not negative; rare: judgement, flat or beyond small coins" };
}

/** A mean of n closes that holds the close is at least its nth part. */
function againstMean(n: number, usual: Range): Bounds {
  return { possible: [-100, (n - 1) * 100], usual, source: `close / mean of ${n} closes lies between 0 and ${n}` };
}

const usd = {
  source: "largest ever: sales 0.7, profit 0.16, market value 5 trillion USD; other currencies: only the sign",
};
const flow = { possible: any, usual: any, source: usd.source };
const stock = { possible: notNegative, usual: notNegative, source: usd.source };

const margins =
  "Damodaran, US deciles by market value, January 2025: median net margin −30 to 13 %, operating −22 to 17 %";
const multiples =
  "Damodaran, US deciles by market value, January 2025: median P/E 11 to 26, P/B 1.0 to 4.3, P/S 1.4 to 3.8, EV/sales 1.7 to 4.8, EV/EBIT 18 to 34";
const returnOnEquity = "Damodaran, US deciles by market value, January 2025: median return on equity −42 to 18 %";
const judgement = "judgement: far beyond what companies report";
const change: Bounds = { possible: [-100_000, 100_000], usual: [-60, 60], source: margins };
const age = (most: number): Bounds => ({
  possible: notNegative,
  usual: [0, most],
  source: "a year and the time to file, SEC Form 10-K: 60 to 90 days",
});

/** By key of the measure. docs/measures.md says how they were chosen. */
export const boundsOf: Readonly<Record<string, Bounds>> = {
  close: price,
  sma_20: price,
  sma_50: price,
  sma_200: price,
  close_vs_sma_50: againstMean(50, [-60, 150]),
  close_vs_sma_200: againstMean(200, [-80, 300]),
  ema_10: price,
  ema_20: price,
  macd: signedPrice,
  macd_signal: signedPrice,
  macd_hist: signedPrice,
  rsi_14: oscillator,
  bollinger_upper: price,
  bollinger_lower: signedPrice,
  // One of n values lies at most √(n − 1) population deviations from their mean.
  bollinger_percent_b: { possible: [-0.6, 1.6], usual: [-0.45, 1.45], source: "Samuelson 1968: √19 deviations" },
  atr_14: price,
  atr_14_pct: { possible: [0, 1000], usual: [0.05, 30], source: "not negative; rare: judgement" },
  vwma_20: price,
  mfi_14: { ...oscillator, usual: percent },
  volume_ratio_20: { possible: notNegative, usual: [0.01, 30], source: "not negative; rare: judgement" },
  return_1d: returns([-50, 100]),
  return_5d: returns([-60, 150]),
  return_21d: returns([-75, 250]),
  return_63d: returns([-85, 400]),
  return_252d: returns([-95, 1500]),
  sessions_missing: { possible: [0, 252 * 20], usual: [0, 126], source: "half of the sessions of a year" },
  volatility_21: volatility([1, 300]),
  volatility_63: volatility([1, 300]),
  volatility_30d: volatility([3, 400]),
  volatility_90d: volatility([3, 400]),
  max_drawdown_252: fall,
  drawdown_from_high_252: fall,
  drawdown_from_high: fall,
  high_252: price,
  low_252: price,
  support_20: price,
  resistance_20: price,
  relative_strength_63: { possible: [-100_000, 100_000], usual: [-150, 400], source: "a difference of returns" },
  relative_strength_252: { possible: [-100_000, 100_000], usual: [-250, 1500], source: "a difference of returns" },
  beta_252: { possible: [-100, 100], usual: [-2, 5], source: judgement },
  correlation_252: { possible: [-1.001, 1.001], usual: [-0.9, 1.001], source: "−1 to 1 by definition" },
  revenue_ttm: { ...flow, usual: notNegative },
  revenue_growth_yoy: { possible: [-1000, 100_000], usual: [-60, 200], source: judgement },
  revenue_growth_q: { possible: [-1000, 100_000], usual: [-75, 300], source: judgement },
  gross_margin_ttm: { possible: [-100_000, 100], usual: [-50, 99.5], source: "cost is not negative" },
  operating_margin_ttm: { possible: [-100_000, 1000], usual: [-200, 80], source: margins },
  net_margin_ttm: { possible: [-100_000, 1000], usual: [-200, 100], source: margins },
  fcf_margin_ttm: { possible: [-100_000, 1000], usual: [-200, 100], source: margins },
  gross_margin_change_yoy: change,
  operating_margin_change_yoy: change,
  net_margin_change_yoy: change,
  net_income_ttm: flow,
  eps_diluted_ttm: flow,
  eps_growth_yoy: { possible: [-100_000, 100_000], usual: [-300, 500], source: judgement },
  eps_growth_q: { possible: [-100_000, 100_000], usual: [-300, 500], source: judgement },
  results_reaction: returns([-50, 100]),
  next_report_days: {
    possible: [0, 400],
    usual: [0, 140],
    source: "the longest gap between two reports taken as regular",
  },
  operating_cash_flow_ttm: flow,
  capex_ttm: flow,
  free_cash_flow_ttm: flow,
  buybacks_ttm: flow,
  cash_conversion: { possible: [-10_000, 10_000], usual: [-10, 20], source: judgement },
  interest_coverage: { possible: [-100_000, 100_000], usual: [-100, 500], source: judgement },
  roe_ttm: { possible: [-10_000, 10_000], usual: [-200, 200], source: returnOnEquity },
  dilution_yoy: { possible: [-100, 100_000], usual: [-25, 50], source: judgement },
  cash_and_investments: stock,
  total_debt: stock,
  net_debt: flow,
  debt_to_equity: { possible: [0, 100_000], usual: [0, 20], source: judgement },
  current_ratio: { possible: [0, 10_000], usual: [0.1, 30], source: judgement },
  shares_outstanding: { possible: [1, 1e13], usual: [1e5, 5e11], source: "the largest banks count 3.6e11 shares" },
  dividends_ttm: stock,
  dividend_yield: { possible: [0, 1000], usual: [0, 20], source: judgement },
  market_cap: { possible: positive, usual: positive, source: usd.source },
  pe_ttm: { possible: [0.05, 100_000], usual: [2, 200], source: multiples },
  ps_ttm: { possible: [0.001, 1_000_000], usual: [0.05, 100], source: multiples },
  pb: { possible: [0.005, 100_000], usual: [0.1, 100], source: multiples },
  fcf_yield: { possible: [-10_000, 10_000], usual: [-50, 50], source: multiples },
  ev_to_sales: { possible: [-1000, 1_000_000], usual: [0, 100], source: multiples },
  ev_to_ebit: { possible: [-10_000, 1_000_000], usual: [0, 300], source: multiples },
  days_since_last_filing: age(400),
  latest_period_end_age: age(460),
  days_since_high: { possible: notNegative, usual: notNegative, source: "days of the window" },
  // Thirty of the ninety days overlap.
  volume_trend_30_90: {
    possible: [0, 3.001],
    usual: [0.1, 2.7],
    source: "a mean of 30 in 90 is at most 3 times theirs",
  },
  funding_7d_annualised: {
    possible: [-20_000, 20_000],
    usual: [-200, 200],
    source: "2 % in 8 hours, all year; rare: judgement",
  },
  large_distribution: { possible: positive, usual: positive, source: "prices are positive" },
  funding_sign_streak: { possible: any, usual: any, source: "a count within the rates at hand" },
};

/** Sizes in US dollars: impossible beyond the first, rare beyond the second. */
const mostUsd: Readonly<Record<string, readonly [number, number]>> = {
  revenue_ttm: [3e12, 8e11],
  net_income_ttm: [1e12, 2e11],
  operating_cash_flow_ttm: [1e12, 2e11],
  capex_ttm: [1e12, 2e11],
  free_cash_flow_ttm: [1e12, 2e11],
  buybacks_ttm: [1e12, 1.5e11],
  eps_diluted_ttm: [1e6, 1000],
  market_cap: [3e13, 6e12],
};

export interface Doubt {
  /** `impossible`: not used as evidence. `unusual`: shown with its inputs. */
  readonly kind: "impossible" | "unusual";
  /** The range that a value is outside of, in words: `usually 2 to 200 x`. */
  readonly range: string;
}

/** `null`: as usual, or a key without bounds. */
export function doubtOf(key: string, value: number, unit: string): Doubt | null {
  const bounds = boundsFor(key.replace(/^with_dividends_/, ""));
  if (bounds === undefined) return null;
  const [possibleUsd, usualUsd] = (unit.startsWith("USD") ? mostUsd[key] : undefined) ?? [];
  const possible = within(bounds.possible, possibleUsd);
  if (isOutside(value, possible)) return { kind: "impossible", range: `can be ${rangeText(possible, unit)}` };
  const usual = within(bounds.usual, usualUsd);
  return isOutside(value, usual) ? { kind: "unusual", range: `usually ${rangeText(usual, unit)}` } : null;
}

/** A return is bounded like the next longer one. */
function boundsFor(key: string): Bounds | undefined {
  const sessions = /^return_(\d+)d$/.exec(key)?.[1];
  const longer = returnSessions.find((n) => n >= Number(sessions)) ?? returnSessions.at(-1);
  return boundsOf[key] ?? (sessions === undefined ? undefined : boundsOf[`return_${longer}d`]);
}

const returnSessions = [1, 5, 21, 63, 252] as const;

function within([least, most]: Range, size = Number.POSITIVE_INFINITY): Range {
  return [Math.max(least, -size), Math.min(most, size)];
}

function isOutside(value: number, [least, most]: Range): boolean {
  return value < least || value > most;
}

function rangeText([least, most]: Range, unit: string): string {
  const named = unit === "count" ? "" : ` ${unit}`;
  if (most === Number.POSITIVE_INFINITY) return least > 0 ? "above 0" : "0 or more";
  if (least === Number.NEGATIVE_INFINITY) return `at most ${readable(most)}${named}`;
  return `${readable(least)} to ${readable(most)}${named}`;
}

const digits = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 6 });

/** `12,500`, with a real minus. */
export function readable(value: number): string {
  return digits.format(value).replace("-", "\u2212");
}
