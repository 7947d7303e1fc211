import { forgottenWorkflows } from "./queries/forgotten-workflows.ts";
import { forgetMailsToNobody } from "#src/product/outbox/queries/outbox.ts";
import type { SystemContext } from "../context.ts";

const atOnce = 500;

/**
 * What the engine and the outbox keep of people who are gone. Unfinished work is left to the next call.
 * @returns how many workflows
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
