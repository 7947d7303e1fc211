import type { Point } from "#src/contract/answers.ts";
import type { Evidence } from "#src/contract/evidence.ts";
import type { Reason } from "./rules.ts";

/** A part of the outlook no larger than that speaks for neither side. */
export const neutralBelow = 0.01;

/** A half sentence with its value and its id. */
export function claim({ rule, value, item }: Reason): string {
  return `${rule.says(value)}: ${item.label} ${show(value)}${unitOf(item)} [${item.id}]`;
}

function unitOf({ unit }: Evidence): string {
  return unit === "%" ? " %" : unit === "x" ? "x" : "";
}

/** At most two decimals, and never fewer digits than it takes to see the value. */
export function show(value: number): string {
  return digits(Math.abs(value) >= 1 || value === 0 ? Math.round(value * 100) / 100 : Number(value.toPrecision(3)));
}

/** Without an exponent, which small coins would otherwise be printed with. */
export function digits(value: number): string {
  const short = String(value);
  return short.includes("e-") ? value.toFixed(20).replace(/0+$/, "") : short;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What an agent claims for a reason, and all that it rests on. */
export function pointOf(reason: Reason): Point {
  return { claim: capitalised(claim(reason)), evidence: [...reason.rests] };
}

/** What is said in a round, of all there is to say in its order: nothing that an earlier round has said. */
export function pickFor<T>(
  round: number,
  all: readonly T[],
  { opening, rebuttal }: { readonly opening: number; readonly rebuttal: number },
): T[] {
  return round === 1
    ? all.slice(0, opening)
    : all.slice(opening + (round - 2) * rebuttal, opening + (round - 1) * rebuttal);
}
