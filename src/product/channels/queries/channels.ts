import { sql, type Selectable } from "kysely";
import {
  ChannelChoices,
  ChannelKind,
  ChannelManner,
  usualManner,
  type ChannelState,
} from "#src/contract/messages/channels.ts";
import { EndpointEvent } from "#src/contract/messages/webhooks.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Sealed } from "#src/core/vault.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import type { Channels } from "#src/core/db/schema.ts";
import { sealedIn } from "#src/core/db/sealed-columns.ts";

export interface StoredChannel {
  readonly id: string;
  readonly owner: string;
  readonly kind: ChannelKind;
  readonly name: string;
  /** `null` until a chat is connected. */
  readonly target: Sealed | null;
  readonly hint: string;
  readonly destination: string | null;
  readonly state: ChannelState;
  readonly reason: string | null;
  readonly choices: ChannelChoices;
  readonly manner: ChannelManner;
  readonly nextDigestAt: Instant | null;
  /** The events of an endpoint; `null`: a channel, which has choices instead. */
  readonly events: readonly EndpointEvent[] | null;
  readonly failingSince: Instant | null;
  readonly createdAt: Instant;
  /** The app that made or redirected it; `null`: its owner. */
  readonly madeBy: { readonly clientId: string; readonly name: string | null } | null;
}

/** Of what an endpoint has none. */
const untold: Pick<StoredChannel, "choices" | "manner"> = {
  choices: { account: [], lists: {} },
  manner: usualManner,
};

export interface NewRow extends Pick<
  StoredChannel,
  "id" | "owner" | "kind" | "name" | "target" | "hint" | "destination" | "events"
> {
  /** What a channel sends, and when; absent for an endpoint. */
  readonly told?: Pick<StoredChannel, "choices" | "manner">;
  /** Until it is connected: its token's hash and end. */
  readonly connect: { readonly digest: string; readonly expiresAt: Instant } | null;
  /** The app that makes it. */
  readonly clientId?: string | null;
}

export async function insertChannel(
  { sql: db }: Tx,
  { told: { choices, manner } = untold, ...row }: NewRow,
  at: Instant,
): Promise<void> {
  await db
    .insertInto("channels")
    .values({
      id: row.id,
      owner: row.owner,
      kind: row.kind,
      name: row.name,
      sealed_target: row.target?.stored ?? null,
      hint: row.hint,
      destination: row.destination,
      state: row.target === null ? "connecting" : "active",
      connect_digest: row.connect?.digest ?? null,
      connect_expires_at: row.connect === null ? null : new Date(row.connect.expiresAt),
      events: row.events === null ? null : [...row.events],
      made_by_client: row.clientId ?? null,
      choices: JSON.stringify(choices),
      manner: JSON.stringify(manner),
      created_at: new Date(at),
      changed_at: new Date(at),
    })
    .execute();
}

const clientName = sql<string | null>`(select name from oauth_clients where client_id = made_by_client)`.as(
  "client_name",
);

/** Endpoints have their own pages and limits. */
type Which = "channels" | "endpoints";

/** An owner's, oldest first. */
export async function channelsOf(db: Sql, owner: string, which: Which): Promise<StoredChannel[]> {
  const rows = await db
    .selectFrom("channels")
    .selectAll()
    .select(clientName)
    .where("owner", "=", owner)
    .where("kind", which === "endpoints" ? "=" : "<>", "endpoint")
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(readChannel);
}

/** @param of owner and id, locked with `locks`; `null`: any, for the worker */
export async function findChannel(
  db: Sql,
  id: string,
  of: { readonly owner: string; readonly which: Which; readonly locks?: boolean } | null,
): Promise<StoredChannel | null> {
  let query = db.selectFrom("channels").selectAll().select(clientName).where("id", "=", id);
  if (of !== null)
    query = query.where("owner", "=", of.owner).where("kind", of.which === "endpoints" ? "=" : "<>", "endpoint");
  const row = await (of?.locks === true ? query.forUpdate() : query).executeTakeFirst();
  return row === undefined ? null : readChannel(row);
}

/** One change at a time, so that they can be counted. */
export async function lockChannels({ sql: db }: Tx, owner: string, which: Which): Promise<StoredChannel[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${which} ${owner}`}, 0))`.execute(db);
  await db.selectFrom("users").select("id").where("id", "=", owner).forNoKeyUpdate().execute();
  return channelsOf(db, owner, which);
}

export async function updateChannel(
  db: Sql,
  id: string,
  kept: Pick<StoredChannel, "name" | "choices" | "manner" | "nextDigestAt">,
  at: Instant,
): Promise<void> {
  await db
    .updateTable("channels")
    .set({
      name: kept.name,
      choices: JSON.stringify(kept.choices),
      manner: JSON.stringify(kept.manner),
      next_digest_at: kept.nextDigestAt === null ? null : new Date(kept.nextDigestAt),
      changed_at: new Date(at),
    })
    .where("id", "=", id)
    .execute();
}

/** active → paused, and what waited is dropped. */
export async function pauseChannel(tx: Tx, id: string, reason: string | null, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx.sql
    .updateTable("channels")
    .set({ state: "paused", reason, changed_at: new Date(at) })
    .where("id", "=", id)
    .where("state", "=", "active")
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await tx.sql
    .updateTable("outbox")
    .set({ state: "dropped", reason: "the channel was paused", due_at: null, ended_at: new Date(at) })
    .where("channel", "=", id)
    .where("state", "in", ["waiting", "held", "queued", "collected"])
    .execute();
  return true;
}

/** False when not paused, or foreign. */
export async function resumeChannel({ sql: db }: Tx, id: string, owner: string, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("channels")
    .set({ state: "active", reason: null, changed_at: new Date(at) })
    .where("id", "=", id)
    .where("owner", "=", owner)
    .where("state", "=", "paused")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes its log too. False for an unknown or foreign id. */
export async function deleteChannel({ sql: db }: Tx, id: string, owner: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("channels")
    .where("id", "=", id)
    .where("owner", "=", owner)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Changes an endpoint's address and events. */
export async function updateEndpoint(
  { sql: db }: Tx,
  id: string,
  { target, events, clientId, ...row }: SavedEndpoint & { readonly clientId: string | null },
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

export interface SavedEndpoint extends Pick<StoredChannel, "name" | "hint"> {
  readonly target: Sealed;
  readonly destination: string;
  readonly events: readonly EndpointEvent[];
}

/** Notes a failed attempt. @returns since when all attempts fail */
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
  await db.updateTable("channels").set({ failing_since: null }).where("id", "=", id).execute();
}

/** The channel that a token connects, while the token is valid. */
export async function findConnecting(tx: Tx, digest: string, at: Instant): Promise<StoredChannel | null> {
  const row = await tx.sql
    .selectFrom("channels")
    .selectAll()
    .where("connect_digest", "=", digest)
    .where("connect_expires_at", ">", new Date(at))
    .where("state", "=", "connecting")
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : readChannel(row);
}

/** connecting → active; also updates the address of a target. */
export async function setTarget(
  { sql: db }: Pick<Tx, "sql">,
  id: string,
  { target, hint, destination }: { readonly target: Sealed; readonly hint: string; readonly destination: string },
  at: Instant,
): Promise<void> {
  await db
    .updateTable("channels")
    .set({
      sealed_target: target.stored,
      hint,
      destination,
      state: sql`case state when 'connecting' then 'active' else state end`,
      connect_digest: null,
      connect_expires_at: null,
      changed_at: new Date(at),
    })
    .where("id", "=", id)
    .execute();
}

export async function channelsTo({ sql: db }: Tx, destination: string): Promise<StoredChannel[]> {
  const rows = await db.selectFrom("channels").selectAll().where("destination", "=", destination).execute();
  return rows.map(readChannel);
}

/** Nobody connected these in time. */
export async function deleteUnconnected(db: Sql, before: Instant): Promise<void> {
  await db
    .deleteFrom("channels")
    .where("state", "=", "connecting")
    .where("connect_expires_at", "<", new Date(before))
    .execute();
}

/** As it stands in a row. */
export function readChannel(row: Selectable<Channels> & { readonly client_name?: string | null }): StoredChannel {
  return {
    id: row.id,
    owner: row.owner,
    kind: ChannelKind.parse(row.kind),
    name: row.name,
    target: sealedIn("channels.sealed_target", row.id, row.sealed_target),
    hint: row.hint,
    destination: row.destination,
    state: row.state === "connecting" || row.state === "paused" ? row.state : "active",
    reason: row.reason,
    choices: ChannelChoices.parse(row.choices),
    manner: ChannelManner.parse(row.manner),
    // Unknown names are skipped.
    events: row.events?.flatMap((name) => EndpointEvent.safeParse(name).data ?? []) ?? null,
    failingSince: row.failing_since?.getTime() ?? null,
    nextDigestAt: row.next_digest_at?.getTime() ?? null,
    createdAt: row.created_at.getTime(),
    madeBy: row.made_by_client === null ? null : { clientId: row.made_by_client, name: row.client_name ?? null },
  };
}
