import { z } from "zod";
import { BacktestDecision, BacktestSettings } from "#src/contract/backtests/backtest.ts";
import { BacktestAsked, BacktestSummary } from "#src/contract/backtests/backtests.ts";
import { Trial } from "#src/contract/backtests/validity.ts";

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
