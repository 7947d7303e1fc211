import type { ConversationSummary, Turn, Vote } from "#src/contract/jobs/assistant.ts";
import { listConversations as list, listTurns, deleteConversations, setVote } from "./queries/conversations.ts";
import type { Context } from "../context.ts";
import { NotFound } from "#src/core/errors.ts";

const mostListed = 100;

/** The asker's conversations, newest first. */
export function listConversations(ctx: Context): Promise<ConversationSummary[]> {
  const { db, actor } = ctx;
  return list(db.sql, actor.owner, mostListed);
}

const mostTurns = 100;

/** Oldest first; none for an unknown conversation. */
export function readConversation(ctx: Context, conversation: string): Promise<Turn[]> {
  const { db, actor } = ctx;
  return listTurns(db.sql, { owner: actor.owner, conversation, before: null, limit: mostTurns });
}

/** @throws NotFound */
export async function deleteConversation(ctx: Context, conversation: string): Promise<void> {
  const { db, actor } = ctx;
  if ((await deleteConversations(db.sql, actor.owner, conversation)) === 0)
    throw new NotFound("there is no such conversation");
}

/** Deletes every conversation of the asker's. */
export async function deleteAllConversations(ctx: Context): Promise<void> {
  const { db, actor } = ctx;
  await deleteConversations(db.sql, actor.owner, null);
}

/** `null` takes it back. @throws NotFound also for another's answer */
export async function voteOnAnswer(
  ctx: Context,
  { turnId, vote }: { readonly turnId: string; readonly vote: Vote | null },
): Promise<void> {
  const { db, actor } = ctx;
  if (!(await setVote(db.sql, actor.owner, turnId, vote))) throw new NotFound("there is no such answer");
}
