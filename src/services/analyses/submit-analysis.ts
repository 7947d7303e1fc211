import type { Job } from "#src/contract/analysis.ts";
import type { SubmitAnalysis } from "#src/contract/jobs.ts";
import { languageField } from "#src/contract/language.ts";
import { plans } from "#src/contract/plans.ts";
import type { Database } from "#src/db/database.ts";
import { loadAnalysis, type StoredAnalysis } from "#src/db/queries/analyses.ts";
import { placeOf } from "#src/db/queries/sealed-columns.ts";
import { submitAnalyses, type Submission, type Submitted } from "#src/db/queries/submissions.ts";
import { Conflict, QueueFull } from "#src/platform/errors.ts";
import { toIso, type Instant } from "#src/platform/clock.ts";
import { canonicalJson } from "#src/platform/hash.ts";
import { newId } from "#src/platform/ids.ts";
import { traceHeaders } from "#src/platform/telemetry.ts";
import type { Sealed, Vault } from "#src/platform/vault.ts";
import { monthlyQuota, monthOf, quotaSpent, runBudgetUsd } from "../plans/lib/monthly-quota.ts";
import { requireOwnModel } from "../model-keys/lib/require-own-model.ts";
import { refuseHiddenHost } from "../webhooks/lib/refuse-private-hosts.ts";
import { newWebhookSecret } from "../webhooks/lib/new-secret.ts";
import { requireScope, type Actor, type Context, type JobSettings } from "../context.ts";
import { groupCommit } from "./lib/group-commit.ts";

/**
 * Starts a job: its row, its first event and its place in the queue, all or nothing. Submissions that come together
 * share a transaction, and each has its own outcome (docs/adr/0012).
 * With an idempotency key the same body gives the same job again.
 * @throws Forbidden without the scope; InvalidField for a webhook that leads inside, and a model without its key; QueueFull; RateLimited when the month's quota is used; Conflict when the key was used with another body
 */
export async function submitAnalysis(
  ctx: Context,
  { body, idempotencyKey }: { readonly body: SubmitAnalysis; readonly idempotencyKey: string | null },
): Promise<{
  readonly job: Job;
  /** The key stands for this job since an earlier submission. */
  readonly replayed: boolean;
}> {
  const { db, settings, actor, clock } = ctx;
  requireScope(ctx, "analyses:write");
  const {
    webhook_url: webhookUrl = null,
    webhook_secret: webhookSecret = null,
    own_model: own,
    language,
    ...asked
  } = body;
  if (webhookUrl !== null) refuseHiddenHost("webhook_url", webhookUrl, settings);
  const ownDefaults = own == null ? {} : await requireOwnModel(db.sql, actor.owner, own);
  const request = {
    ...asked,
    max_debate_rounds: asked.max_debate_rounds ?? settings.rounds,
    ...languageField(language),
  };
  const at = clock.now();
  const id = newId("ana");
  const submission: Submission = {
    id,
    owner: actor.owner,
    plan: actor.plan,
    ...queueLimit(settings),
    ...monthQuota(actor, at),
    ...slotShare(actor, settings),
    ...turn(actor),
    ...timeLimit(settings),
    request,
    setting: {
      rounds: settings.rounds,
      riskRounds: settings.riskRounds,
      // What a run on a key of their own costs is no money of ours.
      budgetUsd: own == null ? runBudgetUsd(actor, settings.budgetUsd) : null,
      ...(own != null && { ownModel: own, ownDefaults }),
      ...traceHeaders(),
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
    throw new QueueFull(`the queue is full with ${submitted.waiting} waiting jobs; try again later`);
  if (submitted.outcome === "spent") throw quotaSpent(actor, at);
  if (submitted.outcome === "made") return { job: queued(submission), replayed: false };
  const known = await loadAnalysis(db.sql, submitted.id);
  if (known === null || !asks(db.vault, submission, known))
    throw new Conflict("the Idempotency-Key was already used with a different body");
  return { job: known.job, replayed: true };
}

/*
 * What is decided about a submission. The figures are given here and held by the SQL function `submit_analyses`, which
 * sees everybody's jobs under one lock. It decides in this order: a known idempotency key, the queue, the month, the slot.
 */

/** Whether one more job may wait: fewer than `maxQueued` do, of all owners. Else `full`, a QueueFull. */
function queueLimit({ maxQueued }: JobSettings): Pick<Submission, "maxQueued"> {
  return { maxQueued };
}

/** Whether the owner's month has room: what they submitted in it is below their plan's quota. Else `spent`, a RateLimited. */
function monthQuota(actor: Actor, at: Instant): Pick<Submission, "quota" | "month"> {
  return { quota: monthlyQuota(actor), month: monthOf(at) };
}

/**
 * In which of the owner's partitions a job runs: that with the fewest open jobs, of as many as the plan has slots. A
 * partition runs one at a time; whoever runs the server open on its own machine may use all slots.
 */
function slotShare({ owner, plan }: Actor, { maxConcurrency }: JobSettings): Pick<Submission, "slots"> {
  return { slots: owner === "local" ? maxConcurrency : plans[plan].slots };
}

/** Whose job is taken first when a slot is free: that of the plan with the smaller number, then the older. */
function turn({ plan }: Actor): Pick<Submission, "priority"> {
  return { priority: plans[plan].priority };
}

/** When a running job is ended: `jobTimeoutMs` after its start, by the queue; `failAbandoned` then says that time ran out. */
function timeLimit({ jobTimeoutMs }: JobSettings): Pick<Submission, "timeoutMs"> {
  return { timeoutMs: jobTimeoutMs };
}

/** Whether it asks for what was made. Of a secret that the server makes each time it counts that it was to be made. */
function asks(vault: Vault, one: Submission, known: StoredAnalysis): boolean {
  const same = (asked: Sealed | null, kept: Sealed | null): boolean =>
    asked === null || kept === null ? asked === kept : vault.open(asked) === vault.open(kept);
  return (
    canonicalJson(one.request) === canonicalJson(known.job.request) &&
    canonicalJson(one.setting.ownModel ?? null) === canonicalJson(known.setting.ownModel ?? null) &&
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
