import { DBOS } from "@dbos-inc/dbos-sdk";
import { BacktestResult } from "#src/contract/backtest.ts";
import { findAnswer } from "#src/db/queries/backtest-answers.ts";
import { listTrials, listUncounted, noteTrial } from "#src/db/queries/trials.ts";
import { endValidity, findResultText, otherConfigurations, takeValidity } from "#src/db/queries/validity.ts";
import { InvalidInput } from "#src/platform/errors.ts";
import type { SystemContext } from "#src/services/context.ts";
import { readMemoryOfBacktest } from "#src/services/memory/lib/read-memory.ts";
import type { Log } from "#src/platform/log.ts";
import { runStep } from "../outages.ts";
import { openJudgeThread, type JudgeThread } from "../validity/open-thread.ts";

const SettingsOf = BacktestResult.pick({ settings: true });

export interface ValidityTools extends SystemContext {
  readonly log: Log;
  readonly backtests: { readonly archives: readonly string[] };
}

type Taken = NonNullable<Awaited<ReturnType<typeof takeValidity>>>;

/**
 * The validity report of a backtest, from the queue to its end. It is made in one go: whoever goes on with a dead
 * worker's makes it anew, which costs nothing but time.
 */
export async function runValidityJob(tools: ValidityTools, job: string): Promise<void> {
  // No step of the workflow: whoever takes it over must ask anew whether to go on.
  const taken = await takeValidity(tools.db.sql, job, tools.clock.now());
  if (taken === null) return;
  const log = tools.log.child({ backtest: taken.backtest, job });
  const made = await runStep(() => make(tools, job, taken), { name: "validity" });
  log.info({ made }, "validity report ended");
}

/** @returns whether a report was made */
async function make(tools: ValidityTools, job: string, taken: Taken): Promise<boolean> {
  const { db, clock, backtests } = tools;
  const signal = DBOS.stepStatus?.cancelSignal ?? new AbortController().signal;
  const thread = openJudgeThread(backtests.archives, (key) => findAnswer(db.sql, taken.owner, key), signal);
  try {
    await countAll(tools, thread, taken.owner);
    const result = await findResultText(db.sql, taken.backtest);
    // Deleted meanwhile.
    if (result === null) return false;
    const { settings } = SettingsOf.parse(JSON.parse(result));
    const report = await thread.judge({
      result,
      uploaded: taken.uploaded,
      others: await otherConfigurations(db.sql, taken.backtest),
      trials: await listTrials(db.sql, taken.owner),
      memory: await readMemoryOfBacktest(tools, settings),
    });
    return await endValidity(db.sql, job, { report }, clock.now());
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    await endValidity(db.sql, job, { error: error.message }, clock.now());
    return false;
  } finally {
    await thread.close();
  }
}

/** Results that were brought, and those of releases that did not count, are trials as well. */
async function countAll({ db }: ValidityTools, thread: JudgeThread, owner: string): Promise<void> {
  for (const backtest of await listUncounted(db.sql, owner)) {
    const result = await findResultText(db.sql, backtest);
    if (result === null) continue;
    const trial = await thread.trial(result);
    await db.transaction((tx) => noteTrial(tx, { owner, backtest }, trial));
  }
}
