import type { BacktestResult } from "#src/contract/backtests/backtest.ts";
import { counted, countText } from "#src/core/text/number-text.ts";
import { percent } from "./backtest/backtest-figures.ts";

/** How alike the runs of each decision are, in a sentence or two; `null` where each was made once. */
export function agreementText({ agreement }: Pick<BacktestResult, "agreement">): string | null {
  if (agreement === undefined) return null;
  const { runs, decisions, mean, unanimous, disagreed } = agreement;
  const split = disagreed === 0 ? "" : ` On ${countText(disagreed)}, too few agreed, so the decision is REVIEW.`;
  return `Each decision was made ${runs} times. On average, ${percent(mean)} of the runs gave the most frequent rating; on ${countText(unanimous)} of ${counted(decisions, "decision")}, all did.${split}`;
}
