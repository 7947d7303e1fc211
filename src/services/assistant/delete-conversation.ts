import { deleteConversations } from "#src/db/queries/conversations.ts";
import { NotFound } from "#src/platform/errors.ts";
import type { Context } from "../context.ts";

type Asker = Pick<Context, "db" | "actor">;

/** Deletes a conversation of the asker's with all that was said in it. @throws NotFound */
export async function deleteConversation({ db, actor }: Asker, conversation: string): Promise<void> {
  if ((await deleteConversations(db.sql, actor.owner, conversation)) === 0)
    throw new NotFound("there is no such conversation");
}

/** Deletes every conversation of the asker's. */
export async function deleteAllConversations({ db, actor }: Asker): Promise<void> {
  await deleteConversations(db.sql, actor.owner, null);
}
