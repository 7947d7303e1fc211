import { z } from "zod";
import { configOf, type AnalysisRequest, type Analyst } from "#src/contract/jobs/analysis.ts";
import type { Agent } from "#src/contract/run/answers.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import type { DebateEvent } from "#src/contract/run/events.ts";
import { proseLanguage } from "#src/contract/run/language.ts";
import type { AgentReport, ModelCall, Run } from "#src/contract/run/run.ts";
import { Refusal } from "#src/contract/api/proof.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { openMarket, type AsOfMarket, type MarketOpening } from "#src/market/door/open-market.ts";
import { createRefusalLog, type RefusalLog } from "#src/market/door/as-of.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { listedSymbols, readSymbol, type SymbolReading } from "#src/market/symbols/read-symbol.ts";
import type { Clock, Instant } from "#src/core/clock.ts";
import { InvalidInput, isConclaveError, type ConclaveError } from "#src/core/errors.ts";
import type { Reasoner } from "./reasoners/reasoner.ts";
import { analystToolbox } from "./look-ups.ts";
import { createBudget, usageOf } from "./budget.ts";
import { refusedKeys, type Checkpoint } from "./checkpoint.ts";
import { debate } from "./debate.ts";
import { manifestOf, agentReports, resultOf, reviewWithoutDebate, type FullResult } from "./result.ts";
import type { DecisionMemory } from "./memory.ts";
import { keptCalls } from "./turns/model-call.ts";
import { Snapshot, takeSnapshot, type AskedInstrument } from "./evidence/snapshot.ts";
import type { Turn } from "./turns/read-turn.ts";

/** The inputs of a run. Nothing is read from outside. */
export interface AnalysisTools {
  readonly vendors: VendorChain;
  readonly reasoner: Reasoner;
  readonly memory: DecisionMemory;
  readonly checkpoint: Checkpoint;
  readonly clock: Clock;
  /** Absent where nobody listens. */
  readonly emit?: (event: DebateEvent) => void;
  readonly signal: AbortSignal;
  /** Beside the run: nothing of it depends on refusals. */
  readonly keepsRefusals?: true;
}

export interface RunSettings {
  readonly runId: string;
  readonly codeVersion: string;
  readonly seed: number;
  /** Used when the request does not say. */
  readonly rounds: number;
  readonly riskRounds: number;
  /** The most look-ups an analyst may make before it must write. */
  readonly toolSteps: number;
  readonly onlineTools: boolean;
  readonly budgetUsd: Usd | null;
  /** The models are called with the key of the run's owner. */
  readonly ownKey?: true;
  /** For a test key. */
  readonly livemode?: false;
  /** The run taken over, and the agent from which it asks anew. */
  readonly rerun?: { readonly of: string; readonly from: Agent };
  /** Absent in older runs, which replay without. */
  readonly conditions?: true;
  /** Agents are not asked again about figures that contradict the evidence. */
  readonly askAgainFigures?: false;
}

export type Outcome =
  | {
      readonly ok: true;
      readonly run: Run & { readonly result: FullResult };
      /** What the as-of door refused; absent where it was not recorded. */
      readonly refused?: readonly Refusal[];
    }
  | {
      readonly ok: false;
      readonly error: ConclaveError;
      readonly reasoner: Pick<Reasoner, "provider" | "models" | "tuning">;
      readonly reports: Partial<Record<AgentReport["agent"], AgentReport>>;
    };

const Moment = z.object({ now: z.number() });

/**
 * One analysis. Deterministic but for reasoner and vendors: with kept steps it repeats them byte for byte and asks only
 * what is unfinished. An unreadable ticker ends as `REVIEW`.
 * @throws defects alone
 */
export async function analyze(tools: AnalysisTools, settings: RunSettings, request: AnalysisRequest): Promise<Outcome> {
  const moment = (key: string): Promise<{ now: Instant }> =>
    tools.checkpoint.step(key, Moment, () => Promise.resolve({ now: tools.clock.now() }));
  const heard: Turn<unknown>[] = [];
  try {
    const started = await moment("start");
    // Data stays as of the start of the run that is repeated.
    const began = settings.rerun === undefined ? started : await moment("rerun start");
    const run = resolve(tools, settings, request, { now: started.now, startedAt: began.now });
    const log = tools.keepsRefusals === true ? createRefusalLog() : null;
    const open = opener(tools, run, log);
    const snapshot = await tools.checkpoint.step("snapshot", Snapshot, async () =>
      takeSnapshot(await open(), run.asked, request.analysts, tools.memory),
    );
    const refused = await keptRefusals(tools.checkpoint, log);
    const ended = await runDebate(tools, run, snapshot, open, (turn) => heard.push(turn));
    const refusedLater = await refusedInLookUps(tools.checkpoint, log);
    const finished = await moment("end");
    const made = assemble(tools, run, snapshot, ended, finished.now);
    await remember(tools.memory, made);
    tools.emit?.({ type: "debate.finished", rating: made.result.rating, is_review: made.result.is_review });
    return { ok: true, run: made, ...(refused !== null && { refused: [...refused, ...refusedLater] }) };
  } catch (error) {
    if (!isConclaveError(error)) throw error;
    const { provider, models, tuning } = tools.reasoner;
    const reports = agentReports({ turns: heard, skipped: [], absences: [] });
    return { ok: false, error, reasoner: { provider, models, ...(tuning && { tuning }) }, reports };
  }
}

const Refusals = z.array(Refusal);

/** None where an earlier attempt took the snapshot and kept none. */
async function keptRefusals(checkpoint: Checkpoint, log: RefusalLog | null): Promise<readonly Refusal[] | null> {
  const isLost = checkpoint.kept.has("snapshot") && !checkpoint.kept.has(refusedKeys.snapshot);
  return log === null || isLost ? null : checkpoint.step(refusedKeys.snapshot, Refusals, async () => log.take());
}

async function refusedInLookUps(checkpoint: Checkpoint, log: RefusalLog | null): Promise<readonly Refusal[]> {
  if (log === null) return [];
  const found = log.take();
  const isKept = checkpoint.kept.has(refusedKeys.lookUps);
  return found.length === 0 && !isKept ? [] : checkpoint.step(refusedKeys.lookUps, Refusals, async () => found);
}

/** `null` where none was kept. */
export function refusedOf(steps: ReadonlyMap<string, unknown>): readonly Refusal[] | null {
  const refused = Refusals.safeParse(steps.get(refusedKeys.snapshot));
  const later = Refusals.safeParse(steps.get(refusedKeys.lookUps) ?? []);
  return refused.success && later.success ? [...refused.data, ...later.data] : null;
}

/** What a run is of and made with, decided once before anything is gathered. */
interface ResolvedRun {
  readonly request: AnalysisRequest;
  readonly settings: RunSettings;
  /** Each once: a voice listed twice would share its call's key. */
  readonly analysts: readonly Analyst[];
  readonly rounds: number;
  readonly read: SymbolReading;
  readonly asked: AskedInstrument;
  readonly startedAt: Instant;
  /** When its data are of; of a rerun, as the run that it repeats. */
  readonly now: Instant;
}

function resolve(
  { vendors }: AnalysisTools,
  settings: RunSettings,
  request: AnalysisRequest,
  times: Pick<ResolvedRun, "startedAt" | "now">,
): ResolvedRun {
  const read = readSymbol(request.ticker, request.asset_type, listedSymbols(vendors));
  return Object.freeze({
    ...times,
    request,
    settings,
    analysts: [...new Set(request.analysts)],
    rounds: request.max_debate_rounds ?? settings.rounds,
    read,
    asked: read.ok ? read.symbol : { symbol: read.text, assetType: request.asset_type, currency: null },
  });
}

interface Ended {
  readonly result: FullResult;
  readonly calls: readonly ModelCall[];
  readonly evidence: readonly Evidence[];
}

async function runDebate(
  tools: AnalysisTools,
  { request, settings, analysts, rounds }: ResolvedRun,
  snapshot: Snapshot,
  open: () => Promise<MarketOpening>,
  heard: (turn: Turn<unknown>) => void,
): Promise<Ended> {
  if (snapshot.nothing !== null)
    return { result: reviewWithoutDebate(snapshot, snapshot.nothing), calls: [], evidence: snapshot.evidence };
  const { data } = snapshot;
  const budget = createBudget(settings.budgetUsd);
  for (const { cost_usd } of keptCalls(paidSteps(tools.checkpoint))) budget.count(cost_usd);
  const table = {
    ...tools,
    budget,
    asksAgainFigures: settings.askAgainFigures !== false,
    header: {
      instrument: { symbol: data.symbol, name: data.name, assetType: data.asset_type, currency: data.currency },
      asOf: data.as_of ?? "",
      tradeDate: request.trade_date,
      seed: settings.seed,
      ...(request.allow_short === true && { allowShort: request.allow_short }),
      ...proseLanguage(tools.reasoner.provider, request.language),
    },
  };
  const plan = {
    analysts,
    rounds,
    riskRounds: settings.riskRounds,
    conditions: settings.conditions === true,
  };
  const market = async (): Promise<AsOfMarket> => {
    const opening = await open();
    if (!opening.ok) throw new InvalidInput(opening.detail);
    return opening.market;
  };
  const argued = await debate(table, snapshot, plan, analystToolbox(tools.reasoner, settings.toolSteps, market), heard);
  return {
    result: resultOf(snapshot, argued, request, table.header.language),
    calls: argued.calls,
    evidence: argued.evidence,
  };
}

function paidSteps({ kept, reused }: Checkpoint): ReadonlyMap<string, unknown> {
  return reused === undefined ? kept : new Map([...kept].filter(([key]) => !reused.has(key)));
}

/** Opens the market once, when needed. */
function opener(
  { vendors, signal }: AnalysisTools,
  { read, request, now }: ResolvedRun,
  refusals: RefusalLog | null,
): () => Promise<MarketOpening> {
  let opening: Promise<MarketOpening> | undefined;
  return () =>
    (opening ??= read.ok
      ? openMarket({
          vendors,
          symbol: read.symbol,
          tradeDate: request.trade_date,
          now,
          signal,
          refusals: refusals ?? undefined,
        })
      : Promise.resolve({ ok: false, reason: "unreadable symbol", detail: read.detail }));
}

function assemble(
  tools: AnalysisTools,
  { request, settings, rounds, startedAt }: ResolvedRun,
  snapshot: Snapshot,
  ended: Ended,
  finishedAt: Instant,
): Run & { result: FullResult } {
  const config = configOf(tools.reasoner, { ...settings, rounds });
  const { tuning } = tools.reasoner;
  const manifest = manifestOf({ settings, config, tuning, request, snapshot, startedAt, finishedAt, ...ended });
  return { request, result: ended.result, usage: usageOf(ended.calls, settings.budgetUsd), manifest };
}

/** Stores a run's decision for later runs. */
export async function remember(
  memory: DecisionMemory,
  { result, manifest }: Pick<Run, "result" | "manifest">,
): Promise<void> {
  const { session, symbol } = manifest.data;
  if (result.rating === "REVIEW" || session === null) return;
  const { llm_provider: provider, deep_think_llm: model } = manifest.config;
  const reasoner = provider === model ? provider : `${provider} ${model}`;
  await memory.keep({ symbol, session, rating: result.rating, reasoner, runId: manifest.run_id });
}
