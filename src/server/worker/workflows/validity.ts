import type { z } from "zod";
import { BacktestResult } from "#src/contract/backtests/backtest.ts";
import {
  findAnswer,
  findResultText,
  otherConfigurations,
  listTrials,
  listUncounted,
  noteTrial,
} from "#src/product/backtests/queries/backtests.ts";
import { InvalidInput, Cancelled } from "#src/core/errors.ts";
import type { SystemContext } from "#src/product/context.ts";
import { validityJob } from "#src/product/jobs/public/kinds.ts";
import { readMemoryOfBacktest } from "#src/product/memory/public/put-together.ts";
import type { Log } from "#src/core/operation/log.ts";
import { runJob, type TakenJob } from "./job.ts";
import { Worker } from "node:worker_threads";
import type { Trial } from "#src/contract/backtests/validity.ts";
import { JudgeReply, type JudgeRequest } from "../thread-messages.ts";

const SettingsOf = BacktestResult.pick({ settings: true });

export interface ValidityTools extends SystemContext {
  readonly log: Log;
  readonly backtests: { readonly archives: readonly string[] };
}

/** In one go: another worker makes it anew. */
export function runValidityJob(tools: ValidityTools, id: string): Promise<void> {
  return runJob(tools, id, validityJob, {
    run: (taken) => judge(tools, taken),
    reason: (error) => (error instanceof InvalidInput ? error.message : null),
  });
}

/** @returns JSON in key order; `null` when the backtest is gone */
async function judge(
  tools: ValidityTools,
  { owner, subject, input, signal }: TakenJob<z.infer<typeof validityJob.input>>,
): Promise<string | null> {
  const { db, backtests } = tools;
  const thread = openJudgeThread(backtests.archives, (key) => findAnswer(db.sql, owner, key), signal);
  try {
    await countAll(tools, thread, owner);
    const result = await findResultText(db.sql, subject);
    if (result === null) return null;
    const { settings } = SettingsOf.parse(JSON.parse(result));
    return await thread.judge({
      result,
      uploaded: input.uploaded,
      others: await otherConfigurations(db.sql, subject),
      trials: await listTrials(db.sql, owner),
      memory: await readMemoryOfBacktest(tools, settings),
    });
  } finally {
    await thread.close();
  }
}

/** Uploads and older releases' results are trials too. */
async function countAll({ db }: ValidityTools, thread: JudgeThread, owner: string): Promise<void> {
  for (const backtest of await listUncounted(db.sql, owner)) {
    const result = await findResultText(db.sql, backtest);
    if (result === null) continue;
    const trial = await thread.trial(result);
    await db.transaction((tx) => noteTrial(tx, { owner, backtest }, trial));
  }
}

type ToJudge = Omit<Extract<JudgeRequest, { kind: "judge" }>, "kind">;

/** A thread that judges one backtest. Ask it one thing at a time. */
interface JudgeThread {
  /** A result as a trial. */
  trial(result: string): Promise<Trial>;
  /** @returns the report as JSON @throws InvalidInput; Cancelled */
  judge(question: ToJudge): Promise<string>;
  /** Also in the middle of an answer. */
  close(): Promise<void>;
}

/** @param read a model's answer that is kept; `null` for none */
function openJudgeThread(
  archives: readonly string[],
  read: (key: string) => Promise<unknown>,
  signal: AbortSignal,
): JudgeThread {
  const thread = new Worker(new URL("../validity/thread.ts", import.meta.url), { workerData: { archives } });
  const gone = Promise.withResolvers<never>();
  // Nobody may be waiting when it ends.
  gone.promise.catch(() => {});
  thread.once("error", gone.reject);
  thread.once("exit", (code) => gone.reject(new Error(`the thread of a validity report ended with ${code}`)));
  const cancel = (): void => gone.reject(new Cancelled());
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  // The second argument is the list of what is handed over; a thread has no origin.
  const post = (question: JudgeRequest): void => thread.postMessage(question, []);
  const lookUp = async (key: string): Promise<void> => post({ kind: "answer", key, value: await read(key) });
  const ask = async (question: JudgeRequest): Promise<JudgeReply> => {
    const answered = Promise.withResolvers<JudgeReply>();
    const listen = (message: unknown): void => {
      const reply = JudgeReply.parse(message);
      if (reply.kind === "read") lookUp(reply.key).catch(answered.reject);
      else answered.resolve(reply);
    };
    thread.on("message", listen);
    try {
      post(question);
      const reply = await Promise.race([answered.promise, gone.promise]);
      if (reply.kind === "refused") throw new InvalidInput(reply.reason);
      if (reply.kind === "broken") throw new Error(`a validity report thread failed: ${reply.stack}`);
      return reply;
    } finally {
      thread.off("message", listen);
    }
  };
  const other = ({ kind }: JudgeReply): Error => new Error(`a thread answered with ${kind}`);
  return {
    async trial(result) {
      const reply = await ask({ kind: "trial", result });
      if (reply.kind !== "trial") throw other(reply);
      return reply.trial;
    },
    async judge(question) {
      const reply = await ask({ kind: "judge", ...question });
      if (reply.kind !== "report") throw other(reply);
      return reply.report;
    },
    async close() {
      signal.removeEventListener("abort", cancel);
      await thread.terminate();
    },
  };
}
