import { plans } from "#src/contract/accounts/plans.ts";
import { BacktestAsked, type BacktestModels, backtestLimits } from "#src/contract/backtests/backtests.ts";
import { withDefaults } from "#src/contract/jobs/model-keys.ts";
import { backtestWorkflow, modelBacktestWorkflow } from "#src/product/jobs/queries/job-queue.ts";
import { type BacktestInput, countBacktests } from "#src/product/backtests/queries/backtests.ts";
import { Conflict, Forbidden, InvalidInput } from "#src/core/errors.ts";
import type { Once } from "#src/product/idempotency/queries/idempotency-keys.ts";
import { backtestJob, submitJob } from "#src/product/jobs/public/kinds.ts";
import { requireOwnModel } from "#src/product/model-keys/public/own-environment.ts";
import type { Actor, Context } from "#src/product/context.ts";
import type { ReadOrder } from "../public/order.ts";
import type { Tx } from "#src/core/db/database.ts";
import { z } from "zod";
import { BacktestResult, StrategyName } from "#src/contract/backtests/backtest.ts";
import { shorten } from "#src/core/text/shorten.ts";

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

/** Every line has a value for each session, in order. */
const Shown = BacktestResult.superRefine(({ settings, portfolio }, { addIssue }) => {
  const { equity_sessions: sessions, strategies } = portfolio;
  const refuse = (path: (string | number)[], message: string): void => addIssue({ code: "custom", path, message });
  if (sessions.length < 2) refuse(["portfolio", "equity_sessions"], "has fewer than two sessions");
  if (sessions.some((session, index) => index > 0 && session <= (sessions[index - 1] ?? "")))
    refuse(["portfolio", "equity_sessions"], "is not in chronological order");
  for (const [index, { equity }] of strategies.entries())
    if (equity.length !== sessions.length)
      refuse(
        ["portfolio", "strategies", index, "equity"],
        `has ${equity.length} values for ${sessions.length} sessions`,
      );
  for (const name of StrategyName.options) {
    const count = strategies.filter(({ strategy }) => strategy === name).length;
    const isOptional = name === "single_call" || name === "rules" || name === "debate_levels";
    if (count !== 1 && !(isOptional && count === 0))
      refuse(["portfolio", "strategies"], `has ${name} ${count} times instead of once`);
  }
  if (settings.symbols.some((symbol) => !/^[\w.^/=-]{1,32}$/.test(symbol)))
    refuse(["settings", "symbols"], "has an invalid symbol");
});

export interface UploadedBacktest {
  readonly result: BacktestResult;
  readonly asked: BacktestAsked;
}

/**
 * Read, not checked: nothing proves its figures.
 * @throws InvalidInput in words about the file
 */
export function readUploadedBacktest(file: Uint8Array): UploadedBacktest {
  const mb = backtestLimits.uploadBytes / 1_048_576;
  if (file.length === 0) throw new InvalidInput("the file is empty");
  if (file.length > backtestLimits.uploadBytes) throw new InvalidInput(`the file is larger than the limit of ${mb} MB`);
  const read = Shown.safeParse(parsed(file));
  if (!read.success) {
    const { path, message } = read.error.issues[0] ?? { path: [], message: "unreadable" };
    const where = path.length === 0 ? "" : `${path.map(String).join(".")}: `;
    throw new InvalidInput(shorten(`the file is not a backtest result.json (${where}${message})`, 300));
  }
  // Postgres keeps neither NUL nor half a character.
  if (/\\u(?:0000|d[89a-f])/i.test(JSON.stringify(read.data)))
    throw new InvalidInput("the file contains characters that are not valid text");
  const asked = BacktestAsked.safeParse(read.data.settings);
  if (!asked.success) throw new InvalidInput(`the file's settings cannot be read (${z.prettifyError(asked.error)})`);
  return { result: read.data, asked: asked.data };
}

function parsed(file: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(file));
  } catch (cause) {
    throw new InvalidInput("the file is not JSON; choose the result.json written by `conclave backtest`", { cause });
  }
}
