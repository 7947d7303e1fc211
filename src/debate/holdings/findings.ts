import { Decimal } from "decimal.js";
import type { Book, ExchangeRate, ForHoldings, HoldingAnswer, HoldingVoice } from "#src/contract/holdings/holdings.ts";
import type { Reports, Run } from "#src/contract/run/run.ts";
import type { Finding } from "../evidence/numbering.ts";
import { type Plan, type Situation, afterwards, checkProposal, mostHeld, usualQuantity } from "./plan.ts";
import type { Turn } from "../turns/read-turn.ts";
import { usageOf } from "../budget.ts";

/* The book as evidence for those who argue about it. None of it is kept with the run. */

/** The rest is in the sums. */
const mostListed = 10;

/** What a level, as quoted, means in the book's money for a position of `quantity`; `null` without one. */
function atLevel(s: Situation, quantity: Decimal | null, level: number | null): ForHoldings["stop"] {
  if (quantity === null || quantity.isZero() || level === null || s.price === null) return null;
  const profit = quantity.times(new Decimal(level).times(s.rate).minus(s.price));
  return {
    price: level,
    profit: profit.toFixed(2),
    of_book_pct: s.value.gt(0) ? profit.div(s.value).times(100).toDecimalPlaces(2).toNumber() : null,
  };
}

function weightOf(s: Situation, quantity: Decimal | null): number | null {
  return quantity === null || s.price === null || !s.value.gt(0)
    ? null
    : quantity.times(s.price).div(s.value).times(100).toDecimalPlaces(2).toNumber();
}

interface Known {
  readonly book: Book;
  readonly correlation: number | null;
  readonly beta: number | null;
  readonly profit: string | null;
  readonly rate: ExchangeRate | null;
  readonly levels: Reports["levels"];
  readonly plan: Plan;
  readonly at: string;
}

type Figure = readonly [key: string, label: string, value: Decimal | number | string | null, unit: string | null];

export function bookFindings(s: Situation, known: Known): Finding[] {
  return [...heldFigures(s, known), ...planFigures(s, known), ...positionFigures(known)].flatMap(
    ([key, label, value, unit]) =>
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
          ],
  );
}

function unitsOf({ isDivisible }: Situation): string {
  return isDivisible ? "count" : "shares";
}

function heldFigures(s: Situation, { book, profit, correlation, beta, rate }: Known): Figure[] {
  const { currency } = book;
  const hhi = "Concentration of the book, Herfindahl-Hirschman index, 1 is a single position";
  return [
    ["holding_quantity", "Held of this instrument, negative for short", s.held, unitsOf(s)],
    ["holding_weight", "Weight of this instrument in the book", weightOf(s, s.held), "%"],
    ["holding_profit", "Unrealised profit on this instrument", profit, currency],
    [
      "book_rate",
      rate === null ? "" : `Exchange rate of ${rate.date}, ${rate.base} for one ${rate.currency}`,
      rate?.rate ?? null,
      null,
    ],
    ["book_value", "Value of the book with cash", book.value, currency],
    ["book_cash", "Cash of the book", book.cash, currency],
    ["book_gross", "Gross exposure of the book", book.gross_exposure_pct, "%"],
    ["book_net", "Net exposure of the book", book.net_exposure_pct, "%"],
    ["book_hhi", hhi, book.hhi, null],
    ["book_beta", `Beta of the book to ${book.benchmark ?? ""}`, book.beta, "x"],
    ["book_correlation", "Correlation of daily returns with the other positions", correlation, "x"],
    ["book_beta_other", "Beta to the other positions", beta, "x"],
  ];
}

function planFigures(s: Situation, { book: { currency }, plan, levels }: Known): Figure[] {
  const after = afterwards(s, plan);
  const profitAt = (level: number | null): string | null => atLevel(s, after, level)?.profit ?? null;
  return [
    ["usual_quantity", "Position of the usual size for this rating, within the limits", usualQuantity(s), unitsOf(s)],
    ["most_quantity", "Most that the holder's limits allow", mostHeld(s), unitsOf(s)],
    ["plan_quantity", "Trade by rating and limits alone", plan.quantity, unitsOf(s)],
    ["plan_weight", "Weight after that trade", weightOf(s, after), "%"],
    ["stop_profit", "Profit at the stop after that trade", profitAt(levels?.stop ?? null), currency],
    ["target_profit", "Profit at the target after that trade", profitAt(levels?.target ?? null), currency],
  ];
}

function positionFigures({ book }: Known): Figure[] {
  return book.positions
    .filter(({ weight_pct }) => weight_pct !== null)
    .toSorted((a, b) => Math.abs(b.weight_pct ?? 0) - Math.abs(a.weight_pct ?? 0))
    .slice(0, mostListed)
    .map(({ symbol, weight_pct }) => [
      `held ${symbol}`,
      `Weight of ${symbol.toUpperCase()} in the book`,
      weight_pct,
      "%",
    ]);
}

/* What stands of what was argued: only what passes the checks. */

type Decided = Pick<
  ForHoldings,
  "action" | "quantity" | "after" | "stop" | "target" | "reasons" | "checks" | "not_adopted" | "voices" | "problem"
>;

export function undecided(s: Situation, run: Run): Decided & Pick<ForHoldings, "usage"> {
  const problem =
    s.rating === "REVIEW"
      ? "The analysis came to no opinion, so nothing is said about your holdings beyond their figures."
      : "There is no price, or no exchange rate to the book's currency, or it is an index, so nothing can be sized.";
  return {
    action: null,
    quantity: null,
    after: null,
    stop: null,
    target: null,
    reasons: [],
    checks: [],
    not_adopted: null,
    voices: [],
    problem,
    usage: usageOf([], run.usage.budget_usd),
  };
}

export function decided(
  s: Situation,
  plan: Plan,
  reports: Reports,
  { turns, problem }: { readonly turns: readonly Turn<HoldingAnswer>[]; readonly problem: string | null },
): Decided {
  const voices = turns.map(voiceOf);
  const last = turns.find(({ agent }) => agent === "portfolio_manager");
  const answer = last?.answer ?? null;
  const proposal =
    answer === null || answer.action === null
      ? null
      : { action: answer.action, quantity: answer.quantity === null ? null : new Decimal(answer.quantity) };
  const checks = proposal === null ? [] : checkProposal(s, proposal);
  const failed = checks.filter(({ outcome }) => outcome === "fail");
  const adopted = proposal !== null && failed.length === 0 ? proposal : null;
  const quantity = adopted === null ? null : tradedBy(s, adopted);
  const after = adopted === null ? null : afterwards(s, adopted);
  return {
    action: adopted?.action ?? null,
    quantity: quantity?.toFixed() ?? null,
    after: after === null ? null : { quantity: after.toFixed(), weight_pct: weightOf(s, after) },
    stop: atLevel(s, after, reports.levels?.stop ?? null),
    target: atLevel(s, after, reports.levels?.target ?? null),
    reasons: [
      ...(adopted?.action === plan.action ? [`${plan.reason}.`] : []),
      ...(adopted === null ? [] : (last?.report.points ?? []).map(({ claim }) => claim)),
    ],
    checks,
    not_adopted:
      proposal === null || adopted !== null
        ? null
        : {
            agent: "portfolio_manager",
            action: proposal.action,
            quantity: proposal.quantity?.toFixed() ?? null,
            reason: failed.map(({ detail }) => detail).join(" "),
          },
    voices,
    problem: problem ?? (proposal === null ? "The portfolio manager named no action for your holdings." : null),
  };
}

function tradedBy(s: Situation, { action, quantity }: Pick<Plan, "action" | "quantity">): Decimal | null {
  return action === "exit" ? s.held.abs() : action === "keep" || action === "stay_out" ? null : quantity;
}

/** Ids lead to evidence of the run, which the book is not in. */
const citations = /\s?\[[MSNFD]\d{1,4}(?:[,;] ?[MSNFD]\d{1,4})*\]/g;

function voiceOf({ agent, answer, report }: Turn<HoldingAnswer>): HoldingVoice {
  const { action = null, quantity = null } = answer ?? {};
  return {
    agent,
    action,
    quantity: quantity === null ? null : String(quantity),
    text: report.text.replaceAll(citations, ""),
  };
}
