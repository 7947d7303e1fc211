import type { AttributionWish, PlannedAttribution } from "#src/contract/attribution.ts";
import type { Attributable } from "./attributable.ts";

/** What of a run is tried, and what that costs at most. */
export type AttributionPlanner = (run: Attributable, wish: AttributionWish) => PlannedAttribution;
