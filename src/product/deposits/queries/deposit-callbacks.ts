import { sql } from "kysely";
import { CallbackVerdict, type StoredCallback } from "#src/contract/accounts/deposits.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

export interface NewCallback {
  readonly id: string;
  /** Empty where its signature's header named none. */
  readonly processor: string;
  /** SHA-256 of the body. */
  readonly digest: string;
  readonly signed: boolean;
  readonly body: Uint8Array;
  readonly matched: string | null;
  readonly verdict: CallbackVerdict;
  readonly status: string | null;
  /** Used to find the deposit. */
  readonly paymentId: string | null;
  readonly requestId: string;
  readonly at: Instant;
}

/** False when exactly this came before; waits for a concurrent one. */
export async function insertCallback(db: Sql, callback: NewCallback): Promise<boolean> {
  const { rows } = await sql<{ fresh: boolean }>`
    insert into deposit_callbacks
      (id, processor, digest, signed, body, matched, verdict, status, request_id, received_at, deposit_id)
    values (${callback.id}, ${callback.processor}, ${callback.digest}, ${callback.signed}, ${Buffer.from(callback.body)},
      ${callback.matched}, ${callback.verdict}, ${callback.status}, ${callback.requestId}, ${new Date(callback.at)},
      (select id from deposits where processor = ${callback.processor} and payment_id = ${callback.paymentId}))
    on conflict (digest, signed, processor) do update set times = deposit_callbacks.times + 1
    returning xmax = 0 as fresh
  `.execute(db);
  return rows[0]?.fresh === true;
}

export async function setVerdict(
  { sql: db }: Tx,
  id: string,
  verdict: CallbackVerdict,
  depositId: string | null,
): Promise<void> {
  await db.updateTable("deposit_callbacks").set({ verdict, deposit_id: depositId }).where("id", "=", id).execute();
}

/** The callbacks of a deposit, in the order of arrival. */
export async function callbacksOf(db: Sql, depositId: string): Promise<StoredCallback[]> {
  const rows = await db
    .selectFrom("deposit_callbacks")
    .select(["id", "received_at", "verdict", "status", "matched", "body", "times"])
    .where("deposit_id", "=", depositId)
    .orderBy("received_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    receivedAt: row.received_at.getTime(),
    verdict: CallbackVerdict.parse(row.verdict),
    status: row.status,
    matched: row.matched,
    body: row.body.toString("utf8"),
    times: row.times,
  }));
}

/** Anybody can send unsigned ones, so only the newest stay. */
export async function forgetUnsigned(db: Sql, before: Instant, most: number): Promise<void> {
  await sql`
    delete from deposit_callbacks where not signed and (received_at < ${new Date(before)} or received_at < (
      select received_at from deposit_callbacks where not signed order by received_at desc offset ${most} limit 1))
  `.execute(db);
}
