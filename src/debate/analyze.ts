import { z } from "zod";
import { configOf, type AnalysisRequest } from "#src/contract/analysis.ts";
import type { Evidence } from "#src/contract/evidence.ts";
import type { DebateEvent } from "#src/contract/events.ts";
import { proseLanguage } from "#src/contract/language.ts";
import type { AgentReport, CallRecord, Run } from "#src/contract/run.ts";
import type { Usd } from "#src/contract/usage.ts";
import { openMarket, type AsOfMarket, type MarketOpening } from "#src/market/as-of.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { listedSymbols, readSymbol, type SymbolReading } from "#src/market/read-symbol.ts";
import type { Clock, Instant } from "#src/platform/clock.ts";
import { InvalidInput, isConclaveError, type ConclaveError } from "#src/platform/errors.ts";
import type { Reasoner } from "#src/reasoners/reasoner.ts";
import { analystToolbox } from "./analyst-toolbox.ts";
import { createBudget } from "./budget.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { debate } from "./debate.ts";
import { manifestOf } from "./manifest.ts";
import type { DecisionMemory } from "./memory.ts";
import { keptCalls } from "./model-call.ts";
import { agentReports, resultOf, reviewWithoutDebate, type FullResult } from "./result.ts";
import { Snapshot, takeSnapshot, type Asked } from "./snapshot.ts";
import type { Turn } from "./turn.ts";
import { usageOf } from "./usage.ts";

/** What a run is made with. Nothing here is read from the outside. */
export interface AnalysisTools {
  readonly vendors: VendorChain;
  readonly reasoner: Reasoner;
  readonly memory: DecisionMemory;
  readonly checkpoint: Checkpoint;
  readonly clock: Clock;
  readonly emit: (event: DebateEvent) => void;
  readonly signal: AbortSignal;
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
  /** The models are asked on the key of whoever the run is for. */
  readonly ownKey?: true;
}

/** A run that ended, or the reason why it could not and what had been said by then. */
export type Outcome =
  | { readonly ok: true; readonly run: Run & { readonly result: FullResult } }
  | {
      readonly ok: false;
      readonly error: ConclaveError;
      readonly reasoner: Pick<Reasoner, "provider" | "models" | "tuning">;
      readonly reports: Partial<Record<AgentReport["agent"], AgentReport>>;
    };

const Moment = z.object({ now: z.number() });

/**
 * One analysis from the request to the result. Deterministic but for the reasoner and the vendors: given
 * the kept steps of an earlier attempt it repeats that attempt byte for byte and asks only what was not finished.
 * A ticker that cannot be read ends as `REVIEW`, like one that nobody knows.
 * @throws defects alone
 */
export async function analyze(tools: AnalysisTools, settings: RunSettings, request: AnalysisRequest): Promise<Outcome> {
  const moment = (key: string): Promise<{ now: Instant }> =>
    tools.checkpoint.step(key, Moment, () => Promise.resolve({ now: tools.clock.now() }));
  const heard: Turn<unknown>[] = [];
  try {
    const started = await moment("start");
    const read = readSymbol(request.ticker, request.asset_type, listedSymbols(tools.vendors));
    const asked: Asked = read.ok ? read.symbol : { symbol: read.text, assetType: request.asset_type, currency: null };
    const open = opener(tools, read, request, started.now);
    const snapshot = await tools.checkpoint.step("snapshot", Snapshot, async () =>
      takeSnapshot(await open(), asked, request.analysts, tools.memory),
    );
    const ended = await runDebate(tools, settings, request, snapshot, open, (turn) => heard.push(turn));
    const finished = await moment("end");
    const run = assemble(tools, settings, request, snapshot, ended, started.now, finished.now);
    await remember(tools.memory, run);
    tools.emit({ type: "debate.finished", rating: run.result.rating, is_review: run.result.is_review });
    return { ok: true, run };
  } catch (error) {
    if (!isConclaveError(error)) throw error;
    const { provider, models, tuning } = tools.reasoner;
    const reports = agentReports({ turns: heard, skipped: [], absences: [] });
    return { ok: false, error, reasoner: { provider, models, ...(tuning && { tuning }) }, reports };
  }
}

interface Ended {
  readonly result: FullResult;
  readonly calls: readonly CallRecord[];
  readonly evidence: readonly Evidence[];
}

async function runDebate(
  tools: AnalysisTools,
  settings: RunSettings,
  request: AnalysisRequest,
  snapshot: Snapshot,
  open: () => Promise<MarketOpening>,
  heard: (turn: Turn<unknown>) => void,
): Promise<Ended> {
  if (snapshot.nothing !== null)
    return { result: reviewWithoutDebate(snapshot, snapshot.nothing), calls: [], evidence: snapshot.evidence };
  const { data } = snapshot;
  const budget = createBudget(settings.budgetUsd);
  for (const { cost_usd } of keptCalls(tools.checkpoint.kept)) budget.count(cost_usd);
  const table = {
    ...tools,
    budget,
    header: {
      instrument: { symbol: data.symbol, name: data.name, assetType: data.asset_type, currency: data.currency },
      asOf: data.as_of ?? "",
      tradeDate: request.trade_date,
      seed: settings.seed,
      ...proseLanguage(tools.reasoner.provider, request.language),
    },
  };
  const plan = {
    // A name that stands twice is one voice: its calls have one key.
    analysts: [...new Set(request.analysts)],
    rounds: request.max_debate_rounds ?? settings.rounds,
    riskRounds: settings.riskRounds,
  };
  const market = async (): Promise<AsOfMarket> => {
    const opening = await open();
    if (!opening.ok) throw new InvalidInput(opening.detail);
    return opening.market;
  };
  const argued = await debate(table, snapshot, plan, analystToolbox(tools.reasoner, settings.toolSteps, market), heard);
  return {
    result: resultOf(snapshot, argued),
    calls: argued.calls,
    evidence: argued.evidence,
  };
}

/** Opens the market when it is first needed, and once: a run resumed after its last look-up needs none. */
function opener(
  tools: AnalysisTools,
  read: SymbolReading,
  request: AnalysisRequest,
  now: Instant,
): () => Promise<MarketOpening> {
  const { vendors, signal } = tools;
  let opening: Promise<MarketOpening> | undefined;
  return () =>
    (opening ??= read.ok
      ? openMarket({ vendors, symbol: read.symbol, tradeDate: request.trade_date, now, signal })
      : Promise.resolve({ ok: false, reason: "unreadable symbol", detail: read.detail }));
}

function assemble(
  tools: AnalysisTools,
  settings: RunSettings,
  request: AnalysisRequest,
  snapshot: Snapshot,
  ended: Ended,
  startedAt: Instant,
  finishedAt: Instant,
): Run & { result: FullResult } {
  const rounds = request.max_debate_rounds ?? settings.rounds;
  const config = configOf(tools.reasoner, { ...settings, rounds });
  const { tuning } = tools.reasoner;
  const manifest = manifestOf({ settings, config, tuning, request, snapshot, startedAt, finishedAt, ...ended });
  return { request, result: ended.result, usage: usageOf(ended.calls, settings.budgetUsd), manifest };
}

async function remember(memory: DecisionMemory, { result, manifest }: Run): Promise<void> {
  const { session, symbol } = manifest.data;
  if (result.rating === "REVIEW" || session === null) return;
  const { llm_provider: provider, deep_think_llm: model } = manifest.config;
  const reasoner = provider === model ? provider : `${provider} ${model}`;
  await memory.keep({ symbol, session, rating: result.rating, reasoner, runId: manifest.run_id });
}
