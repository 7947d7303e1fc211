import { sql, type Selectable } from "kysely";
import { EndpointEvent } from "#src/contract/webhooks.ts";
import type { Instant } from "#src/platform/clock.ts";
import type { Sealed } from "#src/platform/vault.ts";
import type { Sql, Tx } from "../database.ts";
import type { Channels } from "../schema.ts";
import { sealedIn } from "./sealed-columns.ts";

/** Webhooks of accounts are channels of the kind `endpoint`. */
export interface StoredEndpoint {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly target: Sealed;
  readonly hint: string;
  readonly state: "active" | "paused";
  readonly reason: string | null;
  readonly events: readonly EndpointEvent[];
  readonly failingSince: Instant | null;
  readonly createdAt: Instant;
}

export type SavedEndpoint = Pick<StoredEndpoint, "name" | "target" | "hint" | "events"> & {
  readonly destination: string;
};

/** What quiet hours, digests and languages would say; endpoints have none of them. */
const choices = JSON.stringify({ account: [], lists: {} });
const manner = JSON.stringify({ zone: "UTC", quiet: null, digest: null, language: "en" });

export async function insertEndpoint(
  { sql: db }: Tx,
  { target, events, ...row }: SavedEndpoint & Pick<StoredEndpoint, "id" | "owner">,
  at: Instant,
): Promise<void> {
  await db
    .insertInto("channels")
    .values({
      ...row,
      kind: "endpoint",
      state: "active",
      sealed_target: target.stored,
      events: [...events],
      choices,
      manner,
      created_at: new Date(at),
      changed_at: new Date(at),
    })
    .execute();
}

/** One change of an account's endpoints at a time, so that their number can be counted. */
export async function lockEndpoints({ sql: db }: Tx, owner: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`endpoints ${owner}`}, 0))`.execute(db);
}

/** An account's, oldest first. */
export async function endpointsOf(db: Sql, owner: string): Promise<StoredEndpoint[]> {
  const rows = await db
    .selectFrom("channels")
    .selectAll()
    .where("owner", "=", owner)
    .where("kind", "=", "endpoint")
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(read);
}

export async function findEndpoint(db: Sql, owner: string, id: string): Promise<StoredEndpoint | null> {
  const row = await db
    .selectFrom("channels")
    .selectAll()
    .where("id", "=", id)
    .where("owner", "=", owner)
    .where("kind", "=", "endpoint")
    .executeTakeFirst();
  return row === undefined ? null : read(row);
}

/** As `findEndpoint`, held until the transaction ends. */
export async function lockEndpoint({ sql: db }: Tx, owner: string, id: string): Promise<StoredEndpoint | null> {
  const row = await db
    .selectFrom("channels")
    .selectAll()
    .where("id", "=", id)
    .where("owner", "=", owner)
    .where("kind", "=", "endpoint")
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : read(row);
}

export async function updateEndpoint(
  { sql: db }: Tx,
  id: string,
  { target, events, ...row }: SavedEndpoint,
  at: Instant,
): Promise<void> {
  await db
    .updateTable("channels")
    .set({ ...row, events: [...events], sealed_target: target.stored, changed_at: new Date(at) })
    .where("id", "=", id)
    .execute();
}

/** The accounts that have an endpoint which is told of an event. */
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

/** An attempt has failed. @returns since when all have */
export async function markFailing({ sql: db }: Tx, id: string, at: Instant): Promise<Instant> {
  const row = await db
    .updateTable("channels")
    .set({ failing_since: sql`coalesce(failing_since, ${new Date(at)})` })
    .where("id", "=", id)
    .returning("failing_since")
    .executeTakeFirst();
  return row?.failing_since?.getTime() ?? at;
}

export async function clearFailing({ sql: db }: Tx, id: string): Promise<void> {
  await db
    .updateTable("channels")
    .set({ failing_since: null })
    .where("id", "=", id)
    .where("failing_since", "is not", null)
    .execute();
}

function read(row: Selectable<Channels>): StoredEndpoint {
  return {
    id: row.id,
    owner: row.owner,
    name: row.name,
    target: sealedIn("channels.sealed_target", row.id, row.sealed_target ?? ""),
    hint: row.hint,
    state: row.state === "paused" ? "paused" : "active",
    reason: row.reason,
    events: readEvents(row.events) ?? [],
    failingSince: row.failing_since?.getTime() ?? null,
    createdAt: row.created_at.getTime(),
  };
}

/** Names that are not known any more are passed over. */
export function readEvents(events: readonly string[] | null): EndpointEvent[] | null {
  return events?.flatMap((name) => EndpointEvent.safeParse(name).data ?? []) ?? null;
}
