import { Decimal } from "decimal.js";
import type { RunEstimates, ShapeEstimate, Usd } from "#src/contract/jobs/usage.ts";
import { type Job, statementsOf } from "#src/contract/jobs/analysis.ts";
import { holdingsCalls } from "#src/contract/holdings/holdings.ts";
import type { AnalysisEnvironment, TokenPrice } from "./analysis-environment.ts";
import type { ModelKeyDefaults, OwnModel } from "#src/contract/jobs/model-keys.ts";
import type { Submission } from "../queries/submissions.ts";
import { type Instant, toIso } from "#src/core/clock.ts";
import { sha256 } from "#src/core/hash.ts";
import { monthOf, monthlyCap } from "#src/product/plans/public/monthly-quota.ts";
import type { JobSettings, SystemContext } from "#src/product/context.ts";
import { type RunWish, resolveRun } from "./runs.ts";
import { lockAnalysis, setCancelled } from "../queries/analyses.ts";
import { appendEvents } from "../queries/events.ts";
import { NotFound } from "#src/core/errors.ts";

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
