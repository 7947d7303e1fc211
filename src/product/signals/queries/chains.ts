import type { LocalDate } from "#src/core/clock.ts";

/** Nothing is believed before its hash is checked. */
export interface StoredEntry {
  readonly number: number;
  /** JSON, canonical where we write it. */
  readonly body: string;
  /** SHA-256 of `body`. */
  readonly hash: string;
}

export interface Head {
  /** The number of the newest entry; 0 while there is none. */
  readonly number: number;
  readonly hash: string;
  /** Such as `kept in FILE on DAY`. */
  readonly noted?: string;
}

export interface DayHead extends Head {
  readonly day: LocalDate;
}
