import { forgottenWorkflows } from "#src/db/queries/forgotten-workflows.ts";
import { forgetMailsToNobody } from "#src/db/queries/outbox.ts";
import type { SystemContext } from "../context.ts";

const atOnce = 500;

/**
 * Deletes what the durable engine and the outbox still keep of people who are gone. What has not ended yet is left to the next call.
 * @returns how many workflows there were
 */
export async function forgetWorkflows(ctx: SystemContext): Promise<number> {
  const { db, queue } = ctx;
  await forgetMailsToNobody(db.sql);
  for (let count = 0; ;) {
    const ids = await forgottenWorkflows(db.sql, atOnce);
    if (ids.length > 0) await queue.forget(ids);
    count += ids.length;
    if (ids.length < atOnce) return count;
  }
}
