import { findChannel, pauseChannel as pause } from "./queries/channels.ts";
import { NotFound } from "#src/core/errors.ts";
import type { Context } from "../context.ts";

/** Repeatable. @throws NotFound */
export async function pauseChannel(ctx: Context, id: string): Promise<void> {
  const { db, actor, clock } = ctx;
  await db.transaction(async (tx) => {
    if ((await findChannel(tx.sql, id, { owner: actor.owner, which: "channels" })) === null)
      throw new NotFound("there is no such channel");
    await pause(tx, id, null, clock.now());
  });
}
