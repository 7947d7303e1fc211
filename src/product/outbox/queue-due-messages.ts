import { takeDue } from "./queries/outbox.ts";
import type { SystemContext } from "../context.ts";

const atOnce = 200;
/** Longer than any attempt takes, and than the queue is behind. */
const lostMs = 15 * 60_000;

/** Any worker, each once. @returns how many */
export async function queueDueMessages(ctx: SystemContext): Promise<number> {
  const { db, queue, clock } = ctx;
  return db.transaction(async (tx) => {
    const due = await takeDue(tx, clock.now(), { lostMs, limit: atOnce });
    for (const message of due) await queue.enqueueDelivery(tx, message);
    return due.length;
  });
}
