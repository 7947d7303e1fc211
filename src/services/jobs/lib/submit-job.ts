import type { Tx } from "#src/db/database.ts";
import type { JobWorkflow } from "#src/db/job-queue.ts";
import { insertJob, type NewJob } from "#src/db/queries/jobs.ts";
import { lockPlanHolder } from "#src/db/queries/plans.ts";
import { ensureAccount } from "#src/db/queries/signal-lists.ts";
import type { Instant } from "#src/platform/clock.ts";
import { newId } from "#src/platform/ids.ts";
import { madeBefore, noteMade, type Once } from "../../idempotency/lib/once.ts";
import type { Actor, Context, SystemContext } from "../../context.ts";
import type { JobKind } from "./kinds.ts";

export type ToSubmit = Omit<NewJob, "id" | "kind" | "owner">;

interface Asked<Input> {
  readonly kind: Pick<JobKind<Input, unknown>, "name" | "prefix">;
  /** Backtests have two, by who decides; `null`: workers look for it by themselves. */
  readonly workflow: JobWorkflow | null;
  readonly job: ToSubmit;
  /** Of one that is asked for with an idempotency key. */
  readonly once?: Once | null;
  /**
   * The rules of its kind, while nobody else submits a job of the owner's.
   * @returns the one under way that this would be again; `null` to make another
   * @throws what its kind refuses
   */
  readonly admit: (tx: Tx, at: Instant) => Promise<string | null>;
  /** What belongs to it in tables of its own. */
  readonly add?: (tx: Tx, id: string) => Promise<void>;
}

/**
 * Puts a job into the queue: its row and its place, both or none. Who may is checked by the caller.
 * @returns its id, and whether it is of an earlier request
 * @throws Conflict when the idempotency key was used for something else; and as `admit` does
 */
export async function submitJob<Input>(
  ctx: Context,
  { kind, workflow, job, once = null, admit, add }: Asked<Input>,
): Promise<{ readonly id: string; readonly replayed: boolean }> {
  const { db, queue, actor, clock } = ctx;
  return db.transaction(async (tx) => {
    const at = clock.now();
    await lockJobs(tx, actor, at);
    const known = (once === null ? null : await madeBefore(tx, actor.owner, once)) ?? (await admit(tx, at));
    if (known !== null) return { id: known, replayed: true };
    const id = newId(kind.prefix);
    await enqueueJob(tx, queue, workflow, { id, kind: kind.name, owner: actor.owner, ...job }, at);
    await add?.(tx, id);
    if (once !== null) await noteMade(tx, actor.owner, once, id, at);
    return { id, replayed: false };
  });
}

/**
 * Takes the owner's account, which is made where there is none: nobody else adds a job of theirs until the transaction
 * ends.
 */
export async function lockJobs(tx: Tx, { owner, plan }: Actor, at: Instant): Promise<void> {
  await ensureAccount(tx, { id: owner, plan }, at);
  await lockPlanHolder(tx, owner);
}

/** A job's row and its place in the queue. Nothing happens while there is another that keeps it out. */
export async function enqueueJob(
  tx: Tx,
  queue: SystemContext["queue"],
  workflow: JobWorkflow | null,
  job: NewJob,
  at: Instant,
): Promise<void> {
  if ((await insertJob(tx, job, at)) && workflow !== null) await queue.enqueueJob(tx, workflow, job);
}
