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
