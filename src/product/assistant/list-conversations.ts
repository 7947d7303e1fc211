import type { ConversationSummary } from "#src/contract/jobs/assistant.ts";
import { listConversations as list } from "./queries/conversations.ts";
import type { Context } from "../context.ts";

const mostListed = 100;

/** The asker's conversations, newest first. */
export function listConversations(ctx: Context): Promise<ConversationSummary[]> {
  const { db, actor } = ctx;
  return list(db.sql, actor.owner, mostListed);
}
