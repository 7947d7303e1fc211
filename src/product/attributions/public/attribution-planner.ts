import type { AttributionWish, PlannedAttribution } from "#src/contract/jobs/attribution.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import type { Attributable } from "../lib/attributable.ts";

/** @param most the first change is tried within it in any case; `null`: no limit */
export type AttributionPlanner = (run: Attributable, wish: AttributionWish, most: Usd | null) => PlannedAttribution;
