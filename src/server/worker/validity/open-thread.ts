import { Worker } from "node:worker_threads";
import type { Trial } from "#src/contract/validity.ts";
import { Cancelled, InvalidInput } from "#src/core/errors.ts";
import { JudgeReply, type JudgeRequest } from "./thread-messages.ts";

type ToJudge = Omit<Extract<JudgeRequest, { kind: "judge" }>, "kind">;

/** A thread that judges one backtest. Ask it one thing at a time. */
export interface JudgeThread {
  /** A result as a trial. */
  trial(result: string): Promise<Trial>;
  /** @returns the report as JSON @throws InvalidInput; Cancelled */
  judge(question: ToJudge): Promise<string>;
  /** Also in the middle of an answer. */
  close(): Promise<void>;
}

/** @param read a model's answer that is kept; `null` for none */
export function openJudgeThread(
  archives: readonly string[],
  read: (key: string) => Promise<unknown>,
  signal: AbortSignal,
): JudgeThread {
  const thread = new Worker(new URL("./thread.ts", import.meta.url), { workerData: { archives } });
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
      if (reply.kind === "broken") throw new Error(`the thread of a validity report broke: ${reply.stack}`);
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
