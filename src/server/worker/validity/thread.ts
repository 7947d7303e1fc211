import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { maskedReasoner } from "#src/backtest/mask.ts";
import { type Subject, loadSubjects } from "#src/backtest/orders.ts";
import { rememberingReasoner } from "#src/backtest/remembered-answers.ts";
import { examine, neverAsked, type Examined } from "#src/backtest/validity/examine.ts";
import { usualCapital, usualSample } from "#src/backtest/validity/section.ts";
import { validityReport } from "#src/backtest/validity/report.ts";
import { trialOf, trialsLike } from "#src/backtest/validity/deflated-sharpe.ts";
import { composeReasoner } from "#src/server/compose/models/compose-reasoner.ts";
import { composeVendors } from "#src/server/compose/data/choose-data.ts";
import { sameArchives } from "#src/server/compose/data/archives.ts";
import { BacktestResult, type BacktestSettings } from "#src/contract/backtests/backtest.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import { Tuning } from "#src/contract/jobs/model-keys.ts";
import { createBudget } from "#src/debate/budget.ts";
import { settingsInForce } from "#src/core/config/config.ts";
import { InvalidInput, ModelFailed, VendorFailed } from "#src/core/errors.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { JudgeRequest, type JudgeReply } from "../thread-messages.ts";

/*
 * The thread that judges a backtest: its decisions are made again, by rules or with the answers that are kept, which
 * leaves the worker's own thread no time for anything else. Nothing is asked of a model.
 */

// On Linux a thread has a priority of its own: jobs that people wait for go first. Elsewhere it is the process's.
if (process.platform === "linux") setPriority(0, 10);

const { archives: dirs } = z.object({ archives: z.array(z.string()) }).parse(workerData);
const port = parentPort;
if (port === null) throw new Error("this file runs in a thread of a worker");
const say = (reply: JudgeReply): void => port.postMessage(reply);
const { signal } = new AbortController();
const waiting = new Map<string, ((value: unknown) => void)[]>();

/** Beyond these a result that was brought is not repeated: its settings are anybody's. */
const mostRounds = 10;
const mostLookUps = 10;
const mostDecisions = Math.max(...Object.values(plans).map(({ backtestDecisions }) => backtestDecisions));

async function answer(question: Exclude<JudgeRequest, { kind: "answer" }>): Promise<JudgeReply> {
  const result = BacktestResult.parse(JSON.parse(question.result));
  if (question.kind === "trial") return { kind: "trial", trial: trialOf(result) };
  const { subjects, examined } = await examination(result, question.uploaded);
  const report = validityReport({
    result,
    subjects,
    examined,
    memory: question.memory,
    trials: trialsLike(trialOf(result), question.trials),
    others: question.others.map((text) => BacktestResult.parse(JSON.parse(text))),
    capital: usualCapital,
  });
  return { kind: "report", report: JSON.stringify(report) };
}

/** What can be repeated here: nothing without the very archives that the backtest was made with. */
async function examination(
  result: BacktestResult,
  uploaded: boolean,
): Promise<{ readonly subjects: Subject[] | null; readonly examined: Examined | null }> {
  const { settings, decisions } = result;
  const archives = await sameArchives(dirs, settings.archives);
  const isTooLarge =
    decisions.length > mostDecisions ||
    Math.max(settings.rounds, settings.risk_rounds) > mostRounds ||
    settings.tool_steps > mostLookUps;
  if (archives === null || (uploaded && isTooLarge)) return { subjects: null, examined: null };
  const vendors = await composeVendors({ archives, online: false }, settingsInForce());
  const subjects = await loadSubjects(vendors, result, signal);
  const tools = { vendors, reasoner: await reasonerOf(settings), signal, sample: usualSample };
  return { subjects, examined: await examine(tools, settings, subjects) };
}

/** `rules`, or the answers that were kept, as `decide-with-models.ts` has kept them. */
async function reasonerOf({ reasoner, mask_ticker: masked }: BacktestSettings): Promise<Reasoner> {
  const { provider, deep, quick } = reasoner;
  if (provider === "rules")
    return composeReasoner({ provider, deep: null, quick: null, baseUrl: null }, settingsInForce());
  const tuning = Tuning.parse(reasoner);
  const named: Reasoner = {
    provider,
    models: { deep, quick },
    ...(Object.keys(tuning).length > 0 && { tuning }),
    usesTools: true,
    estimate: () => null,
    speak: () => Promise.reject(new ModelFailed(deep, "refused", "no model is asked here")),
  };
  const store = { read: kept, write: () => Promise.resolve() };
  const remembering = rememberingReasoner(neverAsked(named), store, createBudget(null), "", () => {});
  return masked ? maskedReasoner(remembering) : remembering;
}

/** A model's answer, from the worker's database. */
function kept(key: string): Promise<unknown> {
  return new Promise((resolve) => {
    const others = waiting.get(key) ?? [];
    waiting.set(key, [...others, resolve]);
    if (others.length === 0) say({ kind: "read", key });
  });
}

port.on("message", (message: unknown) => {
  const question = JudgeRequest.parse(message);
  if (question.kind === "answer") {
    for (const resolve of waiting.get(question.key) ?? []) resolve(question.value);
    waiting.delete(question.key);
    return;
  }
  answer(question).then(say, (error: unknown) => {
    if (error instanceof InvalidInput || error instanceof VendorFailed)
      return say({ kind: "refused", reason: error.message });
    return say({ kind: "broken", stack: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  });
});
