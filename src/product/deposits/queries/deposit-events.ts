import { type RawBuilder, sql } from "kysely";
import {
  CallbackVerdict,
  type DepositEvent,
  DepositState,
  type StoredCallback,
} from "#src/contract/accounts/deposits.ts";
import { type Instant, toIso } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import { eventChannel } from "#src/product/analyses/queries/events.ts";

/** The channel for events of an owner's deposits. */
export function depositChannel(owner: string): string {
  return `deposits of ${owner}`;
}

/**
 * Row and event together. The owner's counter is the last lock, so numbers and commits have one order.
 * @param update of one row in `deposits`, without `returning`
 * @returns false when its conditions did not hold
 */
export async function changeAndTell(
  { sql: db }: Tx,
  update: RawBuilder<unknown>,
  previous: DepositState | null,
  at: Instant,
): Promise<boolean> {
  const { rows } = await sql`
    with deposit as (${update} returning id, owner, state, price, credited - refunded as credited),
    counted as (
      insert into deposit_streams (owner, last_seq) select owner, 1 from deposit
      on conflict (owner) do update set last_seq = deposit_streams.last_seq + 1
      returning last_seq
    ),
    told as (
      insert into deposit_events (owner, seq, deposit_id, state, previous, price, credited, created_at)
      select owner, last_seq, id, state, ${previous}, price, credited, ${new Date(at)} from deposit, counted
      returning owner
    )
    select pg_notify(${eventChannel}, ${depositChannel("")} || owner) from told
  `.execute(db);
  return rows.length === 1;
}

/** What one read gives at most. */
export const depositPageSize = 200;

/** Events of an owner behind `after`, ascending. */
export async function depositEventsAfter(db: Sql, owner: string, after: number): Promise<DepositEvent[]> {
  const rows = await db
    .selectFrom("deposit_events")
    .selectAll()
    .where("owner", "=", owner)
    .where("seq", ">", after)
    .orderBy("seq")
    .limit(depositPageSize)
    .execute();
  return rows.map((row) => {
    const state = DepositState.parse(row.state);
    return {
      seq: row.seq,
      type: `deposit.${state}`,
      deposit_id: row.deposit_id,
      state,
      previous: DepositState.nullable().parse(row.previous),
      price_usd: usd(row.price),
      credited_usd: usd(row.credited),
      created_at: toIso(row.created_at.getTime()),
    };
  });
}

/** Cents as dollars. */
function usd(minor: string): string {
  return `${minor.slice(0, -2) || "0"}.${minor.slice(-2).padStart(2, "0")}`;
}

/** The number of the owner's last event; 0 when there is none. */
export async function lastDepositEvent(db: Sql, owner: string): Promise<number> {
  const row = await db.selectFrom("deposit_streams").select("last_seq").where("owner", "=", owner).executeTakeFirst();
  return row?.last_seq ?? 0;
}

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
