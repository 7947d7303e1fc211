import { setImmediate as nextTurn } from "node:timers/promises";
import { DBOS } from "@dbos-inc/dbos-sdk";
import { z } from "zod";
import { rulesOutlook } from "#src/compose/rules-outlook.ts";
import { notRepeatable } from "#src/contract/earlier-run.ts";
import { withDefaults } from "#src/contract/model-keys.ts";
import { Reports, type Run } from "#src/contract/run.ts";
import { isTestOwner } from "#src/contract/test-mode.ts";
import { loadAnalysis, type StoredAnalysis } from "#src/db/queries/analyses.ts";
import {
  answersTo,
  keepAnswerTo,
  keepMeasured,
  takeAttribution,
  type TakenAttribution,
} from "#src/db/queries/attributions.ts";
import { endBudgetedJob } from "#src/db/queries/budgeted-jobs.ts";
import { findRun } from "#src/db/queries/runs.ts";
import { attributionOf, tryChange } from "#src/debate/attribution/attribute-run.ts";
import {
  baseline,
  sharedOf,
  type AttributionTools,
  type KeptRun,
  type Paid,
} from "#src/debate/attribution/attribute.ts";
import { keptAnswers, type KeptAnswer } from "#src/debate/attribution/reuse.ts";
import { StoredCall } from "#src/debate/model-call.ts";
import { stepsOf } from "#src/debate/repetitions.ts";
import { wholeSteps } from "#src/debate/rerun.ts";
import { BudgetExceeded, Cancelled, Conflict, isConclaveError } from "#src/platform/errors.ts";
import type { Reasoner } from "#src/reasoners/reasoner.ts";
import { jobAllowance } from "../job-allowance.ts";
import { holdingAll } from "../allowance.ts";
import { holding, noting } from "../held-calls.ts";
import { runStep } from "../outages.ts";
import { ownReasoner } from "../own-reasoner.ts";
import type { WorkerTools } from "./analysis.ts";

/**
 * One attribution from the queue to its end. What was measured and what models answered stand in tables of their own:
 * whoever goes on with a dead worker's begins behind that, and pays for no answer twice.
 */
export async function runAttributionJob(tools: WorkerTools, id: string): Promise<void> {
  // No step of the workflow: whoever takes it over must ask anew whether to go on.
  const taken = await takeAttribution(tools.db.sql, id, tools.clock.now());
  if (taken === null) return;
  const log = tools.log.child({ attribution: id });
  log.info("attribution started");
  const ended = await runStep(() => attribute(tools, taken), { name: "attribute" });
  log.info({ ended }, "attribution ended");
}

/** @returns how it ended, for the log */
async function attribute(tools: WorkerTools, taken: TakenAttribution): Promise<string> {
  const { db, clock } = tools;
  try {
    const { kept, analysis } = await readKept(tools, taken);
    const measuring = await openTools(tools, taken, kept, analysis);
    const result = await measure(tools, taken, kept, measuring);
    if (result === null) return "cancelled";
    await endBudgetedJob(db.sql, "attributions", taken.id, { state: "succeeded", result }, clock.now());
    return result.stopped ?? "all was tried";
  } catch (error) {
    // It was cancelled, which its row says already, or the worker stops and another goes on.
    if (!isConclaveError(error) || error instanceof Cancelled) throw error;
    await endBudgetedJob(db.sql, "attributions", taken.id, { state: "failed", error: error.message }, clock.now());
    return error.message;
  }
}

/** @throws Conflict for a run that cannot be repeated here any more */
async function readKept(
  { db, queue, reasoner }: WorkerTools,
  { analysis: id, owner }: TakenAttribution,
): Promise<{ readonly kept: KeptRun; readonly analysis: StoredAnalysis }> {
  const [stored, analysis] = [await findRun(db.sql, id, owner), await loadAnalysis(db.sql, id)];
  if (stored === null || stored.run === null || analysis === null) throw new Conflict("the analysis is gone");
  const { run } = stored;
  const reason = notRepeatable(run.manifest, "measured");
  if (reason !== null) throw new Conflict(reason);
  const steps = wholeSteps(stepsOf(await queue.finishedSteps(id), run.result.runs?.shown ?? 1));
  if (!steps.has("snapshot"))
    throw new Conflict("the statements of this analysis are no longer stored; start a new one");
  if (!isTestOwner(owner) && analysis.setting.ownModel === undefined && !isOf(reasoner, run))
    throw new Conflict("this service now uses other models than the analysis; start a new one and measure that");
  const { runs: _, ...request } = run.request;
  const kept = {
    run: { ...run, result: { ...run.result, reports: Reports.parse(run.result.reports) } },
    settings: settingsOf(run, analysis),
    request,
    steps,
  };
  return { kept, analysis };
}

function isOf({ provider, models }: Reasoner, { manifest: { config } }: Run): boolean {
  return (
    provider === config.llm_provider && models.deep === config.deep_think_llm && models.quick === config.quick_think_llm
  );
}

/** As the run was made, whatever this service makes now. */
function settingsOf({ manifest }: Run, { setting }: StoredAnalysis): KeptRun["settings"] {
  const { config } = manifest;
  return {
    runId: manifest.run_id,
    codeVersion: manifest.code_version,
    seed: manifest.seed,
    rounds: setting.rounds,
    riskRounds: setting.riskRounds,
    toolSteps: config.tool_steps,
    onlineTools: config.online_tools,
    budgetUsd: null,
    ...(config.conditions === true && { conditions: config.conditions }),
    ...(config.ask_again_figures === false && { askAgainFigures: config.ask_again_figures }),
  };
}

interface Measuring extends AttributionTools {
  /** Why a call was not made; `null` while money sufficed. */
  readonly refused: () => BudgetExceeded | null;
}

async function openTools(
  tools: WorkerTools,
  taken: TakenAttribution,
  kept: KeptRun,
  { setting, owner, job }: StoredAnalysis,
): Promise<Measuring> {
  const { db, clock } = tools;
  const isTest = isTestOwner(owner);
  const signal = DBOS.stepStatus?.cancelSignal ?? new AbortController().signal;
  const vendors = isTest ? tools.testMode.vendors : tools.vendorChainOf(job.request);
  if (kept.run.manifest.config.llm_provider === "rules") {
    // Asked again it says the same at no cost.
    const answers = keptAnswers([], () => Promise.resolve());
    const reasoner = isTest ? tools.testMode.reasoner : tools.reasoner;
    return { vendors, reasoner, clock, signal, answers, outlook: rulesOutlook, refused: () => null };
  }
  const allowance = jobAllowance(db, "attributions", taken);
  const { ownModel: choice, ownDefaults: defaults = {} } = setting;
  const asked =
    choice === undefined
      ? holding(tools.reasoner, holdingAll(tools.log, [allowance]))
      : ownReasoner(tools, { owner, choice: withDefaults(choice, defaults), allowances: [allowance] });
  const { reasoner, refused } = noting(asked);
  const known = z.array(StoredAnswer).parse(await answersTo(db.sql, taken.analysis));
  const answers = keptAnswers(known, (answer: KeptAnswer) => keepAnswerTo(db.sql, taken.analysis, answer));
  return { vendors, reasoner, clock, signal, answers, outlook: null, refused };
}

const StoredAnswer = z.object({ repetition: z.int(), prompt: z.string(), spoken: StoredCall.shape.spoken });

/** One change after the other, each kept before the next; `null` when it is not to go on. */
async function measure(
  { db }: WorkerTools,
  { id, planned, measured: before }: TakenAttribution,
  kept: KeptRun,
  measuring: Measuring,
): Promise<ReturnType<typeof attributionOf> | null> {
  const base = baseline(measuring, kept, await sharedOf(measuring, kept));
  const measured = [...before];
  const unfinished: Paid[] = [];
  let stopped: string | null = null;
  for (const change of planned.changes.slice(before.length)) {
    // Rules never wait: others on this thread have their turn in between.
    await nextTurn();
    const tried = await tryChange(measuring, kept, change, planned.repetitions, null);
    if (measuring.signal.aborted) throw new Cancelled();
    // A debate that went on without an answer that money was missing for measures something else.
    stopped = measuring.refused()?.message ?? tried.stopped;
    if (stopped !== null) {
      unfinished.push(...tried.runs, ...tried.unfinished);
      break;
    }
    measured.push({ change, runs: tried.runs });
    if (!(await keepMeasured(db.sql, id, measured))) return null;
  }
  if (measured.length === 0 && stopped !== null) throw new BudgetExceeded(stopped);
  return attributionOf(kept, base, { plan: planned, repetitions: planned.repetitions, measured, unfinished, stopped });
}
