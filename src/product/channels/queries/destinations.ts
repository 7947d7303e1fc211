import { sql } from "kysely";
import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import { type Happening, isChosen } from "#src/contract/messages/channels.ts";
import { type HeldPlan, Plan } from "#src/contract/accounts/plans.ts";
import { type EndpointEvent, eventFor } from "#src/contract/messages/webhooks.ts";
import { type StoredChannel, readChannel } from "./channels.ts";

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

/* Which channels are told of what, and when of a digest. */

/** Active channels for an event, by id behind `after`. */
export async function channelsFor(
  db: Sql,
  of: { readonly happening: Happening; readonly list: string | null; readonly owner: string | null },
  page: { readonly after: string; readonly limit: number },
): Promise<{ readonly chosen: readonly HeldChannel[]; readonly last: string | null }> {
  let query = db
    .selectFrom("channels")
    .innerJoin("accounts", "accounts.id", "channels.owner")
    .selectAll("channels")
    .select(["accounts.plan", "accounts.plan_until"])
    .where("channels.state", "=", "active")
    .where("channels.id", ">", page.after)
    .orderBy("channels.id")
    .limit(page.limit);
  if (of.owner !== null) query = query.where("channels.owner", "=", of.owner);
  const rows = await query.execute();
  const chosen = rows
    .map((row) => ({
      channel: readChannel(row),
      held: { plan: Plan.parse(row.plan), planUntil: row.plan_until?.getTime() ?? null },
    }))
    .filter(({ channel: { choices, events } }) =>
      events === null ? isChosen(choices, of.happening.event, of.list) : eventFor(events, of.happening) !== null,
    );
  return { chosen, last: rows.length < page.limit ? null : (rows.at(-1)?.id ?? null) };
}

export interface HeldChannel {
  readonly channel: StoredChannel;
  readonly held: HeldPlan;
}

/** Channels whose digest is due, locked so that one worker makes it. */
export async function channelsWithDigestDue({ sql: db }: Tx, at: Instant, limit: number): Promise<StoredChannel[]> {
  const rows = await db
    .selectFrom("channels")
    .selectAll()
    .where("next_digest_at", "<=", new Date(at))
    .orderBy("next_digest_at")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(readChannel);
}

export async function setNextDigest({ sql: db }: Tx, id: string, at: Instant | null): Promise<void> {
  await db
    .updateTable("channels")
    .set({ next_digest_at: at === null ? null : new Date(at) })
    .where("id", "=", id)
    .execute();
}

/** The accounts with an endpoint for an event. */
export async function listenersOf(db: Sql, event: EndpointEvent): Promise<string[]> {
  const rows = await db
    .selectFrom("channels")
    .select("owner")
    .distinct()
    .where("kind", "=", "endpoint")
    .where("state", "=", "active")
    .where(sql<boolean>`${event} = any(events)`)
    .execute();
  return rows.map(({ owner }) => owner);
}
