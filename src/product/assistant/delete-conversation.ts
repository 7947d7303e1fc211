import { deleteConversations } from "./queries/conversations.ts";
import { NotFound } from "#src/core/errors.ts";
import type { Context } from "../context.ts";

/** @throws NotFound */
export async function deleteConversation(ctx: Context, conversation: string): Promise<void> {
  const { db, actor } = ctx;
  if ((await deleteConversations(db.sql, actor.owner, conversation)) === 0)
    throw new NotFound("there is no such conversation");
}
