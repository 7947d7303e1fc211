import type { ChartEvent, MissingRatio } from "#src/contract/run/run.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Finding } from "./numbering.ts";

/** What there is, and what is said of what there is not. */
export interface Section {
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
  /** For the chart. */
  readonly events?: readonly ChartEvent[];
  /** Ratios that cannot be told. */
  readonly missing?: readonly MissingRatio[];
  /** By record name, where not its publication day. */
  readonly available?: ReadonlyMap<string, Instant>;
}
