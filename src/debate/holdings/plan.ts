import { Decimal } from "decimal.js";
import type { Rating } from "#src/contract/jobs/analysis.ts";
import type { HoldingAction, HoldingCheck, HoldingLimits } from "#src/contract/holdings/holdings.ts";
import { positionOf, positionSize } from "#src/contract/run/instruction.ts";

/* What a rating means for somebody who holds so much of it, and whether a proposal keeps to rating and limits. Pure. */

export interface Situation {
  readonly rating: Rating;
  /** Coins are divided, shares are not. */
  readonly isDivisible: boolean;
  /** Negative: sold short. */
  readonly held: Decimal;
  /** In the book's currency, as `entry` and `stop`; `null`: unknown. */
  readonly price: number | null;
  /** What one unit of the instrument's currency is in the book's. */
  readonly rate: number;
  /** Positions and cash, in the book's currency. */
  readonly value: Decimal;
  readonly cash: Decimal;
  /** Of the adopted proposal. */
  readonly entry: number | null;
  readonly stop: number | null;
  /** The same, in percent of a portfolio. */
  readonly sizePct: number | null;
  /** Annualised, in percent. */
  readonly volatility: number | null;
  readonly limits: HoldingLimits;
  /** Neither request nor limits forbid it. */
  readonly allowShort: boolean;
}

export interface Plan {
  readonly action: HoldingAction;
  /** To trade; `null`: all, none, or it cannot be sized. */
  readonly quantity: Decimal | null;
  readonly reason: string;
}

const coinDigits = 6;

function inSteps({ isDivisible }: Situation, quantity: Decimal): Decimal {
  return quantity.toDecimalPlaces(isDivisible ? coinDigits : 0, Decimal.ROUND_DOWN);
}

/** The most that the holder's own limits allow, long or short; `null`: no limit that can be computed. */
export function mostHeld(s: Situation): Decimal | null {
  const { largest_position_pct: position, largest_loss_pct: loss } = s.limits;
  if (s.price === null || !s.value.gt(0)) return null;
  const room = (pct: number, perUnit: number): Decimal => s.value.times(pct).div(100).div(perUnit);
  const bounds = [
    ...(position === null ? [] : [room(position, s.price)]),
    ...(loss === null || s.stop === null || s.stop === s.price ? [] : [room(loss, Math.abs(s.price - s.stop))]),
  ];
  return bounds.length === 0 ? null : inSteps(s, Decimal.min(...bounds));
}

/**
 * The size that the run gives, else that of `contract/run/instruction.ts`, within the holder's limits. `null`: it cannot
 * be sized.
 */
export function usualQuantity(s: Situation): Decimal | null {
  const { rating, price, stop, volatility } = s;
  if (rating === "REVIEW" || price === null || !s.value.gt(0)) return null;
  const byStop = stop === null ? null : positionSize({ rating, entry: s.entry ?? price, stop, volatility });
  const share = s.sizePct ?? byStop;
  if (share === null) return null;
  const quantity = inSteps(s, s.value.times(share).div(100).div(price));
  const most = mostHeld(s);
  return most === null ? quantity : Decimal.min(quantity, most);
}

/** By rating and limits alone. `null`: no opinion, so nothing is to be done. */
export function planFor(s: Situation): Plan | null {
  if (s.rating === "REVIEW") return null;
  if (s.held.isZero()) return planWithout(s, s.rating);
  const position = positionOf(s.rating, s.allowShort);
  const isShort = s.held.isNegative();
  if (isShort && !s.allowShort) return all("exit", s, "Short positions are not allowed in this book");
  if (s.rating === "Sell" && !isShort) return all("exit", s, "A Sell means to hold none");
  if (isShort && typeof position === "number" && position > 0)
    return all("exit", s, `A short position contradicts the rating ${s.rating}`);
  const size = s.held.abs();
  const over = size.minus(mostHeld(s) ?? size);
  if (s.rating === "Underweight" && !isShort)
    return reduced(s, Decimal.max(size.div(2), over), "An Underweight means to own less than usual: half is sold");
  if (over.gt(0)) return reduced(s, over, "The position is above the holder's own limit");
  return added(s, position, size);
}

function planWithout(s: Situation, rating: Rating): Plan {
  const position = positionOf(rating, s.allowShort);
  if (position === "keep" || position === 0)
    return { action: "stay_out", quantity: null, reason: `A rating of ${rating} opens nothing new` };
  const usual = usualQuantity(s);
  if (usual === null)
    return { action: "open", quantity: null, reason: `A rating of ${rating} opens a position, but it cannot be sized` };
  const quantity = affordable(s, usual, position);
  return quantity.gt(0)
    ? { action: "open", quantity, reason: `A rating of ${rating} opens a position of the usual size` }
    : { action: "stay_out", quantity: null, reason: "The usual size, the limits or the cash do not cover one unit" };
}

function added(s: Situation, position: number | "keep", size: Decimal): Plan {
  const keep = (reason: string): Plan => ({ action: "keep", quantity: null, reason });
  const isSame = typeof position === "number" && Math.sign(position) === (s.held.isNegative() ? -1 : 1);
  if (!isSame) return keep(`A rating of ${s.rating} keeps what is held`);
  const usual = usualQuantity(s);
  if (usual === null) return keep("More cannot be sized");
  const wanted = usual.minus(size);
  const more = affordable(s, wanted, position);
  // Less than a tenth of a position is not worth its costs.
  const least = usual.div(10);
  if (!wanted.gt(least)) return keep("The position already has the usual size or more");
  return more.gt(least)
    ? { action: "add", quantity: more, reason: `The position is below the usual size for a rating of ${s.rating}` }
    : keep("The cash does not cover more");
}

/** A short sale needs no cash. */
function affordable(s: Situation, wanted: Decimal, position: number): Decimal {
  const most = position < 0 || s.price === null ? wanted : Decimal.min(wanted, s.cash.div(s.price));
  return inSteps(s, Decimal.max(most, 0));
}

/** By at least so much. */
function reduced(s: Situation, least: Decimal, reason: string): Plan {
  const quantity = least.toDecimalPlaces(s.isDivisible ? coinDigits : 0, Decimal.ROUND_UP);
  return quantity.lt(s.held.abs()) ? { action: "trim", quantity, reason } : all("exit", s, reason);
}

function all(action: "exit", s: Situation, reason: string): Plan {
  return { action, quantity: s.held.abs(), reason };
}

type Proposal = Pick<Plan, "action" | "quantity">;

/** The holding after the trade; `null`: the proposal does not say how much. */
export function afterwards(s: Situation, { action, quantity }: Proposal): Decimal | null {
  const sign = s.held.isZero() ? (positionOf(s.rating, s.allowShort) === -1 ? -1 : 1) : s.held.isNegative() ? -1 : 1;
  switch (action) {
    case "keep":
    case "stay_out":
      return s.held;
    case "exit":
      return new Decimal(0);
    case "open":
    case "add":
      return quantity === null ? null : s.held.plus(quantity.times(sign));
    case "trim":
      return quantity === null ? null : s.held.minus(quantity.times(sign));
  }
}

/** What is proposed against the book, the rating and the holder's limits, a sentence each. */
export function checkProposal(s: Situation, proposal: Proposal): HoldingCheck[] {
  const after = afterwards(s, proposal);
  const fault = quantityFault(s, proposal);
  const check = (id: HoldingCheck["id"], outcome: HoldingCheck["outcome"], detail: string): HoldingCheck => ({
    id,
    outcome,
    detail,
  });
  return [
    check("quantity", fault === null ? "pass" : "fail", fault ?? "Action and quantity go with what is held."),
    ratingCheck(s, proposal),
    after === null || !after.isNegative() || s.allowShort
      ? check("no_shorts", "pass", "It is not short, or may be.")
      : check("no_shorts", "fail", "It would be short, which is not allowed here."),
    cashCheck(s, after),
    ...limitChecks(s, after),
  ];
}

function quantityFault({ held }: Situation, { action, quantity }: Proposal): string | null {
  const size = held.abs();
  if (action === "stay_out" || action === "open") {
    if (!size.isZero()) return `The book already holds it, so it cannot ${action === "open" ? "open" : "stay out"}.`;
  } else if (size.isZero()) return `The book does not hold it, so there is nothing to ${action}.`;
  const trades = quantity !== null && quantity.gt(0);
  if (action === "keep" || action === "stay_out") return trades ? "It trades nothing, but names a quantity." : null;
  if (action === "exit") return trades && !quantity.eq(size) ? `An exit trades all ${size.toFixed()}.` : null;
  if (!trades) return "It names no quantity.";
  return action === "trim" && quantity.gte(size) ? `Only ${size.toFixed()} are held, so it is not a trim.` : null;
}

function ratingCheck(s: Situation, { action }: Proposal): HoldingCheck {
  const id = "rating_action" as const;
  const { rating } = s;
  if (rating === "REVIEW")
    return { id, outcome: "not_checked", detail: "Without an opinion there is nothing to hold the action against." };
  const words = action === "stay_out" ? "stay out" : action;
  return follows(s, rating, action)
    ? { id, outcome: "pass", detail: `To ${words} goes with the rating ${rating}.` }
    : { id, outcome: "fail", detail: `To ${words} contradicts the rating ${rating}.` };
}

function follows(s: Situation, rating: Rating, action: HoldingAction): boolean {
  const position = positionOf(rating, s.allowShort);
  const isShort = s.held.isNegative();
  const wanted = typeof position === "number" ? Math.sign(position) : 0;
  const most = mostHeld(s);
  const isOver = most !== null && s.held.abs().gt(most);
  switch (action) {
    case "stay_out":
      return true;
    case "open":
      return wanted !== 0;
    case "add":
      return wanted === (isShort ? -1 : 1);
    case "keep":
      return isShort ? wanted <= 0 : rating !== "Sell";
    case "trim":
      return isOver || (isShort ? rating !== "Sell" : wanted <= 0 && rating !== "Sell");
    case "exit":
      return most?.isZero() === true || (isShort ? wanted >= 0 || !s.allowShort : wanted <= 0 && rating !== "Hold");
  }
}

function cashCheck(s: Situation, after: Decimal | null): HoldingCheck {
  const id = "cash" as const;
  if (after === null || s.price === null)
    return { id, outcome: "not_checked", detail: "Its price or size is not known." };
  const cost = after.minus(s.held).times(s.price);
  if (after.isNegative() || after.abs().lte(s.held.abs()))
    return { id, outcome: "pass", detail: "It buys nothing more, so it needs no cash." };
  return cost.lte(s.cash)
    ? { id, outcome: "pass", detail: "The cash covers it." }
    : { id, outcome: "fail", detail: `It costs ${cost.toFixed(2)}, and the cash is ${s.cash.toFixed(2)}.` };
}

function limitChecks(s: Situation, after: Decimal | null): HoldingCheck[] {
  const { largest_position_pct: position, largest_loss_pct: loss } = s.limits;
  const share = (perUnit: number): Decimal | null =>
    after === null || !s.value.gt(0) ? null : after.abs().times(perUnit).div(s.value).times(100);
  const held = (id: HoldingCheck["id"], found: Decimal | null, limit: number, what: string): HoldingCheck =>
    found === null
      ? { id, outcome: "not_checked", detail: "The price, the stop, the size or the value of the book is not known." }
      : {
          id,
          outcome: found.lte(limit) ? "pass" : "fail",
          detail: `${what} ${found.toFixed(2)}% of the book, and the limit is ${limit}%.`,
        };
  const risk = s.price === null || s.stop === null ? null : Math.abs(s.price - s.stop);
  return [
    ...(position === null
      ? []
      : [held("largest_position", s.price === null ? null : share(s.price), position, "The position would be")]),
    ...(loss === null
      ? []
      : [held("largest_loss", risk === null ? null : share(risk), loss, "Down to the stop it would lose")]),
  ];
}
