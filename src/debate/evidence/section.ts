import type { ChartEvent, MissingRatio } from "#src/contract/run.ts";
import type { Instant } from "#src/platform/clock.ts";
import type { Finding } from "./numbering.ts";

/** One analyst's first look: what there is, and what has to be said about what there is not. */
export interface Section {
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
  /** For the chart. */
  readonly events?: readonly ChartEvent[];
  /** Ratios that cannot be told. */
  readonly missing?: readonly MissingRatio[];
  /** When the public had each record, by the vendor's own name of it: of those whose day is not that of their publication. */
  readonly available?: ReadonlyMap<string, Instant>;
}
