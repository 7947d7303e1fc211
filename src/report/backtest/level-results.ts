import type { LevelResults } from "#src/contract/backtests/levels.ts";
import { counted, countText } from "#src/core/text/number-text.ts";
import { percent, span, worth } from "./backtest-figures.ts";

export const levelNote =
  "Each proposal is followed by itself: bought or sold short at the next open, until its stop or target is reached or its horizon ends. An open beyond a level fills at the open, and a session that reaches both counts as the stop. Outcomes include dividends and are before costs. Holding is the same position kept through the whole horizon.";

export const levelHeadings = [
  "Proposals",
  "Settled",
  "Stop reached",
  "Target reached",
  "Horizon ended",
  "Gains",
  "95%",
  "Effective number",
  "Mean outcome",
  "Holding",
  "95% of the difference",
];

/** The cells of the one row, in the order of the headings. */
export function levelRow(levels: LevelResults): string[] {
  const share = (count: number): string => percent(levels.settled === 0 ? null : count / levels.settled);
  return [
    countText(levels.proposals),
    countText(levels.settled),
    share(levels.stopped),
    share(levels.reached_target),
    share(levels.expired),
    percent(levels.win_rate),
    span(levels.win_rate_interval, percent),
    worth(levels.win_rate_interval),
    percent(levels.mean_outcome, 1),
    percent(levels.mean_held, 1),
    span(levels.difference_interval, (value) => percent(value, 1)),
  ];
}

/** What is not among the settled ones, in a sentence; `null` where all are. */
export function unsettledText({ incomplete, refused, open }: LevelResults): string | null {
  const parts = [
    ...(open === 0 ? [] : [`${counted(open, "proposal")} with a horizon beyond the last price`]),
    ...(refused === 0 ? [] : [`${countText(refused)} whose next open was beyond a level already`]),
    ...(incomplete === 0 ? [] : [`${countText(incomplete)} without a size or a horizon`]),
  ];
  return parts.length === 0 ? null : `Not settled: ${parts.join(", ")}.`;
}
