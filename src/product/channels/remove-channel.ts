import { deleteChannel } from "./queries/channels.ts";
import { NotFound } from "#src/core/errors.ts";
import type { Context } from "../context.ts";

/** Deletes a channel of the actor's with its log. @throws NotFound */
export async function removeChannel(ctx: Context, id: string): Promise<void> {
  const { db, actor } = ctx;
  await db.transaction(async (tx) => {
    if (!(await deleteChannel(tx, id, actor.owner))) throw new NotFound("there is no such channel");
  });
}
