import type { Job } from "#src/contract/jobs/analysis.ts";
import type { Agent } from "#src/contract/run/answers.ts";
import type { RerunAnalysis } from "#src/contract/jobs/jobs.ts";
import { stageOf } from "#src/contract/run/stages.ts";
import { loadAnalysis, type StoredAnalysis } from "./queries/analyses.ts";
import { findRun } from "./queries/runs.ts";
import { Conflict, InvalidField, NotFound } from "#src/core/errors.ts";
import { requireOwnModel } from "../model-keys/public/require-own-model.ts";
import { runBudgetUsd } from "../plans/public/monthly-quota.ts";
import { requireScope, type Context } from "../context.ts";
import { requireKeptSteps } from "./public/kept-steps.ts";
import { resolveRun } from "./public/resolve-run.ts";
import { refuseRemoved } from "./public/removed-result.ts";
import { submitJob } from "./lib/submit-job.ts";

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
