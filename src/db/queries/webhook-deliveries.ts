import { sql } from "kysely";
import { WebhookEvent } from "#src/contract/jobs.ts";
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

export interface JobDelivery extends Omit<Delivery, "analysisId"> {
  /** There was another attempt to tell the same. */
  readonly followed: boolean;
}

/** Attempts for one job, newest first. @param page `before` is the id of one of them: only what was before it */
export async function listDeliveriesOf(
  db: Sql,
  analysisId: string,
  page: { readonly before: string | null; readonly limit: number },
): Promise<JobDelivery[]> {
  const { rows } = await sql<
    Omit<JobDelivery, "at" | "event" | "url"> & { event: string; url: string; created_at: Date }
  >`
    select id, url, event, attempt, status, error, created_at, exists (
      select from webhook_deliveries as later
      where later.analysis_id = told.analysis_id and later.event = told.event and later.attempt > told.attempt
    ) as followed
    from webhook_deliveries as told
    where analysis_id = ${analysisId} and (${page.before}::text is null or (created_at, id) < (
      select created_at, id from webhook_deliveries where id = ${page.before} and analysis_id = ${analysisId}
    ))
    order by created_at desc, id desc limit ${page.limit}
  `.execute(db);
  return rows.map(({ event, created_at: at, ...row }) => ({
    ...row,
    url: sealedIn("webhook_deliveries.url", row.id, row.url),
    event: WebhookEvent.parse(event),
    at: at.getTime(),
  }));
}
