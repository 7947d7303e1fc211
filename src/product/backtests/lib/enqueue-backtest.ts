import { plans } from "#src/contract/accounts/plans.ts";
import { type BacktestModels, backtestLimits } from "#src/contract/backtests/backtests.ts";
import { withDefaults } from "#src/contract/jobs/model-keys.ts";
import { backtestWorkflow, modelBacktestWorkflow } from "#src/product/jobs/queries/job-queue.ts";
import { type BacktestInput, countBacktests } from "#src/product/backtests/queries/backtests.ts";
import { Forbidden, Conflict } from "#src/core/errors.ts";
import type { Once } from "#src/product/idempotency/public/once.ts";
import { backtestJob } from "#src/product/jobs/public/kinds.ts";
import { submitJob } from "#src/product/jobs/public/submit-job.ts";
import { requireOwnModel } from "#src/product/model-keys/public/own-environment.ts";
import type { Context, Actor } from "#src/product/context.ts";
import type { ReadOrder } from "../public/backtest-environment.ts";
import type { Tx } from "#src/core/db/database.ts";

export interface BacktestToStart extends Pick<Extract<ReadOrder, { ok: true }>, "asked" | "decisions"> {
  /** Of one that is asked for with an idempotency key. */
  readonly once?: Once | null;
}

/**
 * @returns its id, and whether an earlier request made it
 * @throws InvalidField without a key; Forbidden beyond the plan; Conflict while another is open or for a reused key
 */
export async function enqueueBacktest(
  ctx: Context,
  { asked, decisions, once = null }: BacktestToStart,
): Promise<{ readonly id: string; readonly replayed: boolean }> {
  const { actor } = ctx;
  const { name, backtestDecisions: most } = plans[actor.plan];
  if (decisions > most)
    throw new Forbidden(
      `this backtest has ${decisions} decisions and the ${name} plan allows ${most}; choose fewer symbols, a shorter period or more sessions between decisions`,
    );
  const { models } = asked;
  const own = models === undefined ? undefined : await readyModels(ctx, models);
  const kept = own === undefined ? asked : { ...asked, models: own };
  return submitJob(ctx, {
    kind: backtestJob,
    workflow: own === undefined ? backtestWorkflow : modelBacktestWorkflow,
    job: {
      input: { ...kept, source: "here" } satisfies BacktestInput,
      total: decisions,
      budgetUsd: own?.budget_usd ?? null,
    },
    once,
    async admit(tx) {
      ensureSlot(await ensureCapacity(tx, actor), own !== undefined);
      return null;
    },
  });
}

/** With the key's settings now, as it lasts for hours. @throws InvalidField */
async function readyModels({ db, actor }: Context, models: BacktestModels): Promise<BacktestModels> {
  const defaults = await requireOwnModel(db.sql, actor.owner, models.own_model);
  return { ...models, own_model: withDefaults(models.own_model, defaults) };
}

/** The account is locked. @throws Forbidden */
export async function ensureCapacity(
  tx: Tx,
  { owner, plan }: Actor,
): Promise<Awaited<ReturnType<typeof countBacktests>>> {
  const counts = await countBacktests(tx, owner);
  const { name, backtests: most } = plans[plan];
  if (counts.kept >= most) throw new Forbidden(`the ${name} plan stores up to ${most} backtests; delete one first`);
  return counts;
}

/** A paused one is not open. @throws Conflict */
export function ensureSlot(
  { open, openWithModels }: Awaited<ReturnType<typeof countBacktests>>,
  withModels: boolean,
): void {
  if ((withModels ? openWithModels : open - openWithModels) >= backtestLimits.open)
    throw new Conflict(
      `you already have a backtest ${withModels ? "with your models " : ""}running; wait for it to finish, pause it or cancel it`,
    );
}
