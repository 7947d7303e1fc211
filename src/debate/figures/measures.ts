/* By key, where the unit is not enough (docs/measures.md). */

/** How a figure is printed and what it can be combined with. */
export type Kind =
  /** Money per share, coin or index point. */
  | "price"
  /** A difference of prices that is shown without its currency: the MACD. */
  | "line"
  | "money"
  | "percent"
  /** A difference of percentages. */
  | "pp"
  /** A valuation: 20.3x. */
  | "multiple"
  | "ratio"
  /** A ratio that is shown without the x: a beta. */
  | "plain"
  | "points"
  | "shares"
  | "count"
  | "days"
  /** A constant of an expression. */
  | "number"
  | "other";

const prices = new Set(
  "close ema_10 ema_20 bollinger_upper bollinger_lower atr_14 vwma_20 high_252 low_252 support_20 resistance_20".split(
    " ",
  ),
);
const plain = new Set(["beta_252", "correlation_252", "bollinger_percent_b"]);
const multiples = new Set(["pe_ttm", "ps_ttm", "pb", "ev_to_sales", "ev_to_ebit"]);

const units: Readonly<Record<string, Kind>> = {
  "%": "percent",
  Percent: "percent",
  x: "ratio",
  pure: "ratio",
  points: "points",
  shares: "shares",
  count: "count",
  days: "days",
};

export function kindOf(given: string, unit: string | null): Kind {
  const key = given.replace(/^with_dividends_/, "");
  if (unit === null) return "other";
  const kind = units[unit];
  if (kind === "percent") return /^relative_strength_|_margin_change_/.test(key) ? "pp" : "percent";
  if (kind === "ratio") return plain.has(key) ? "plain" : multiples.has(key) ? "multiple" : "ratio";
  if (kind !== undefined) return kind;
  if (currencyOf(unit) === null) return "other";
  if (key.startsWith("macd")) return "line";
  return unit.includes("/") || prices.has(key) || key.startsWith("sma_") ? "price" : "money";
}

/** For `USD` and `USD/share`; `null` for a unit that is not money. */
export function currencyOf(unit: string): string | null {
  return /^([A-Z]{2}[A-Za-z]{1,3})(?:\/shares?)?$/.exec(unit)?.[1] ?? null;
}
