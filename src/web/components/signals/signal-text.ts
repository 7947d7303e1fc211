import { type ListInstrument, type Schedule, scheduleWords } from "#src/contract/signals/signals.ts";
import { counted, percentText, priceDigits } from "#src/core/text/number-text.ts";

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
