import {
  type ListInstrument,
  type Schedule,
  type Signal,
  houseList,
  scheduleWords,
} from "#src/contract/signals/signals.ts";
import { counted, percentText, priceDigits } from "#src/core/text/number-text.ts";
import type { Opinion } from "#src/contract/jobs/analysis.ts";

/** A share as whole percent, or with more digits: 0.583 is `58%`. */
export function shareText(share: number | null, more = 0): string {
  return share === null ? "–" : percentText(share, more);
}

/** A return with its sign, with one digit or more: 0.0123 is `+1.2%`. */
export function returnText(value: number | null, more = 0): string {
  if (value === null) return "–";
  const text = percentText(value, 1 + more);
  return value > 0 && Number.parseFloat(text) > 0 ? `+${text}` : text;
}

export function priceText(price: number | null): string {
  return price === null ? "–" : priceDigits(price);
}

export function scheduleText(schedule: Schedule): string {
  const words = scheduleWords(schedule);
  if (schedule.kind === "close") return words ?? "";
  const line = `${schedule.cron} (${schedule.zone})`;
  return words === null ? line : `${words} · ${line}`;
}

/** As they are typed: coins by their pairs, everything else by its symbol. */
export function instrumentsText(instruments: readonly ListInstrument[]): string {
  return instruments.map(({ symbol }) => symbol).join(", ");
}

export function sessionsText(count: number): string {
  return counted(count, "session");
}

/** What of which list a page shows, as its address says. */
export interface SignalFilters {
  readonly list: string;
  readonly symbol: string | null;
  readonly rating: Opinion | null;
  readonly changed: boolean;
  readonly before: number | null;
}

export function addressOf({ list, symbol, rating, changed, before }: SignalFilters): string {
  const query = new URLSearchParams();
  if (list !== houseList) query.set("list", list);
  if (symbol !== null) query.set("symbol", symbol);
  if (rating !== null) query.set("rating", rating);
  if (changed) query.set("changed", "1");
  if (before !== null) query.set("before", String(before));
  return query.size === 0 ? "/signals" : `/signals?${query}`;
}

/** Whether a signal passes the filter, as the database applies it. */
export function passes(
  { symbol, rating, changed }: Pick<SignalFilters, "symbol" | "rating" | "changed">,
  signal: Pick<Signal, "symbol" | "rating" | "changed">,
): boolean {
  if (symbol !== null && signal.symbol !== symbol) return false;
  if (rating !== null && signal.rating !== rating) return false;
  return !changed || signal.changed;
}
