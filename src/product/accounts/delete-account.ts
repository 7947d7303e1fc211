import { testOwnerOf } from "#src/contract/api/test-mode.ts";
import { dropLinksOf } from "./queries/address-changes.ts";
import { deleteWatches } from "#src/product/conditions/queries/condition-watches.ts";
import { deleteLimits } from "./queries/expired.ts";
import { listOpenJobs } from "#src/product/jobs/queries/jobs.ts";
import { deleteUser, listOpenAnalyses } from "./queries/users.ts";
import { NotFound } from "#src/core/errors.ts";
import { cancelJob } from "../analyses/public/cancel-job.ts";
import type { Context } from "../context.ts";
import { forgetWorkflows } from "./forget-workflows.ts";
import { limitKey } from "./public/limits.ts";

/**
 * Ends the asker's account: jobs are cancelled, keys revoked, and everything its owner wrote is gone. Amounts, signals
 * and analyses with an opinion stay under the bare id. tests/contract/user-data.test.ts has every table. The caller has
 * confirmed the owner.
 * @throws NotFound
 */
export async function deleteAccount(ctx: Context): Promise<void> {
  const { db, actor } = ctx;
  const owners = [actor.owner, testOwnerOf(actor.owner)];
  for (const owner of owners)
    for (const id of await listOpenAnalyses(db.sql, owner)) await cancelJob(ctx, { id, owner });
  let open: string[] = [];
  const email = await db.transaction(async (tx) => {
    await dropLinksOf(tx, actor.owner);
    await deleteWatches(tx, actor.owner);
    open = await listOpenJobs(tx.sql, owners);
    const gone = await deleteUser(tx, actor.owner);
    if (gone !== null) await deleteLimits(tx, [limitKey("mail", gone), limitKey("password", gone)]);
    return gone;
  });
  for (const id of open) await ctx.queue.cancel(id);
  if (email === null) throw new NotFound("there is no such account");
  // What has not ended yet goes with the next night.
  await forgetWorkflows(ctx);
}
