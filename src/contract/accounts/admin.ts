import { z } from "zod";
import { ReviewAction } from "./deposits.ts";
import { Plan } from "./plans.ts";

const minor = z.int().positive();

/** Work of administrators that moves money: beyond an allowance it needs a second one. */
export const AdminWork = z.discriminatedUnion("action", [
  z.object({ action: z.literal("grant_balance"), account: z.string(), amountMinor: minor }),
  /** `days` null is without an end. */
  z.object({ action: z.literal("grant_plan"), account: z.string(), plan: Plan, days: z.int().nullable() }),
  z.object({
    action: z.literal("resolve_review"),
    reviewId: z.string(),
    resolution: ReviewAction,
    amountMinor: minor.nullable(),
  }),
  z.object({ action: z.literal("refund_deposit"), depositId: z.string() }),
]);
export type AdminWork = z.infer<typeof AdminWork>;

/** How long a request waits for a second administrator. */
export const requestHours = 24;

/** The outcome of an administrator's action. */
export type Requested<T> =
  | { readonly state: "done"; readonly value: T }
  /** More than one administrator may do alone: nothing has happened yet. */
  | { readonly state: "waiting"; readonly request: string };

/** For administrators. Times are ISO 8601, amounts US cents. */
export interface AdminRequest {
  readonly id: string;
  readonly account: string;
  readonly what: string;
  readonly reason: string;
  readonly amountMinor: number;
  /** Their address; the account's id once they are gone. */
  readonly askedBy: string;
  /** Whether the viewer made the request and so cannot approve it. */
  readonly own: boolean;
  readonly createdAt: string;
  readonly expiresAt: string;
}
