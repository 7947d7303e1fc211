import type { Rating } from "#src/contract/jobs/analysis.ts";
import { positionOf } from "#src/contract/run/instruction.ts";
import type { Check } from "#src/contract/run/judgement.ts";
import type { Verdict } from "#src/contract/run/run.ts";
import { check, checkReach, compareScale, money, price } from "../check-parts.ts";

export interface PriceTargetArguments {
  readonly rating: Rating;
  /** The portfolio manager's target, in the instrument's currency. */
  readonly priceTarget: number | null;
  /** The last close, raw. */
  readonly close: number | null;
  readonly currency: string;
  /** Annualised, in percent. */
  readonly volatility: number | null;
  readonly horizonDays: number | null;
}

/** A view on the price, whether or not it is traded. */
export function checkPriceTarget(args: PriceTargetArguments): Check[] {
  const { rating, priceTarget: target } = args;
  if (target === null || rating === "REVIEW") return [];
  const close = price(args.close);
  const subject = "price_target" as const;
  const scale = compareScale({ ...args, id: "price_target_scale", subject, level: target, close });
  if (close === null) return [scale];
  const reach = { ...args, subject, level: target, from: { name: "last close", price: close } };
  return [scale, ...checkSide(args, target, close), checkReach({ ...reach, id: "price_target_reach" })];
}

/** Above with owning more, below with less; a Hold's may be either. */
function checkSide(args: PriceTargetArguments, target: number, close: number): Check[] {
  const position = positionOf(args.rating, true);
  if (position === "keep") return [];
  const wanted = position > 0 ? "above" : "below";
  const isRight = wanted === "above" ? target > close : target < close;
  const outcome = isRight ? "pass" : "fail";
  const detail = `The price target ${money(target, args)} of ${args.rating} ${isRight ? "is" : "must be"} ${wanted} the last close ${money(close, args)}.`;
  return [check("price_target_side", "price_target", outcome, detail)];
}

/** The verdict, with its target only if the target failed no check. */
export function publishableVerdict(checks: readonly Check[], verdict: Verdict): Verdict {
  const hasFailed = checks.some(({ subject, outcome }) => subject === "price_target" && outcome === "fail");
  return hasFailed ? { ...verdict, target: null } : verdict;
}
