import { isTestOwner } from "#src/contract/api/test-mode.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import type { Submission } from "#src/product/analyses/queries/submissions.ts";
import type { Actor, JobSettings } from "#src/product/context.ts";

/*
 * How many analyses of one owner run at once. src/core/db/functions/submit-job.sql picks the slot under its lock, and
 * the queue of src/server/worker/engine.ts runs one job of each slot at a time.
 */

/**
 * In which of the owner's partitions a job runs: that with the fewest open jobs, of as many as the plan has slots. A
 * partition runs one at a time; whoever runs the server open on its own machine may use all slots.
 */
export function slotShare({ owner, plan }: Actor, { maxConcurrency }: JobSettings): Pick<Submission, "slots"> {
  return { slots: owner === "local" ? maxConcurrency : plans[plan].slots };
}

/** Whose job is taken first when a slot is free: that of the plan with the smaller number, then the older. */
export function turn({ owner, plan }: Actor): Pick<Submission, "priority"> {
  return { priority: isTestOwner(owner) ? testPriority : plans[plan].priority };
}

/** Behind everything live that somebody asked for one by one, and behind lists. */
const testPriority = 400;
