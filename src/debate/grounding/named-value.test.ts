import { describe, expect, test } from "vitest";
import type { Evidence } from "#src/contract/evidence.ts";
import { isSupported } from "#src/contract/judgement.ts";
import { ground, prepareEvidence } from "#src/debate/grounding.ts";
import { measure } from "#tests/support/llm-brief.ts";

/* Whether the value of a measure, given to it by its label or a usual name, is held against that measure and no other. */

type Row = readonly [key: string, label: string, value: number, unit: string, ...usual: string[]];

const prices: readonly Row[] = [
  ["close", "Last close, as traded", 71.32, "USD", "last close"],
  ["sma_20", "Mean close of 20 sessions", 69.4127, "USD", "20-day SMA", "20-session simple moving average"],
  ["sma_50", "Mean close of 50 sessions", 66.05, "USD", "50-day moving average", "SMA50"],
  ["sma_200", "Mean close of 200 sessions", 60.8844, "USD", "average close of 200 sessions", "200-session mean"],
  ["ema_10", "Exponential mean close, 10 sessions", 70.55, "USD", "10-session EMA", "10-day exponential average"],
  ["ema_20", "Exponential mean close, 20 sessions", 69.9, "USD", "EMA20", "exponential mean of 20 sessions"],
  ["vwma_20", "Volume-weighted mean close, 20 sessions", 69.1, "USD", "20-session VWMA"],
  ["bollinger_upper", "Upper Bollinger band (20, 2)", 73.4, "USD", "upper Bollinger band"],
  ["bollinger_lower", "Lower Bollinger band (20, 2)", 65.43, "USD", "lower Bollinger band"],
  ["high_252", "Highest price of 252 sessions", 78.5, "USD", "52-week high", "252-session high"],
  ["low_252", "Lowest price of 252 sessions", 48.16, "USD", "52-week low", "low of the past 252 sessions"],
  ["support_20", "Lowest low of the previous 20 sessions", 64.02, "USD", "20-session support"],
  ["resistance_20", "Highest high of the previous 20 sessions", 72.91, "USD", "20-day high"],
];
const oscillators: readonly Row[] = [
  ["macd", "MACD line (12, 26)", 1.213, "USD", "MACD line"],
  ["macd_signal", "MACD signal line (9)", 0.87, "USD", "9-session signal line of the MACD"],
  ["macd_hist", "MACD histogram", 0.343, "USD"],
  ["atr_14", "Average true range, 14 sessions", 1.94, "USD", "average true range"],
  [
    "eps_diluted_ttm",
    "Diluted earnings a share, trailing twelve months",
    3.41,
    "USD/share",
    "trailing earnings per share",
  ],
  [
    "dividends_ttm",
    "Dividends a share, trailing year, split-adjusted",
    1.13,
    "USD/share",
    "trailing dividend per share",
  ],
];
const percentages: readonly Row[] = [
  ["close_vs_sma_50", "Close against its 50-session mean", 7.98, "%", "gap between the close and its 50-day average"],
  ["close_vs_sma_200", "Close against its 200-session mean", 17.1, "%", "last close against its 200-session mean"],
  ["atr_14_pct", "Average true range against the close", 2.72, "%", "average true range relative to price"],
  ["return_1d", "Return over 1 session", 0.64, "%", "one-session return", "return of the last session"],
  ["return_5d", "Return over 5 sessions", 3.3, "%", "five-session return"],
  ["return_21d", "Return over 21 sessions", 5.85, "%", "21-session return"],
  ["return_63d", "Return over 63 sessions", 11.42, "%", "63-day return"],
  ["return_252d", "Return over 252 sessions", 26.7, "%", "252-session return"],
  ["volatility_21", "Volatility of 21 sessions, annualised", 18.3, "%", "annualised 21-session volatility"],
  ["volatility_63", "Volatility of 63 sessions, annualised", 21.9, "%", "annualised volatility over 63 sessions"],
  ["gross_margin_ttm", "Gross margin, trailing twelve months", 41.2, "%", "trailing gross margin"],
  ["operating_margin_ttm", "Operating margin, trailing twelve months", 19.6, "%", "trailing operating margin"],
  ["roe_ttm", "Return on equity, trailing twelve months", 14.4, "%", "return on equity"],
  ["fcf_margin_ttm", "Free cash flow margin, trailing twelve months", 12.9, "%", "free cash flow margin"],
  ["dividend_yield", "Dividend yield, trailing year", 1.58, "%", "dividend yield"],
  ["fcf_yield", "Free cash flow yield", 4.6, "%", "free cash flow yield"],
];
const ratios: readonly Row[] = [
  ["bollinger_percent_b", "Close within the Bollinger bands", 0.739, "x", "Bollinger %B"],
  ["volume_ratio_20", "Last volume against the mean of the 20 sessions before", 0.91, "x", "volume ratio"],
  ["debt_to_equity", "Debt to equity", 0.482, "x", "debt-to-equity ratio"],
  ["current_ratio", "Current ratio", 1.66, "x"],
  ["beta_252", "Beta to ^GSPC (a price index, without dividends)", 1.12, "x", "beta"],
  ["pe_ttm", "Price to trailing earnings", 20.92, "x", "P/E", "price-to-earnings multiple"],
  ["ps_ttm", "Price to trailing sales", 3.4, "x", "price-to-sales multiple"],
  ["pb", "Price to book", 2.75, "x", "P/B"],
  ["ev_to_ebit", "Enterprise value to trailing operating income", 15.3, "x"],
];
const readings: readonly Row[] = [
  ["rsi_14", "RSI, 14 sessions", 58.37, "points", "RSI(14)", "14-session RSI"],
  ["mfi_14", "Money flow index, 14 sessions", 51.06, "points", "money flow index"],
  ["social_tone_7d", "Tone of posts by lexicon, 7 days", 6.44, "points", "7-day tone of posts"],
  ["social_tone_30d", "Tone of posts by lexicon, 30 days", 9.13, "points", "30-day tone of posts"],
  ["news_tone_7d", "Tone of news items by lexicon, 7 days", 12.71, "points", "7-day news tone"],
  ["news_tone_30d", "Tone of news items by lexicon, 30 days", 3.85, "points", "30-day news tone"],
  ["news_count_7d", "News items, 7 days", 17, "count", "number of news items in 7 days"],
  ["news_count_30d", "News items, 30 days", 66, "count", "number of news items in 30 days"],
  ["sessions_available", "Sessions of price history in the window", 431, "count", "number of sessions available"],
];

const groups = { prices, oscillators, percentages, ratios, readings };
const evidence: Evidence[] = Object.values(groups)
  .flat()
  .map(([key, label, value, unit], at) => measure(`M${at + 1}`, key, label, value, unit));
const index = prepareEvidence(evidence);
const proposed = [
  { label: "trader entry", value: 71.32 },
  { label: "trader stop", value: 66.9 },
  { label: "trader target", value: 79.25 },
];

const frames: readonly ((name: string, value: string) => string)[] = [
  (name, value) => `The ${name} is ${value}.`,
  (name, value) => `Nobody can overlook that the ${name} stands at ${value} today.`,
  (name, value) => `To be plain about it: the ${name} equals ${value}.`,
  (name, value) => `Then there is the ${name}, which comes to ${value}.`,
  (name, value) => `${value} – that is the ${name}.`,
  (name, value) => `With the ${name} at ${value}, I keep my view.`,
  (name, value) => `A reading of ${value} for the ${name} settles it for me.`,
  (name, value) => `If the ${name} is ${value}, as the evidence shows, we can wait.`,
];

function printed(value: number, unit: string): string {
  if (unit === "USD" || unit === "USD/share") return `$${value.toFixed(2)}`;
  return unit === "%" ? `${value} %` : String(value);
}

function isFlagged(text: string): boolean {
  return ground({ text, points: [], computations: [], index, proposed }).numbers.some((one) => !isSupported(one));
}

describe.each(Object.entries(groups))("the value of a measure, told by its name: %s", (_group, rows) => {
  test.each(rows.map((row, at) => [row[1], row, rows[(at + 1) % rows.length]] as const))("%s", (_label, row, other) => {
    const [, label, value, unit, ...usual] = row;
    const names = [label.replace(/^(?!MACD|RSI)[A-Z]/, (first) => first.toLowerCase()), ...usual];
    const said = names.flatMap((name) => frames.map((frame) => (of: number) => frame(name, printed(of, unit))));
    expect(said.map((say) => say(value)).filter(isFlagged)).toEqual([]);
    const wrong = other?.[2] ?? 0;
    expect(said.map((say) => say(wrong)).filter((text) => !isFlagged(text))).toEqual([]);
  });
});

test.each([
  "The MACD line is 0.34 above its signal line.",
  "As a fraction of the close, the average true range is 0.0272.",
  "The last close less the 50-session mean is $5.27.",
  "The last close divided by the 200-session mean gives 1.171.",
  "If the RSI were 51.06, we would wait.",
  "The last volume against its 20-session mean is 0.91.",
  "The 20-session mean is over the 50-session mean: 69.41 and 66.05.",
])("no name has the number that a step gives: %s", (text) => {
  expect(isFlagged(text)).toBe(false);
});

test("what is denied beside a value needs no evidence, unless it is the value", () => {
  expect(isFlagged("The free cash flow margin is 12.9 %, not 33.7 %.")).toBe(false);
  expect(isFlagged("The free cash flow margin is 33.7 %, not 12.9 %.")).toBe(true);
});

test("no more than a figure and no less is that figure", () => {
  expect(isFlagged("The money flow index is no more than 51.06 and no less.")).toBe(false);
  expect(isFlagged("The money flow index is no more than 58.37 and no less.")).toBe(true);
});
