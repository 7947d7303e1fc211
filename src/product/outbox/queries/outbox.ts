import { sql, type Selectable } from "kysely";
import { MessageState, SentData } from "#src/contract/messages/channels.ts";
import { WebhookEvent } from "#src/contract/jobs/jobs.ts";
import { MailJob, AlertedSignal, type Posted } from "#src/contract/messages/mails.ts";
import type { Instant } from "#src/core/clock.ts";
import { newId } from "#src/core/ids.ts";
import type { Sealed } from "#src/core/vault.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import type { Outbox } from "#src/core/db/schema.ts";

/** What is told, and to whom. */
export type Told = { readonly destination: "channel"; readonly channel: string; readonly data: SentData } | Posted;

export type StoredMessage = Told & {
  readonly id: string;
  /** `null`: an address that may be nobody's. */
  readonly owner: string | null;
  readonly state: MessageState;
  readonly reason: string | null;
  readonly dueAt: Instant | null;
  readonly turn: number;
  readonly attempts: number;
  /** Failed attempts, without those that a service's rate limit turned away. */
  readonly failures: number;
  /** When its turn at the destination is; `null` before it has one. */
  readonly slotAt: Instant | null;
  readonly createdAt: Instant;
};
export type ChannelMessage = Extract<StoredMessage, { destination: "channel" }>;

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

/** For channels. A message under the same name is not sent again. */
export async function insertMessages({ sql: db }: Tx, rows: readonly NewMessage[], at: Instant): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto("outbox")
    .values(
      rows.map(({ data, collected, ...row }) => ({
        ...row,
        destination: "channel",
        event: data.event,
        data: JSON.stringify(data),
        state: collected ? "collected" : "waiting",
        due_at: collected ? null : new Date(at),
        created_at: new Date(at),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * In the caller's transaction.
 * @param once a name; `null`: it has no second
 * @returns its id; `null` when told before
 */
export async function insertQueued({ sql: db }: Tx, posted: Posted, once: string | null): Promise<string | null> {
  const id = newId("msg");
  const { destination, data } = posted;
  const analysis = destination === "job" ? posted.analysis : null;
  const owner = destination === "alert" ? posted.owner : "userId" in data ? data.userId : null;
  const event = destination === "alert" ? "signal.changed" : destination === "mail" ? data.kind : data.event;
  const { rows } = await sql`
    insert into outbox (id, destination, analysis_id, owner, event, once, data, state, due_at, turn, created_at)
    values (${id}, ${destination}, ${analysis}, coalesce(${owner}, (select owner from analyses where id = ${analysis})),
      ${event}, ${once ?? id}, ${JSON.stringify(data)}, 'queued', now(), 1, now())
    on conflict do nothing returning id
  `.execute(db);
  return rows.length === 0 ? null : id;
}

/** A delivery that a worker has; an earlier turn does nothing. */
export interface QueuedMessage {
  readonly id: string;
  readonly turn: number;
  readonly destination: string;
}

/** After `lostMs` with a worker it is taken again. */
export async function takeDue(
  { sql: db }: Tx,
  at: Instant,
  { lostMs, limit }: { readonly lostMs: number; readonly limit: number },
): Promise<QueuedMessage[]> {
  const { rows } = await sql<QueuedMessage>`
    with due as (
      select id from outbox
      where due_at <= ${new Date(at)}
        and (state in ('waiting', 'held') or (state = 'queued' and due_at <= ${new Date(at - lostMs)}))
      order by due_at, id limit ${limit} for update skip locked)
    update outbox set state = 'queued', turn = turn + 1, due_at = ${new Date(at)}
    from due where outbox.id = due.id returning outbox.id, turn, destination
  `.execute(db);
  return rows;
}

export async function findMessage(db: Sql, id: string): Promise<StoredMessage | null> {
  const row = await db.selectFrom("outbox").selectAll().where("id", "=", id).executeTakeFirst();
  return row === undefined ? null : read(row);
}

/** False when it is no longer this worker's turn. */
export async function moveMessage(
  { sql: db }: Tx,
  { id, turn }: Pick<StoredMessage, "id" | "turn">,
  to: {
    readonly state: "waiting" | "held" | "sent" | "dropped" | "failed";
    readonly dueAt?: Instant;
    readonly slotAt?: Instant | null;
    readonly reason?: string | null;
    readonly attempted?: "limited" | "failed" | "done";
  },
  at: Instant,
): Promise<boolean> {
  const ended = to.dueAt === undefined;
  const { numUpdatedRows } = await db
    .updateTable("outbox")
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

/** ended → waiting. False for open or foreign ones. */
export async function sendAgain({ sql: db }: Tx, channel: string, id: string, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("outbox")
    .set({ state: "waiting", due_at: new Date(at), slot_at: null, failures: 0, reason: null, ended_at: null })
    .where("id", "=", id)
    .where("channel", "=", channel)
    .where("state", "in", ["sent", "failed", "dropped"])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export interface Attempt {
  readonly id: string;
  readonly message: string;
  readonly owner: string | null;
  /** From 1. */
  readonly number: number;
  readonly status: number | null;
  readonly error: string | null;
  /** Webhook calls of a job or a changed rating. */
  readonly url: Sealed | null;
  /** The beginning of what an endpoint answered. */
  readonly answer: string | null;
  readonly nextAt: Instant | null;
}

export async function insertAttempt({ sql: db }: Tx, { nextAt, url, ...attempt }: Attempt, at: Instant): Promise<void> {
  const next = nextAt === null ? null : new Date(nextAt);
  await db
    .insertInto("outbox_attempts")
    .values({ ...attempt, url: url?.stored ?? null, next_at: next, created_at: new Date(at) })
    .execute();
}

/** collected → digested: the entries of a digest, oldest first. */
export async function takeCollected({ sql: db }: Tx, channel: string, at: Instant): Promise<string[]> {
  const rows = await db
    .updateTable("outbox")
    .set({ state: "digested", ended_at: new Date(at) })
    .where("channel", "=", channel)
    .where("state", "=", "collected")
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** The entries of the digest of an instant. */
export async function digestedAt(db: Sql, channel: string, at: Instant): Promise<ChannelMessage[]> {
  const rows = await db
    .selectFrom("outbox")
    .selectAll()
    .where("channel", "=", channel)
    .where("state", "=", "digested")
    .where("ended_at", "=", new Date(at))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return ofChannels(rows);
}

export async function releaseCollected({ sql: db }: Tx, channel: string, at: Instant): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ state: "waiting", due_at: new Date(at) })
    .where("channel", "=", channel)
    .where("state", "=", "collected")
    .execute();
}

/** Webhook messages of jobs and ratings stay with those. */
export async function forgetMessages(db: Sql, before: Instant): Promise<void> {
  await db
    .deleteFrom("outbox")
    .where("ended_at", "<", new Date(before))
    .where("destination", "in", ["channel", "mail"])
    .execute();
}

/** Ended mails to an address or a user that no longer exists. */
export async function forgetMailsToNobody(db: Sql): Promise<void> {
  await sql`
    delete from outbox m where destination = 'mail' and due_at is null and (
      (owner is not null and not exists (select from users u where u.id = m.owner))
      or (coalesce(data ->> 'email', data ->> 'from') is not null and not exists (
        select from users u where u.email = lower(coalesce(m.data ->> 'email', m.data ->> 'from')))))
  `.execute(db);
}

/** As they stand in rows. */
export function ofChannels(rows: readonly Selectable<Outbox>[]): ChannelMessage[] {
  return rows.map(read).filter((message) => message.destination === "channel");
}

function read(row: Selectable<Outbox>): StoredMessage {
  return {
    id: row.id,
    owner: row.owner,
    state: MessageState.parse(row.state),
    reason: row.reason,
    dueAt: row.due_at?.getTime() ?? null,
    turn: row.turn,
    attempts: row.attempts,
    failures: row.failures,
    slotAt: row.slot_at?.getTime() ?? null,
    createdAt: row.created_at.getTime(),
    ...toldIn(row),
  };
}

function toldIn({ destination, channel, analysis_id: analysis, owner, event, data }: Selectable<Outbox>): Told {
  if (channel !== null) return { destination: "channel", channel, data: SentData.parse(data) };
  if (analysis !== null) return { destination: "job", analysis, data: { event: WebhookEvent.parse(event) } };
  return destination === "alert"
    ? { destination: "alert", owner: owner ?? "", data: AlertedSignal.parse(data) }
    : { destination: "mail", data: MailJob.parse(data) };
}
