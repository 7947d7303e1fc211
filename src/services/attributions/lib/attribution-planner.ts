import type { AttributionWish, PlannedAttribution } from "#src/contract/attribution.ts";
import type { Usd } from "#src/contract/usage.ts";
import type { Attributable } from "./attributable.ts";

/**
 * What of a run is tried, and what that costs.
 * @param most what it may cost, which the first change is tried within also where that does not suffice; `null` sets no limit
 */
export type AttributionPlanner = (run: Attributable, wish: AttributionWish, most: Usd | null) => PlannedAttribution;
