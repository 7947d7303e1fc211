import type { Tx } from "#src/core/db/database.ts";
import type { Instant } from "#src/core/clock.ts";

/** What came of an attempt, by the receiver's answer. */
export type Verdict =
  | { readonly kind: "sent" }
  /** Too many: not before `afterMs`. */
  | { readonly kind: "limited"; readonly afterMs: number; readonly reason: string }
  /** It may work later. */
  | { readonly kind: "later"; readonly reason: string }
  /** This message will never be taken; others may. */
  | { readonly kind: "refused"; readonly reason: string }
  /** Nothing more can be sent there. */
  | { readonly kind: "gone"; readonly reason: string }
  /** Its place has another name now. */
  | { readonly kind: "moved"; readonly chat: string; readonly reason: string };

/** A message was sent, or tried to be. */
export interface Tried {
  readonly kind: "tried";
  readonly verdict: Verdict;
  /** `null`: nothing was answered. */
  readonly status: number | null;
  /** Without address, query or what was said. */
  readonly error: string | null;
  /** The beginning of what an endpoint answered; `null` of all others. */
  readonly answer: string | null;
  /** Where it went, without its secrets, where the log says so. */
  readonly url: string | null;
  /** What follows for the destination, in the transaction that keeps the attempt. */
  readonly follow?: (tx: Tx, at: Instant) => Promise<void>;
}

/** What was done about a message in its turn. */
export type Step =
  | Tried
  /** There is nothing to tell, or nobody to tell it to. */
  | { readonly kind: "dropped"; readonly reason: string }
  | {
      readonly kind: "waits";
      readonly state: "waiting" | "held";
      readonly until: Instant;
      /** Its place among what is sent to the same destination. */
      readonly slotAt?: Instant;
    };

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long to wait before each attempt: about a day in all. */
export const retryDelaysMs: readonly number[] = [
  0,
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
];

/** About an hour: tomorrow nobody needs a sign-in link. */
export const mailDelaysMs: readonly number[] = [
  0,
  2 * second,
  10 * second,
  minute,
  5 * minute,
  15 * minute,
  30 * minute,
];
