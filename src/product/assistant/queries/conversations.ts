import { sql } from "kysely";
import { Answer, assistantLimits, Vote, type ConversationSummary, type Turn } from "#src/contract/jobs/assistant.ts";
import { toIso, type Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

export interface NewTurn {
  readonly id: string;
  readonly owner: string;
  readonly conversation: string;
  readonly question: string;
  readonly at: Instant;
}

/** The oldest conversations go; false when this one is full. */
export async function insertTurn(
  { sql: db }: Tx,
  { id, owner, conversation, question, at }: NewTurn,
): Promise<boolean> {
  const now = new Date(at);
  // Locks the conversation's row, so that questions take turns.
  await db
    .insertInto("assistant_conversations")
    .values({ owner, id: conversation, title: question.slice(0, titleLength), created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(["owner", "id"]).doUpdateSet({ updated_at: now }))
    .execute();
  await db
    .deleteFrom("assistant_conversations")
    .where("owner", "=", owner)
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("assistant_conversations")
        .select("id")
        .where("owner", "=", owner)
        .orderBy("updated_at", "desc")
        .orderBy("id")
        .offset(assistantLimits.conversations),
    )
    .execute();
  const { rows } = await sql`
    insert into assistant_turns (id, owner, conversation, seq, question, asked_at)
    select ${id}, ${owner}, ${conversation}, coalesce(max(seq), 0) + 1, ${question}, ${now}
    from assistant_turns where owner = ${owner} and conversation = ${conversation}
    having count(*) < ${assistantLimits.turnsPerConversation} returning id
  `.execute(db);
  return rows.length > 0;
}

const titleLength = 120;

/** Does nothing if the conversation was deleted meanwhile. */
export async function setAnswer(db: Sql, id: string, answer: Answer, at: Instant): Promise<void> {
  await db
    .updateTable("assistant_turns")
    .set({ answer: JSON.stringify(answer), answered_at: new Date(at) })
    .where("id", "=", id)
    .execute();
}

/** @param page `before`: a turn; `null`: the newest. Oldest first. */
export async function listTurns(
  db: Sql,
  {
    owner,
    conversation,
    before,
    limit,
  }: {
    readonly owner: string;
    readonly conversation: string;
    readonly before: string | null;
    readonly limit: number;
  },
): Promise<Turn[]> {
  const { rows } = await sql<{
    id: string;
    question: string;
    answer: unknown;
    vote: string | null;
    asked_at: Date;
  }>`
    select id, question, answer, vote, asked_at from assistant_turns
    where owner = ${owner} and conversation = ${conversation}
      and seq < coalesce((select seq from assistant_turns where id = ${before}), 2147483647)
    order by seq desc limit ${limit}
  `.execute(db);
  return rows.toReversed().map((row) => ({
    id: row.id,
    question: row.question,
    answer: Answer.nullable().parse(row.answer),
    vote: Vote.nullable().parse(row.vote),
    askedAt: toIso(row.asked_at.getTime()),
  }));
}

/** Newest first. */
export async function listConversations(db: Sql, owner: string, limit: number): Promise<ConversationSummary[]> {
  const rows = await db
    .selectFrom("assistant_conversations")
    .select(["id", "title", "updated_at"])
    .where("owner", "=", owner)
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id, title, updated_at: at }) => ({ id, title, updatedAt: toIso(at.getTime()) }));
}

/** @param id `null`: all of the owner's. @returns how many there were */
export async function deleteConversations(db: Sql, owner: string, id: string | null): Promise<number> {
  const all = db.deleteFrom("assistant_conversations").where("owner", "=", owner);
  const { numDeletedRows } = await (id === null ? all : all.where("id", "=", id)).executeTakeFirst();
  return Number(numDeletedRows);
}

/** False for an unknown turn, another owner's, and one without an answer. */
export async function setVote(db: Sql, owner: string, id: string, vote: Vote | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("assistant_turns")
    .set({ vote })
    .where("id", "=", id)
    .where("owner", "=", owner)
    .where("answer", "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
