import { measureMemory } from "#src/backtest/memory/measure.ts";
import { prepareMemory, type MemorySubject } from "#src/backtest/memory/prepare.ts";
import { Analyst, type AnalysisRequest } from "#src/contract/jobs/analysis.ts";
import { setCutoff } from "#src/contract/backtests/knowledge-cutoff.ts";
import type { MemoryAsked, MemoryMeasurement } from "#src/contract/backtests/memory.ts";
import { noteProgress } from "#src/product/jobs/queries/jobs.ts";
import { listedSymbols, readSymbol } from "#src/market/symbols/read-symbol.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { BudgetExceeded, Cancelled, InvalidInput } from "#src/core/errors.ts";
import { memoryJob } from "#src/product/jobs/public/kinds.ts";
import { keepMeasurement } from "#src/product/memory/memory.ts";
import { jobAnswers, runJob, toldReason, type TakenJob } from "./job.ts";
import { jobAllowance } from "../allowance.ts";
import { ownReasoner } from "../own-reasoner.ts";
import type { WorkerTools } from "./analysis.ts";
import type { BacktestTools } from "./backtest.ts";

type Tools = WorkerTools & BacktestTools;

/** Answers have a table, so nothing is paid twice. */
export function runMemoryJob(tools: Tools, id: string): Promise<void> {
  return runJob(tools, id, memoryJob, {
    run: (taken) => measured(tools, taken),
    succeeded: async (result) => (result.stopped === null ? keepMeasurement(tools, result) : undefined),
    reason: toldReason,
  });
}

async function measured(tools: Tools, taken: TakenJob<MemoryAsked>): Promise<MemoryMeasurement> {
  const { db, clock } = tools;
  const { id, owner, input: asked, signal } = taken;
  const request: AnalysisRequest = {
    ticker: asked.symbol,
    trade_date: asked.date,
    asset_type: asked.asset_type,
    analysts: [...Analyst.options],
    max_debate_rounds: null,
  };
  const vendors = tools.vendorChainOf(request);
  const reasoner = ownReasoner(tools, {
    owner,
    choice: asked.own_model,
    allowances: [jobAllowance(db, taken)],
  });
  const measuring = { vendors, reasoner, clock, signal };
  const prepared = await prepareMemory(measuring, tools.backtests.rules, subjectOf(tools, id, request, vendors));
  const answers = await jobAnswers(db, { table: "memory_answers", job: id });
  let done = 0;
  const noted: Promise<boolean>[] = [];
  const result = await measureMemory({ ...measuring, answers }, prepared, {
    repetitions: asked.repetitions,
    // It is held on the job itself.
    budget: null,
    cutoff: setCutoff(tools.backtests.cutoffs, reasoner.models),
    onRated: () => {
      done += 1;
      noted.push(noteProgress(db.sql, id, { done }));
    },
  });
  await Promise.all(noted);
  if (signal.aborted) throw new Cancelled();
  if (result.stopped !== null && result.ratings.named.length === 0) throw new BudgetExceeded(result.stopped);
  return result;
}

function subjectOf(
  { settings, jobs }: Tools,
  id: string,
  request: AnalysisRequest,
  vendors: VendorChain,
): MemorySubject {
  const read = readSymbol(request.ticker, request.asset_type, listedSymbols(vendors));
  if (!read.ok) throw new InvalidInput(read.detail);
  return {
    symbol: read.symbol,
    request,
    settings: {
      runId: id,
      codeVersion: settings.codeVersion,
      seed: settings.seed,
      rounds: jobs.rounds,
      riskRounds: jobs.riskRounds,
      toolSteps: settings.toolSteps,
      onlineTools: settings.onlineTools,
      budgetUsd: null,
      ...(jobs.askAgainFigures === false && { askAgainFigures: jobs.askAgainFigures }),
    },
  };
}
