import type { Signal } from "#src/contract/signals/signals.ts";
import type { KnownDay } from "#src/product/signals/queries/signal-days.ts";
import type { LocalDate } from "#src/core/clock.ts";
import { direction, entryOf } from "../lib/marks.ts";

export interface LevelHit {
  readonly level: "stop" | "target";
  /** As the signal names it. */
  readonly price: number;
  /** The close that reached it, after the same splits as the signal's prices. */
  readonly close: number;
  readonly session: LocalDate;
}

/**
 * By closes from the entry on, since highs and lows are not kept.
 * @param days ascending
 */
export function levelHit(
  signal: Pick<Signal, "rating" | "session" | "published_at" | "stop" | "target">,
  days: readonly KnownDay[],
): LevelHit | null {
  const { stop, target } = signal;
  const way = wayOf(signal);
  const first = entryOf(signal, days);
  if (way === 0 || first === -1) return null;
  let shares = 1;
  for (const [index, day] of days.entries()) {
    if (day.session > signal.session) shares *= day.split;
    if (index < first || day.price === null) continue;
    const close = day.price.close * shares;
    const hit = { close, session: day.session };
    if (stop !== null && way * (close - stop) <= 0) return { ...hit, level: "stop", price: stop };
    if (target !== null && way * (close - target) >= 0) return { ...hit, level: "target", price: target };
  }
  return null;
}

/** By the target's side, else the rating's; 0: neither. */
function wayOf({ rating, stop, target }: Pick<Signal, "rating" | "stop" | "target">): 1 | 0 | -1 {
  if (stop !== null && target !== null && stop !== target) return target > stop ? 1 : -1;
  return direction[rating];
}
