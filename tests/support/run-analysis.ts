import { AnalysisRequest, type Analyst } from "#src/contract/jobs/analysis.ts";
import { languageField } from "#src/contract/run/language.ts";
import type { DebateEvent } from "#src/contract/run/events.ts";
import { analyze, type Outcome, type RunSettings } from "#src/debate/analyze.ts";
import type { Checkpoint } from "#src/debate/checkpoint.ts";
import type { DecisionMemory, PastDecision } from "#src/debate/memory.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { openArchive } from "#src/market/vendors/archive/archive.ts";
import { fixedClock } from "#src/core/clock.ts";
import { renderPrompt, type Prompt } from "#src/debate/reasoners/prompt.ts";
import type { AnswerBase, Brief, Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { vendorChainOf } from "./memory-vendor.ts";

/** One `analyze` call with everything fixed that a test does not care about. */
export interface Setup {
  readonly vendors: VendorChain;
  readonly reasoner: Reasoner;
  readonly ticker: string;
  readonly tradeDate: string;
  readonly analysts?: readonly Analyst[];
  readonly rounds?: number;
  readonly settings?: Partial<RunSettings>;
  readonly checkpoint?: Checkpoint;
  readonly memory?: DecisionMemory;
  readonly signal?: AbortSignal;
  readonly now?: string;
  readonly language?: string;
  readonly allowShort?: boolean;
  /** Keeps a record of what the as-of door refused. */
  readonly keepsRefusals?: true;
}

export interface Conducted {
  readonly outcome: Outcome;
  readonly events: readonly DebateEvent[];
  /** Every call in the order in which it started. */
  readonly calls: readonly RecordedCall[];
  /** What each step gave, as JSON, by its key. */
  readonly kept: ReadonlyMap<string, string>;
}

export interface RecordedCall {
  /** `bull/2`, `market/1`, `market/1.1`, `trader/1:again`. */
  readonly step: string;
  readonly brief: Brief<unknown>;
  readonly prompt: Prompt;
}

/** The machine's time in a run that names none. */
const NOW = "2026-02-01T12:00:00Z";

export async function runAnalysis(setup: Setup): Promise<Conducted> {
  const events: DebateEvent[] = [];
  const calls: RecordedCall[] = [];
  const kept = new Map<string, string>();
  const outcome = await analyze(
    {
      vendors: setup.vendors,
      reasoner: recorded(setup.reasoner, calls),
      memory: setup.memory ?? memoryOf([]),
      checkpoint: setup.checkpoint ?? keepInMap(kept),
      clock: fixedClock(Date.parse(setup.now ?? NOW)),
      emit: (event) => events.push(event),
      signal: setup.signal ?? new AbortController().signal,
      ...(setup.keepsRefusals === true && { keepsRefusals: setup.keepsRefusals }),
    },
    {
      runId: "run-1",
      codeVersion: "test",
      seed: 7,
      rounds: 1,
      riskRounds: 1,
      toolSteps: 0,
      onlineTools: false,
      budgetUsd: null,
      ...setup.settings,
    },
    AnalysisRequest.parse({
      ticker: setup.ticker,
      trade_date: setup.tradeDate,
      ...(setup.analysts && { analysts: setup.analysts }),
      ...(setup.allowShort === true && { allow_short: setup.allowShort }),
      ...(setup.rounds && { max_debate_rounds: setup.rounds }),
      ...languageField(setup.language),
    }),
  );
  return { outcome, events, calls, kept };
}

/** The run, which must have ended well. */
export async function finishedRun(setup: Setup): Promise<Conducted & { outcome: Outcome & { ok: true } }> {
  const conducted = await runAnalysis(setup);
  if (!conducted.outcome.ok) throw conducted.outcome.error;
  return { ...conducted, outcome: conducted.outcome };
}

/** What a run showed and said, as text: the snapshot, every prompt by its step, and the whole run. */
export function everyByte({ outcome, calls, kept }: Conducted): {
  snapshot: string | undefined;
  prompts: Record<string, string>;
  outcome: string;
} {
  return {
    snapshot: kept.get("snapshot"),
    prompts: Object.fromEntries(
      calls
        .toSorted((a, b) => (a.step < b.step ? -1 : 1))
        .map(({ step, prompt }) => [
          step,
          [prompt.system, ...prompt.messages.map(({ content }) => content)].join("\n\n"),
        ]),
    ),
    // What was refused depends on what came later, and stands beside the run.
    outcome: JSON.stringify({ ...outcome, refused: undefined }),
  };
}

export function stepOf({ agent, round, steps, again }: Brief<unknown>): string {
  const step = steps.length === 0 ? `${agent}/${round}` : `${agent}/${round}.${steps.length}`;
  return again === undefined ? step : `${step}:again`;
}

function recorded(reasoner: Reasoner, calls: RecordedCall[]): Reasoner {
  return {
    ...reasoner,
    speak<A extends AnswerBase>(brief: Brief<A>, options: Parameters<Reasoner["speak"]>[1]) {
      calls.push({ step: stepOf(brief), brief, prompt: renderPrompt(brief) });
      return reasoner.speak(brief, options);
    },
  };
}

/** Keeps steps as the JSON they are stored as, and gives them back read from it. */
export function keepInMap(kept: Map<string, string>): Checkpoint {
  return {
    kept: new Map([...kept].map(([key, text]) => [key, JSON.parse(text)])),
    async step(key, schema, run) {
      const known = kept.get(key);
      if (known !== undefined) return schema.parse(JSON.parse(known));
      const text = JSON.stringify(await run());
      if (kept.has(key)) throw new Error(`the step "${key}" was made twice`);
      kept.set(key, text);
      return schema.parse(JSON.parse(text));
    },
  };
}

export function memoryOf(decisions: readonly PastDecision[]): DecisionMemory & { readonly kept: PastDecision[] } {
  const kept: PastDecision[] = [];
  return {
    kept,
    of: async (symbol) => decisions.filter((decision) => decision.symbol === symbol),
    keep: async (decision) => void kept.push(decision),
  };
}

/** A chain of the named archives, each opened once for all tests of a file; `null` where one is missing. */
export async function archiveChain(...paths: readonly (string | null)[]): Promise<VendorChain | null> {
  const found = paths.flatMap((path) => path ?? []);
  return found.length < paths.length
    ? null
    : vendorChainOf(...(await Promise.all(found.map((path) => openArchive(path)))));
}
