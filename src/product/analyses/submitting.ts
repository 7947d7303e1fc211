import { type Job, Analyst, statementsOf } from "#src/contract/jobs/analysis.ts";
import type { SubmitAnalysis, RerunAnalysis } from "#src/contract/jobs/jobs.ts";
import { isTestOwner } from "#src/contract/api/test-mode.ts";
import { runBudgetUsd } from "../plans/public/monthly-quota.ts";
import { requireOwnModel } from "../model-keys/public/own-environment.ts";
import { refuseHiddenHost } from "#src/core/network/private-hosts.ts";
import { requireScope, type Context } from "../context.ts";
import { submitJob } from "./lib/submit-job.ts";
import { resolveRun, requireTestTicker, requireKeptSteps, refuseRemoved } from "./public/runs.ts";
import {
  cancelJob,
  callDepth,
  estimateFromTable,
  holdingsFromTable,
  holdingsShape,
  rounded,
  type Shape,
  type AnalysisEnvironment,
} from "./public/submission.ts";
import { type Agent, stageOf } from "#src/contract/run/answers.ts";
import { loadAnalysis, type StoredAnalysis } from "./queries/analyses.ts";
import { findRun, pastRuns, type PastRun } from "./queries/runs.ts";
import { Conflict, InvalidField, NotFound } from "#src/core/errors.ts";
import { Decimal } from "decimal.js";
import type { RunEstimates, ShapeEstimate } from "#src/contract/jobs/usage.ts";

/**
 * Row, first event and place in the queue in one transaction (docs/adr/0016). An idempotency key gives the same job
 * again.
 * @throws Forbidden; InvalidField for a private webhook or a model without its key; QueueFull; RateLimited; Conflict
 * for a reused key
 */
export async function submitAnalysis(
  ctx: Context,
  { body, idempotencyKey }: { readonly body: SubmitAnalysis; readonly idempotencyKey: string | null },
): Promise<{
  readonly job: Job;
  /** The key stands for this job since an earlier submission. */
  readonly replayed: boolean;
}> {
  const { db, settings, actor } = ctx;
  requireScope(ctx, "analyses:write");
  const {
    webhook_url: webhookUrl = null,
    webhook_secret: webhookSecret = null,
    own_model: own,
    holdings = null,
    ...asked
  } = body;
  if (webhookUrl !== null) refuseHiddenHost("webhook_url", webhookUrl, settings);
  if (isTestOwner(actor.owner)) requireTestTicker(asked.ticker);
  const ownDefaults = own == null ? {} : await requireOwnModel(db.sql, actor.owner, own);
  const run = resolveRun(settings, asked, {
    // An own key's cost is no money of ours.
    budgetUsd: own == null ? runBudgetUsd(actor, settings.budgetUsd) : null,
    own: own == null ? null : { model: own, defaults: ownDefaults },
  });
  return submitJob(ctx, {
    ...run,
    webhook: webhookUrl === null ? null : { url: webhookUrl, secret: webhookSecret },
    idempotencyKey,
    holdings,
  });
}

/**
 * From every state; repeatable; erases nothing.
 * @throws Forbidden; NotFound
 */
export async function cancelAnalysis(ctx: Context, id: string): Promise<Job> {
  requireScope(ctx, "analyses:write");
  return cancelJob(ctx, { id, owner: ctx.actor.owner });
}

/**
 * Takes over what was known and said before an agent's turn.
 * @throws Forbidden; NotFound; Conflict with nothing to take over; NoLongerKept; InvalidField for settings of agents
 * not asked; and as `submitJob`
 */
export async function rerunAnalysis(
  ctx: Context,
  {
    id,
    from,
    body,
    idempotencyKey,
  }: {
    readonly id: string;
    readonly from: Agent;
    readonly body: RerunAnalysis;
    readonly idempotencyKey: string | null;
  },
): Promise<{ readonly job: Job; readonly replayed: boolean }> {
  requireScope(ctx, "analyses:write");
  const { db, actor, settings } = ctx;
  const [stored, source] = await Promise.all([findRun(db.sql, id, actor.owner), loadAnalysis(db.sql, id)]);
  if (stored === null || source === null) throw new NotFound(`there is no analysis ${id}`);
  refuseRemoved(stored);
  if (stored.run === null) throw new Conflict(`the analysis is ${stored.status}; only succeeded analyses can be rerun`);
  if (stored.run.manifest.calls.length === 0)
    throw new Conflict("no agent was asked in this analysis, so there is nothing to rerun; start a new one");
  refuseLateSettings(from, body);
  const repetition = stored.run.result.runs?.shown ?? 1;
  await requireKeptSteps(ctx, id, stored.run, "rerun");
  const own = body.own_model === undefined ? source.setting.ownModel : body.own_model;
  const ownDefaults = own == null ? {} : await requireOwnModel(db.sql, actor.owner, own);
  const { runs: _runs, ...asked } = stored.run.request;
  const request = { ...asked, max_debate_rounds: body.max_debate_rounds ?? asked.max_debate_rounds };
  const riskRounds = body.max_risk_discuss_rounds ?? source.setting.riskRounds;
  const run = resolveRun({ ...source.setting, riskRounds }, request, {
    budgetUsd: own == null ? runBudgetUsd(actor, settings.budgetUsd) : null,
    seed: body.seed ?? stored.run.manifest.seed,
    own: own == null ? null : { model: own, defaults: ownDefaults },
    rerun: { of: id, from, ...(repetition > 1 && { repetition }) },
  });
  return submitJob(ctx, {
    ...run,
    webhook: webhookOf(ctx, source),
    idempotencyKey,
    holdings: body.holdings ?? null,
  });
}

/** The original's webhook and secret. */
function webhookOf(
  { db }: Context,
  { webhookUrl: url, webhookSecret: secret }: StoredAnalysis,
): { readonly url: string; readonly secret: string } | null {
  return url === null || secret === null ? null : { url: db.vault.open(url), secret: db.vault.open(secret) };
}

/** What was said stays said: its settings cannot change. */
function refuseLateSettings(from: Agent, body: RerunAnalysis): void {
  const late = [
    { field: "max_debate_rounds", agent: "bull" },
    { field: "max_risk_discuss_rounds", agent: "neutral" },
  ] as const;
  for (const { field, agent } of late)
    if (body[field] !== undefined && stageOf(from) > stageOf(agent))
      throw new InvalidField(field, body[field], `has no effect with from=${from}: those rounds are reused`);
}

/** Fewer than these say little about the next one. */
const enoughRuns = 3;
const lookedAt = 40;
const mostRounds = 10;

/** From past runs with the same models where there are enough, else the price table. Rough; the limit is what holds. */
export async function estimateAnalysis(ctx: Context, environment: AnalysisEnvironment): Promise<RunEstimates> {
  const { db, actor, settings } = ctx;
  const past = await pastRuns(db.sql, environment.config, lookedAt);
  const measured = past.length >= enoughRuns;
  const basis = environment.config.llm_provider === "rules" ? "rules" : measured ? "measured" : "table";
  const shapes = Analyst.options.flatMap((_analyst, index) =>
    Array.from({ length: mostRounds }, (_round, round) => ({ analysts: index + 1, rounds: round + 1 })),
  );
  const riskRounds = settings.riskRounds;
  return {
    basis,
    runs: measured ? past.length : 0,
    limitUsd: basis === "rules" ? null : runBudgetUsd(actor, settings.budgetUsd),
    shapes: shapes.map((shape) =>
      measured ? fromRuns(past, { ...shape, riskRounds }) : estimateFromTable(environment, { ...shape, riskRounds }),
    ),
    holdings: measured ? scaled(past, holdingsShape) : holdingsFromTable(environment),
  };
}

function fromRuns(past: readonly PastRun[], shape: Shape): ShapeEstimate {
  const { analysts, rounds } = shape;
  return { analysts, rounds, ...scaled(past, { statements: statementsOf(shape), depth: callDepth(shape) }) };
}

/** The runs' total over their statements (or chains), times those asked about. */
function scaled(
  past: readonly PastRun[],
  { statements, depth }: { readonly statements: number; readonly depth: number },
): Pick<ShapeEstimate, "calls" | "costUsd" | "seconds"> {
  const total = (of: (run: PastRun) => number): number => past.reduce((sum, run) => sum + of(run), 0);
  const priced = past.filter(({ costUsd }) => costUsd !== null);
  const cost = priced.reduce((sum, { costUsd }) => sum.plus(costUsd ?? 0), new Decimal(0));
  const costUsd =
    priced.length === 0
      ? null
      : rounded(cost.times(statements).div(priced.reduce((sum, run) => sum + statementsOf(run), 0)));
  return {
    calls: Math.round((total(({ calls }) => calls) / total(statementsOf)) * statements),
    costUsd,
    seconds: Math.ceil((total(({ seconds }) => seconds) / total(callDepth)) * depth),
  };
}
