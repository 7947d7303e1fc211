import { Decimal } from "decimal.js";
import { repeatedRuns } from "#src/contract/run/agreement.ts";
import type { AnalysisRequest, Repetition } from "#src/contract/jobs/analysis.ts";
import type { DebateEvent } from "#src/contract/run/events.ts";
import { analyze, remember, type AnalysisTools, type Outcome, type RunSettings } from "#src/debate/analyze.ts";
import { keptCalls } from "#src/debate/turns/model-call.ts";
import { repetitionOf } from "#src/debate/checkpoint.ts";
import { reviewInstruction, type FullResult } from "#src/debate/result.ts";
import { total, usageOf, type Billed } from "#src/debate/budget.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";

interface Repeated {
  readonly seed: number;
  readonly outcome: Outcome;
  readonly calls: readonly Billed[];
}

/**
 * With the next seed and a run's budget each. `agreementOf` decides; else `REVIEW`, or the first failure.
 * @param threshold share of all repetitions
 */
export async function analyzeRepeatedly(
  tools: AnalysisTools,
  settings: RunSettings,
  request: AnalysisRequest,
  threshold: number,
): Promise<Outcome> {
  const { runs = 1 } = request;
  if (runs === 1) return analyze(tools, settings, request);
  const ended: Repeated[] = [];
  for (let repetition = 1; repetition <= runs; repetition += 1) {
    const one = await repeat(tools, settings, request, repetition);
    if (tools.signal.aborted) return one.outcome;
    ended.push(one);
    const rating = one.outcome.ok ? one.outcome.run.result.rating : null;
    tools.emit?.({ type: "repetition.finished", repetition, runs, rating });
  }
  const outcome = together(ended, settings, threshold);
  if (!outcome.ok) return outcome;
  const { result } = outcome.run;
  await remember(tools.memory, outcome.run);
  tools.emit?.({ type: "debate.finished", rating: result.rating, is_review: result.is_review });
  return outcome;
}

async function repeat(
  tools: AnalysisTools,
  settings: RunSettings,
  request: AnalysisRequest,
  repetition: number,
): Promise<Repeated> {
  const seed = settings.seed + repetition - 1;
  const checkpoint = repetitionOf(tools.checkpoint, repetition);
  const emit = (event: DebateEvent): void => {
    // Views could not tell several debates apart.
    if (repetition === 1 && event.type !== "debate.finished") tools.emit?.(event);
  };
  const memory = { ...tools.memory, keep: () => Promise.resolve() };
  const outcome = await analyze({ ...tools, checkpoint, memory, emit }, { ...settings, seed }, request);
  return { seed, outcome, calls: outcome.ok ? outcome.run.manifest.calls : keptCalls(checkpoint.ended) };
}

function together(ended: readonly Repeated[], settings: RunSettings, threshold: number): Outcome {
  const { verdict, runs } = repeatedRuns(ended.map(told), threshold);
  const speaker = ended[runs.shown - 1]?.outcome;
  if (speaker === undefined) throw new RangeError("an analysis has at least one run");
  if (!speaker.ok) return speaker;
  const { run } = speaker;
  const agreed: FullResult = verdict.ok || runs.agreeing === 0 ? run.result : disagreement(run.result, verdict.reason);
  const result = { ...agreed, runs };
  const budget = settings.budgetUsd === null ? null : new Decimal(settings.budgetUsd).times(ended.length).toFixed();
  const last = ended.findLast(({ outcome }) => outcome.ok)?.outcome;
  const first = ended.find(({ outcome }) => outcome.ok)?.outcome;
  const manifest = {
    ...run.manifest,
    ...(first?.ok === true && { started_at: first.run.manifest.started_at }),
    ...(last?.ok === true && { finished_at: last.run.manifest.finished_at }),
    rating: result.rating,
    result_sha256: sha256(canonicalJson(result)),
  };
  const usage = usageOf(
    ended.flatMap(({ calls }) => calls),
    budget,
  );
  const { refused } = speaker;
  return { ok: true, run: { ...run, result, usage, manifest }, ...(refused !== undefined && { refused }) };
}

function told({ seed, outcome, calls }: Repeated): Repetition {
  return {
    seed,
    rating: outcome.ok ? outcome.run.result.rating : null,
    confidence: outcome.ok ? (outcome.run.result.reports.verdict?.confidence ?? null) : null,
    cost_usd: total(calls).cost_usd,
    error: outcome.ok ? null : outcome.error.message,
  };
}

/** Its reports stay readable; nothing decides. */
function disagreement({ reports, ...result }: FullResult, reason: string): FullResult {
  const review = {
    ...reports,
    instruction: reviewInstruction,
    levels: null,
    verdict: null,
    review_reason: reason,
    review_code: "disagreement" as const,
  };
  delete review.conditions;
  return { ...result, rating: "REVIEW", is_review: true, decision: null, reports: review };
}
