import type { BacktestDecision, BacktestSettings, DecisionBaselines } from "#src/contract/backtests/backtest.ts";
import { noCheckpoint, type Checkpoint } from "#src/debate/checkpoint.ts";
import { singleCall } from "#src/debate/turns/single-call.ts";
import { Snapshot } from "#src/debate/evidence/snapshot.ts";
import type { Calendar } from "#src/market/calendar/calendar.ts";
import type { LocalDate } from "#src/core/clock.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { debateOn, decisionOf, opinionOf, type DebateTools, type Occasion } from "./debate-on.ts";
import { decideRepeatedly } from "./repeated-decision.ts";

export interface DecisionTools extends DebateTools {
  /** Its rating stands beside each decision of a model. */
  readonly rules?: Reasoner;
}

/**
 * `conclave analyze` as of the close, seen from a day later, as often as set.
 * @throws ModelFailed, BudgetExceeded, VendorFailed, Cancelled; defects
 */
export async function decide(
  tools: DecisionTools,
  settings: BacktestSettings,
  symbol: string,
  calendar: Calendar,
  session: LocalDate,
): Promise<BacktestDecision> {
  const { rules, ...asked } = tools;
  if (rules === undefined)
    return decisionOf(await debateOn(asked, settings, symbol, calendar, session), symbol, session);
  const on = { symbol, calendar, session };
  const evidence = evidenceOnce();
  const decision = await decideRepeatedly(asked, settings, on, evidence.checkpoint);
  return { ...decision, baselines: await baselinesOn({ ...asked, rules }, settings, on, evidence) };
}

/** Gathered once for everybody who is asked. */
function evidenceOnce() {
  let taken: unknown;
  const checkpoint: Checkpoint = {
    ...noCheckpoint,
    async step(key, schema, run) {
      if (key !== "snapshot") return run();
      taken ??= await run();
      return schema.parse(taken);
    },
  };
  return { checkpoint, taken: () => Snapshot.parse(taken) };
}

/** The ratings that the baselines give on the same evidence. */
async function baselinesOn(
  { rules, ...tools }: DecisionTools & { readonly rules: Reasoner },
  settings: BacktestSettings,
  { symbol, calendar, session }: Occasion,
  { checkpoint, taken }: ReturnType<typeof evidenceOnce>,
): Promise<DecisionBaselines> {
  const byRules = { ...settings, tool_steps: 0 };
  const { result } = await debateOn({ ...tools, reasoner: rules }, byRules, symbol, calendar, session, checkpoint);
  const { analysts, seed } = settings;
  return {
    rules: opinionOf(result),
    ...(settings.single_call === true && {
      single_call: await singleCall(tools, taken(), { analysts, tradeDate: session, seed }),
    }),
  };
}
