import { sql, type RawBuilder } from "kysely";
import { DepositState, type DepositEvent } from "#src/contract/accounts/deposits.ts";
import { toIso, type Instant } from "#src/core/clock.ts";
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
