import type { Tx } from "#src/core/db/database.ts";
import type { JobWorkflow } from "#src/product/jobs/queries/job-queue.ts";
import { insertJob, type NewJob, findJob } from "#src/product/jobs/queries/jobs.ts";
import { lockPlanHolder } from "#src/product/plans/queries/plans.ts";
import { ensureAccount } from "#src/product/signals/queries/signal-lists.ts";
import type { Instant } from "#src/core/clock.ts";
import { newId } from "#src/core/ids.ts";
import { madeBefore, noteMade, type Once } from "#src/product/idempotency/queries/idempotency-keys.ts";
import type { Actor, Context, SystemContext } from "#src/product/context.ts";
import type { JobKind } from "./kinds.ts";
import { NotFound } from "#src/core/errors.ts";

export type ToSubmit = Omit<NewJob, "id" | "kind" | "owner">;

interface JobOrder<Input> {
  readonly kind: Pick<JobKind<Input, unknown>, "name" | "prefix">;
  /** Backtests have two, by who decides; `null`: workers look for it by themselves. */
  readonly workflow: JobWorkflow | null;
  readonly job: ToSubmit;
  /** Of one that is asked for with an idempotency key. */
  readonly once?: Once | null;
  /**
   * While nobody else submits for the owner.
   * @returns the job this repeats; `null`: make one
   * @throws what its kind refuses
   */
  readonly admit: (tx: Tx, at: Instant) => Promise<string | null>;
  /** What belongs to it in tables of its own. */
  readonly add?: (tx: Tx, id: string) => Promise<void>;
}

/**
 * The caller checks who may.
 * @returns its id, and whether it is an earlier request's
 * @throws Conflict for a reused key; and as `admit`
 */
export async function submitJob<Input>(
  ctx: Context,
  { kind, workflow, job, once = null, admit, add }: JobOrder<Input>,
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

/** Locks the owner's account, made where there is none. */
export async function lockJobs(tx: Tx, { owner, plan }: Actor, at: Instant): Promise<void> {
  await ensureAccount(tx, { id: owner, plan }, at);
  await lockPlanHolder(tx, owner);
}

/** Nothing happens while another keeps it out. */
export async function enqueueJob(
  tx: Tx,
  queue: SystemContext["queue"],
  workflow: JobWorkflow | null,
  job: NewJob,
  at: Instant,
): Promise<void> {
  if ((await insertJob(tx, job, at)) && workflow !== null) await queue.enqueueJob(tx, workflow, job);
}

/** The caller checks what they may. @throws NotFound */
export async function getOwn<Job>({ db, actor }: Context, kind: JobKind<unknown, Job>, id: string): Promise<Job> {
  const row = await findJob(db.sql, kind.name, id, actor.owner);
  if (row === null) throw new NotFound(kind.unknown);
  return kind.show(row, null);
}
