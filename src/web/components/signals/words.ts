import type { Opinion } from "#src/contract/analysis.ts";
import type { ListInstrument, Schedule } from "#src/contract/signals.ts";

/** From the worst opinion to the best. REVIEW is none and has no place in between. */
export const fromSellToBuy = ["Sell", "Underweight", "Hold", "Overweight", "Buy"] as const satisfies readonly Opinion[];

const minus = "\u2212";

/** A share as whole percent, or with more digits: 0.583 is `58 %`. */
export function shareText(share: number | null, more = 0): string {
  return share === null ? "–" : `${(share * 100).toFixed(more)}\u00a0%`;
}

/** A return with its sign, with one digit or more: 0.0123 is `+1.2 %`. */
export function returnText(value: number | null, more = 0): string {
  if (value === null) return "–";
  const text = Math.abs(value * 100).toFixed(1 + more);
  return `${Number(text) === 0 ? "" : value < 0 ? minus : "+"}${text}\u00a0%`;
}

/** Prices below one need more digits to say anything. */
export function priceText(price: number | null): string {
  return price === null ? "–" : price.toFixed(Math.abs(price) < 1 ? 6 : 2);
}

export function scheduleText(schedule: Schedule): string {
  return schedule.kind === "close" ? "after each close" : `${schedule.cron} (${schedule.zone})`;
}

/** As they are typed: coins by their pairs, everything else by its symbol. */
export function instrumentsText(instruments: readonly ListInstrument[]): string {
  return instruments.map(({ symbol }) => symbol).join(", ");
}

export function sessionsText(count: number): string {
  return count === 1 ? "1 session" : `${count} sessions`;
}
