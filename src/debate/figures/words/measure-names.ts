import type { Evidence } from "#src/contract/run/evidence.ts";
import type { LocaleWords } from "./locale.ts";

/* English names by key. The first key of a row that the evidence has is meant. */

const rows: readonly (readonly [keys: string, names: string])[] = [
  [
    "close",
    "close|closes|closed|closing price|last close|share price|stock price|price|last price|the stock|the shares|shares|stock",
  ],
  ["sma_20 sma_50 sma_200 ema_10 ema_20", "moving averages|moving average|averages"],
  ["macd", "macd|macd line"],
  ["macd_signal", "signal|signal line|macd signal"],
  ["macd_hist", "histogram|macd histogram"],
  ["rsi_14", "rsi|relative strength index"],
  ["mfi_14", "mfi|money flow index|money flow"],
  ["bollinger_upper", "upper bollinger band|upper band"],
  ["bollinger_lower", "lower bollinger band|lower band"],
  ["bollinger_percent_b", "percent b|%b"],
  ["atr_14 atr_14_pct", "atr|average true range|true range"],
  ["atr_14_pct", "daily range"],
  ["vwma_20", "vwma|volume-weighted mean|volume-weighted average"],
  ["volume_ratio_20", "volume|trading volume|relative volume|volume ratio"],
  ["bollinger_upper bollinger_lower", "bollinger bands|bands|band width"],
  ["support_20", "support"],
  ["resistance_20", "resistance"],
  ["high_252", "52-week high|one-year high|12-month high|year high"],
  ["low_252", "52-week low|one-year low|12-month low|year low"],
  ["volatility_21 volatility_63 volatility_30d volatility_90d", "volatility|realised volatility|realized volatility"],
  ["max_drawdown_252", "maximum drawdown|max drawdown|deepest drawdown"],
  ["drawdown_from_high_252 drawdown_from_high max_drawdown_252", "drawdown"],
  ["relative_strength_63 relative_strength_252", "relative strength|outperformance|underperformance"],
  ["beta_252", "beta"],
  ["correlation_252", "correlation"],
  ["revenue_ttm", "revenue|sales|revenues|net sales|turnover"],
  ["revenue_growth_yoy revenue_growth_q", "revenue growth|sales growth|top-line growth|growth"],
  ["gross_margin_ttm gross_margin_change_yoy", "gross margin|gross margins"],
  ["operating_margin_ttm operating_margin_change_yoy", "operating margin|operating margins"],
  ["net_margin_ttm net_margin_change_yoy", "net margin|net margins|profit margin"],
  ["fcf_margin_ttm", "free cash flow margin|fcf margin"],
  ["net_income_ttm", "net income|net profit"],
  ["eps_diluted_ttm", "eps|earnings per share|diluted eps|earnings a share"],
  ["eps_growth_yoy eps_growth_q", "eps growth|earnings growth|diluted eps growth"],
  ["operating_cash_flow_ttm", "operating cash flow|cash from operations"],
  ["capex_ttm", "capex|capital expenditure|capital expenditures|capital spending"],
  ["free_cash_flow_ttm", "free cash flow|fcf"],
  ["buybacks_ttm", "buybacks|share repurchases|repurchases"],
  ["cash_conversion", "cash conversion"],
  ["interest_coverage", "interest coverage|interest cover|interest is covered"],
  ["roe_ttm", "roe|return on equity"],
  ["dilution_yoy", "dilution|share count|diluted shares|diluted share count"],
  ["cash_and_investments", "cash and securities|cash and investments|cash and marketable securities|cash"],
  ["total_debt", "total debt|debt|borrowings"],
  ["net_debt", "net cash|net debt"],
  ["debt_to_equity", "debt to equity|debt-to-equity|leverage"],
  ["current_ratio", "current ratio"],
  ["shares_outstanding", "shares outstanding|outstanding shares"],
  ["dividends_ttm", "dividend|dividends|dividend per share"],
  ["dividend_yield", "dividend yield"],
  ["market_cap", "market cap|market capitalisation|market capitalization|market value"],
  ["pe_ttm", "p/e|pe|pe ratio|p/e ratio|trailing earnings|price to earnings|price-to-earnings|earnings multiple"],
  ["ps_ttm", "p/s|price to sales|price-to-sales|trailing sales|sales multiple"],
  ["pb", "p/b|price to book|price-to-book|book value"],
  ["fcf_yield", "fcf yield|free cash flow yield|free-cash-flow yield"],
  ["ev_to_sales", "ev/sales|ev to sales"],
  ["ev_to_ebit", "ev/ebit|ev to ebit|operating income"],
  ["days_since_last_filing", "last filing"],
  ["news_count_7d news_count_30d", "news items|headlines"],
  ["news_tone_7d news_tone_30d", "news tone|tone of news"],
  ["social_count_7d social_count_30d", "posts"],
  ["social_tone_7d social_tone_30d", "social tone|tone of posts|social sentiment"],
  ["news_volume_change", "news volume"],
  ["social_volume_change", "social volume"],
  ["funding_7d_annualised", "funding|funding rate"],
];

/** With a window in front: "20-session mean". `#` is its number of sessions. */
const windowed: readonly (readonly [keys: string, names: string])[] = [
  [
    "sma_#",
    "mean|average|moving average|mean close|average close|average price|mean price|sma|simple moving average|dma|ma|line|moving-average|trend line",
  ],
  ["ema_#", "ema|exponential average|exponential mean|exponential mean close|exponential moving average"],
  ["return_#d", "return|gain|loss|move|performance|decline|change|price return"],
  ["volatility_# volatility_#d", "volatility|realised volatility|realized volatility"],
  ["high_# resistance_#", "high|highs|resistance"],
  ["low_# support_#", "low|lows|support"],
  ["relative_strength_#", "relative strength|relative return|outperformance|underperformance"],
  ["vwma_#", "vwma|volume-weighted average|volume-weighted mean|volume-weighted mean close"],
  ["support_# resistance_# high_# low_#", "range"],
];

/** Sessions of a window by its unit. */
export const sessionsOf: Readonly<Record<string, number>> = {
  session: 1,
  day: 1,
  trading: 1,
  week: 5,
  month: 21,
  quarter: 63,
  year: 252,
};

export const smallNumbers: Readonly<Record<string, number>> = Object.fromEntries(
  "zero one two three four five six seven eight nine ten eleven twelve".split(" ").map((word, at) => [word, at]),
);

/** The newer of two tells speeding up from slowing down. */
export const newerThan: readonly (readonly [newer: string, older: string])[] = [
  ["revenue_growth_q", "revenue_growth_yoy"],
  ["eps_growth_q", "eps_growth_yoy"],
  ["volatility_21", "volatility_63"],
  ["volatility_30d", "volatility_90d"],
  ["news_tone_7d", "news_tone_30d"],
  ["social_tone_7d", "social_tone_30d"],
];

/** A name in a text with the keys it may mean. */
export interface Mention {
  readonly from: number;
  readonly to: number;
  readonly keys: readonly string[];
}

function tableOf(all: typeof rows): ReadonlyMap<string, readonly string[]> {
  return new Map(all.flatMap(([keys, names]) => names.split("|").map((name) => [name, keys.split(" ")] as const)));
}

const byName = tableOf(rows);
const byWindowed = tableOf(windowed);
const mostWords = 8;
const word = /[A-Za-z%][A-Za-z/&'%-]*|\d+(?:-[A-Za-z]+)?/g;

interface Word {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The labels of evidence are names too, without their additions. */
export function labelNames(evidence: Iterable<Evidence>): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { key, label, value } of evidence) {
    const name = (label.toLowerCase().split(/[,;(]/)[0] ?? "").trim();
    if (value !== null && name.includes(" ")) names.set(name, [...(names.get(name) ?? []), key]);
  }
  return names;
}

/**
 * The longest name at each place.
 * @param labels the evidence's own names
 */
export function mentionsIn(text: string, labels: ReadonlyMap<string, readonly string[]>): Mention[] {
  const words: Word[] = [...text.matchAll(word)].map((found) => ({
    from: found.index,
    to: found.index + found[0].length,
    text: found[0].toLowerCase(),
  }));
  const mentions: Mention[] = [];
  for (let at = 0; at < words.length;) {
    const found = windowedAt(words, at) ?? namedAt(words, at, labels) ?? namedAt(words, at, byName);
    if (found !== null) mentions.push(found.mention);
    at += found?.taken ?? 1;
  }
  return mentions;
}

interface Found {
  readonly mention: Mention;
  readonly taken: number;
}

function namedAt(words: readonly Word[], at: number, table: ReadonlyMap<string, readonly string[]>): Found | null {
  for (let taken = Math.min(mostWords, words.length - at); taken > 0; taken -= 1) {
    const part = words.slice(at, at + taken);
    const keys = table.get(part.map(({ text }) => text).join(" "));
    const [first, last] = [part[0], part.at(-1)];
    if (keys !== undefined && first !== undefined && last !== undefined)
      return { mention: { from: first.from, to: last.to, keys }, taken };
  }
  return null;
}

function windowedAt(words: readonly Word[], at: number): Found | null {
  const window = windowAt(words, at);
  if (window === null) return null;
  const named = namedAt(words, at + window.taken, byWindowed);
  const first = words[at];
  if (named === null || first === undefined) return null;
  const keys = named.mention.keys.map((key) => key.replace("#", String(window.sessions)));
  return { mention: { from: first.from, to: named.mention.to, keys }, taken: window.taken + named.taken };
}

/** "20-session", "200 day", "three-month". */
function windowAt(words: readonly Word[], at: number): { readonly sessions: number; readonly taken: number } | null {
  const [count = "", unit] = words[at]?.text.split("-") ?? [];
  const many = /^\d+$/.test(count) ? Number(count) : smallNumbers[count];
  if (many === undefined) return null;
  const next = unit ?? words[at + 1]?.text ?? "";
  const each = sessionsOf[next.replace(/s$/, "")];
  if (each === undefined) return null;
  const sessions = many * each;
  return { sessions: sessions === 260 ? 252 : sessions, taken: unit === undefined ? 2 : 1 };
}

/* Digits that name things: dates, windows, indices, parameters. */

const masks: readonly RegExp[] = [
  /https?:\/\/\S+/g,
  /\b\d{4}-\d{2}(?:-\d{2})?\b/g,
  /\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/g,
  /\b\d{1,2}:\d{2}(?::\d{2})?\b/g,
  /\d{1,4}\s?[年月년월](?:\s?\d{1,2}\s?[日号號일])?/g,
  // Parameters of an indicator: "RSI (14)", "MACD (12, 26, 9)".
  /\(\s?\d{1,3}(?:,\s?\d{1,3}){0,3}\s?\)/g,
  /^[ \t]{0,8}\(?\d{1,2}[.)](?=\s)/gm,
  /#\d+/g,
  // Windows in a table: "12M".
  /(?<![\p{Sc}\d.,])\b\d{1,2}[DWMY]\b/gu,
];

/** Directly before a number that belongs to the name. */
const named = new Set(
  (
    "s&p russell nasdaq dow stoxx nikkei dax ftse cac ibex topix csi msci no no. top section page level phase round part " +
    "version chapter step item sma ema ma dma vwma form rule point scenario option case tier fy"
  ).split(" "),
);

const spans = "sessions?|days?|weeks?|months?|quarters?|years?|hours?|minutes?|closes|bars|periods?|reports?|filings?";
const counted = new RegExp(
  String.raw`^[ -](?:(?:trading|calendar|consecutive|straight|more|or more|fiscal|full|of the last) )?(?:${spans})\b`,
  "i",
);
/** "10-K", "63-day": a hyphen and a word that is not a unit. */
const compound = /^-(?!fold|percent|point|times|basis|ATR|dollar|\d)[A-Za-z]/;
const ordinal = /^(?:st|nd|rd|th)\b/i;

/** The text with these spans blanked out, at the same length. */
export function withoutNames(text: string, isEnglish: boolean): string {
  let masked = text;
  for (const mask of masks) masked = masked.replace(mask, blank);
  return isEnglish ? masked : masked.replaceAll(/\b(?:Q|T|H)[1-4]\b/g, blank);
}

export function blank(found: string): string {
  return " ".repeat(found.length);
}

/** Whether a number counts time: a window or an age. */
export function isSpan(text: string, to: number, { spans: own }: LocaleWords): boolean {
  const behind = text.slice(to, to + 40);
  if (counted.test(behind)) return true;
  const rest = behind.replace(/^[ -]/, "").toLowerCase();
  return own.some((span) => rest.startsWith(span) && ending.test(rest.slice(span.length)));
}

/** Letters of an inflection, as in "Tagen", or a script without spaces. */
const ending = /^(?:\p{L}{0,2}(?!\p{L})|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])/u;

/** @param digits as printed, without any unit */
export function isName(text: string, from: number, to: number, digits: string, { months }: LocaleWords): boolean {
  const behind = text.slice(to, to + 24);
  if (ordinal.test(behind) || compound.test(behind)) return true;
  const isWhole = /^\d+$/.test(digits);
  if (!isWhole) return false;
  if (/^(?:19|20)\d\d$/.test(digits)) return true;
  const before = text.slice(Math.max(0, from - 20), from);
  const last = /([\p{L}&.]+)\.?[ \u00A0]$/u.exec(before)?.[1]?.toLowerCase() ?? "";
  if (named.has(last)) return true;
  if (digits.length > 2) return false;
  const next = /^(?:\.|\.?º)? (?:(?:of|de) )?(\p{L}+)/u.exec(behind)?.[1]?.toLowerCase() ?? "";
  return months.has(next) || months.has(last.replace(/\.$/, ""));
}
