import { sql, type Selectable } from "kysely";
import { MessageState, SentData } from "#src/contract/channels.ts";
import type { Instant } from "#src/platform/clock.ts";
import type { Sql, Tx } from "../database.ts";
import type { ChannelMessages } from "../schema.ts";

export interface StoredMessage {
  readonly id: string;
  readonly channel: string;
  readonly owner: string;
  readonly data: SentData;
  readonly state: MessageState;
  readonly reason: string | null;
  readonly dueAt: Instant | null;
  readonly turn: number;
  readonly attempts: number;
  /** Attempts that failed otherwise than by a limit of the service. */
  readonly failures: number;
  /** When its place in the destination's row is; `null` before it has one. */
  readonly slotAt: Instant | null;
  readonly createdAt: Instant;
}

export interface NewMessage {
  readonly id: string;
  readonly channel: string;
  readonly owner: string;
  readonly data: SentData;
  /** Under which the channel is told once. */
  readonly once: string;
  /** For the next digest instead of now. */
  readonly collected: boolean;
}

/** What a channel was told of under the same name stays. */
export async function insertMessages({ sql: db }: Tx, rows: readonly NewMessage[], at: Instant): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto("channel_messages")
    .values(
      rows.map(({ data, collected, ...row }) => ({
        ...row,
        event: data.event,
        data: JSON.stringify(data),
        state: collected ? "collected" : "waiting",
        due_at: collected ? null : new Date(at),
        created_at: new Date(at),
      })),
    )
    .onConflict((conflict) => conflict.columns(["channel", "once"]).doNothing())
    .execute();
}

/**
 * Takes what is due, so that it can be queued in the same transaction. What has been with a worker for longer than
 * `lostMs` is taken again.
 */
export async function takeDue(
  { sql: db }: Tx,
  at: Instant,
  { lostMs, limit }: { readonly lostMs: number; readonly limit: number },
): Promise<{ readonly id: string; readonly turn: number }[]> {
  const { rows } = await sql<{ id: string; turn: number }>`
    with due as (
      select id from channel_messages
      where due_at <= ${new Date(at)}
        and (state in ('waiting', 'held') or (state = 'queued' and due_at <= ${new Date(at - lostMs)}))
      order by due_at, id limit ${limit} for update skip locked)
    update channel_messages set state = 'queued', turn = turn + 1, due_at = ${new Date(at)}
    from due where channel_messages.id = due.id returning channel_messages.id, turn
  `.execute(db);
  return rows;
}

export async function findMessage(db: Sql, id: string): Promise<StoredMessage | null> {
  const row = await db.selectFrom("channel_messages").selectAll().where("id", "=", id).executeTakeFirst();
  return row === undefined ? null : read(row);
}

/** queued → where it goes on, of this turn alone. False when it is not with this worker any more. */
export async function moveMessage(
  { sql: db }: Tx,
  { id, turn }: Pick<StoredMessage, "id" | "turn">,
  to: {
    readonly state: "waiting" | "held" | "sent" | "dropped" | "failed";
    readonly dueAt?: Instant;
    readonly slotAt?: Instant | null;
    readonly reason?: string;
    readonly attempted?: "limited" | "failed" | "done";
  },
  at: Instant,
): Promise<boolean> {
  const ended = to.dueAt === undefined;
  const { numUpdatedRows } = await db
    .updateTable("channel_messages")
    .set({
      state: to.state,
      due_at: to.dueAt === undefined ? null : new Date(to.dueAt),
      slot_at: to.slotAt === undefined || to.slotAt === null ? null : new Date(to.slotAt),
      reason: to.reason ?? null,
      attempts: sql`attempts + ${to.attempted === undefined ? 0 : 1}`,
      failures: sql`failures + ${to.attempted === "failed" ? 1 : 0}`,
      ...(ended && { ended_at: new Date(at) }),
    })
    .where("id", "=", id)
    .where("turn", "=", turn)
    .where("state", "=", "queued")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export interface Attempt {
  readonly id: string;
  readonly message: string;
  readonly owner: string;
  readonly number: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly nextAt: Instant | null;
  /** The beginning of what an endpoint answered. */
  readonly answer: string | null;
}

export async function insertAttempt({ sql: db }: Tx, { nextAt, ...attempt }: Attempt, at: Instant): Promise<void> {
  await db
    .insertInto("channel_attempts")
    .values({ ...attempt, next_at: nextAt === null ? null : new Date(nextAt), created_at: new Date(at) })
    .execute();
}

/** A channel's messages, newest first. */
export async function messagesOf(db: Sql, channel: string, limit: number): Promise<StoredMessage[]> {
  const rows = await db
    .selectFrom("channel_messages")
    .selectAll()
    .where("channel", "=", channel)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(read);
}

export async function attemptsOf(
  db: Sql,
  messages: readonly string[],
): Promise<(Pick<Attempt, "message" | "number" | "status" | "error"> & { readonly at: Instant })[]> {
  if (messages.length === 0) return [];
  const rows = await db
    .selectFrom("channel_attempts")
    .select(["message", "number", "status", "error", "created_at"])
    .where("message", "in", [...messages])
    .orderBy("number", "desc")
    .execute();
  return rows.map(({ created_at: at, ...row }) => ({ ...row, at: at.getTime() }));
}

/** collected → digested: what a digest is made of, oldest first. */
export async function takeCollected({ sql: db }: Tx, channel: string, at: Instant): Promise<string[]> {
  const rows = await db
    .updateTable("channel_messages")
    .set({ state: "digested", ended_at: new Date(at) })
    .where("channel", "=", channel)
    .where("state", "=", "collected")
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** What went into the digest of an instant. */
export async function digestedAt(db: Sql, channel: string, at: Instant): Promise<StoredMessage[]> {
  const rows = await db
    .selectFrom("channel_messages")
    .selectAll()
    .where("channel", "=", channel)
    .where("state", "=", "digested")
    .where("ended_at", "=", new Date(at))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(read);
}

/** What is collected for a digest is sent by itself, now that there is none. */
export async function releaseCollected({ sql: db }: Tx, channel: string, at: Instant): Promise<void> {
  await db
    .updateTable("channel_messages")
    .set({ state: "waiting", due_at: new Date(at) })
    .where("channel", "=", channel)
    .where("state", "=", "collected")
    .execute();
}

/** Messages that ended long ago, with their attempts, and destinations that nobody waits for. */
export async function forgetMessages(db: Sql, before: Instant): Promise<void> {
  await db.deleteFrom("channel_messages").where("ended_at", "<", new Date(before)).execute();
  await db.deleteFrom("channel_destinations").where("next_at", "<", new Date(before)).execute();
}

/**
 * Takes the next place in a destination's row, where sends are `gapMs` apart, over all workers.
 * @returns when it is
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

/** A service has said not to come before. */
export async function blockDestination({ sql: db }: Tx, key: string, until: Instant): Promise<void> {
  await sql`
    insert into channel_destinations (key, next_at, blocked_until) values (${key}, ${new Date(until)}, ${new Date(until)})
    on conflict (key) do update set next_at = greatest(channel_destinations.next_at, excluded.next_at),
      blocked_until = greatest(channel_destinations.blocked_until, excluded.blocked_until)
  `.execute(db);
}

/** Until when none of these may be sent to; 0: now. */
export async function blockedUntil(db: Sql, keys: readonly string[]): Promise<Instant> {
  const rows = await db
    .selectFrom("channel_destinations")
    .select("blocked_until")
    .where("key", "in", [...keys])
    .execute();
  return Math.max(0, ...rows.map(({ blocked_until: until }) => until?.getTime() ?? 0));
}

function read(row: Selectable<ChannelMessages>): StoredMessage {
  return {
    id: row.id,
    channel: row.channel,
    owner: row.owner,
    data: SentData.parse(row.data),
    state: MessageState.parse(row.state),
    reason: row.reason,
    dueAt: row.due_at?.getTime() ?? null,
    turn: row.turn,
    attempts: row.attempts,
    failures: row.failures,
    slotAt: row.slot_at?.getTime() ?? null,
    createdAt: row.created_at.getTime(),
  };
}
