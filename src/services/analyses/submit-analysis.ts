import type { Job } from "#src/contract/analysis.ts";
import type { SubmitAnalysis } from "#src/contract/jobs.ts";
import { entitlements } from "#src/contract/plans.ts";
import { findByIdempotencyKey, insertAnalysis, queueLoad, type NewAnalysis } from "#src/db/queries/analyses.ts";
import { ensureAccount } from "#src/db/queries/accounts.ts";
import { appendEvents } from "#src/db/queries/events.ts";
import { Conflict, Forbidden, QueueFull } from "#src/platform/errors.ts";
import { toIso } from "#src/platform/clock.ts";
import { canonicalJson } from "#src/platform/hash.ts";
import { newId } from "#src/platform/ids.ts";
import { newWebhookSecret } from "../webhooks/secret.ts";
import type { Actor, Context } from "../context.ts";

/**
 * Starts a job: its row, its first event and its place in the queue, all or nothing.
 * With an idempotency key the same body gives the same job again.
 * @throws Forbidden without the scope; QueueFull; Conflict when the key was used with another body
 */
export async function submitAnalysis(ctx: Context, input: SubmitAnalysis, idempotencyKey: string | null): Promise<Job> {
  const { db, settings, actor, clock } = ctx;
  if (!actor.scopes.includes("analyses:write")) throw new Forbidden("the key lacks the scope analyses:write");
  const { webhook_url: webhookUrl = null, webhook_secret: webhookSecret = null, ...request } = input;
  const filled = { ...request, max_debate_rounds: request.max_debate_rounds ?? settings.rounds };
  return db.transaction(async (tx) => {
    const known = idempotencyKey === null ? null : await findByIdempotencyKey(tx.sql, actor.owner, idempotencyKey);
    if (known !== null) return same(known.job, filled);
    const load = await queueLoad(tx.sql, actor.owner);
    if (load.queued >= settings.maxQueued)
      throw new QueueFull(`${load.queued} jobs are waiting, which is the most there can be; try again later`);
    await ensureAccount(tx, actor.owner, actor.plan, clock.now());
    const job: NewAnalysis = {
      id: newId("ana"),
      owner: actor.owner,
      partition: freest(actor, settings.maxConcurrency, load.byPartition),
      request: filled,
      setting: { rounds: settings.rounds, risk_rounds: settings.riskRounds, budget_usd: settings.budgetUsd },
      idempotencyKey,
      requestId: ctx.requestId,
      webhookUrl,
      webhookSecret: webhookUrl === null ? null : (webhookSecret ?? newWebhookSecret()),
      createdAt: clock.now(),
    };
    const inserted = await insertAnalysis(tx, job);
    if (!inserted) {
      // Another submission with the key committed meanwhile.
      const first = await findByIdempotencyKey(tx.sql, actor.owner, idempotencyKey ?? "");
      if (first === null)
        throw new Conflict("the Idempotency-Key is in use by a submission that has not ended; try again");
      return same(first.job, filled);
    }
    await appendEvents(tx, job.id, [{ type: "job.queued", data: {}, once: "job.queued" }], clock.now());
    await ctx.queue.enqueue(tx, {
      id: job.id,
      partition: job.partition,
      priority: entitlements[actor.plan].priority,
      timeoutMs: settings.jobTimeoutMs,
    });
    return {
      id: job.id,
      status: "queued",
      request: filled,
      created_at: toIso(job.createdAt),
      started_at: null,
      finished_at: null,
      result: null,
      error: null,
    };
  });
}

/** The job that the key stands for, if it was asked for the same. */
function same(job: Job, request: Job["request"]): Job {
  if (canonicalJson(job.request) !== canonicalJson(request))
    throw new Conflict("the Idempotency-Key was used with another body");
  return job;
}

/**
 * The owner's partition with the fewest open jobs. A partition runs one job at a time, so their number is the
 * owner's share of the slots; whoever runs the server open on its own machine may use them all.
 */
function freest({ owner, plan }: Actor, maxConcurrency: number, open: ReadonlyMap<string, number>): string {
  const slots = owner === "local" ? maxConcurrency : entitlements[plan].slots;
  const partitions = Array.from({ length: slots }, (_, index) => `${owner}#${index}`);
  return partitions.reduce((best, each) => ((open.get(each) ?? 0) < (open.get(best) ?? 0) ? each : best));
}
