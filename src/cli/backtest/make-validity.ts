import { join } from "node:path";
import { maskedReasoner } from "#src/backtest/mask.ts";
import type { Subject } from "#src/backtest/orders.ts";
import { rememberingReasoner } from "#src/backtest/remembered-answers.ts";
import { examine, neverAsked, type Examined } from "#src/backtest/validity/examine.ts";
import { validityReport } from "#src/backtest/validity/report.ts";
import { trialOf, trialsLike } from "#src/backtest/validity/deflated-sharpe.ts";
import type { BacktestResult } from "#src/contract/backtests/backtest.ts";
import type { ValidityReport } from "#src/contract/backtests/validity.ts";
import { createBudget } from "#src/debate/budget.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { renderValidity } from "#src/report/backtest/validity-report.ts";
import type { Cli } from "../cli.ts";
import { memoryOfBacktest } from "../runs/stored-memory.ts";
import { writeWhole } from "../runs/run-folder.ts";
import { answerFiles, trialsFile } from "./folder.ts";
import { backtestProgress } from "./console.ts";

/** What a backtest can be examined with. */
export interface Examination {
  readonly vendors: VendorChain;
  readonly subjects: readonly Subject[];
  /** Who decided; `null`: cannot be built here. */
  readonly reasoner: Reasoner | null;
  /** Decisions that are repeated in other worlds. */
  readonly sample: number;
}

interface ToJudge {
  readonly result: BacktestResult;
  /** Other configurations on the same dates. */
  readonly others: readonly BacktestResult[];
  /** `null` without the archives. */
  readonly examination: Examination | null;
  readonly capital: number;
  /** Where `validity.json` and `validity.md` go; `null`: nowhere. */
  readonly folder: string | null;
}

/**
 * Notes it and the others as trials. No model is asked.
 * @throws Cancelled; VendorFailed; CorruptRun
 */
export async function makeValidity(
  cli: Cli,
  { result, others, examination, capital, folder }: ToJudge,
  signal: AbortSignal,
): Promise<ValidityReport> {
  const trials = trialsFile(cli.settings.home);
  const own = trialOf(result);
  for (const one of [result, ...others]) await trials.note(trialOf(one));
  const examined = examination === null ? null : await examineHere(cli, result, examination, signal);
  const report = validityReport({
    result,
    subjects: examination?.subjects ?? null,
    examined,
    memory: await memoryOfBacktest(cli, result.settings),
    trials: trialsLike(own, await trials.all()),
    others,
    capital,
  });
  if (folder !== null)
    await writeWhole(folder, {
      "validity.json": `${JSON.stringify(report, null, 2)}\n`,
      "validity.md": renderValidity(report),
    });
  return report;
}

async function examineHere(
  cli: Cli,
  { settings, decisions }: BacktestResult,
  { vendors, subjects, reasoner, sample }: Examination,
  signal: AbortSignal,
): Promise<Examined | null> {
  if (reasoner === null) return null;
  const store = answerFiles(join(cli.settings.home, "backtests", "answers"));
  const kept =
    reasoner.provider === "rules"
      ? reasoner
      : rememberingReasoner(
          neverAsked(reasoner),
          store,
          createBudget(null),
          settings.reasoner.base_url ?? "",
          () => {},
        );
  const progress = backtestProgress(cli.err, cli.clock, 0, decisions.length + 2 * Math.min(sample, decisions.length));
  try {
    return await examine(
      {
        vendors,
        reasoner: settings.mask_ticker ? maskedReasoner(kept) : kept,
        signal,
        sample,
        step: (what) => progress.step(what),
      },
      settings,
      subjects,
    );
  } finally {
    progress.close();
  }
}
