import type { LocalDate } from "#src/core/clock.ts";

/** A fault in a series of prices. */
export interface SeriesFinding {
  readonly kind: "split" | "unclear" | "unit" | "slip" | "moved" | "absent" | "inverse" | "halt" | "no trade";
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** New shares for one old, or price multiple; `null`: no ratio. */
  readonly ratio: number | null;
  /** A sentence without capital and full stop. */
  readonly reason: string;
}
