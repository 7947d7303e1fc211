import type { DebateEvent } from "#src/contract/run/events.ts";
import type { Tokens } from "#src/contract/jobs/usage.ts";
import type { Attributes, Span } from "#src/core/text/spans.ts";
import { startSpan, traced, within } from "#src/core/operation/telemetry.ts";
import type { AnswerBase, Brief, Reasoner, SpeakOptions, Spoken } from "#src/debate/reasoners/reasoner.ts";
import { Decimal } from "decimal.js";
import { repeatedRuns } from "#src/contract/run/agreement.ts";
import type { AnalysisRequest, Repetition } from "#src/contract/jobs/analysis.ts";
import { type AnalysisTools, type Outcome, type RunSettings, analyze, remember } from "#src/debate/analyze.ts";
import { StoredCall, holdingsKey, keptCalls } from "#src/debate/turns/model-call.ts";
import { repetitionOf, type Checkpoint } from "#src/debate/checkpoint.ts";
import { type FullResult, reviewInstruction } from "#src/debate/result.ts";
import { type Billed, total, usageOf } from "#src/debate/budget.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import { z } from "zod";
import { type ForHoldings, Holdings } from "#src/contract/holdings/holdings.ts";
import type { Run } from "#src/contract/run/run.ts";
import type { Database } from "#src/core/db/database.ts";
import { Cancelled, CorruptRun, isConclaveError } from "#src/core/errors.ts";
import type { Vault } from "#src/core/vault.ts";
import type { Log } from "#src/core/operation/log.ts";
import { type HoldingsTools, adviseHoldings } from "#src/debate/holdings/advise.ts";
import { findHoldings } from "#src/product/analyses/queries/runs.ts";

/** The debate knows nothing of it. */
export interface TracedRun {
  readonly reasoner: Reasoner;
  readonly emit: (event: DebateEvent) => void;
  /** Ends the turns that did not come to their end. */
  end(): void;
}

type Turn = Pick<Brief<unknown>, "agent" | "round">;

/** Who spoke, model and tokens; never texts. */
export function traceRun(reasoner: Reasoner, emit: (event: DebateEvent) => void): TracedRun {
  const turns = new Map<string, Span>();
  const keyOf = ({ agent, round }: Turn): string => `${agent}/${round}`;
  const { provider, models, tuning, usesTools } = reasoner;
  return {
    reasoner: {
      provider,
      models,
      ...(tuning !== undefined && { tuning }),
      usesTools,
      estimate: (brief) => reasoner.estimate(brief),
      speak: (brief, options) => within(turns.get(keyOf(brief)) ?? null, () => speakTraced(reasoner, brief, options)),
    },
    emit(event) {
      emit(event);
      if (event.type === "agent.started") {
        const span = startTurn(event);
        if (span !== null) turns.set(keyOf(event), span);
      } else if (event.type === "agent.finished") {
        const span = turns.get(keyOf(event));
        span?.set({ ...tokenAttributes(event.tokens), "conclave.skipped": event.skipped !== null });
        span?.end();
        turns.delete(keyOf(event));
      }
    },
    end() {
      for (const span of turns.values()) span.end();
    },
  };
}

function startTurn({ agent, round }: Turn): Span | null {
  return startSpan({
    name: `invoke_agent ${agent}`,
    kind: "internal",
    attributes: { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": agent, "conclave.round": round },
  });
}

/** The rules engine calls nobody, so its turns have nothing below them. */
function speakTraced<A extends AnswerBase>(
  reasoner: Reasoner,
  brief: Brief<A>,
  options: SpeakOptions,
): Promise<Spoken<A>> {
  if (reasoner.provider === "rules") return reasoner.speak(brief, options);
  const model = reasoner.models[brief.depth];
  const attributes = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": reasoner.provider,
    "gen_ai.request.model": model,
    "gen_ai.output.type": "json",
  };
  return traced({ name: `chat ${model}`, kind: "client", attributes }, async (span) => {
    const spoken = await reasoner.speak(brief, options);
    const { tokens, costUsd } = spoken.call;
    span?.set({
      ...tokenAttributes(tokens),
      "gen_ai.response.model": spoken.call.model,
      "conclave.cost_usd": costUsd === null ? undefined : Number(costUsd),
    });
    return spoken;
  });
}

function tokenAttributes(tokens: Tokens): Attributes {
  return {
    "gen_ai.usage.input_tokens": tokens.input_tokens,
    "gen_ai.usage.cache_read.input_tokens": tokens.cached_input_tokens,
    "gen_ai.usage.output_tokens": tokens.output_tokens,
  };
}

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

/* After the opinion: what it means for what the owner holds. Nothing of it is told, logged or kept in the clear. */

/**
 * `null`: the owner gave none. A failure leaves the opinion as it is.
 * @throws Cancelled, and defects
 */
export async function adviseOwner(
  { db, log }: { readonly db: Database; readonly log: Log },
  id: string,
  tools: HoldingsTools,
  run: Run,
): Promise<ForHoldings | null> {
  const found = await findHoldings(db.sql, id);
  if (found === null) return null;
  const holdings = Holdings.parse(JSON.parse(db.vault.open(found.holdings)));
  try {
    return await adviseHoldings({ ...tools, checkpoint: sealedSteps(tools.checkpoint, db.vault, id) }, run, holdings);
  } catch (error) {
    if (!isConclaveError(error) || error instanceof Cancelled || tools.signal.aborted) throw error;
    log.warn({ job: id, error: error.kind }, "what the opinion means for the owner's holdings could not be worked out");
    return null;
  }
}

const SealedStep = z.object({ sealed: z.string(), spoken: z.unknown() });

/** The engine's journal has of each step only what the bill needs; the rest opens with the service's secret. */
export function sealedSteps(inner: Checkpoint, vault: Vault, id: string): Checkpoint {
  const placeOf = (key: string): string => `holdings step ${id} ${key}`;
  const opened = (key: string, value: unknown): unknown => {
    const { sealed } = SealedStep.parse(value);
    return JSON.parse(vault.open({ stored: sealed, place: placeOf(key) }));
  };
  const prefix = holdingsKey("");
  const kept = [...inner.kept].filter(([key]) => key.startsWith(prefix));
  return {
    kept: new Map(
      kept.map(([key, value]) => [key.slice(prefix.length), opened(key.slice(prefix.length), value)] as const),
    ),
    async step(key, schema, run) {
      const stored = await inner.step(holdingsKey(key), SealedStep, async () => {
        const value = await run();
        const call = StoredCall.safeParse(value);
        const { stored: sealed } = vault.seal(JSON.stringify(value), placeOf(key));
        return { sealed, spoken: call.success ? { call: call.data.spoken.call } : null };
      });
      const read = schema.safeParse(opened(key, stored));
      if (!read.success) throw new CorruptRun("a sealed step has been altered");
      return read.data;
    },
  };
}
