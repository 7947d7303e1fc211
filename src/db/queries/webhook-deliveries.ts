import { sql } from "kysely";
import type { WebhookEvent } from "#src/contract/jobs.ts";
import type { Instant } from "#src/platform/clock.ts";
import type { Sealed } from "#src/platform/vault.ts";
import type { Sql } from "../database.ts";
import { sealedIn } from "./sealed-columns.ts";

export interface Delivery {
  readonly id: string;
  readonly analysisId: string;
  readonly url: Sealed;
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
    .values({ ...delivery, url: delivery.url.stored, analysis_id: analysisId, created_at: new Date(at) })
    .execute();
}

export type OwnDelivery = Omit<Delivery, "event"> & { readonly event: string; readonly ticker: string };

/** Attempts for an owner's jobs, newest first. */
export async function listDeliveries(db: Sql, owner: string, limit: number): Promise<OwnDelivery[]> {
  const rows = await db
    .selectFrom("webhook_deliveries as d")
    .innerJoin("analyses as a", "a.id", "d.analysis_id")
    .select(["d.id", "d.analysis_id", "d.url", "d.event", "d.attempt", "d.status", "d.error", "d.created_at"])
    .select(sql<string>`a.request ->> 'ticker'`.as("ticker"))
    .where("a.owner", "=", owner)
    .orderBy("d.created_at", "desc")
    .orderBy("d.id")
    .limit(limit)
    .execute();
  return rows.map(({ analysis_id: analysisId, created_at: at, ...row }) => ({
    ...row,
    url: sealedIn("webhook_deliveries.url", row.id, row.url),
    analysisId,
    at: at.getTime(),
  }));
}
