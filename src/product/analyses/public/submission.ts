import { type AssetType, type Config, type Job, statementsOf } from "#src/contract/jobs/analysis.ts";
import { type Holdings, holdingsCalls } from "#src/contract/holdings/holdings.ts";
import type { PortfolioBody, PortfolioValuation } from "#src/contract/portfolios/portfolios.ts";
import type { EvidenceCoverage } from "#src/contract/run/evidence.ts";
import type { Coverage, KnownKind, ListedInstrument, SymbolImport } from "#src/contract/signals/instruments.ts";
import type { ListInstrument } from "#src/contract/signals/signals.ts";
import type { RunEstimates, ShapeEstimate, Usd } from "#src/contract/jobs/usage.ts";
import { type Instant, type LocalDate, toIso } from "#src/core/clock.ts";
import { Decimal } from "decimal.js";
import type { ModelKeyDefaults, OwnModel } from "#src/contract/jobs/model-keys.ts";
import type { Submission } from "../queries/submissions.ts";
import { sha256 } from "#src/core/hash.ts";
import { monthOf, monthlyCap } from "#src/product/plans/public/monthly-quota.ts";
import type { JobSettings, SystemContext } from "#src/product/context.ts";
import { type RunWish, resolveRun } from "./runs.ts";
import { lockAnalysis, setCancelled } from "../queries/analyses.ts";
import { appendEvents } from "../queries/events.ts";
import { NotFound } from "#src/core/errors.ts";

/** US dollars per million tokens. */
export interface TokenPrice {
  readonly input: Usd;
  readonly cachedInput: Usd;
  readonly output: Usd;
}

/** With the last closed session. */
export type ReadSymbol =
  | {
      readonly ok: true;
      readonly symbol: string;
      readonly lastSession: LocalDate;
      /** Another site's symbol that may be meant. */
      readonly hint?: string;
    }
  | { readonly ok: false; readonly reason: string };

/** `unanswered`: the sources failed. */
export type OnlineListing =
  | { readonly status: "found"; readonly name: string }
  | { readonly status: "unknown" }
  | { readonly status: "unanswered" };

/** Who argues, at what price, over which data. */
export interface AnalysisEnvironment {
  readonly config: Config;
  /** Look-ups that an analyst may make. */
  readonly toolSteps: number;
  /** `null`: the model's price is not known. */
  readonly prices: { readonly deep: TokenPrice | null; readonly quick: TokenPrice | null };
  /** Knowledge cut-offs that are set here, by model. */
  readonly cutoffs: Readonly<Record<string, string>>;
  /** The online chain may know more. */
  readonly instruments: readonly ListedInstrument[];
  read(text: string, assetType: "stock" | "crypto"): ReadSymbol;
  /** What cannot be read stays as written. */
  typedInstruments(text: string, usual: AssetType): ListInstrument[];
  /**
   * @param column of the symbols; `null`: find it
   * @throws InvalidInput for what is no text of rows
   */
  readSymbolFile(bytes: Uint8Array, column: number | null): SymbolImport;
  /** @param symbol canonical */
  coverageOf(symbol: string): Coverage;
  /**
   * @param instrument canonical
   * @throws Cancelled
   */
  evidenceOf(
    instrument: { readonly symbol: string; readonly assetType: "stock" | "crypto" },
    signal: AbortSignal,
  ): Promise<{ readonly kind: KnownKind | null; readonly coverage: EvidenceCoverage[] }>;
  /**
   * @param symbol canonical
   * @throws Cancelled
   */
  lookUp(symbol: string, signal: AbortSignal): Promise<OnlineListing>;
  /** None for an unreadable symbol. */
  closes(symbol: string, assetType: "stock" | "crypto", after: Instant, count: number): Instant[];
  /**
   * As known at the close of `asOf`.
   * @param span `from`: the first day of its series
   * @throws Cancelled
   */
  valuePortfolio(
    portfolio: PortfolioBody,
    span: { readonly from: LocalDate; readonly asOf: LocalDate },
    signal: AbortSignal,
  ): Promise<Omit<PortfolioValuation, "portfolio_id">>;
  /**
   * What an analysis as of a day is told of it.
   * @throws Cancelled; InvalidInput for quantities that are too large
   */
  holdingsOn(portfolio: PortfolioBody, day: LocalDate, signal: AbortSignal): Promise<Holdings>;
  readonly runDelayMs: number;
}

/** In tokens; the cached share is that of bench/tokens.ts. Only until the service has measured its models. */
export const usual = { input: 9000, cachedShare: 0.7, output: 900, seconds: 15 } as const;

export function costOfCall({ input, cachedInput, output }: TokenPrice): Decimal {
  const cached = usual.input * usual.cachedShare;
  return new Decimal(input)
    .times(usual.input - cached)
    .plus(new Decimal(cachedInput).times(cached))
    .plus(new Decimal(output).times(usual.output))
    .div(1_000_000);
}

/** To two significant digits: more would claim to know. */
export function rounded(usd: Decimal): Usd {
  return usd.toSignificantDigits(2).toFixed();
}

export interface Shape {
  readonly analysts: number;
  readonly rounds: number;
  readonly riskRounds: number;
}

/** Who is asked, and at what price. */
export interface Priced extends Pick<AnalysisEnvironment, "prices" | "toolSteps"> {
  readonly config: Pick<AnalysisEnvironment["config"], "llm_provider">;
}

/** The research manager's and the portfolio manager's. */
const deepCalls = 2;

/** On holdings: five, of which the portfolio manager's is deep, and three wait for each other. */
export const holdingsShape = { statements: holdingsCalls, depth: 3, deep: 1 } as const;

/** Statements that wait for each other. */
export function callDepth({ rounds, riskRounds }: Shape): number {
  return 1 + rounds + riskRounds + 3;
}

/** A run by the price table, where nothing like it was measured. */
export function estimateFromTable({ config, prices, toolSteps }: Priced, shape: Shape): ShapeEstimate {
  const calls = statementsOf(shape) + shape.analysts * toolSteps;
  const isRules = config.llm_provider === "rules";
  return {
    analysts: shape.analysts,
    rounds: shape.rounds,
    calls,
    costUsd: costOfCalls(prices, calls, deepCalls),
    seconds: isRules ? 1 : (callDepth(shape) + toolSteps) * usual.seconds,
  };
}

export function holdingsFromTable({ config, prices }: Omit<Priced, "toolSteps">): RunEstimates["holdings"] {
  const { statements: calls, depth, deep } = holdingsShape;
  const seconds = config.llm_provider === "rules" ? 0 : depth * usual.seconds;
  return { calls, costUsd: costOfCalls(prices, calls, deep), seconds };
}

function costOfCalls({ deep, quick }: Priced["prices"], calls: number, deepOnes: number): Usd | null {
  return deep === null || quick === null
    ? null
    : rounded(
        costOfCall(deep)
          .times(deepOnes)
          .plus(costOfCall(quick).times(calls - deepOnes)),
      );
}

/** Whose it is, what their plan gives, and on whose money it runs. */
export interface SubmissionTerms extends Pick<Submission, "owner" | "plan" | "slots" | "quota" | "priority"> {
  readonly budgetUsd: Usd | null;
  /** Without defaults: the key is gone, which the run itself says. */
  readonly own: { readonly model: OwnModel; readonly defaults: ModelKeyDefaults | null } | null;
}

interface ToName {
  readonly terms: SubmissionTerms;
  /** With spaces, unlike clients' keys; asked for twice it is the same job. */
  readonly name: string;
  readonly requestId: string;
  readonly request: RunWish;
  readonly seed?: number;
}

/** Submitted by workers; the id follows from the name. */
export function namedSubmission(
  jobs: JobSettings,
  { terms: { budgetUsd, own, ...terms }, name, requestId, request, seed }: ToName,
  at: Instant,
): Submission {
  const paid = own === null ? null : { model: own.model, defaults: own.defaults ?? {} };
  return {
    ...terms,
    id: `ana_${sha256(`${terms.owner} ${name}`).slice(0, 20)}`,
    // The other half is for people.
    maxQueued: Math.max(1, Math.floor(jobs.maxQueued / 2)),
    month: monthOf(at),
    ...monthlyCap(jobs, { budgetUsd, own: own !== null }),
    timeoutMs: jobs.jobTimeoutMs,
    ...resolveRun(jobs, request, { budgetUsd, seed, own: paid }),
    idempotencyKey: name,
    requestId,
    webhookUrl: null,
    webhookSecret: null,
    webhookSecretMade: false,
    holdings: null,
    createdAt: at,
  };
}

/** The caller checks who may. */
export async function cancelJob(
  ctx: SystemContext,
  { id, owner }: { readonly id: string; readonly owner: string },
): Promise<Job> {
  const { db, queue, clock } = ctx;
  const job = await db.transaction(async (tx) => {
    const stored = await lockAnalysis(tx, id, owner);
    if (stored === null) throw new NotFound(`there is no analysis ${id}`);
    if (stored.job.status === "cancelled") return stored.job;
    const at = clock.now();
    await setCancelled(tx, id, at);
    await appendEvents(tx, id, [{ type: "job.cancelled", data: {}, once: "job.cancelled" }], at);
    if (stored.webhookUrl !== null) await queue.enqueueWebhook(tx, id, "analysis.cancelled");
    return { ...stored.job, status: "cancelled" as const, finished_at: toIso(at), result: null, error: null };
  });
  // After the commit, and again for a cancelled job: whoever cancelled it may have died in between.
  await queue.cancel(id);
  return job;
}
