import { z } from "zod";
import { BacktestDecision, BacktestSettings } from "#src/contract/backtest.ts";
import { BacktestAsked, BacktestSummary } from "#src/contract/backtests.ts";

/* What a worker and its thread for a backtest say to each other: one question at a time, one answer to each. */

/** What the house adds to what was asked. */
export const HouseSettings = z.object({ rounds: z.int(), riskRounds: z.int(), codeVersion: z.string() });
export type HouseSettings = z.infer<typeof HouseSettings>;

/** The dates of one symbol, ascending. */
const Dates = z.object({ symbol: z.string(), sessions: z.array(z.string()) });
export type Dates = z.infer<typeof Dates>;

export const BacktestPlan = z.object({ settings: BacktestSettings, work: z.array(Dates) });
export type BacktestPlan = z.infer<typeof BacktestPlan>;

/** `result` as JSON and `trades` as CSV: texts are handed over as they are, and kept as they are. */
export const BacktestEnd = z.object({ result: z.string(), trades: z.string(), summary: BacktestSummary });
export type BacktestEnd = z.infer<typeof BacktestEnd>;

export const Decisions = z.array(BacktestDecision);

export const Question = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("plan"), asked: BacktestAsked, house: HouseSettings }),
  z.object({ kind: z.literal("decide"), settings: BacktestSettings, dates: Dates }),
  z.object({ kind: z.literal("assemble"), settings: BacktestSettings, decisions: Decisions }),
]);
export type Question = z.infer<typeof Question>;

/** `refused`: in words for whoever asked. `broken`: a defect. */
export const Reply = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("plan"), plan: BacktestPlan }),
  z.object({ kind: z.literal("decisions"), decisions: Decisions }),
  z.object({ kind: z.literal("end"), end: BacktestEnd }),
  z.object({ kind: z.literal("refused"), reason: z.string() }),
  z.object({ kind: z.literal("broken"), stack: z.string() }),
]);
export type Reply = z.infer<typeof Reply>;
