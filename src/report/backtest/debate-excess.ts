import type { BacktestResult, DebateExcess } from "#src/contract/backtests/backtest.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import { countText, percentText } from "#src/core/text/number-text.ts";
import { percent, span, strategyTitles } from "./backtest-figures.ts";

export const excessHeadings = [
  "Compared with",
  "Return",
  "Annual return",
  "95% interval",
  "Same rating",
  "Extra calls",
  "Extra cost",
];

export const excessNote =
  "The debate's figures less those of the others, which decide on the same evidence without a debate. If the interval of the annual return includes zero, the difference can be chance.";

/** The cells of a row, in the order of the headings. */
export function excessRow(excess: DebateExcess): string[] {
  return [
    strategyTitles[excess.over],
    percent(excess.cumulative_return),
    percent(excess.annual_return),
    span(excess.annual_return_interval, percent),
    `${countText(excess.same_ratings)} of ${countText(excess.decisions)}`,
    countText(excess.calls),
    extraCost(excess),
  ];
}

/** A line of text for each, as on a terminal. */
export function excessLines({ debate_excess: lines = [] }: Pick<BacktestResult, "debate_excess">): string[] {
  return lines.map((excess) => {
    const { over, cumulative_return: value, same_ratings: same, decisions } = excess;
    const gap = value === null ? "–" : `${value >= 0 ? "+" : ""}${percentText(value)}`;
    return `Debate over ${strategyTitles[over].toLowerCase()}: ${gap} return (annual 95%: ${span(excess.annual_return_interval, percent)}), same rating in ${same} of ${decisions}, ${extraCost(excess)} more`;
  });
}

function extraCost({ cost_usd: cost }: DebateExcess): string {
  if (cost === null) return "unknown cost";
  return cost.startsWith("-") ? `−${usdText(cost.slice(1))}` : usdText(cost);
}
