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

/** How it ended with what an administrator wanted done. */
export type Requested<T> =
  | { readonly state: "done"; readonly value: T }
  /** It was more than one may do alone: nothing has happened yet. */
  | { readonly state: "waiting"; readonly request: string };

/** As administrators see it; times are ISO 8601, amounts US cents. */
export interface AdminRequest {
  readonly id: string;
  readonly account: string;
  readonly what: string;
  readonly reason: string;
  readonly amountMinor: number;
  /** Their address, or the account's id where they are gone. */
  readonly askedBy: string;
  /** Of whoever looks: then it is not theirs to agree to. */
  readonly own: boolean;
  readonly createdAt: string;
  readonly expiresAt: string;
}
