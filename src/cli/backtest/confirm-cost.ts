import { pricesOf } from "#src/server/compose/analysis-environment.ts";
import type { ReasonerChoice } from "#src/server/compose/models/choices.ts";
import type { BacktestSettings } from "#src/contract/backtests/backtest.ts";
import type { ModelEstimate } from "#src/contract/backtests/backtests.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { Cancelled } from "#src/core/errors.ts";
import { counted, countText } from "#src/core/text/number-text.ts";
import { estimateFromTable } from "#src/product/analyses/public/submission.ts";
import { modelEstimate } from "#src/product/backtests/public/order.ts";
import { ask, canAsk } from "../ask.ts";
import type { Cli } from "../cli.ts";
import { RunEnded } from "../failure.ts";
import { say } from "../terminal.ts";

interface Wanted {
  readonly settings: BacktestSettings;
  readonly choice: ReasonerChoice;
  readonly budgetUsd: Usd | null;
  /** Still to be made. */
  readonly decisions: number;
  /** Nobody is to be asked. */
  readonly yes: boolean;
}

/**
 * Before the first call; a terminal is asked.
 * @throws RunEnded for no
 */
export async function confirmCost(cli: Cli, { settings, choice, budgetUsd, decisions, yes }: Wanted): Promise<void> {
  const { reasoner, analysts, rounds, risk_rounds: riskRounds, tool_steps: toolSteps } = settings;
  const prices = pricesOf(cli.settings, choice, reasoner);
  const shape = { analysts: analysts.length, rounds, riskRounds };
  const estimate = modelEstimate({
    decisions,
    runs: settings.runs ?? 1,
    hasSingleCall: settings.single_call === true,
    debate: estimateFromTable({ config: { llm_provider: reasoner.provider }, prices, toolSteps }, shape),
    deepPrice: prices.deep,
    budget: budgetUsd,
  });
  say(cli.err, estimateText(estimate, decisions, budgetUsd));
  if (yes || !canAsk(cli)) return;
  if (!/^y(es)?$/i.test(await ask(cli, "Continue? [y/N]"))) throw new RunEnded(new Cancelled(), "No model was called.");
}

function estimateText(
  { calls, costUsd, singleCalls, runs, exceedsBudget }: Omit<ModelEstimate, "deep" | "quick" | "training">,
  decisions: number,
  budget: Usd | null,
): string {
  const cost = (usd: Usd | null): string => (usd === null ? "an unknown price" : `about ${usdText(usd)}`);
  const times = runs === 1 ? "" : ` made ${runs} times each`;
  const single =
    singleCalls === null
      ? ""
      : `, with ${counted(singleCalls.calls, "single call")} for ${cost(singleCalls.costUsd)} (--no-single-call leaves them out)`;
  const limit = budget === null ? "There is no budget." : `The budget is ${usdText(budget)}.`;
  const short = exceedsBudget ? " It may not cover all decisions." : "";
  return `Estimate: ${counted(decisions, "decision")}${times}, about ${countText(calls)} calls for ${cost(costUsd)} at list prices${single}. ${limit}${short} Stored answers are free.`;
}
