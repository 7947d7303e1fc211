import { Decimal } from "decimal.js";
import { z } from "zod";
import type { AttributionRun, Change } from "#src/contract/jobs/attribution.ts";
import { Agent, stageOf } from "#src/contract/run/answers.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import { roundToUnit } from "#src/market/measures/measure.ts";
import { type AnalysisRequest, Opinion, type Rating } from "#src/contract/jobs/analysis.ts";
import type { DataReport, Run } from "#src/contract/run/run.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import type { Clock } from "#src/core/clock.ts";
import { CorruptRun } from "#src/core/errors.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { sameFinding } from "../evidence/numbering.ts";
import { type RunSettings, analyze } from "../analyze.ts";
import { StoredStep } from "../look-ups.ts";
import type { Checkpoint } from "../checkpoint.ts";
import type { DecisionMemory } from "../memory.ts";
import type { FullResult } from "../result.ts";
import { StoredCall, callKey } from "../turns/model-call.ts";
import { Snapshot } from "../evidence/snapshot.ts";
import { type AnswerStore, type StoredSpoken, reusing } from "./reuse.ts";

/** Measures whose sign says a direction. */
const signed =
  /^(?:close_vs_sma_\d+|return_\d+d|relative_strength_\d+|macd|macd_signal|macd_hist|(?:revenue|eps)_growth_\w+|\w+_change_yoy|dilution_yoy|(?:news|social)_tone_\w+|(?:news|social)_volume_change|funding_\w+|decision_return_\d+|fcf_yield|fcf_margin_ttm|\w+_margin_ttm|roe_ttm|net_income_ttm|free_cash_flow_ttm|operating_cash_flow_ttm|eps_diluted_ttm)$/;
/** Scales from 0 to 100 (or 0 to 1) with a neutral middle. */
const mirrored = /^(?:rsi_14|mfi_14|(?:news|social)_(?:positive|bullish)_share_\w+)$/;

/** The evidence with its direction reversed; `null` where it has none. */
export function flipped(item: Evidence): Evidence | null {
  const { value, unit, key } = item;
  if (value === null || unit === null || value === 0) return null;
  const turned = signed.test(key)
    ? -value
    : mirrored.test(key)
      ? 100 - value
      : key === "bollinger_percent_b"
        ? 1 - value
        : null;
  if (turned === null) return null;
  const { hash: _, ...body } = { ...item, value: roundToUnit(turned, unit) };
  return { ...body, hash: sha256(canonicalJson(body)) };
}

/** @param subject the evidence it is about */
function changedEvidence(change: Change | null, subject: Evidence | null, items: readonly Evidence[]): Evidence[] {
  if (subject === null || change === null || change.kind === "without_agent") return [...items];
  const isSubject = (item: Evidence): boolean => item.id === subject.id || sameFinding(item, subject);
  if (change.kind === "without_evidence") return items.filter((item) => !isSubject(item));
  return items.map((item) => (isSubject(item) ? (flipped(item) ?? item) : item));
}

/** Who can be left out. Without the portfolio manager there is no rating. */
export const removable: readonly Agent[] = Agent.options.filter((agent) => agent !== "portfolio_manager");

/** Whoever reads the changed thing, and all who speak later. */
export function mayChange(change: Change, agents: readonly Agent[]): readonly Agent[] {
  const later = (from: number): Agent[] => agents.filter((agent) => stageOf(agent) >= from);
  if (change.kind === "without_agent") {
    const { agent } = change;
    const own = stageOf(agent);
    // Others answer this round, and speak again in the next.
    const isRound = own === 1 || own === 4;
    return later(isRound ? own : own + 1).filter((one) => one !== agent);
  }
  const reader = readers[change.evidence.charAt(0)];
  return agents.filter((agent) => agent === reader || stageOf(agent) >= 1);
}

const readers: Readonly<Record<string, Agent>> = { M: "market", S: "social", N: "news", F: "fundamentals" };

/** A finished run as it was kept. */
export interface KeptRun {
  readonly run: Run & { readonly result: FullResult };
  readonly settings: RunSettings;
  readonly request: AnalysisRequest;
  readonly steps: ReadonlyMap<string, unknown>;
}

export interface AttributionTools {
  readonly vendors: VendorChain;
  readonly reasoner: Reasoner;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Additional answers for one repetition. */
  readonly answers: (repetition: number) => AnswerStore;
  /** −2 to +2, where the reasoner computes one. */
  readonly outlook: ((evidence: readonly Evidence[], asset: DataReport["asset_type"]) => number | null) | null;
}

const noMemory: DecisionMemory = { of: () => Promise.resolve([]), keep: () => Promise.resolve() };

/** What was asked and paid for. */
export type Paid = Pick<AttributionRun, "calls" | "reused" | "cost_usd">;

/** A changed run without an end, and what it cost. */
export class Unfinished extends Error {
  readonly reason: unknown;
  readonly paid: Paid;
  constructor(reason: unknown, paid: Paid) {
    super("a run with a change came to no end", { cause: reason });
    this.reason = reason;
    this.paid = paid;
  }
}

/**
 * The run with one change: untouched steps and equal prompts are reused, new answers are asked within the budget and
 * kept first.
 * @throws Unfinished, by BudgetExceeded, ModelFailed, VendorFailed, Cancelled; CorruptRun
 */
export async function runWith(
  tools: AttributionTools,
  kept: KeptRun,
  change: Change,
  repetition: number,
  budgetUsd: Usd | null,
): Promise<AttributionRun> {
  const own = answersOf(kept.steps);
  const further = tools.answers(repetition);
  const store: AnswerStore = { get: (prompt) => own.get(prompt) ?? further.get(prompt), keep: further.keep };
  const heard = reusing(tools.reasoner, store);
  const subject = change.kind === "without_agent" ? null : evidenceOf(kept, change.evidence);
  const checkpoint = changedCheckpoint(kept.steps, change, subject, heard.asked);
  const { request, settings } = kept;
  const analysts =
    change.kind === "without_agent" ? request.analysts.filter((one) => one !== change.agent) : request.analysts;
  const paid = (): Paid => ({
    calls: heard.count.calls,
    reused: heard.count.reused,
    cost_usd: heard.count.cost?.toFixed() ?? null,
  });
  const outcome = await analyze(
    {
      vendors: tools.vendors,
      reasoner: heard.reasoner,
      memory: noMemory,
      checkpoint,
      clock: tools.clock,
      signal: tools.signal,
    },
    // The run's own seed, so that what has no chance in it stays so.
    { ...settings, seed: settings.seed + repetition, budgetUsd },
    { ...request, analysts },
  ).catch((error: unknown) => {
    throw new Unfinished(error, paid());
  });
  if (!outcome.ok) throw new Unfinished(outcome.error, paid());
  const { result, manifest } = outcome.run;
  return {
    rating: result.rating,
    confidence: result.reports.verdict?.confidence ?? null,
    score: scoreOf(tools, outcome.run, heard.last.brief?.evidence ?? []),
    words: wordsChanged(kept.run, manifest.calls).filter(
      (agent) => change.kind !== "without_agent" || agent !== change.agent,
    ),
    ...paid(),
  };
}

/** Repeats the run from its own answers, asking nobody. */
export async function sharedOf(tools: AttributionTools, kept: KeptRun): Promise<readonly Evidence[]> {
  if (tools.outlook === null) return [];
  const own = answersOf(kept.steps);
  const heard = reusing(tools.reasoner, { get: (prompt) => own.get(prompt), keep: () => Promise.resolve() });
  const checkpoint = changedCheckpoint(kept.steps, null, null, heard.asked);
  const { clock, signal, vendors } = tools;
  const again = { vendors, reasoner: heard.reasoner, memory: noMemory, checkpoint, clock, signal };
  const outcome = await analyze(again, kept.settings, kept.request);
  if (!outcome.ok) throw outcome.error;
  return heard.last.brief?.evidence ?? [];
}

/** The same of the run itself. */
export function baseline(
  tools: Pick<AttributionTools, "outlook">,
  kept: KeptRun,
  shared: readonly Evidence[],
): Pick<AttributionRun, "rating" | "confidence" | "score"> {
  const { rating, reports } = kept.run.result;
  return { rating, confidence: reports.verdict?.confidence ?? null, score: scoreOf(tools, kept.run, shared) };
}

/** Exact for `rules`, else the mean of the analysts' scores. */
function scoreOf(
  { outlook }: Pick<AttributionTools, "outlook">,
  { result }: { readonly result: FullResult },
  evidence: readonly Evidence[],
): number | null {
  if (outlook !== null) return outlook(evidence, result.reports.data.asset_type);
  const { market, social, news, fundamentals } = result.reports;
  const scores = [market, social, news, fundamentals].flatMap((report) => {
    const score = report?.turns.at(-1)?.fields["score"];
    return typeof score === "number" ? [score] : [];
  });
  return scores.length === 0 ? null : scores.reduce((sum, one) => sum + one, 0) / scores.length;
}

function wordsChanged(run: Run, calls: readonly Run["manifest"]["calls"][number][]): Agent[] {
  const said = (of: readonly Run["manifest"]["calls"][number][]): Map<string, string> =>
    new Map(of.map(({ step, answer_sha256 }) => [step, answer_sha256]));
  const [before, now] = [said(run.manifest.calls), said(calls)];
  const changed = new Set<Agent>();
  for (const { step, agent } of [...run.manifest.calls, ...calls])
    if (before.get(step) !== now.get(step)) changed.add(agent);
  return Agent.options.filter((agent) => changed.has(agent));
}

export function evidenceOf({ run }: Pick<KeptRun, "run">, id: string): Evidence {
  const found = run.manifest.evidence.find((item) => item.id === id);
  if (found === undefined) throw new CorruptRun(`the run has no evidence ${id}`);
  return found;
}

/** By prompt hash, with their cost. */
function answersOf(steps: ReadonlyMap<string, unknown>): Map<string, StoredSpoken> {
  const answers = new Map<string, StoredSpoken>();
  for (const [key, value] of steps) {
    if (!key.startsWith(callKey(""))) continue;
    const stored = StoredCall.safeParse(value);
    if (!stored.success) throw new CorruptRun(`step "${key}" is not as it was written`);
    answers.set(stored.data.prompt, stored.data.spoken);
  }
  return answers;
}

const Moment = z.object({ now: z.number() });

/** Calls are left out: their prompts decide. Look-ups and absences are the run's. */
function changedCheckpoint(
  steps: ReadonlyMap<string, unknown>,
  change: Change | null,
  subject: Evidence | null,
  asked: ReadonlySet<Agent>,
): Checkpoint {
  const gone = change?.kind === "without_agent" ? change.agent : null;
  const absences = new Map<string, unknown>([...steps].filter(([key]) => /^(?:absent|unasked) /.test(key)));
  const absent = { reason: "it was left out", isRefusal: false, calls: [] };
  if (gone !== null)
    for (let round = 1; round <= mostRounds; round += 1) absences.set(`absent ${gone}/${round}`, absent);
  return {
    kept: absences,
    async step(key, schema, run) {
      if (absences.has(key)) return schema.parse(absences.get(key));
      if (key === "snapshot") {
        const snapshot = Snapshot.parse(steps.get(key));
        return schema.parse({ ...snapshot, evidence: changedEvidence(change, subject, snapshot.evidence) });
      }
      const moment = Moment.safeParse(steps.get(key));
      if ((key === "start" || key === "end") && moment.success) return schema.parse(moment.data);
      if (!key.endsWith("/tools")) return run();
      const agent = Agent.safeParse(key.split("/")[0]);
      const isOwn = steps.has(key) && agent.success && !asked.has(agent.data);
      const looked = StoredStep.parse(isOwn ? steps.get(key) : await run());
      const results = looked.results.map((result) => ({
        ...result,
        evidence: changedEvidence(change, subject, result.evidence),
      }));
      return schema.parse({ ...looked, results });
    },
  };
}

const mostRounds = 10;

/** From −2 (Sell) to +2 (Buy); `null` for REVIEW. */
export function placeOf(rating: Rating): number | null {
  const at = Opinion.options.findIndex((one) => one === rating);
  return at < 0 ? null : 2 - at;
}

export function sumOf(costs: readonly (Usd | null)[]): Usd | null {
  let sum = new Decimal(0);
  for (const cost of costs) {
    if (cost === null) return null;
    sum = sum.plus(cost);
  }
  return sum.toFixed();
}
