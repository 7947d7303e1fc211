import { sql, type Selectable } from "kysely";
import { MessageState, SentData } from "#src/contract/channels.ts";
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
  /** The app that made it, or gave it its address; `null`: its owner did, or a key. */
  readonly madeBy: { readonly clientId: string; readonly name: string | null } | null;
}

export type SavedEndpoint = Pick<StoredEndpoint, "name" | "target" | "hint" | "events"> & {
  readonly destination: string;
};
/** With who gave it the address. */
type PlacedEndpoint = SavedEndpoint & { readonly clientId: string | null };

/** What quiet hours, digests and languages would say; endpoints have none of them. */
const choices = JSON.stringify({ account: [], lists: {} });
const manner = JSON.stringify({ zone: "UTC", quiet: null, digest: null, language: "en" });

export async function insertEndpoint(
  { sql: db }: Tx,
  { target, events, clientId, ...row }: PlacedEndpoint & Pick<StoredEndpoint, "id" | "owner">,
  at: Instant,
): Promise<void> {
  await db
    .insertInto("channels")
    .values({
      ...row,
      kind: "endpoint",
      state: "active",
      sealed_target: target.stored,
      made_by_client: clientId,
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

const clientName = sql<string | null>`(select name from oauth_clients where client_id = made_by_client)`.as(
  "client_name",
);

/** An account's, oldest first. */
export async function endpointsOf(db: Sql, owner: string): Promise<StoredEndpoint[]> {
  const rows = await db
    .selectFrom("channels")
    .selectAll()
    .select(clientName)
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
    .select(clientName)
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
    .select(clientName)
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
  { target, events, clientId, ...row }: PlacedEndpoint,
  at: Instant,
): Promise<void> {
  await db
    .updateTable("channels")
    .set({
      ...row,
      events: [...events],
      sealed_target: target.stored,
      made_by_client: clientId,
      changed_at: new Date(at),
    })
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

export interface StoredDelivery {
  readonly id: string;
  readonly data: SentData;
  readonly state: MessageState;
  readonly reason: string | null;
  readonly dueAt: Instant | null;
  readonly createdAt: Instant;
}

/** An endpoint's messages, newest first. @param page `before` is the id of one of them; `id`: that one alone */
export async function deliveriesOf(
  db: Sql,
  endpoint: string,
  page: { readonly before?: string | null; readonly id?: string; readonly limit: number },
): Promise<StoredDelivery[]> {
  const { before = null, id, limit } = page;
  let query = db
    .selectFrom("channel_messages")
    .select(["id", "data", "state", "reason", "due_at", "created_at"])
    .where("channel", "=", endpoint)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  if (id !== undefined) query = query.where("id", "=", id);
  if (before !== null)
    query = query.where(
      sql<boolean>`(created_at, id) < (select created_at, id from channel_messages where id = ${before} and channel = ${endpoint})`,
    );
  const rows = await query.execute();
  return rows.map(({ due_at: due, created_at: at, ...row }) => ({
    ...row,
    data: SentData.parse(row.data),
    state: MessageState.parse(row.state),
    dueAt: due?.getTime() ?? null,
    createdAt: at.getTime(),
  }));
}

export interface StoredAttempt {
  readonly message: string;
  readonly number: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string | null;
  readonly at: Instant;
}

/** Newest first. */
export async function attemptsAt(db: Sql, messages: readonly string[]): Promise<StoredAttempt[]> {
  if (messages.length === 0) return [];
  const rows = await db
    .selectFrom("channel_attempts")
    .select(["message", "number", "status", "error", "answer", "created_at"])
    .where("message", "in", [...messages])
    .orderBy("number", "desc")
    .execute();
  return rows.map(({ created_at: at, ...row }) => ({ ...row, at: at.getTime() }));
}

/** sent, failed or dropped → waiting. False for one that has not ended, or is not the endpoint's. */
export async function sendAgain({ sql: db }: Tx, endpoint: string, id: string, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("channel_messages")
    .set({ state: "waiting", due_at: new Date(at), slot_at: null, failures: 0, reason: null, ended_at: null })
    .where("id", "=", id)
    .where("channel", "=", endpoint)
    .where("state", "in", ["sent", "failed", "dropped"])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function read(row: Selectable<Channels> & { readonly client_name: string | null }): StoredEndpoint {
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
    madeBy: row.made_by_client === null ? null : { clientId: row.made_by_client, name: row.client_name },
  };
}

/** Names that are not known any more are passed over. */
export function readEvents(events: readonly string[] | null): EndpointEvent[] | null {
  return events?.flatMap((name) => EndpointEvent.safeParse(name).data ?? []) ?? null;
}
