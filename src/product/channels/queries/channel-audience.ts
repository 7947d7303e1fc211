import { sql } from "kysely";
import { isChosen, type Happening } from "#src/contract/messages/channels.ts";
import { Plan, type HeldPlan } from "#src/contract/accounts/plans.ts";
import { eventFor, type EndpointEvent } from "#src/contract/messages/webhooks.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import { readChannel, type StoredChannel } from "./channels.ts";

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
