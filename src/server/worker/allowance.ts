import pLimit from "p-limit";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { BudgetExceeded, Cancelled, isUnbilled } from "#src/core/errors.ts";
import type { Log } from "#src/core/operation/log.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import type { Database } from "#src/core/db/database.ts";
import { holdOnJob, settleOnJob } from "#src/product/jobs/queries/jobs.ts";
import type { JobQueue } from "#src/product/jobs/queries/job-queue.ts";
import { loadAnalysis } from "#src/product/analyses/queries/analyses.ts";
import { keepSpent, uncounted } from "#src/product/usage/queries/usage.ts";
import { keptCalls } from "#src/debate/turns/model-call.ts";
import { usageOf } from "#src/debate/budget.ts";
import type { AnswerBase, Brief, Reasoner, Spoken } from "#src/debate/reasoners/reasoner.ts";

/** Of a key's month, or a backtest. */
export interface Allowance {
  /**
   * @param most of the call
   * @returns called with the cost
   * @throws BudgetExceeded, Cancelled
   */
  hold(most: Usd): Promise<(cost: Usd) => Promise<void>>;
}

/** `null`: unknown, all stays spent. */
type Settle = (cost: Usd | null) => Promise<void>;

/** All or none. Money held for the run's own calls may come free, so a call waits while any is under way. */
export function holdingAll(
  log: Log,
  allowances: readonly Allowance[],
): (most: Usd, signal: AbortSignal) => Promise<Settle> {
  const turn = pLimit(1);
  let underWay = 0;
  let settled = Promise.withResolvers<void>();

  const ended = (): void => {
    underWay -= 1;
    settled.resolve();
    settled = Promise.withResolvers();
  };
  const holdOnce = async (most: Usd): Promise<Settle> => {
    const held: ((cost: Usd) => Promise<void>)[] = [];
    const settle = async (cost: Usd): Promise<void> => {
      // What cannot be noted stays held, which is more than was spent.
      for (const one of await Promise.allSettled(held.map((each) => each(cost))))
        if (one.status === "rejected") log.error({ err: one.reason }, "the cost of a call could not be noted");
    };
    try {
      for (const allowance of allowances) held.push(await allowance.hold(most));
    } catch (error) {
      await settle("0");
      throw error;
    }
    underWay += 1;
    return async (cost) => {
      await settle(cost ?? most);
      ended();
    };
  };

  return (most, signal) =>
    turn(async () => {
      for (;;) {
        if (signal.aborted) throw new Cancelled();
        const next = settled.promise;
        try {
          return await holdOnce(most);
        } catch (error) {
          // A call that ended while this one was refused may have left enough.
          const isLast = underWay === 0 && next === settled.promise;
          if (!(error instanceof BudgetExceeded) || isLast) throw error;
        }
        await next;
      }
    });
}

/** What an owner lets the calls of one job cost. */
export function jobAllowance(
  db: Database,
  { id, budgetUsd }: { readonly id: string; readonly budgetUsd: Usd | null },
): Allowance {
  return {
    async hold(most: Usd) {
      const held = await holdOnJob(db.sql, id, most);
      if (held === "ended") throw new Cancelled();
      if (held === "exceeded")
        throw new BudgetExceeded(
          `the budget of ${usdText(budgetUsd ?? "0")} does not cover the next call, which can cost up to ${usdText(most)}`,
        );
      return (cost) => settleOnJob(db.sql, id, most, cost);
    },
  };
}

type Tools = { readonly db: Database; readonly queue: JobQueue };

const atOnce = 20;

/** Finished calls; what was dropped in flight is unknown. */
export async function countSpent({ db, queue }: Tools, id: string): Promise<void> {
  const stored = await loadAnalysis(db.sql, id);
  if (stored === null) return;
  const calls = keptCalls(await queue.finishedSteps(id));
  await keepSpent(db.sql, id, usageOf(calls, stored.setting.budgetUsd));
}

/** For runs whose worker died or that others ended. */
export async function countForgotten(tools: Tools): Promise<void> {
  for (const id of await uncounted(tools.db.sql, atOnce)) await countSpent(tools, id);
}

interface Held {
  readonly reasoner: Pick<Reasoner, "estimate" | "speak">;
  readonly hold: ReturnType<typeof holdingAll>;
  /** As it is named where its price is not known. */
  readonly model: string;
  /** What a call did cost; `null`: that is not known. */
  readonly chargeOf: (call: Spoken<unknown>["call"]) => Usd | null;
}

/** @throws BudgetExceeded */
export async function speakHeld<A extends AnswerBase>(
  { reasoner, hold, model, chargeOf }: Held,
  brief: Brief<A>,
  options: Parameters<Reasoner["speak"]>[1],
): Promise<Spoken<A>> {
  const most = reasoner.estimate(brief);
  if (most === null) throw new BudgetExceeded(`the cost of a call to ${model} is unknown`);
  const settle = await hold(most, options.signal);
  try {
    const spoken = await reasoner.speak(brief, options);
    await settle(chargeOf(spoken.call));
    return spoken;
  } catch (error) {
    // Any other call that failed may have been billed.
    await settle(isUnbilled(error) ? "0" : null);
    throw error;
  }
}

/** The same reasoner, each call held. */
export function holding(reasoner: Reasoner, hold: Held["hold"]): Reasoner {
  const { models } = reasoner;
  return {
    ...reasoner,
    // What all calls may cost together is held here, over every run.
    estimate: () => null,
    speak: (brief, options) =>
      speakHeld({ reasoner, hold, model: models[brief.depth], chargeOf: ({ costUsd }) => costUsd }, brief, options),
  };
}

/** The same, and whether money was missing for one of its calls. */
export function noting(reasoner: Reasoner): {
  readonly reasoner: Reasoner;
  readonly refused: () => BudgetExceeded | null;
} {
  let refused: BudgetExceeded | null = null;
  const speak: Reasoner["speak"] = async (brief, options) => {
    try {
      return await reasoner.speak(brief, options);
    } catch (error) {
      if (error instanceof BudgetExceeded) refused = error;
      throw error;
    }
  };
  return { reasoner: { ...reasoner, speak }, refused: () => refused };
}
