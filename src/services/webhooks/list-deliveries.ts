import { listDeliveries as query, type OwnDelivery } from "#src/db/queries/webhook-deliveries.ts";
import type { Instant } from "#src/platform/clock.ts";
import { isAccepted } from "./lib/post.ts";
import { retryDelaysMs } from "./lib/retry-delays.ts";
import type { Context } from "../context.ts";

/** All that was tried to tell of one end of one job. */
export interface WebhookDeliveryAttempts {
  readonly analysisId: string;
  readonly ticker: string;
  readonly event: string;
  readonly url: string;
  /** `delivered`: taken, or the receiver wants no more (410); `retrying` until the last attempt; then `given_up`. */
  readonly state: "delivered" | "retrying" | "given_up";
  /** About when the next attempt is made, while there is one to come. */
  readonly nextAt: Instant | null;
  /** Newest first. */
  readonly attempts: readonly Pick<OwnDelivery, "id" | "attempt" | "status" | "error" | "at">[];
}

/** How many attempts are looked at: of jobs long ago nobody asks. */
const most = 300;

/** The owner's webhooks, the one that was tried last first. */
export async function listDeliveries(ctx: Context): Promise<WebhookDeliveryAttempts[]> {
  const { db, actor } = ctx;
  const groups = new Map<string, OwnDelivery[]>();
  for (const each of await query(db.sql, actor.owner, most)) {
    const key = `${each.analysisId} ${each.event}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].flatMap((attempts) => {
    const [last] = attempts;
    return last === undefined ? [] : [told(last, attempts, db.vault.open(last.url))];
  });
}

function told(last: OwnDelivery, attempts: readonly OwnDelivery[], url: string): WebhookDeliveryAttempts {
  const { analysisId, ticker, event, attempt, at } = last;
  const delivered = isAccepted(last);
  const wait = retryDelaysMs[attempt];
  const state = delivered ? "delivered" : wait === undefined ? "given_up" : "retrying";
  const nextAt = state === "retrying" && wait !== undefined ? at + wait : null;
  return { analysisId, ticker, event, url, state, nextAt, attempts };
}
