import { Decimal } from "decimal.js";
import type { Book, ForHoldings } from "#src/contract/holdings.ts";
import type { Finding } from "../evidence/numbering.ts";
import { afterwards, mostHeld, usualQuantity, type Plan, type Situation } from "./plan.ts";

/* The book as evidence for those who argue about it. None of it is kept with the run. */

/** The rest is in the sums. */
const mostListed = 10;

/** What a level means in money for a position of `quantity`; `null` without one. */
export function atLevel(s: Situation, quantity: Decimal | null, level: number | null): ForHoldings["stop"] {
  if (quantity === null || quantity.isZero() || level === null || s.price === null) return null;
  const profit = quantity.times(new Decimal(level).minus(s.price));
  return {
    price: level,
    profit: profit.toFixed(2),
    of_book_pct: s.value.gt(0) ? profit.div(s.value).times(100).toDecimalPlaces(2).toNumber() : null,
  };
}

export function weightOf(s: Situation, quantity: Decimal | null): number | null {
  return quantity === null || s.price === null || !s.value.gt(0)
    ? null
    : quantity.times(s.price).div(s.value).times(100).toDecimalPlaces(2).toNumber();
}

interface Known {
  readonly book: Book;
  readonly correlation: number | null;
  readonly beta: number | null;
  readonly profit: string | null;
  readonly target: number | null;
  readonly plan: Plan;
  readonly at: string;
}

export function bookFindings(s: Situation, known: Known): Finding[] {
  const { book, plan } = known;
  const { currency } = book;
  const units = s.isDivisible ? "count" : "shares";
  const after = afterwards(s, plan);
  const finding = (
    key: string,
    label: string,
    value: Decimal | number | string | null,
    unit: string | null,
  ): Finding[] =>
    value === null
      ? []
      : [
          {
            key,
            label,
            value: Number(value),
            text: null,
            unit,
            at: known.at,
            source: "holdings",
            source_ids: [],
            formula: null,
          },
        ];
  const listed = book.positions
    .filter(({ weight_pct }) => weight_pct !== null)
    .toSorted((a, b) => Math.abs(b.weight_pct ?? 0) - Math.abs(a.weight_pct ?? 0))
    .slice(0, mostListed);
  return [
    ...finding("holding_quantity", "Held of this instrument, negative for short", s.held, units),
    ...finding("holding_weight", "Weight of this instrument in the book", weightOf(s, s.held), "%"),
    ...finding("holding_profit", "Unrealised profit on this instrument", known.profit, currency),
    ...finding("book_value", "Value of the book with cash", book.value, currency),
    ...finding("book_cash", "Cash of the book", book.cash, currency),
    ...finding("book_gross", "Gross exposure of the book", book.gross_exposure_pct, "%"),
    ...finding("book_net", "Net exposure of the book", book.net_exposure_pct, "%"),
    ...finding(
      "book_hhi",
      "Concentration of the book, Herfindahl-Hirschman index, 1 is a single position",
      book.hhi,
      null,
    ),
    ...finding("book_beta", `Beta of the book to ${book.benchmark ?? ""}`, book.beta, "x"),
    ...finding("book_correlation", "Correlation of daily returns with the other positions", known.correlation, "x"),
    ...finding("book_beta_other", "Beta to the other positions", known.beta, "x"),
    ...finding(
      "usual_quantity",
      "Position of the usual size for this rating, within the limits",
      usualQuantity(s),
      units,
    ),
    ...finding("most_quantity", "Most that the holder's limits allow", mostHeld(s), units),
    ...finding("plan_quantity", "Trade by rating and limits alone", plan.quantity, units),
    ...finding("plan_weight", "Weight after that trade", weightOf(s, after), "%"),
    ...finding(
      "stop_profit",
      "Profit at the stop after that trade",
      atLevel(s, after, s.stop)?.profit ?? null,
      currency,
    ),
    ...finding(
      "target_profit",
      "Profit at the target after that trade",
      atLevel(s, after, known.target)?.profit ?? null,
      currency,
    ),
    ...listed.flatMap(({ symbol, weight_pct }) =>
      finding(`held ${symbol}`, `Weight of ${symbol.toUpperCase()} in the book`, weight_pct, "%"),
    ),
  ];
}
