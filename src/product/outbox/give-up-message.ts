import { moveMessage, type QueuedMessage } from "./queries/outbox.ts";
import type { SystemContext } from "../context.ts";

/** After its workers stopped again and again. */
export async function giveUpMessage(ctx: SystemContext, message: Pick<QueuedMessage, "id" | "turn">): Promise<void> {
  const { db, clock } = ctx;
  const reason = "its delivery was interrupted repeatedly";
  await db.transaction((tx) => moveMessage(tx, message, { state: "failed", reason }, clock.now()));
}
