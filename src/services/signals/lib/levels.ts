import type { Signal } from "#src/contract/signals.ts";
import type { KnownDay } from "#src/db/queries/signal-days.ts";
import type { LocalDate } from "#src/platform/clock.ts";
import { direction, entryOf } from "./marks.ts";

export interface LevelHit {
  readonly level: "stop" | "target";
  /** As the signal names it. */
  readonly price: number;
  /** The close that reached it, after the same splits as the signal's prices. */
  readonly close: number;
  readonly session: LocalDate;
}

/**
 * The first close at or behind a signal's stop or target, from its entry session on. Of a session no high and no low is
 * kept, so a level that was only touched in between does not count.
 * @param days of the instrument, ascending
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

/** Up or down, by where the target lies; by the rating where only one level is named. 0: neither says. */
function wayOf({ rating, stop, target }: Pick<Signal, "rating" | "stop" | "target">): 1 | 0 | -1 {
  if (stop !== null && target !== null && stop !== target) return target > stop ? 1 : -1;
  return direction[rating];
}
