import { Worker } from "node:worker_threads";
import { z } from "zod";
import { BacktestDecision, BacktestSettings } from "#src/contract/backtests/backtest.ts";
import { BacktestAsked, BacktestSummary } from "#src/contract/backtests/backtests.ts";
import { Trial } from "#src/contract/backtests/validity.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { MemorySummary } from "#src/contract/backtests/memory.ts";

/* One question at a time. */

/** What the service adds to what was asked. */
export const RunDefaults = z.object({
  rounds: z.int(),
  riskRounds: z.int(),
  codeVersion: z.string(),
  askAgainFigures: z.literal(false).exactOptional(),
  /** Which models decide, elsewhere; absent: the thread itself, by rules. */
  models: z
    .object({
      reasoner: BacktestSettings.shape.reasoner,
      toolSteps: z.int(),
      minAgreement: z.number(),
      cutoff: BacktestSettings.shape.cutoff,
    })
    .exactOptional(),
});
export type RunDefaults = z.infer<typeof RunDefaults>;

/** The dates of one symbol, ascending. */
const Dates = z.object({ symbol: z.string(), sessions: z.array(z.string()) });
export type Dates = z.infer<typeof Dates>;

export const BacktestPlan = z.object({ settings: BacktestSettings, work: z.array(Dates) });
export type BacktestPlan = z.infer<typeof BacktestPlan>;

/** Texts, handed over and kept as they are. */
export const BacktestOutput = z.object({
  result: z.string(),
  trades: z.string(),
  summary: BacktestSummary,
  trial: Trial,
});
export type BacktestOutput = z.infer<typeof BacktestOutput>;

export const Decisions = z.array(BacktestDecision);

export const ThreadRequest = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("plan"), asked: BacktestAsked, defaults: RunDefaults }),
  z.object({ kind: z.literal("decide"), settings: BacktestSettings, dates: Dates }),
  z.object({ kind: z.literal("assemble"), settings: BacktestSettings, decisions: Decisions }),
]);
export type ThreadRequest = z.infer<typeof ThreadRequest>;

/** `refused`: in words for whoever asked. `broken`: a defect. */
export const ThreadReply = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("plan"), plan: BacktestPlan }),
  z.object({ kind: z.literal("decisions"), decisions: Decisions }),
  z.object({ kind: z.literal("end"), end: BacktestOutput }),
  z.object({ kind: z.literal("refused"), reason: z.string() }),
  z.object({ kind: z.literal("broken"), stack: z.string() }),
]);
export type ThreadReply = z.infer<typeof ThreadReply>;

/** A thread that works on one backtest. Ask it one thing at a time. All throw InvalidInput for what cannot be done. */
export interface BacktestThread {
  plan(asked: BacktestAsked, defaults: RunDefaults): Promise<BacktestPlan>;
  decide(settings: BacktestSettings, dates: Dates): Promise<BacktestDecision[]>;
  assemble(settings: BacktestSettings, decisions: readonly BacktestDecision[]): Promise<BacktestOutput>;
  /** Also in the middle of an answer. */
  close(): Promise<void>;
}

export function openBacktestThread(archives: readonly string[]): BacktestThread {
  const thread = new Worker(new URL("./backtest/thread.ts", import.meta.url), { workerData: { archives } });
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

/* One question at a time. */

/** Results are handed over as the texts that they are kept as. */
export const JudgeRequest = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("trial"), result: z.string() }),
  z.object({
    kind: z.literal("judge"),
    result: z.string(),
    /** It was brought, and its settings can be any. */
    uploaded: z.boolean(),
    others: z.array(z.string()),
    trials: z.array(Trial),
    /** What was measured of its models' memory of its years. */
    memory: MemorySummary.nullable(),
  }),
  /** A model's answer that the thread asked for; `null`: it is not kept. */
  z.object({ kind: z.literal("answer"), key: z.string(), value: z.unknown() }),
]);
export type JudgeRequest = z.infer<typeof JudgeRequest>;

/** `refused`: in words for whoever asked. `broken`: a defect. */
export const JudgeReply = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("read"), key: z.string() }),
  z.object({ kind: z.literal("trial"), trial: Trial }),
  z.object({ kind: z.literal("report"), report: z.string() }),
  z.object({ kind: z.literal("refused"), reason: z.string() }),
  z.object({ kind: z.literal("broken"), stack: z.string() }),
]);
export type JudgeReply = z.infer<typeof JudgeReply>;
