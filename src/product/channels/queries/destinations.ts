import { sql } from "kysely";
import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

/* Keeps services' limits over all workers. */

/**
 * Sends are `gapMs` apart, over all workers.
 * @returns when
 */
export async function takeSlot({ sql: db }: Tx, key: string, gapMs: number, at: Instant): Promise<Instant> {
  const gap = sql`make_interval(secs => ${gapMs / 1000})`;
  const { rows } = await sql<{ at: Date }>`
    insert into channel_destinations (key, next_at) values (${key}, ${new Date(at)}::timestamptz + ${gap})
    on conflict (key) do update set next_at = greatest(channel_destinations.next_at, ${new Date(at)}) + ${gap}
    returning next_at - ${gap} as at
  `.execute(db);
  return rows[0]?.at.getTime() ?? at;
}

/** Notes that a service asked us to wait. */
export async function blockDestination({ sql: db }: Tx, key: string, until: Instant): Promise<void> {
  await sql`
    insert into channel_destinations (key, next_at, blocked_until) values (${key}, ${new Date(until)}, ${new Date(until)})
    on conflict (key) do update set next_at = greatest(channel_destinations.next_at, excluded.next_at),
      blocked_until = greatest(channel_destinations.blocked_until, excluded.blocked_until)
  `.execute(db);
}

/** Until when none of these may be sent to; 0 means now. */
export async function blockedUntil(db: Sql, keys: readonly string[]): Promise<Instant> {
  const rows = await db
    .selectFrom("channel_destinations")
    .select("blocked_until")
    .where("key", "in", [...keys])
    .execute();
  return Math.max(0, ...rows.map(({ blocked_until: until }) => until?.getTime() ?? 0));
}

/** Those that nobody waits for. */
export async function forgetDestinations(db: Sql, before: Instant): Promise<void> {
  await db.deleteFrom("channel_destinations").where("next_at", "<", new Date(before)).execute();
}

/** The bot's name at Telegram; `null` until a worker has asked for it. */
export async function findBot(db: Sql): Promise<{ readonly username: string } | null> {
  const row = await db.selectFrom("telegram_bot").select("username").executeTakeFirst();
  return row ?? null;
}

export async function keepBot(db: Sql, username: string): Promise<void> {
  await sql`
    insert into telegram_bot (id, username) values (1, ${username})
    on conflict (id) do update set username = excluded.username
      -- Another bot counts its updates anew.
      , next_update = case when telegram_bot.username = excluded.username then telegram_bot.next_update else 0 end
  `.execute(db);
}

/** No bot is set up any more. */
export async function forgetBot(db: Sql): Promise<void> {
  await db.deleteFrom("telegram_bot").execute();
}

/** Who reads updates until an instant, and from which; `null` while another process does. */
export async function leaseUpdates(
  db: Sql,
  by: string,
  { at, until }: { readonly at: Instant; readonly until: Instant },
): Promise<number | null> {
  const { rows } = await sql<{ next_update: string }>`
    update telegram_bot set leased_by = ${by}, leased_until = ${new Date(until)}
    where leased_by = ${by} or leased_until is null or leased_until < ${new Date(at)} returning next_update::text
  `.execute(db);
  const [row] = rows;
  return row === undefined ? null : Number(row.next_update);
}

/** Updates before this one are dealt with. */
export async function noteUpdates(db: Sql, next: number): Promise<void> {
  await sql`update telegram_bot set next_update = greatest(next_update, ${next})`.execute(db);
}
