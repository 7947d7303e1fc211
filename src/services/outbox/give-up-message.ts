import { moveMessage, type QueuedMessage } from "#src/db/queries/outbox.ts";
import type { SystemContext } from "../context.ts";

/** Ends a message whose delivery is not run again: its workers stopped, again and again. Of no effect once it went on. */
export async function giveUpMessage(ctx: SystemContext, message: Pick<QueuedMessage, "id" | "turn">): Promise<void> {
  const { db, clock } = ctx;
  const reason = "its delivery was cut off again and again";
  await db.transaction((tx) => moveMessage(tx, message, { state: "failed", reason }, clock.now()));
}
