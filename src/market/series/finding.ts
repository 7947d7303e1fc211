import type { LocalDate } from "#src/platform/clock.ts";

/** Something about a series of prices that is not as it should be. */
export interface SeriesFinding {
  readonly kind: "split" | "unclear" | "unit" | "slip" | "moved" | "absent" | "inverse" | "halt" | "no trade";
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** New shares for one old, or how many times the others its prices are; `null` where there is no ratio. */
  readonly ratio: number | null;
  /** What a reader is told: a sentence without its capital and its full stop. */
  readonly reason: string;
}
