import { join } from "node:path";
import { z } from "zod";
import type { AnalysisRequest } from "#src/contract/jobs/analysis.ts";
import { analyze, type AnalysisTools, type Outcome } from "#src/debate/analyze.ts";
import { noCheckpoint } from "#src/debate/checkpoint.ts";
import { forEachKind, type VendorChain } from "#src/market/market-data.ts";
import { openArchive } from "#src/market/vendors/archive/archive.ts";
import { fixedClock } from "#src/core/clock.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";

/** What a bench has measured: the one value that its target speaks of first, and whether all of the target was met. */
export const Figure = z.object({
  /** What it is, and what it is divided by. */
  figure: z.string(),
  value: z.number(),
  /** `x` for a ratio to something measured in the same run. */
  unit: z.string(),
  /** Begins with what the value is held against: `<= 1.05`. */
  target: z.string(),
  met: z.boolean(),
});
export type Figure = z.infer<typeof Figure>;

/** The shipped archive, opened once: what a bench measures is the run and not the reading of files. */
export async function demoChain(): Promise<VendorChain> {
  const demo = [await openArchive(join(import.meta.dirname, "../demo"))];
  return { instruments: demo, byKind: forEachKind(() => demo) };
}

export function demoRequest(tradeDate: string, rounds = 1): AnalysisRequest {
  return {
    ticker: "DEMO",
    trade_date: tradeDate,
    asset_type: "stock",
    analysts: ["market", "social", "news", "fundamentals"],
    max_debate_rounds: rounds,
  };
}

/** One run of DEMO without anything kept. @throws when the run fails: a bench of failures measures nothing */
export async function run(
  vendors: VendorChain,
  reasoner: Reasoner,
  tradeDate: string,
  options: { rounds?: number; toolSteps?: number; emit?: AnalysisTools["emit"] } = {},
): Promise<Outcome & { ok: true }> {
  const rounds = options.rounds ?? 1;
  const outcome = await analyze(
    {
      vendors,
      reasoner,
      memory: { of: () => Promise.resolve([]), keep: () => Promise.resolve() },
      checkpoint: noCheckpoint,
      clock: fixedClock(Date.parse("2026-01-01T00:00:00Z")),
      emit: options.emit ?? (() => {}),
      signal: new AbortController().signal,
    },
    {
      runId: "bench",
      codeVersion: "bench",
      seed: 1,
      rounds,
      riskRounds: rounds,
      toolSteps: options.toolSteps ?? 0,
      onlineTools: false,
      budgetUsd: null,
    },
    demoRequest(tradeDate, rounds),
  );
  if (!outcome.ok) throw outcome.error;
  return outcome;
}

/** One line of JSON; the exit code says whether every target was met. */
export function report(figure: Figure, more: Readonly<Record<string, unknown>> = {}): void {
  const value = Number(figure.value.toPrecision(4));
  process.stdout.write(`${JSON.stringify({ ...figure, value, ...more })}\n`);
  if (!figure.met) process.exitCode = 1;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
