import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { rulesOutlook } from "#src/server/compose/models/compose-reasoner.ts";
import { MeasuredChange, type Attribution, type PlannedAttribution } from "#src/contract/jobs/attribution.ts";
import { notRepeatable, Reports, type Run } from "#src/contract/run/run.ts";
import { withDefaults } from "#src/contract/jobs/model-keys.ts";
import { isTestOwner } from "#src/contract/api/test-mode.ts";
import { loadAnalysis, type StoredAnalysis } from "#src/product/analyses/queries/analyses.ts";
import { noteProgress } from "#src/product/jobs/queries/jobs.ts";
import { findRun } from "#src/product/analyses/queries/runs.ts";
import { attributionOf, tryChange } from "#src/debate/attribution/plan.ts";
import {
  baseline,
  sharedOf,
  type AttributionTools,
  type KeptRun,
  type Paid,
} from "#src/debate/attribution/attribute.ts";
import { keptAnswers } from "#src/debate/attribution/reuse.ts";
import { stepsOf, wholeSteps } from "#src/debate/checkpoint.ts";
import { BudgetExceeded, Cancelled, Conflict } from "#src/core/errors.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { attributionJob } from "#src/product/jobs/public/kinds.ts";
import { jobAnswers, runJob, toldReason, type TakenJob } from "./job.ts";
import { jobAllowance, holdingAll, holding, noting } from "../allowance.ts";
import { ownReasoner } from "../own-reasoner.ts";
import type { WorkerTools } from "./analysis.ts";

/** Measurements and answers have tables, so nothing is paid twice. */
export function runAttributionJob(tools: WorkerTools, id: string): Promise<void> {
  return runJob(tools, id, attributionJob, { run: (taken) => attribute(tools, taken), reason: toldReason });
}

type Taken = TakenJob<PlannedAttribution>;

async function attribute(tools: WorkerTools, taken: Taken): Promise<Attribution | null> {
  const { kept, analysis } = await readKept(tools, taken);
  return measure(tools, taken, kept, await openTools(tools, taken, kept, analysis));
}

/** @throws Conflict for a run that cannot be repeated here any more */
async function readKept(
  { db, queue, reasoner }: WorkerTools,
  { subject: id, owner }: Taken,
): Promise<{ readonly kept: KeptRun; readonly analysis: StoredAnalysis }> {
  const [stored, analysis] = [await findRun(db.sql, id, owner), await loadAnalysis(db.sql, id)];
  if (stored === null || stored.run === null || analysis === null) throw new Conflict("the analysis no longer exists");
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
  taken: Taken,
  kept: KeptRun,
  { setting, owner, job }: StoredAnalysis,
): Promise<Measuring> {
  const { db, clock } = tools;
  const { signal, subject } = taken;
  const isTest = isTestOwner(owner);
  const vendors = isTest ? tools.testMode.vendors : tools.vendorChainOf(job.request);
  if (kept.run.manifest.config.llm_provider === "rules") {
    // Asked again it says the same at no cost.
    const answers = keptAnswers([], () => Promise.resolve());
    const reasoner = isTest ? tools.testMode.reasoner : tools.reasoner;
    return { vendors, reasoner, clock, signal, answers, outlook: rulesOutlook, refused: () => null };
  }
  const allowance = jobAllowance(db, taken);
  const { ownModel: choice, ownDefaults: defaults = {} } = setting;
  const asked =
    choice === undefined
      ? holding(tools.reasoner, holdingAll(tools.log, [allowance]))
      : ownReasoner(tools, { owner, choice: withDefaults(choice, defaults), allowances: [allowance] });
  const { reasoner, refused } = noting(asked);
  const answers = await jobAnswers(db, { table: "attribution_answers", analysis: subject });
  return { vendors, reasoner, clock, signal, answers, outlook: null, refused };
}

/** Kept one by one; `null`: stop. */
async function measure(
  { db }: WorkerTools,
  { id, input: planned, progress }: Taken,
  kept: KeptRun,
  measuring: Measuring,
): Promise<Attribution | null> {
  const base = baseline(measuring, kept, await sharedOf(measuring, kept));
  const measured = z.array(MeasuredChange).parse(progress ?? []);
  const unfinished: Paid[] = [];
  let stopped: string | null = null;
  for (const change of planned.changes.slice(measured.length)) {
    // Rules never wait: others on this thread have their turn in between.
    await nextTurn();
    const tried = await tryChange(measuring, kept, change, planned.repetitions, null);
    if (measuring.signal.aborted) throw new Cancelled();
    // Without an unaffordable answer it measures something else.
    stopped = measuring.refused()?.message ?? tried.stopped;
    if (stopped !== null) {
      unfinished.push(...tried.runs, ...tried.unfinished);
      break;
    }
    measured.push({ change, runs: tried.runs });
    if (!(await noteProgress(db.sql, id, { done: measured.length, progress: measured }))) return null;
  }
  if (measured.length === 0 && stopped !== null) throw new BudgetExceeded(stopped);
  return attributionOf(kept, base, { plan: planned, repetitions: planned.repetitions, measured, unfinished, stopped });
}
