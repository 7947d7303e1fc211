import { deleteConversations } from "./queries/conversations.ts";
import type { Context } from "../context.ts";

/** Deletes every conversation of the asker's. */
export async function deleteAllConversations(ctx: Context): Promise<void> {
  const { db, actor } = ctx;
  await deleteConversations(db.sql, actor.owner, null);
}
