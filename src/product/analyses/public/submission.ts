import type { ModelKeyDefaults, OwnModel } from "#src/contract/jobs/model-keys.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import type { Submission } from "../queries/submissions.ts";
import { type Instant, toIso } from "#src/core/clock.ts";
import { sha256 } from "#src/core/hash.ts";
import { monthlyCap, monthOf } from "#src/product/plans/public/monthly-quota.ts";
import type { JobSettings, SystemContext } from "#src/product/context.ts";
import { resolveRun, type RunWish } from "./runs.ts";
import type { Job } from "#src/contract/jobs/analysis.ts";
import { lockAnalysis, setCancelled } from "../queries/analyses.ts";
import { appendEvents } from "../queries/events.ts";
import { NotFound } from "#src/core/errors.ts";

/** Whose it is, what their plan gives, and on whose money it runs. */
export interface SubmissionTerms extends Pick<Submission, "owner" | "plan" | "slots" | "quota" | "priority"> {
  readonly budgetUsd: Usd | null;
  /** Without defaults: the key is gone, which the run itself says. */
  readonly own: { readonly model: OwnModel; readonly defaults: ModelKeyDefaults | null } | null;
}

interface ToName {
  readonly terms: SubmissionTerms;
  /** With spaces, unlike clients' keys; asked for twice it is the same job. */
  readonly name: string;
  readonly requestId: string;
  readonly request: RunWish;
  readonly seed?: number;
}

/** Submitted by workers; the id follows from the name. */
export function namedSubmission(
  jobs: JobSettings,
  { terms: { budgetUsd, own, ...terms }, name, requestId, request, seed }: ToName,
  at: Instant,
): Submission {
  const paid = own === null ? null : { model: own.model, defaults: own.defaults ?? {} };
  return {
    ...terms,
    id: `ana_${sha256(`${terms.owner} ${name}`).slice(0, 20)}`,
    // The other half is for people.
    maxQueued: Math.max(1, Math.floor(jobs.maxQueued / 2)),
    month: monthOf(at),
    ...monthlyCap(jobs, { budgetUsd, own: own !== null }),
    timeoutMs: jobs.jobTimeoutMs,
    ...resolveRun(jobs, request, { budgetUsd, seed, own: paid }),
    idempotencyKey: name,
    requestId,
    webhookUrl: null,
    webhookSecret: null,
    webhookSecretMade: false,
    holdings: null,
    createdAt: at,
  };
}

/** The caller checks who may. */
export async function cancelJob(
  ctx: SystemContext,
  { id, owner }: { readonly id: string; readonly owner: string },
): Promise<Job> {
  const { db, queue, clock } = ctx;
  const job = await db.transaction(async (tx) => {
    const stored = await lockAnalysis(tx, id, owner);
    if (stored === null) throw new NotFound(`there is no analysis ${id}`);
    if (stored.job.status === "cancelled") return stored.job;
    const at = clock.now();
    await setCancelled(tx, id, at);
    await appendEvents(tx, id, [{ type: "job.cancelled", data: {}, once: "job.cancelled" }], at);
    if (stored.webhookUrl !== null) await queue.enqueueWebhook(tx, id, "analysis.cancelled");
    return { ...stored.job, status: "cancelled" as const, finished_at: toIso(at), result: null, error: null };
  });
  // After the commit, and again for a cancelled job: whoever cancelled it may have died in between.
  await queue.cancel(id);
  return job;
}
