import { DBOS } from "@dbos-inc/dbos-sdk";
import type { CustomerModels } from "#src/server/compose/models/compose-model-reasoner.ts";
import { failingTicker, isTestOwner } from "#src/contract/api/test-mode.ts";
import type { ForHoldings } from "#src/contract/holdings/holdings.ts";
import { withDefaults } from "#src/contract/jobs/model-keys.ts";
import { type AnswerCount, type CountedOutcome, ModelReview } from "#src/contract/jobs/model-checks.ts";
import type { Outcome, RunSettings } from "#src/debate/analyze.ts";
import type { Database } from "#src/core/db/database.ts";
import type { JobQueue } from "#src/product/jobs/queries/job-queue.ts";
import type { Ended, TakenAnalysis } from "#src/product/analyses/queries/analyses.ts";
import { type Rerun, decisionsOf, keepDecision } from "#src/product/analyses/queries/runs.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { CorruptRun, InvalidInput, ModelFailed } from "#src/core/errors.ts";
import type { Clock } from "#src/core/clock.ts";
import type { Log } from "#src/core/operation/log.ts";
import { traced } from "#src/core/operation/telemetry.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { finishJob, startJob } from "#src/product/analyses/running.ts";
import type { JobSettings } from "#src/product/context.ts";
import type { PaymentGateway } from "#src/product/deposits/processors/processor.ts";
import type { DeliveryTools } from "#src/product/outbox/outbox.ts";
import type { SignalSettings } from "#src/product/signals/public/readable-lists.ts";
import { countSpent } from "../allowance.ts";
import { jobEvents, openJournal } from "../durable-checkpoint.ts";
import { failureSignal, runStep } from "../outages.ts";
import { adviseOwner, analyzeRepeatedly, traceRun } from "../analysis-run.ts";
import { ownReasoner } from "../own-reasoner.ts";
import { stepsBefore, stepsOf, takeOver } from "#src/debate/checkpoint.ts";
import { Agent, type ReadStep } from "#src/contract/run/answers.ts";
import type { AgentReport, AgentTurn, Manifest } from "#src/contract/run/run.ts";

/** What a run of the worker is made with. Built once, in main. */
export interface WorkerTools extends DeliveryTools {
  readonly db: Database;
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly log: Log;
  readonly vendors: VendorChain;
  /** What a run gets its data from. */
  readonly vendorChainOf: (
    request: Pick<TakenAnalysis["request"], "ticker" | "asset_type" | "trade_date">,
  ) => VendorChain;
  readonly reasoner: Reasoner;
  /** What runs on customers' own keys are made with. */
  readonly customerModels: CustomerModels;
  /** What runs of test keys are made with. */
  readonly testMode: { readonly reasoner: Reasoner; readonly vendors: VendorChain };
  /** Where deposits are made. */
  readonly paymentGateway: PaymentGateway;
  /** What the jobs of the signal engine are made with. */
  readonly jobs: JobSettings;
  readonly signals: SignalSettings;
  /** Counts how the answers of a run were read, for `/metrics`. */
  readonly countAnswers: (counts: readonly AnswerCount[]) => void;
  /** CONCLAVE_HOME, for what is kept outside the database. */
  readonly home: string;
  readonly settings: Pick<RunSettings, "codeVersion" | "seed" | "toolSteps" | "onlineTools" | "conditions">;
}

/** The journal's pages are steps of the workflow; another worker makes only missing calls. */
export async function runAnalysisJob(tools: WorkerTools, id: string): Promise<void> {
  // No step: whoever takes over must ask anew.
  const started = await startJob(tools, id);
  if (started === null) return;
  const attributes = { "conclave.job.id": id, "conclave.resumed": started.resumed };
  await traced({ name: "analysis", kind: "consumer", parent: started.setting.traceparent ?? null, attributes }, () =>
    runStarted(tools, id, started),
  );
}

async function runStarted(tools: WorkerTools, id: string, started: TakenAnalysis): Promise<void> {
  const log = tools.log.child({ job: id, request_id: started.requestId });
  log.info("job started");
  const stop = new AbortController();
  const over = Promise.withResolvers<Over>();
  const broken = failureSignal();
  broken?.addEventListener("abort", () => over.resolve({ defect: broken.reason }), { once: true });
  // The first step lasts as long as the run, so a cancel is heard at any time.
  const finish = runStep(() => finishWhenOver(tools, id, over.promise, stop), { name: "finish job" });
  // A value, never a rejection: the step may not wait yet.
  void runJob(tools, id, started, stop).then(
    (outcome) => over.resolve({ outcome }),
    (defect: unknown) => over.resolve({ defect }),
  );
  try {
    const { outcome, ended } = await finish;
    log.info({ ended, outcome }, "job ended");
  } catch (error) {
    await count(tools, id, log);
    throw error;
  } finally {
    stop.abort();
  }
}

/** As it says, or by a defect. */
type Over = { readonly outcome: Ending } | { readonly defect: unknown };

/** With what the opinion means for the owner's holdings, where they were given. */
type Ending = Outcome & { readonly forHoldings?: ForHoldings };

async function runJob(tools: WorkerTools, id: string, job: TakenAnalysis, stop: AbortController): Promise<Ending> {
  const { ownModel: choice, ownDefaults: defaults = {}, traceparent: _, rerun, ...setting } = job.setting;
  const isTest = isTestOwner(job.owner);
  if (isTest && job.request.ticker.trim().toUpperCase() === failingTicker) return testFailure(tools.testMode.reasoner);
  const reasoner = isTest
    ? tools.testMode.reasoner
    : choice === undefined
      ? tools.reasoner
      : ownReasoner(tools, { owner: job.owner, choice: withDefaults(choice, defaults) });
  const journal = await openJournal(job.resumed ? await tools.queue.pages(id) : [], reasoner);
  const events = jobEvents(tools, id, job.resumed, journal.written);
  const run = traceRun(reasoner, events.emit);
  try {
    const checkpoint = rerun === undefined ? journal : await takeOver(journal, () => stepsToReuse(tools, rerun));
    const outcome = await analyzeRepeatedly(
      {
        vendors: isTest ? tools.testMode.vendors : tools.vendorChainOf(job.request),
        reasoner: run.reasoner,
        memory: {
          of: async (symbol) => (isTest ? [] : decisionsOf(tools.db.sql, symbol)),
          // Own models' and test decisions are not told to others.
          keep: async (decision) =>
            choice === undefined && !isTest ? keepDecision(tools.db.sql, decision) : undefined,
        },
        checkpoint,
        clock: tools.clock,
        emit: run.emit,
        signal: stop.signal,
        keepsRefusals: true,
      },
      {
        ...tools.settings,
        runId: id,
        ...setting,
        seed: job.setting.seed ?? tools.settings.seed,
        ...(choice !== undefined && { ownKey: true as const }),
        ...(isTest && { livemode: false as const, onlineTools: false }),
        ...(rerun !== undefined && { rerun: { of: rerun.of, from: rerun.from } }),
      },
      job.request,
      tools.signals.threshold,
    );
    await events.drain();
    if (!outcome.ok) return outcome;
    const vendors = isTest ? tools.testMode.vendors : tools.vendorChainOf(job.request);
    const holder = { vendors, reasoner: run.reasoner, checkpoint: journal, signal: stop.signal, emit: events.emit };
    const forHoldings = await adviseOwner(tools, id, holder, outcome.run);
    await events.drain();
    await journal.written();
    return forHoldings === null ? outcome : { ...outcome, forHoldings };
  } finally {
    run.end();
    journal.close();
  }
}

function testFailure({ provider, models }: Reasoner): Outcome {
  const error = new InvalidInput(`test data: an analysis of ${failingTicker} always fails`);
  return { ok: false, error, reasoner: { provider, models }, reports: {} };
}

/** @throws CorruptRun when they are gone since the rerun was asked for */
async function stepsToReuse(
  { queue }: WorkerTools,
  { of, from, repetition = 1 }: Rerun,
): Promise<Record<string, unknown>> {
  const steps = stepsBefore(stepsOf(await queue.finishedSteps(of), repetition), from);
  if (!("snapshot" in steps)) throw new CorruptRun(`the statements of analysis ${of} are no longer stored`);
  return steps;
}

async function finishWhenOver(
  tools: WorkerTools,
  id: string,
  over: Promise<Over>,
  stop: AbortController,
): Promise<{ ended: boolean; outcome: string }> {
  const cancelled = DBOS.stepStatus?.cancelSignal;
  const forward = (): void => stop.abort();
  cancelled?.addEventListener("abort", forward);
  if (cancelled?.aborted === true) forward();
  try {
    const came = await over;
    if ("defect" in came) throw came.defect;
    const { outcome } = came;
    // Cancelled, or out of time: `failAbandoned` knows.
    if (!outcome.ok && stop.signal.aborted) throw outcome.error;
    if (!outcome.ok) await count(tools, id, tools.log);
    const answers = answerCounts(outcome);
    const ended = await finishJob(tools, { id, end: endOf(outcome), answers });
    if (ended) tools.countAnswers(answers);
    return { ended, outcome: outcome.ok ? outcome.run.result.rating : outcome.error.message };
  } finally {
    cancelled?.removeEventListener("abort", forward);
  }
}

/** Else counted soon after (countForgotten). */
async function count(tools: WorkerTools, id: string, log: Log): Promise<void> {
  await countSpent(tools, id).catch((error: unknown) =>
    log.error({ err: error, job: id }, "what the run spent was not counted"),
  );
}

function endOf(outcome: Ending): Ended {
  if (!outcome.ok) return { status: "failed", error: failureText(outcome) };
  const { result, usage, manifest } = outcome.run;
  const { refused, forHoldings } = outcome;
  const beside = { ...(refused !== undefined && { refused }), ...(forHoldings !== undefined && { forHoldings }) };
  return { status: "succeeded", result, usage, manifest, ...beside };
}

/** Who finds nobody that knows the symbol learns what works without the network. */
function failureText({ error, reports }: Extract<Outcome, { ok: false }>): string {
  return error.kind === "vendor_failed" && Object.keys(reports).length === 0
    ? `no price source can be reached from this server (${error.message}); try DEMO, or add an archive`
    : error.message;
}

const deepAgents: readonly Agent[] = ["research_manager", "portfolio_manager"];

/** None without a language model, or of a stopped run. */
export function answerCounts(outcome: Outcome): AnswerCount[] {
  const { provider, models, tuning } = outcome.ok ? reasonerIn(outcome.run.manifest) : outcome.reasoner;
  if (provider === "rules") return [];
  const counts = new Map<string, { model: string; outcome: CountedOutcome; count: number }>();
  const add = (model: string, counted: CountedOutcome): void => {
    const key = `${counted} ${model}`;
    const known = counts.get(key) ?? { model, outcome: counted, count: 0 };
    counts.set(key, { ...known, count: known.count + 1 });
  };
  const modelOf = (agent: Agent): string => (deepAgents.includes(agent) ? models.deep : models.quick);

  const reports = outcome.ok ? outcome.run.result.reports : outcome.reports;
  for (const agent of Agent.options) for (const counted of turnsOf(reports[agent])) add(modelOf(agent), counted);
  if (outcome.ok) {
    const { unheard = [], review_code, portfolio_manager } = outcome.run.result.reports;
    for (const { agent } of unheard) add(modelOf(agent), "unheard");
    const review = ModelReview.safeParse(review_code).data;
    if (portfolio_manager !== undefined) add(models.deep, "verdict");
    if (review !== undefined) add(models.deep, `review_${review}`);
  } else if (outcome.error instanceof ModelFailed) add(outcome.error.model, "failed");
  const deepProvider = tuning?.deep_llm_provider ?? provider;
  return [...counts.values()].map((one) => ({
    provider: one.model === models.deep && one.model !== models.quick ? deepProvider : provider,
    ...one,
  }));
}

function reasonerIn({ config }: Manifest): Extract<Outcome, { ok: false }>["reasoner"] {
  const { llm_provider, deep_think_llm, quick_think_llm } = config;
  return { provider: llm_provider, models: { deep: deep_think_llm, quick: quick_think_llm }, tuning: config };
}

function turnsOf(report: AgentReport | undefined): CountedOutcome[] {
  return report?.turns.flatMap(outcomesOf) ?? [];
}

/** What was done to no answer. */
const askedAlone: readonly ReadStep[] = ["asked_again", "asked_again_figures", "over_budget"];

function outcomesOf({ read_as = [], conversions = [], problem }: AgentTurn): CountedOutcome[] {
  const isRepaired = conversions.length > 0 || read_as.some((step) => !askedAlone.includes(step));
  return [
    "answer",
    ...(isRepaired ? ["repaired" as const] : []),
    ...(problem === null ? [] : ["incomplete" as const]),
    ...(read_as.includes("asked_again") ? ["asked_again" as const] : []),
  ];
}
