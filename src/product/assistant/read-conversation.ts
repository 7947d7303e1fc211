import type { Turn } from "#src/contract/jobs/assistant.ts";
import { listTurns } from "./queries/conversations.ts";
import type { Context } from "../context.ts";

const mostTurns = 100;

/** Oldest first; none for an unknown conversation. */
export function readConversation(ctx: Context, conversation: string): Promise<Turn[]> {
  const { db, actor } = ctx;
  return listTurns(db.sql, { owner: actor.owner, conversation, before: null, limit: mostTurns });
}
