import type { AnalysisRequest, Job } from "#src/contract/analysis.ts";
import { isTestOwner } from "#src/contract/test-mode.ts";
import { plans } from "#src/contract/plans.ts";
import type { Database } from "#src/db/database.ts";
import { loadAnalysis, type StoredAnalysis } from "#src/db/queries/analyses.ts";
import type { StoredRunSettings } from "#src/db/queries/run-settings.ts";
import { placeOf } from "#src/db/queries/sealed-columns.ts";
import { submitAnalyses, type Submission, type Submitted } from "#src/db/queries/submissions.ts";
import { Conflict, QueueFull } from "#src/platform/errors.ts";
import { toIso, type Instant } from "#src/platform/clock.ts";
import { canonicalJson } from "#src/platform/hash.ts";
import { newId } from "#src/platform/ids.ts";
import { traceHeaders } from "#src/platform/telemetry.ts";
import type { Sealed, Vault } from "#src/platform/vault.ts";
import { newWebhookSecret } from "../../webhooks/lib/new-secret.ts";
import { monthlyQuota, monthOf, quotaSpent } from "../../plans/lib/monthly-quota.ts";
import type { Actor, Context, JobSettings } from "../../context.ts";
import { groupCommit } from "./group-commit.ts";

interface Asked {
  readonly request: AnalysisRequest;
  readonly setting: StoredRunSettings;
  /** A secret is made where none is given. */
  readonly webhook: { readonly url: string; readonly secret: string | null | undefined } | null;
  readonly idempotencyKey: string | null;
}

/**
 * The caller checks who may.
 * @throws QueueFull; RateLimited; Conflict for a reused key
 */
export async function submitJob(
  ctx: Context,
  { request, setting, webhook, idempotencyKey }: Asked,
): Promise<{
  readonly job: Job;
  /** The key stands for this job since an earlier submission. */
  readonly replayed: boolean;
}> {
  const { db, settings, actor, clock } = ctx;
  const { runs = 1 } = request;
  const at = clock.now();
  const id = newId("ana");
  const submission: Submission = {
    id,
    owner: actor.owner,
    plan: actor.plan,
    ...queueLimit(actor, settings),
    ...monthQuota(actor, at),
    ...slotShare(actor, settings),
    ...turn(actor),
    ...timeLimit(settings, runs),
    runs,
    request,
    setting: { ...setting, ...traceHeaders() },
    idempotencyKey,
    requestId: ctx.requestId,
    webhookUrl: webhook === null ? null : db.vault.seal(webhook.url, placeOf("analyses.webhook_url", id)),
    webhookSecret:
      webhook === null
        ? null
        : db.vault.seal(webhook.secret ?? newWebhookSecret(), placeOf("analyses.webhook_secret", id)),
    webhookSecretMade: webhook !== null && webhook.secret == null,
    createdAt: at,
  };
  const submitted = await submitterOn(db)(submission);
  if (submitted.outcome === "full")
    throw new QueueFull(`the queue is full with ${submitted.waiting} waiting jobs; try again later`);
  if (submitted.outcome === "spent") throw quotaSpent(actor, at, runs);
  if (submitted.outcome === "made") return { job: queued(submission), replayed: false };
  const known = await loadAnalysis(db.sql, submitted.id);
  if (known === null || !asks(db.vault, submission, known))
    throw new Conflict("the Idempotency-Key was already used with a different body");
  return { job: known.job, replayed: true };
}

/*
 * Limits of a submission, held by src/db/functions/submit-analyses.sql under one lock, in this order: idempotency key,
 * queue, month, slot.
 */

/** Over all owners; else a QueueFull. */
function queueLimit({ owner }: Actor, { maxQueued }: JobSettings): Pick<Submission, "maxQueued"> {
  // The other half is for live jobs.
  return { maxQueued: isTestOwner(owner) ? Math.max(1, Math.floor(maxQueued / 2)) : maxQueued };
}

/** Else a RateLimited. */
function monthQuota(actor: Actor, at: Instant): Pick<Submission, "quota" | "month"> {
  return { quota: monthlyQuota(actor), month: monthOf(at) };
}

/** The partition with the fewest open jobs, of as many as the plan has slots. Each runs one at a time. */
function slotShare({ owner, plan }: Actor, { maxConcurrency }: JobSettings): Pick<Submission, "slots"> {
  return { slots: owner === "local" ? maxConcurrency : plans[plan].slots };
}

/** The smaller number first, then the older job. */
function turn({ owner, plan }: Actor): Pick<Submission, "priority"> {
  return { priority: isTestOwner(owner) ? testPriority : plans[plan].priority };
}

/** Behind everything live that somebody asked for one by one, and behind lists. */
const testPriority = 400;

/** By the queue; `failAbandoned` then says that time ran out. */
function timeLimit({ jobTimeoutMs }: JobSettings, runs: number): Pick<Submission, "timeoutMs"> {
  return { timeoutMs: jobTimeoutMs * runs };
}

/** A made secret differs each time, so only that it was made counts. */
function asks(vault: Vault, one: Submission, known: StoredAnalysis): boolean {
  const same = (asked: Sealed | null, kept: Sealed | null): boolean =>
    asked === null || kept === null ? asked === kept : vault.open(asked) === vault.open(kept);
  return (
    canonicalJson(one.request) === canonicalJson(known.job.request) &&
    canonicalJson(differing(one.setting)) === canonicalJson(differing(known.setting)) &&
    canonicalJson(one.setting.ownModel ?? null) === canonicalJson(known.setting.ownModel ?? null) &&
    same(one.webhookUrl, known.webhookUrl) &&
    one.webhookSecretMade === known.webhookSecretMade &&
    (one.webhookSecretMade || same(one.webhookSecret, known.webhookSecret))
  );
}

/** Nothing for ordinary submissions, so that they are recognised later. */
function differing({ rerun, seed, riskRounds }: StoredRunSettings): unknown {
  return rerun === undefined ? null : { rerun, seed: seed ?? null, riskRounds };
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

/** Such as a NUL in a text. */
function refusesValue(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^(22|23|54)/.test(String(error.code));
}

function queued({ id, owner, request, createdAt }: Submission): Job {
  return {
    id,
    status: "queued",
    request,
    created_at: toIso(createdAt),
    started_at: null,
    finished_at: null,
    result: null,
    error: null,
    ...(isTestOwner(owner) && { livemode: false as const }),
  };
}
