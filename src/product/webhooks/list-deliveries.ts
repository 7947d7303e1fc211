import { jobAttempts, type JobAttempt } from "#src/product/outbox/queries/outbox-log.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Context } from "../context.ts";

/** All that was tried to tell of one end of one job. */
export interface WebhookDeliveryAttempts {
  readonly analysisId: string;
  readonly ticker: string;
  readonly event: string;
  readonly url: string;
  /** `delivered` also for 410; `retrying` until the last attempt. */
  readonly state: "delivered" | "retrying" | "given_up";
  /** About when the next attempt is made, while there is one to come. */
  readonly nextAt: Instant | null;
  /** Newest first. */
  readonly attempts: readonly Pick<JobAttempt, "id" | "attempt" | "status" | "error" | "at">[];
}

/** How many attempts are looked at: of jobs long ago nobody asks. */
const most = 300;

/** The owner's webhooks, the one that was tried last first. */
export async function listDeliveries(ctx: Context): Promise<WebhookDeliveryAttempts[]> {
  const { db, actor } = ctx;
  const found = await jobAttempts(db.sql, { owner: actor.owner }, { limit: most });
  const byMessage = Map.groupBy(found, ({ analysisId, event }) => `${analysisId} ${event}`);
  return [...byMessage.values()].flatMap((attempts) => {
    const [last] = attempts;
    if (last === undefined) return [];
    const { analysisId, ticker, event, url, state, nextAt } = last;
    const ended = state === "sent" ? "delivered" : "given_up";
    const told = { analysisId, ticker, event, url: db.vault.open(url), nextAt, attempts };
    return [{ ...told, state: state === "waiting" || state === "queued" ? "retrying" : ended }];
  });
}
