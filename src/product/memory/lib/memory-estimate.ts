import { Decimal } from "decimal.js";
import { Analyst } from "#src/contract/jobs/analysis.ts";
import { cutoffOf, setCutoff } from "#src/contract/backtests/knowledge-cutoff.ts";
import { type MemoryAsked, type MemoryEstimate, MemoryWorld } from "#src/contract/backtests/memory.ts";
import { InvalidField } from "#src/core/errors.ts";
import type { AnalysisEnvironment } from "#src/product/analyses/public/analysis-environment.ts";
import { costOfCall, estimateFromTable } from "#src/product/analyses/public/call-cost.ts";
import type { JobSettings } from "#src/product/context.ts";

/** In each repetition: with the name and without it. */
const quizzes = 2;

/** Debates of a measurement, where news are read and later closes are known. */
export function debatesOf({ repetitions }: Pick<MemoryAsked, "repetitions">): number {
  return repetitions * MemoryWorld.options.length;
}

/** By the price table. @throws InvalidField */
export function memoryEstimate(
  asked: MemoryAsked,
  environment: AnalysisEnvironment,
  { rounds, riskRounds }: Pick<JobSettings, "rounds" | "riskRounds">,
): MemoryEstimate {
  const known = environment.read(asked.symbol, asked.asset_type);
  if (!known.ok) throw new InvalidField("symbol", asked.symbol, known.reason);
  if (asked.date > known.lastSession)
    throw new InvalidField("date", asked.date, `must be on or before the last session, ${known.lastSession}`);
  const { llm_provider: provider, deep_think_llm: deep, quick_think_llm: quick } = environment.config;
  const debate = estimateFromTable(environment, { analysts: Analyst.options.length, rounds, riskRounds });
  const debates = debatesOf(asked);
  const questions = asked.repetitions * quizzes;
  const { deep: deepPrice } = environment.prices;
  return {
    symbol: known.symbol,
    date: asked.date,
    deep,
    quick,
    repetitions: asked.repetitions,
    calls: debate.calls * debates + questions,
    cost_usd:
      debate.costUsd === null || deepPrice === null
        ? null
        : new Decimal(debate.costUsd).times(debates).plus(costOfCall(deepPrice).times(questions)).toFixed(),
    cutoff: cutoffOf(setCutoff(environment.cutoffs, { deep, quick }), { provider, deep, quick }).date,
  };
}
