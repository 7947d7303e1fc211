import {
  type Condition,
  type ConditionReading,
  type ConditionState,
  type SplitScale,
  conditionState,
} from "#src/contract/run/conditions.ts";
import { type AsOfMarket, openMarket } from "#src/market/door/open-market.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import type { ParsedSymbol } from "#src/market/symbols/symbols.ts";
import { type Instant, type LocalDate, addDays, daysBetween, minuteMs } from "#src/core/clock.ts";
import { fundamentalsSection } from "../evidence/fundamentals.ts";
import { marketSection, priceWindowDays } from "../evidence/market.ts";
import type { Finding } from "../evidence/numbering.ts";

/* Measures that code can compute at any later close; not counts and tones of texts. */

export interface Watchable {
  /** `close`: changes with prices. `filing`: changes when a report is filed. */
  readonly moves: "close" | "filing";
  readonly scale: SplitScale;
  /** Names in prose, in lower case. */
  readonly names: readonly string[];
}

const price = (...names: string[]): Watchable => ({ moves: "close", scale: "price", names });
const rate = (...names: string[]): Watchable => ({ moves: "close", scale: "none", names });
const filed = (...names: string[]): Watchable => ({ moves: "filing", scale: "none", names });
const perShare = (...names: string[]): Watchable => ({ moves: "filing", scale: "price", names });
const count = (...names: string[]): Watchable => ({ moves: "filing", scale: "shares", names });

/** By key, as in docs/measures.md. */
export const watchable: Readonly<Record<string, Watchable>> = {
  close: price("daily close", "closing price", "share price", "stock price", "last close", "closes", "close", "price"),
  sma_20: price("20-day average", "20-session average", "20-day sma"),
  sma_50: price(),
  sma_200: price(),
  close_vs_sma_50: rate("close against the 50-session average", "distance from the 50-session average"),
  close_vs_sma_200: rate("close against the 200-session average", "distance from the 200-session average"),
  ema_10: price("10-day ema"),
  ema_20: price("20-day ema"),
  macd: price("macd line", "macd"),
  macd_signal: price("macd signal line", "macd signal"),
  macd_hist: price("macd histogram", "macd hist"),
  rsi_14: rate("relative strength index", "rsi(14)", "rsi 14", "14-day rsi", "rsi"),
  bollinger_upper: price("upper bollinger band"),
  bollinger_lower: price("lower bollinger band"),
  bollinger_percent_b: rate("percent b", "%b"),
  atr_14: price("average true range", "atr"),
  atr_14_pct: rate("average true range in %", "atr in %"),
  vwma_20: price("volume-weighted moving average", "vwma"),
  mfi_14: rate("money flow index", "mfi"),
  volume_ratio_20: rate("volume ratio", "relative volume"),
  return_1d: rate("one-day return", "1-day return"),
  return_5d: rate("five-day return", "5-day return", "one-week return"),
  return_21d: rate("one-month return", "21-day return", "21-session return"),
  return_63d: rate("three-month return", "63-day return", "63-session return"),
  return_252d: rate("one-year return", "12-month return", "252-session return"),
  volatility_21: rate("21-day volatility", "21-session volatility", "one-month volatility"),
  volatility_63: rate("63-day volatility", "63-session volatility", "three-month volatility"),
  max_drawdown_252: rate("maximum drawdown", "max drawdown"),
  drawdown_from_high_252: rate("drawdown from the high of the year", "drawdown from the 52-week high"),
  high_252: price("52-week high", "high of the year"),
  low_252: price("52-week low", "low of the year"),
  support_20: price("20-day support", "support level"),
  resistance_20: price("20-day resistance", "resistance level"),
  relative_strength_63: rate(
    "three-month relative strength",
    "63-day relative strength",
    "63-session relative strength",
  ),
  relative_strength_252: rate("one-year relative strength", "252-day relative strength"),
  beta_252: rate("beta"),
  correlation_252: rate("correlation"),
  revenue_ttm: filed("trailing revenue", "ttm revenue", "revenue ttm", "revenue"),
  revenue_growth_yoy: filed("revenue growth", "yoy revenue growth", "year-on-year revenue growth"),
  revenue_growth_q: filed("quarterly revenue growth", "revenue growth of the quarter"),
  gross_margin_ttm: filed("gross margin", "gross profit margin"),
  operating_margin_ttm: filed("operating margin", "ebit margin"),
  net_margin_ttm: filed("net margin", "net profit margin", "profit margin"),
  gross_margin_change_yoy: filed("change of the gross margin", "gross margin change"),
  operating_margin_change_yoy: filed("change of the operating margin", "operating margin change"),
  net_margin_change_yoy: filed("change of the net margin", "net margin change"),
  net_income_ttm: filed("trailing net income", "net income", "net profit"),
  eps_diluted_ttm: perShare("diluted eps", "trailing eps", "earnings per share", "eps"),
  eps_growth_yoy: filed("eps growth", "earnings growth"),
  operating_cash_flow_ttm: filed("operating cash flow", "cash flow from operations"),
  capex_ttm: filed("capital expenditure", "capital expenditures", "capex"),
  free_cash_flow_ttm: filed("trailing free cash flow", "free cash flow", "fcf"),
  fcf_margin_ttm: filed("free cash flow margin", "fcf margin"),
  cash_conversion: filed("cash conversion"),
  buybacks_ttm: filed("buybacks", "share repurchases"),
  interest_coverage: filed("interest coverage"),
  roe_ttm: filed("return on equity", "roe"),
  dilution_yoy: filed("dilution", "share count growth"),
  cash_and_investments: filed("cash and investments", "cash position"),
  total_debt: filed("total debt"),
  net_debt: filed("net debt"),
  debt_to_equity: filed("debt to equity", "debt-to-equity", "debt/equity"),
  current_ratio: filed("current ratio"),
  shares_outstanding: count("shares outstanding"),
  dividends_ttm: price("trailing dividends", "dividends per share"),
  dividend_yield: rate("dividend yield"),
  market_cap: rate("market capitalisation", "market capitalization", "market cap"),
  pe_ttm: rate("trailing p/e", "p/e ratio", "p/e", "price to earnings", "pe ratio"),
  ps_ttm: rate("price to sales", "p/s"),
  pb: rate("price to book", "p/b"),
  fcf_yield: rate("free cash flow yield", "fcf yield"),
  ev_to_sales: rate("ev to sales", "ev/sales"),
  ev_to_ebit: rate("ev to ebit", "ev/ebit"),
  volatility_30d: rate("30-day volatility"),
  volatility_90d: rate("90-day volatility"),
  drawdown_from_high: rate("drawdown from the high", "drawdown from its high"),
  volume_trend_30_90: rate("volume trend", "turnover trend"),
  funding_7d_annualised: rate("annualised funding", "annualized funding", "funding rate", "funding"),
  funding_sign_streak: rate("funding streak"),
};

/** `below its 200-day average` is a measure of its own. */
export const averageOf: readonly (readonly [pattern: RegExp, key: string])[] = [
  [
    /\b50[- ](?:day|session)s?(?: simple)?(?: moving)? (?:average|mean|ma|sma)\b|\b(?:sma|ma)[ (-]?50\b/,
    "close_vs_sma_50",
  ],
  [
    /\b200[- ](?:day|session)s?(?: simple)?(?: moving)? (?:average|mean|ma|sma)\b|\b(?:sma|ma)[ (-]?200\b/,
    "close_vs_sma_200",
  ],
];

/** When prices are final everywhere. */
export const finalAfterMs = 60 * minuteMs;
/** A session without a price by then has none. */
const waitMs = 5 * 24 * 60 * minuteMs;

export interface WatchTools {
  readonly vendors: VendorChain;
  readonly signal: AbortSignal;
}

export interface Watched {
  readonly symbol: ParsedSymbol;
  readonly since: LocalDate;
  readonly conditions: readonly Condition[];
}

export interface SessionsRead {
  readonly readings: readonly ConditionReading[];
  /** The last finished session that was read. */
  readonly over: LocalDate;
}

/**
 * Reads measures at each close after `after`, as known at that close, always as a past session, so readings never
 * differ. Stops at an open or unpriced session.
 * @param after the last session read
 * @throws VendorFailed, Cancelled
 */
export async function readSessions(
  tools: WatchTools,
  watched: Watched,
  after: LocalDate,
  now: Instant,
  most = Infinity,
): Promise<SessionsRead> {
  const readings: ConditionReading[] = [];
  const until = watched.conditions.reduce((last, { deadline }) => (deadline > last ? deadline : last), "");
  let over = after;
  for (let day = addDays(after, 1); readings.length < most && over <= until;) {
    // Late enough for every time zone; unfinished sessions are skipped below.
    if (Date.parse(`${day}T00:00:00Z`) > now + 24 * 60 * minuteMs) break;
    const opening = await openMarket({ ...tools, symbol: watched.symbol, ...pastOf(day) });
    if (!opening.ok) break;
    const { calendar } = opening.market;
    if (!calendar.isSession(day)) {
      day = calendar.nextSession(day);
      continue;
    }
    const reading = await readSession(opening.market, watched, day);
    const close = calendar.sessionClose(day);
    if (close + finalAfterMs > now || (!reading.isPriced && close + waitMs > now)) break;
    if (day <= until) readings.push(reading.reading);
    over = day;
    day = calendar.nextSession(day);
  }
  return { readings, over };
}

/** The state of each condition after the sessions that were read. */
export function statesOf(conditions: readonly Condition[], { readings, over }: SessionsRead): ConditionState[] {
  return conditions.map((condition) => conditionState(condition, readings, over));
}

/** As a past session, so that it never changes. */
export function pastOf(session: LocalDate): { readonly tradeDate: LocalDate; readonly now: Instant } {
  return { tradeDate: session, now: Date.parse(`${addDays(session, 2)}T12:00:00Z`) };
}

async function readSession(
  market: AsOfMarket,
  { conditions, since }: Watched,
  session: LocalDate,
): Promise<{ readonly reading: ConditionReading; readonly isPriced: boolean }> {
  const wanted = new Set(conditions.map(({ measure }) => measure));
  const [prices, company, bars, split] = await Promise.all([
    marketSection(market),
    fundamentalsSection(market),
    market.bars(priceWindowDays),
    splitSince(market, since, session),
  ]);
  // Else the last priced day would be read again.
  const isPriced = bars.records.at(-1)?.date === session;
  const found = [...prices.findings, ...company.findings].filter(
    ({ key }) => wanted.has(key) && (isPriced || watchable[key]?.moves === "filing"),
  );
  return { reading: { session, values: Object.fromEntries(found.flatMap(valueOf)), split }, isPriced };
}

function valueOf({ key, value, at }: Finding): [string, ConditionReading["values"][string]][] {
  return value === null ? [] : [[key, { value, at }]];
}

/** New shares for one old; `null`: prices do not compare. A fall that may be a split is read as a fall. */
async function splitSince(market: AsOfMarket, since: LocalDate, session: LocalDate): Promise<number | null> {
  const days = daysBetween(since, session) + 1;
  const [actions, basis] = await Promise.all([
    market.actions(days),
    market.priceBasis(Math.max(days, priceWindowDays)),
  ]);
  if (basis.atBestFrom !== null && basis.atBestFrom > since) return null;
  return actions.records
    .filter(({ action, exDate }) => action === "split" && exDate > since && exDate <= session)
    .reduce((product, { value }) => product * value, 1);
}
