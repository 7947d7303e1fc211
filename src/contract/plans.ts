import { z } from "zod";

export const Plan = z.enum(["free", "signals", "elite"]);
export type Plan = z.infer<typeof Plan>;

export const Scope = z.enum(["analyses:read", "analyses:write"]);
export type Scope = z.infer<typeof Scope>;

/** What a plan is worth to the job API. Pages, keys and help articles read it here. */
export interface Entitlements {
  /** API keys work. */
  readonly api: boolean;
  /** Of the running slots, so many at once. */
  readonly slots: number;
  /** Queue priority; a smaller number goes first. */
  readonly priority: number;
  /** API requests a minute for each key. */
  readonly requestsPerMinute: number;
}

export const entitlements = {
  free: { api: false, slots: 1, priority: 30, requestsPerMinute: 30 },
  signals: { api: false, slots: 1, priority: 20, requestsPerMinute: 60 },
  elite: { api: true, slots: 3, priority: 10, requestsPerMinute: 300 },
} as const satisfies Record<Plan, Entitlements>;
