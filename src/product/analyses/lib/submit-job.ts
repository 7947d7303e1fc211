import type { Job } from "#src/contract/jobs/analysis.ts";
import type { Holdings } from "#src/contract/holdings/holdings.ts";
import { isTestOwner } from "#src/contract/api/test-mode.ts";
import type { Database } from "#src/core/db/database.ts";
import { type ResolvedRun, type StoredRunSettings, findHoldings } from "#src/product/analyses/queries/runs.ts";
import { type StoredAnalysis, loadAnalysis } from "#src/product/analyses/queries/analyses.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import { type Submission, type Submitted, submitAnalyses } from "#src/product/analyses/queries/submissions.ts";
import { Conflict, QueueFull } from "#src/core/errors.ts";
import { type Instant, toIso } from "#src/core/clock.ts";
import { canonicalJson } from "#src/core/hash.ts";
import { newId } from "#src/core/ids.ts";
import { traceHeaders } from "#src/core/operation/telemetry.ts";
import type { Sealed, Vault } from "#src/core/vault.ts";
import { newWebhookSecret } from "#src/product/webhooks/public/post.ts";
import { budgetSpent, monthOf, monthlyCap, monthlyQuota, quotaSpent } from "#src/product/plans/public/monthly-quota.ts";
import type { Actor, Context, JobSettings } from "#src/product/context.ts";
import { slotShare, turn } from "./slots.ts";

/** With more, database and front door wait for each other. */
const mostTogether = 25;

interface Waiting<I, T> {
  readonly item: I;
  readonly told: PromiseWithResolvers<T>;
}

/**
 * Work that arrives during a transaction shares the next.
 * @param commit outcomes in order
 * @param blame whether an error may be one item's: then each is tried alone
 */
export function groupCommit<I, T>(
  commit: (items: readonly I[]) => Promise<readonly T[]>,
  blame: (error: unknown) => boolean,
): (item: I) => Promise<T> {
  let waiting: Waiting<I, T>[] = [];
  let out = false;

  const tell = async (group: readonly Waiting<I, T>[], committed: Promise<readonly T[]>): Promise<void> => {
    try {
      const outcomes = await committed;
      for (const [index, { told }] of group.entries()) {
        const outcome = outcomes[index];
        if (outcome === undefined) told.reject(new Error("a transaction said nothing of an item"));
        else told.resolve(outcome);
      }
    } catch (error) {
      if (group.length > 1 && blame(error)) for (const one of group) await tell([one], commit([one.item]));
      else for (const { told } of group) told.reject(error);
    }
  };
  const send = (): void => {
    const group = waiting.slice(0, mostTogether);
    waiting = waiting.slice(mostTogether);
    out = group.length > 0;
    if (!out) return;
    const committed = commit(group.map(({ item }) => item));
    // The next transaction need not wait for the answers.
    committed.then(send, send);
    void tell(group, committed);
  };
  return (item) => {
    const told = Promise.withResolvers<T>();
    waiting.push({ item, told });
    if (!out) send();
    return told.promise;
  };
}

interface Asked extends ResolvedRun {
  /** A secret is made where none is given. */
  readonly webhook: { readonly url: string; readonly secret: string | null | undefined } | null;
  readonly idempotencyKey: string | null;
  /** `null`: not given. */
  readonly holdings?: Holdings | null;
}

/**
 * A job's row, its first event and its place in the queue, all or nothing. Who may is checked by the caller.
 * @throws QueueFull; RateLimited when the month's quota or the server's budget is used; Conflict when the key was used for something else
 */
export async function submitJob(
  ctx: Context,
  { request, setting, webhook, idempotencyKey, holdings = null }: Asked,
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
    ...monthlyCap(settings, {
      budgetUsd: setting.budgetUsd,
      own: setting.ownModel !== undefined || isTestOwner(actor.owner),
      runs,
    }),
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
    holdings:
      holdings === null
        ? null
        : db.vault.seal(canonicalJson(holdings), placeOf("analysis_holdings.sealed_holdings", id)),
    createdAt: at,
  };
  const submitted = await submitterOn(db)(submission);
  if (submitted.outcome === "full")
    throw new QueueFull(`the queue is full with ${submitted.waiting} waiting jobs; try again later`);
  if (submitted.outcome === "unfunded") throw budgetSpent(settings, at);
  if (submitted.outcome === "spent") throw quotaSpent(actor, at, runs);
  if (submitted.outcome === "made") return { job: queued(submission), replayed: false };
  const [known, held] = await Promise.all([loadAnalysis(db.sql, submitted.id), findHoldings(db.sql, submitted.id)]);
  if (known === null || !asks(db.vault, submission, { ...known, holdings: held?.holdings ?? null }))
    throw new Conflict("the Idempotency-Key was already used with a different body");
  return { job: known.job, replayed: true };
}

/*
 * What is decided about a submission. The figures are given here and held by src/core/db/functions/submit-job.sql, which sees
 * everybody's jobs under one lock. It decides in this order: a known idempotency key, the queue, the server's budget, the month, the slot.
 */

/** Whether one more job may wait: fewer than `maxQueued` do, of all owners. Else `full`, a QueueFull. */
function queueLimit({ owner }: Actor, { maxQueued }: JobSettings): Pick<Submission, "maxQueued"> {
  // Never more than half of what may wait for test data: the other half is for live jobs.
  return { maxQueued: isTestOwner(owner) ? Math.max(1, Math.floor(maxQueued / 2)) : maxQueued };
}

/** Whether the owner's month has room: what they submitted in it leaves as many runs of their plan's quota as are asked for. Else `spent`, a RateLimited. */
function monthQuota(actor: Actor, at: Instant): Pick<Submission, "quota" | "month"> {
  return { quota: monthlyQuota(actor), month: monthOf(at) };
}

/** When a running job is ended: `jobTimeoutMs` after its start for each of its runs, by the queue; `failAbandoned` then says that time ran out. */
function timeLimit({ jobTimeoutMs }: JobSettings, runs: number): Pick<Submission, "timeoutMs"> {
  return { timeoutMs: jobTimeoutMs * runs };
}

/** Whether it asks for what was made. Of a secret that the server makes each time it counts that it was to be made. */
function asks(vault: Vault, one: Submission, known: StoredAnalysis & Pick<Submission, "holdings">): boolean {
  const same = (asked: Sealed | null, kept: Sealed | null): boolean =>
    asked === null || kept === null ? asked === kept : vault.open(asked) === vault.open(kept);
  return (
    canonicalJson(one.request) === canonicalJson(known.job.request) &&
    canonicalJson(differing(one.setting)) === canonicalJson(differing(known.setting)) &&
    canonicalJson(one.setting.ownModel ?? null) === canonicalJson(known.setting.ownModel ?? null) &&
    same(one.webhookUrl, known.webhookUrl) &&
    same(one.holdings, known.holdings) &&
    one.webhookSecretMade === known.webhookSecretMade &&
    (one.webhookSecretMade || same(one.webhookSecret, known.webhookSecret))
  );
}

/** What a rerun says beside its request; of others nothing, so that a server set up anew knows them again. */
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

/** The database did not take a value of one of them: a NUL in a text, say. */
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
