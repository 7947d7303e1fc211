import type { WebhookEvent } from "#src/contract/jobs.ts";
import type { Instant } from "#src/platform/clock.ts";
import type { Sql } from "../database.ts";

export interface Delivery {
  readonly id: string;
  readonly analysisId: string;
  readonly url: string;
  readonly event: WebhookEvent;
  /** From 1. */
  readonly attempt: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly at: Instant;
}

/** Keeps what came of an attempt to tell a webhook. */
export async function insertDelivery(db: Sql, { analysisId, at, ...delivery }: Delivery): Promise<void> {
  await db
    .insertInto("webhook_deliveries")
    .values({ ...delivery, analysis_id: analysisId, created_at: new Date(at) })
    .execute();
}
