import type { z } from "zod";
import { BacktestResult } from "#src/contract/backtest.ts";
import { findAnswer } from "#src/product/backtests/queries/backtest-answers.ts";
import { findResultText, otherConfigurations } from "#src/product/backtests/queries/backtests.ts";
import { listTrials, listUncounted, noteTrial } from "#src/product/backtests/queries/trials.ts";
import { InvalidInput } from "#src/core/errors.ts";
import type { SystemContext } from "#src/product/context.ts";
import { validityJob } from "#src/product/jobs/public/kinds.ts";
import { readMemoryOfBacktest } from "#src/product/memory/public/read-memory.ts";
import type { Log } from "#src/core/log.ts";
import { runJob, type TakenJob } from "./job.ts";
import { openJudgeThread, type JudgeThread } from "../validity/open-thread.ts";

const SettingsOf = BacktestResult.pick({ settings: true });

export interface ValidityTools extends SystemContext {
  readonly log: Log;
  readonly backtests: { readonly archives: readonly string[] };
}

/** In one go: another worker makes it anew. */
export function runValidityJob(tools: ValidityTools, id: string): Promise<void> {
  return runJob(tools, id, validityJob, {
    run: (taken) => judge(tools, taken),
    reason: (error) => (error instanceof InvalidInput ? error.message : null),
  });
}

/** @returns JSON in key order; `null` when the backtest is gone */
async function judge(
  tools: ValidityTools,
  { owner, subject, input, signal }: TakenJob<z.infer<typeof validityJob.input>>,
): Promise<string | null> {
  const { db, backtests } = tools;
  const thread = openJudgeThread(backtests.archives, (key) => findAnswer(db.sql, owner, key), signal);
  try {
    await countAll(tools, thread, owner);
    const result = await findResultText(db.sql, subject);
    if (result === null) return null;
    const { settings } = SettingsOf.parse(JSON.parse(result));
    return await thread.judge({
      result,
      uploaded: input.uploaded,
      others: await otherConfigurations(db.sql, subject),
      trials: await listTrials(db.sql, owner),
      memory: await readMemoryOfBacktest(tools, settings),
    });
  } finally {
    await thread.close();
  }
}

/** Uploads and older releases' results are trials too. */
async function countAll({ db }: ValidityTools, thread: JudgeThread, owner: string): Promise<void> {
  for (const backtest of await listUncounted(db.sql, owner)) {
    const result = await findResultText(db.sql, backtest);
    if (result === null) continue;
    const trial = await thread.trial(result);
    await db.transaction((tx) => noteTrial(tx, { owner, backtest }, trial));
  }
}
