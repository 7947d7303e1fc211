import { findChannel, resumeChannel as resume } from "./queries/channels.ts";
import { NotFound } from "#src/core/errors.ts";
import type { Context } from "../context.ts";

/** Sends to a channel of the actor's again; repeatable. @throws NotFound */
export async function resumeChannel(ctx: Context, id: string): Promise<void> {
  const { db, actor, clock } = ctx;
  await db.transaction(async (tx) => {
    if ((await findChannel(tx.sql, id, { owner: actor.owner, which: "channels" })) === null)
      throw new NotFound("there is no such channel");
    await resume(tx, id, actor.owner, clock.now());
  });
}
