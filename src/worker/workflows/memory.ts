import { DBOS } from "@dbos-inc/dbos-sdk";
import { z } from "zod";
import { measureMemory } from "#src/backtest/memory/measure.ts";
import { prepareMemory, type MemorySubject } from "#src/backtest/memory/prepare.ts";
import { Analyst, type AnalysisRequest } from "#src/contract/analysis.ts";
import { setCutoff } from "#src/contract/knowledge-cutoff.ts";
import type { MemoryMeasurement } from "#src/contract/memory-measurement.ts";
import { endBudgetedJob } from "#src/db/queries/budgeted-jobs.ts";
import {
  keepMemoryAnswer,
  memoryAnswersOf,
  noteMemoryProgress,
  takeMemoryJob,
  type TakenMemoryJob,
} from "#src/db/queries/memory-jobs.ts";
import { keptAnswers, type KeptAnswer } from "#src/debate/attribution/reuse.ts";
import { StoredCall } from "#src/debate/model-call.ts";
import { listedSymbols, readSymbol } from "#src/market/read-symbol.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { BudgetExceeded, Cancelled, InvalidInput, isConclaveError } from "#src/platform/errors.ts";
import { keepMeasurement } from "#src/services/memory/keep-measurement.ts";
import { jobAllowance } from "../job-allowance.ts";
import { runStep } from "../outages.ts";
import { ownReasoner } from "../own-reasoner.ts";
import type { WorkerTools } from "./analysis.ts";
import type { BacktestTools } from "./backtest.ts";

type Tools = WorkerTools & BacktestTools;

/**
 * One measurement of memory from the queue to its end. What models answered stands in a table of its own: whoever goes
 * on with a dead worker's pays for no answer twice.
 */
export async function runMemoryJob(tools: Tools, id: string): Promise<void> {
  // No step of the workflow: whoever takes it over must ask anew whether to go on.
  const taken = await takeMemoryJob(tools.db.sql, id, tools.clock.now());
  if (taken === null) return;
  const log = tools.log.child({ memory: id });
  log.info("memory measurement started");
  const ended = await runStep(() => measure(tools, taken), { name: "measure" });
  log.info({ ended }, "memory measurement ended");
}

/** @returns how it ended, for the log */
async function measure(tools: Tools, taken: TakenMemoryJob): Promise<string> {
  const { db, clock } = tools;
  try {
    const result = await measured(tools, taken);
    const isWhole = result.stopped === null;
    if (!isWhole && result.ratings.named.length === 0) throw new BudgetExceeded(result.stopped ?? "");
    const ended = await endBudgetedJob(db.sql, "memory_jobs", taken.id, { state: "succeeded", result }, clock.now());
    // Of one that was cancelled meanwhile nothing stays.
    if (ended && isWhole) await keepMeasurement(tools, result);
    return result.stopped ?? "all was measured";
  } catch (error) {
    // It was cancelled, which its row says already, or the worker stops and another goes on.
    if (!isConclaveError(error) || error instanceof Cancelled) throw error;
    await endBudgetedJob(db.sql, "memory_jobs", taken.id, { state: "failed", error: error.message }, clock.now());
    return error.message;
  }
}

async function measured(tools: Tools, taken: TakenMemoryJob): Promise<MemoryMeasurement> {
  const { db, clock } = tools;
  const { id, owner, asked } = taken;
  const signal = DBOS.stepStatus?.cancelSignal ?? new AbortController().signal;
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
    allowances: [jobAllowance(db, "memory_jobs", taken)],
  });
  const measuring = { vendors, reasoner, clock, signal };
  const prepared = await prepareMemory(measuring, tools.backtests.rules, subjectOf(tools, id, request, vendors));
  const known = z.array(StoredAnswer).parse(await memoryAnswersOf(db.sql, id));
  const answers = keptAnswers(known, (answer: KeptAnswer) => keepMemoryAnswer(db.sql, id, answer));
  let done = 0;
  const noted: Promise<void>[] = [];
  const result = await measureMemory({ ...measuring, answers }, prepared, {
    repetitions: asked.repetitions,
    // It is held on the job itself.
    budget: null,
    cutoff: setCutoff(tools.backtests.cutoffs, reasoner.models),
    onRated: () => {
      done += 1;
      noted.push(noteMemoryProgress(db.sql, id, done));
    },
  });
  await Promise.all(noted);
  if (signal.aborted) throw new Cancelled();
  return result;
}

const StoredAnswer = z.object({ repetition: z.int(), prompt: z.string(), spoken: StoredCall.shape.spoken });

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
