import type { Instant } from "#src/core/clock.ts";
import type { Results } from "./company.ts";
import type { Report } from "./filings.ts";
import type { Action, Session } from "./prices.ts";
import type { StoryEvent } from "./story.ts";

/** An item before it is dated and signed. */
export interface Item {
  readonly at: Instant;
  readonly title: string;
  readonly summary: string;
}

/** All that the wire reports on. Each item uses only what lies before its own time. */
export interface Happenings {
  readonly sessions: readonly Session[];
  readonly story: readonly StoryEvent[];
  readonly results: readonly Results[];
  readonly reports: readonly Report[];
  readonly actions: readonly Action[];
}
