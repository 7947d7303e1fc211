import { Worker } from "node:worker_threads";
import type { BacktestDecision, BacktestSettings } from "#src/contract/backtests/backtest.ts";
import type { BacktestAsked } from "#src/contract/backtests/backtests.ts";
import { InvalidInput } from "#src/core/errors.ts";
import {
  ThreadReply,
  type BacktestOutput,
  type BacktestPlan,
  type Dates,
  type RunDefaults,
  type ThreadRequest,
} from "./thread-messages.ts";

/** A thread that works on one backtest. Ask it one thing at a time. All throw InvalidInput for what cannot be done. */
export interface BacktestThread {
  plan(asked: BacktestAsked, defaults: RunDefaults): Promise<BacktestPlan>;
  decide(settings: BacktestSettings, dates: Dates): Promise<BacktestDecision[]>;
  assemble(settings: BacktestSettings, decisions: readonly BacktestDecision[]): Promise<BacktestOutput>;
  /** Also in the middle of an answer. */
  close(): Promise<void>;
}

export function openBacktestThread(archives: readonly string[]): BacktestThread {
  const thread = new Worker(new URL("./thread.ts", import.meta.url), { workerData: { archives } });
  const gone = Promise.withResolvers<never>();
  // Nobody may be waiting when it ends.
  gone.promise.catch(() => {});
  thread.once("error", gone.reject);
  thread.once("exit", (code) => gone.reject(new Error(`the thread of a backtest ended with ${code}`)));
  const ask = async (question: ThreadRequest): Promise<ThreadReply> => {
    const answered = new Promise<unknown>((resolve) => thread.once("message", resolve));
    // The second argument is the list of what is handed over; a thread has no origin.
    thread.postMessage(question, []);
    const reply = ThreadReply.parse(await Promise.race([answered, gone.promise]));
    if (reply.kind === "refused") throw new InvalidInput(reply.reason);
    if (reply.kind === "broken") throw new Error(`a backtest thread failed: ${reply.stack}`);
    return reply;
  };
  const other = ({ kind }: ThreadReply): Error => new Error(`a thread answered with ${kind}`);
  return {
    async plan(asked, defaults) {
      const reply = await ask({ kind: "plan", asked, defaults });
      if (reply.kind !== "plan") throw other(reply);
      return reply.plan;
    },
    async decide(settings, dates) {
      const reply = await ask({ kind: "decide", settings, dates });
      if (reply.kind !== "decisions") throw other(reply);
      return reply.decisions;
    },
    async assemble(settings, decisions) {
      const reply = await ask({ kind: "assemble", settings, decisions: [...decisions] });
      if (reply.kind !== "end") throw other(reply);
      return reply.end;
    },
    async close() {
      await thread.terminate();
    },
  };
}
