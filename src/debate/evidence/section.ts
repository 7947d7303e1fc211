import type { ChartEvent } from "#src/contract/run.ts";
import type { Finding } from "./numbering.ts";

/** One analyst's first look: what there is, and what has to be said about what there is not. */
export interface Section {
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
  /** For the chart. */
  readonly events?: readonly ChartEvent[];
}
