import type { Job } from "#src/contract/analysis.ts";
import type { SubmitAnalysis } from "#src/contract/jobs.ts";
import { plans } from "#src/contract/plans.ts";
import type { Database } from "#src/db/database.ts";
import { loadAnalysis, type StoredAnalysis } from "#src/db/queries/analyses.ts";
import { placeOf } from "#src/db/queries/sealed-columns.ts";
import { submitAnalyses, type Submission, type Submitted } from "#src/db/queries/submissions.ts";
import { Conflict, Forbidden, QueueFull } from "#src/platform/errors.ts";
import { toIso } from "#src/platform/clock.ts";
import { canonicalJson } from "#src/platform/hash.ts";
import { newId } from "#src/platform/ids.ts";
import type { Sealed, Vault } from "#src/platform/vault.ts";
import { monthlyQuota, monthOf, quotaSpent, runBudgetUsd } from "../plans/check-quota.ts";
import { refuseHiddenHost } from "../webhooks/address.ts";
import { newWebhookSecret } from "../webhooks/secret.ts";
import type { Actor, Context } from "../context.ts";
import { groupCommit } from "./group-commit.ts";

/**
 * Starts a job: its row, its first event and its place in the queue, all or nothing. Submissions that come together
 * share a transaction, and each has its own outcome (docs/adr/0012).
 * With an idempotency key the same body gives the same job again.
 * @throws Forbidden without the scope; InvalidField for a webhook that leads inside; QueueFull; RateLimited when the month's quota is used; Conflict when the key was used with another body
 */
export async function submitAnalysis(
  ctx: Context,
  input: SubmitAnalysis,
  idempotencyKey: string | null,
): Promise<{
  readonly job: Job;
  /** The key stands for this job since an earlier submission. */
  readonly replayed: boolean;
}> {
  const { db, settings, actor, clock } = ctx;
  if (!actor.scopes.includes("analyses:write")) throw new Forbidden("the key lacks the scope analyses:write");
  const { webhook_url: webhookUrl = null, webhook_secret: webhookSecret = null, ...asked } = input;
  if (webhookUrl !== null) refuseHiddenHost("webhook_url", webhookUrl, settings);
  const request = { ...asked, max_debate_rounds: asked.max_debate_rounds ?? settings.rounds };
  const at = clock.now();
  const id = newId("ana");
  const submission: Submission = {
    id,
    owner: actor.owner,
    plan: actor.plan,
    slots: slotsOf(actor, settings.maxConcurrency),
    maxQueued: settings.maxQueued,
    quota: monthlyQuota(actor),
    month: monthOf(at),
    priority: plans[actor.plan].priority,
    timeoutMs: settings.jobTimeoutMs,
    request,
    setting: {
      rounds: settings.rounds,
      risk_rounds: settings.riskRounds,
      budget_usd: runBudgetUsd(actor, settings.budgetUsd),
    },
    idempotencyKey,
    requestId: ctx.requestId,
    webhookUrl: webhookUrl === null ? null : db.vault.seal(webhookUrl, placeOf("analyses.webhook_url", id)),
    webhookSecret:
      webhookUrl === null
        ? null
        : db.vault.seal(webhookSecret ?? newWebhookSecret(), placeOf("analyses.webhook_secret", id)),
    webhookSecretMade: webhookUrl !== null && webhookSecret === null,
    createdAt: at,
  };
  const submitted = await submitterOn(db)(submission);
  if (submitted.outcome === "full")
    throw new QueueFull(`${submitted.waiting} jobs are waiting, which is the most there can be; try again later`);
  if (submitted.outcome === "spent") throw quotaSpent(actor, at);
  if (submitted.outcome === "made") return { job: queued(submission), replayed: false };
  const known = await loadAnalysis(db.sql, submitted.id);
  if (known === null || !asks(db.vault, submission, known))
    throw new Conflict("the Idempotency-Key was used with another body");
  return { job: known.job, replayed: true };
}

/** Whether it asks for what was made. Of a secret that the server makes each time it counts that it was to be made. */
function asks(vault: Vault, one: Submission, known: StoredAnalysis): boolean {
  const same = (asked: Sealed | null, kept: Sealed | null): boolean =>
    asked === null || kept === null ? asked === kept : vault.open(asked) === vault.open(kept);
  return (
    canonicalJson(one.request) === canonicalJson(known.job.request) &&
    same(one.webhookUrl, known.webhookUrl) &&
    one.webhookSecretMade === known.webhookSecretMade &&
    (one.webhookSecretMade || same(one.webhookSecret, known.webhookSecret))
  );
}

const submitters = new WeakMap<Database, (submission: Submission) => Promise<Submitted>>();

function submitterOn(db: Database): (submission: Submission) => Promise<Submitted> {
  const known = submitters.get(db);
  if (known !== undefined) return known;
  const submit = groupCommit(
    (submissions: readonly Submission[]) => submitAnalyses(db.pool, submissions),
    refusesValue,
  );
  submitters.set(db, submit);
  return submit;
}

/** The database did not take a value of one of them: a NUL in a text, say. */
function refusesValue(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^(22|23|54)/.test(String(error.code));
}

function queued({ id, request, createdAt }: Submission): Job {
  return {
    id,
    status: "queued",
    request,
    created_at: toIso(createdAt),
    started_at: null,
    finished_at: null,
    result: null,
    error: null,
  };
}

/** A partition runs one job at a time; whoever runs the server open on its own machine may use all slots. */
function slotsOf({ owner, plan }: Actor, maxConcurrency: number): number {
  return owner === "local" ? maxConcurrency : plans[plan].slots;
}
