import type { LocalDate } from "#src/platform/clock.ts";

/** An entry as it stands in the table: nothing of it is believed before its hash is looked at. */
export interface StoredEntry {
  readonly number: number;
  /** JSON, canonical where we write it. */
  readonly body: string;
  /** SHA-256 of `body`. */
  readonly hash: string;
}

export interface Head {
  /** Of the newest entry; 0 while there is none. */
  readonly number: number;
  readonly hash: string;
  /** Where it was noted, such as `kept in FILE on DAY`; it was shown otherwise. */
  readonly noted?: string;
}

export interface DayHead extends Head {
  readonly day: LocalDate;
}
