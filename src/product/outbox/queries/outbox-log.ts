import { sql } from "kysely";
import { MessageState } from "#src/contract/messages/channels.ts";
import { WebhookEvent } from "#src/contract/jobs/jobs.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Sealed } from "#src/core/vault.ts";
import type { Sql } from "#src/core/db/database.ts";
import { ofChannels, type Attempt, type ChannelMessage } from "./outbox.ts";
import { sealedIn } from "#src/core/db/sealed-columns.ts";

/* Sent messages, for the pages that list them. */

/** Newest first. @param page `before` and `id` are ids */
export async function messagesOf(
  db: Sql,
  channel: string,
  { before = null, id, limit }: { readonly before?: string | null; readonly id?: string; readonly limit: number },
): Promise<ChannelMessage[]> {
  let query = db
    .selectFrom("outbox")
    .selectAll()
    .where("channel", "=", channel)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  if (id !== undefined) query = query.where("id", "=", id);
  if (before !== null)
    query = query.where(
      sql<boolean>`(created_at, id) < (select created_at, id from outbox where id = ${before} and channel = ${channel})`,
    );
  return ofChannels(await query.execute());
}

export type StoredAttempt = Pick<Attempt, "message" | "number" | "status" | "error" | "answer"> & {
  readonly at: Instant;
};

/** Newest first. */
export async function attemptsOf(db: Sql, messages: readonly string[]): Promise<StoredAttempt[]> {
  if (messages.length === 0) return [];
  const rows = await db
    .selectFrom("outbox_attempts")
    .select(["message", "number", "status", "error", "answer", "created_at"])
    .where("message", "in", [...messages])
    .orderBy("number", "desc")
    .execute();
  return rows.map(({ created_at: at, ...row }) => ({ ...row, at: at.getTime() }));
}

/** An attempt to tell a job's webhook. */
export interface JobAttempt {
  readonly id: string;
  readonly analysisId: string;
  readonly ticker: string;
  readonly event: WebhookEvent;
  readonly url: Sealed;
  readonly attempt: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly at: Instant;
  /** Of the message. */
  readonly state: MessageState;
  /** `null` but for the last attempt of an open message. */
  readonly nextAt: Instant | null;
}

/** Newest first. @param page `before` is an id */
export async function jobAttempts(
  db: Sql,
  of: { readonly owner: string } | { readonly analysis: string },
  { before = null, limit }: { readonly before?: string | null; readonly limit: number },
): Promise<JobAttempt[]> {
  const whose = "owner" in of ? sql`m.owner = ${of.owner}` : sql`m.analysis_id = ${of.analysis}`;
  const { rows } = await sql<
    Omit<JobAttempt, "url" | "event" | "state" | "at" | "nextAt"> &
      Record<"url" | "event" | "state", string> & {
        at: Date;
        next: Date | null;
      }
  >`
    select t.id, m.analysis_id as "analysisId", a.request ->> 'ticker' as ticker, m.event, coalesce(t.url, '') as url,
      t.number as attempt, t.status, t.error, t.created_at as at, m.state,
      case when m.due_at is not null and t.number = m.attempts then t.next_at end as next
    from outbox m join outbox_attempts t on t.message = m.id join analyses a on a.id = m.analysis_id
    where ${whose} and (${before}::text is null or (t.created_at, t.id) < (
      select p.created_at, p.id from outbox_attempts p join outbox m on m.id = p.message
      where p.id = ${before} and ${whose}))
    order by t.created_at desc, t.id desc limit ${limit}
  `.execute(db);
  return rows.map(({ next, url, ...row }) => ({
    ...row,
    url: sealedIn("webhook_deliveries.url", row.id, url),
    event: WebhookEvent.parse(row.event),
    state: MessageState.parse(row.state),
    at: row.at.getTime(),
    nextAt: next?.getTime() ?? null,
  }));
}
