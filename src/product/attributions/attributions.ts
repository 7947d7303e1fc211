import { Decimal } from "decimal.js";
import { Reports, type Run } from "#src/contract/run/run.ts";
import { loadAnalysis } from "#src/product/analyses/queries/analyses.ts";
import { type StoredRunSettings, findRun } from "#src/product/analyses/queries/runs.ts";
import { Conflict, CorruptRun, InvalidField, NotFound } from "#src/core/errors.ts";
import { refuseRemoved, requireKeptSteps } from "#src/product/analyses/public/runs.ts";
import { type Context, requireScope } from "#src/product/context.ts";
import {
  type AttributionJob,
  type AttributionWish,
  PlannedAttribution,
  type PricedAttribution,
} from "#src/contract/jobs/attribution.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import type { Tx } from "#src/core/db/database.ts";
import { attributionWorkflow } from "../jobs/queries/job-queue.ts";
import { deleteEarlier, findOpenJob, newestJob } from "../jobs/queries/jobs.ts";
import { coversInMonth, takeFromMonth } from "../plans/queries/plans.ts";
import type { Instant } from "#src/core/clock.ts";
import { canonicalJson } from "#src/core/hash.ts";
import { attributionJob, getOwn, submitJob } from "../jobs/public/kinds.ts";
import { requireOwnModel } from "../model-keys/public/own-environment.ts";
import {
  budgetSpent,
  monthOf,
  monthlyCap,
  monthlyQuota,
  quotaSpent,
  runBudgetUsd,
} from "../plans/public/monthly-quota.ts";
import { cancelJob } from "../jobs/jobs.ts";

/** A finished run that can be repeated with a change. */
export interface Attributable {
  readonly run: Run;
  readonly reports: Reports;
  readonly setting: StoredRunSettings;
}

/** @throws NotFound; Conflict for a run with nothing to leave out; NoLongerKept; CorruptRun */
async function attributableRun({ db, actor }: Context, id: string): Promise<Attributable> {
  const [stored, source] = [await findRun(db.sql, id, actor.owner), await loadAnalysis(db.sql, id)];
  if (stored === null || source === null) throw new NotFound(`there is no analysis ${id}`);
  refuseRemoved(stored);
  if (stored.run === null)
    throw new Conflict(`the analysis is ${stored.status}; only succeeded analyses can be attributed`);
  const { run } = stored;
  if (run.manifest.calls.length === 0)
    throw new Conflict("no agent was asked in this analysis, so nothing can be left out");
  const reports = Reports.safeParse(run.result.reports);
  if (!reports.success)
    throw new CorruptRun(`the stored reports of run ${id} have been altered`, { cause: reports.error });
  if (reports.data.review_code === "disagreement")
    throw new Conflict("the repetitions of this analysis do not agree, so there is no rating to explain");
  return { run, reports: reports.data, setting: source.setting };
}

/** @param most the first change is tried within it in any case; `null`: no limit */
export type AttributionPlanner = (run: Attributable, wish: AttributionWish, most: Usd | null) => PlannedAttribution;

/**
 * Puts the measuring of what a rating rests on into the queue. Asked for again while it is under way, it is that one.
 * With the service's models it counts as an analysis of the month.
 * @throws Forbidden without the scope; Conflict while another one is under way, or when its journal is gone; InvalidField for a budget that is
 *   missing or too high, and a model without its key; RateLimited when the month's quota or the server's budget is used; and as
 *   `estimateAttribution` does
 */
export async function orderAttribution(
  ctx: Context,
  {
    id,
    plan,
    wish,
    budgetUsd: asked,
  }: {
    readonly id: string;
    readonly plan: AttributionPlanner;
    readonly wish: AttributionWish;
    /** `null`: the usual one. */
    readonly budgetUsd: Usd | null;
  },
): Promise<AttributionJob> {
  requireScope(ctx, "analyses:write");
  const { db, actor } = ctx;
  const run = await attributableRun(ctx, id);
  await requireKeptSteps(ctx, id, run.run, "measured");
  const { payer, usual_budget_usd: usual, most_budget_usd: most, ...planned } = priceOf(ctx, run, plan, wish);
  const budgetUsd = budgetOf({ payer, usual, most }, asked);
  if (run.setting.ownModel !== undefined) await requireOwnModel(db.sql, actor.owner, run.setting.ownModel);
  const { id: made } = await submitJob(ctx, {
    kind: attributionJob,
    workflow: attributionWorkflow,
    job: { subject: id, input: planned, total: planned.changes.length, budgetUsd },
    async admit(tx, at) {
      const open = await findOpenJob(tx, { kind: "attribution", owner: actor.owner });
      if (open?.analysis_id === id && isSame(open.input, planned)) return open.id;
      if (open !== null)
        throw new Conflict("you already have an attribution running; wait for it to finish or cancel it");
      if (payer === "service") {
        await countInMonth(ctx, tx, at);
        if (!(await coversInMonth(tx, monthOf(at), monthlyCap(ctx.settings, { budgetUsd, own: false }))))
          throw budgetSpent(ctx.settings, at);
      }
      await deleteEarlier(tx, { kind: "attribution", subject: id });
      return null;
    },
  });
  return getOwn(ctx, attributionJob, made);
}

function isSame(stored: unknown, planned: PlannedAttribution): boolean {
  return canonicalJson(PlannedAttribution.parse(stored)) === canonicalJson(planned);
}

function budgetOf(
  {
    payer,
    usual,
    most,
  }: { readonly payer: PricedAttribution["payer"]; readonly usual: Usd | null; readonly most: Usd | null },
  asked: Usd | null,
): Usd | null {
  if (payer === "nobody") return null;
  const budget = asked ?? usual;
  if (budget === null)
    throw new InvalidField("budget_usd", null, "the price of this model is not known; enter the most that it may cost");
  if (most !== null && new Decimal(budget).greaterThan(most))
    throw new InvalidField("budget_usd", budget, `may be ${usdText(most)} at most, the budget of an analysis`);
  return budget;
}

async function countInMonth({ actor }: Context, tx: Tx, at: Instant): Promise<void> {
  const quota = monthlyQuota(actor);
  if (quota === null) return;
  const taken = await takeFromMonth(tx, { owner: actor.owner, month: monthOf(at), quota, runs: 1 });
  if (!taken) throw quotaSpent(actor, at);
}

/** @throws Forbidden; and as `attributableRun` and `priceOf` */
export async function estimateAttribution(
  ctx: Context,
  { id, plan, wish }: { readonly id: string; readonly plan: AttributionPlanner; readonly wish: AttributionWish },
): Promise<PricedAttribution> {
  requireScope(ctx, "analyses:read");
  return priceOf(ctx, await attributableRun(ctx, id), plan, wish);
}

/**
 * `null` where none was ordered.
 * @throws Forbidden
 */
export async function getAttribution(ctx: Context, id: string): Promise<AttributionJob | null> {
  requireScope(ctx, "analyses:read");
  const found = await newestJob(ctx.db.sql, { kind: "attribution", subject: id }, ctx.actor.owner);
  return found === null ? null : attributionJob.show(found, null);
}

/** Repeatable. @throws Forbidden; NotFound */
export async function cancelAttribution(ctx: Context, id: string): Promise<AttributionJob> {
  requireScope(ctx, "analyses:write");
  const found = await newestJob(ctx.db.sql, { kind: "attribution", subject: id }, ctx.actor.owner);
  if (found === null) throw new NotFound(attributionJob.unknown);
  return cancelJob(ctx, { kind: attributionJob, id: found.id });
}

/**
 * The usual budget fits all of it.
 * @throws InvalidField for unknown evidence; Conflict with nothing to try
 */
function priceOf(
  { actor, settings }: Context,
  run: Attributable,
  plan: AttributionPlanner,
  wish: AttributionWish,
): PricedAttribution {
  const known = new Set(run.run.manifest.evidence.map(({ id }) => id));
  const unknown = wish.evidence?.find((id) => !known.has(id));
  if (unknown !== undefined) throw new InvalidField("evidence", unknown, `the run has no evidence ${unknown}`);
  const own = run.setting.ownModel !== undefined;
  const most = own ? null : runBudgetUsd(actor, settings.budgetUsd);
  const planned = plan(run, wish, most);
  if (planned.changes.length === 0)
    throw new Conflict("there is nothing to try: name evidence or agents that can be left out");
  const isFree = run.run.manifest.config.llm_provider === "rules";
  if (isFree) return { ...planned, payer: "nobody", usual_budget_usd: null, most_budget_usd: null };
  const limit = planned.estimate.limit_usd;
  const usual = limit === null ? most : Decimal.max(limit, "0.01");
  return {
    ...planned,
    payer: own ? "own_key" : "service",
    usual_budget_usd: usual === null ? null : (most === null ? new Decimal(usual) : Decimal.min(usual, most)).toFixed(),
    most_budget_usd: most,
  };
}
