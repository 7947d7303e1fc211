import type { LocalDate } from "#src/core/clock.ts";

/** Levels on the basis of the day's shares, and the horizon's last day. */
export interface Exits {
  readonly stop: number | null;
  readonly target: number | null;
  readonly until: LocalDate;
}

export interface Prices {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export type ExitReason = "stop" | "target" | "horizon";

export interface Exit {
  readonly reason: ExitReason;
  readonly price: number;
}

/** What an open position needs to know about the session. */
export interface Presence {
  /** 1: it gains when the price rises. */
  readonly side: 1 | -1;
  /** It was bought or sold short at this session's open. */
  readonly isNew: boolean;
  /** No later session is within the horizon. */
  readonly isLast: boolean;
  /** The horizon ended on an earlier day that had no price. */
  readonly isOver: boolean;
}

/**
 * `null`: kept. An open beyond a level fills at the open. If a session reaches both, the stop counts; the horizon ends
 * at the close.
 */
export function exitOn(bar: Prices, exits: Exits, presence: Presence): Exit | null {
  const { side, isNew, isLast, isOver } = presence;
  if (!isNew) {
    const beyond = beyondAt(bar.open, exits, side);
    if (beyond !== null) return { reason: beyond, price: bar.open };
    if (isOver) return { reason: "horizon", price: bar.open };
  }
  const [worst, best] = side === 1 ? [bar.low, bar.high] : [bar.high, bar.low];
  if (exits.stop !== null && beyondAt(worst, exits, side) === "stop") return { reason: "stop", price: exits.stop };
  if (exits.target !== null && beyondAt(best, exits, side) === "target")
    return { reason: "target", price: exits.target };
  return isLast ? { reason: "horizon", price: bar.close } : null;
}

/** The level that a price has reached or passed. */
export function beyondAt(price: number, { stop, target }: Exits, side: 1 | -1): "stop" | "target" | null {
  if (stop !== null && side * (price - stop) <= 0) return "stop";
  return target !== null && side * (price - target) >= 0 ? "target" : null;
}

/** The same levels, per share after a split. */
export function afterSplit(exits: Exits, split: number): Exits {
  if (split === 1) return exits;
  const scaled = (price: number | null): number | null => (price === null ? null : price / split);
  return { ...exits, stop: scaled(exits.stop), target: scaled(exits.target) };
}

/** Unknown, so no, where the days end before. */
export function isLastWithin(until: LocalDate, session: LocalDate, next: LocalDate | undefined): boolean {
  return session >= until || (next !== undefined && next > until);
}
