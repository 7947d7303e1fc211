import { sql, type Selectable } from "kysely";
import {
  ChannelChoices,
  ChannelKind,
  ChannelManner,
  type ChannelState,
  type Happening,
  isChosen,
} from "#src/contract/channels.ts";
import { eventFor, type EndpointEvent } from "#src/contract/webhooks.ts";
import { Plan, type HeldPlan } from "#src/contract/plans.ts";
import type { Instant } from "#src/platform/clock.ts";
import type { Sealed } from "#src/platform/vault.ts";
import type { Sql, Tx } from "../database.ts";
import type { Channels } from "../schema.ts";
import { sealedIn } from "./sealed-columns.ts";
import { readEvents } from "./webhook-endpoints.ts";

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
  /** What an endpoint is told of; `null`: a channel, whose choices say. */
  readonly events: readonly EndpointEvent[] | null;
  readonly failingSince: Instant | null;
  readonly createdAt: Instant;
}

export interface NewRow extends Pick<
  StoredChannel,
  "id" | "owner" | "kind" | "name" | "target" | "hint" | "destination" | "choices" | "manner"
> {
  /** Of one that is to be connected: the hash of its token, and until when. */
  readonly connect: { readonly digest: string; readonly expiresAt: Instant } | null;
}

export async function insertChannel({ sql: db }: Tx, row: NewRow, at: Instant): Promise<void> {
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
      choices: JSON.stringify(row.choices),
      manner: JSON.stringify(row.manner),
      created_at: new Date(at),
      changed_at: new Date(at),
    })
    .execute();
}

/** An owner's, without endpoints, oldest first. One change of their number at a time where a transaction asks. */
export async function channelsOf(db: Sql, owner: string): Promise<StoredChannel[]> {
  const rows = await db
    .selectFrom("channels")
    .selectAll()
    .where("owner", "=", owner)
    .where("kind", "<>", "endpoint")
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(read);
}

/** @param owner whose it must be, and no endpoint; `null`: anybody's of any kind, for the worker */
export async function findChannel(db: Sql, id: string, owner: string | null): Promise<StoredChannel | null> {
  let query = db.selectFrom("channels").selectAll().where("id", "=", id);
  if (owner !== null) query = query.where("owner", "=", owner).where("kind", "<>", "endpoint");
  const row = await query.executeTakeFirst();
  return row === undefined ? null : read(row);
}

/** One change of an owner's channels at a time, so that their number can be counted. */
export async function lockChannels({ sql: db }: Tx, owner: string): Promise<StoredChannel[]> {
  await db.selectFrom("users").select("id").where("id", "=", owner).forNoKeyUpdate().execute();
  return channelsOf(db, owner);
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

/** active → paused, and what waited is dropped. False when it was paused already or is not there. */
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

/** paused → active. False when it was not paused, or is not the owner's. */
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

/** With its log. False for an unknown or foreign id. */
export async function deleteChannel({ sql: db }: Tx, id: string, owner: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("channels")
    .where("id", "=", id)
    .where("owner", "=", owner)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** The channel that a token connects, while it may. */
export async function findConnecting(tx: Tx, digest: string, at: Instant): Promise<StoredChannel | null> {
  const row = await tx.sql
    .selectFrom("channels")
    .selectAll()
    .where("connect_digest", "=", digest)
    .where("connect_expires_at", ">", new Date(at))
    .where("state", "=", "connecting")
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : read(row);
}

/** connecting → active; also moves a target that has another address now. */
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

/** Those that lead to a place, such as a chat that wants to hear no more. */
export async function channelsTo({ sql: db }: Tx, destination: string): Promise<StoredChannel[]> {
  const rows = await db.selectFrom("channels").selectAll().where("destination", "=", destination).execute();
  return rows.map(read);
}

/** Nobody connected these in time. */
export async function deleteUnconnected(db: Sql, before: Instant): Promise<void> {
  await db
    .deleteFrom("channels")
    .where("state", "=", "connecting")
    .where("connect_expires_at", "<", new Date(before))
    .execute();
}

/** Active channels that are told of an event, by id behind `after`, with what their owners hold. */
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
      channel: read(row),
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

/** Those whose digest is due, locked so that one worker makes it. */
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
  return rows.map(read);
}

export async function setNextDigest({ sql: db }: Tx, id: string, at: Instant | null): Promise<void> {
  await db
    .updateTable("channels")
    .set({ next_digest_at: at === null ? null : new Date(at) })
    .where("id", "=", id)
    .execute();
}

function read(row: Selectable<Channels>): StoredChannel {
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
    events: readEvents(row.events),
    failingSince: row.failing_since?.getTime() ?? null,
    nextDigestAt: row.next_digest_at?.getTime() ?? null,
    createdAt: row.created_at.getTime(),
  };
}
