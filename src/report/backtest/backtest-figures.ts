import type { Interval } from "#src/contract/backtests/interval.ts";
import { countText, counted, percentText } from "#src/core/text/number-text.ts";
import type { BacktestMetrics, BacktestResult, DebateExcess, StrategyName } from "#src/contract/backtests/backtest.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import type { LevelResults } from "#src/contract/backtests/levels.ts";

type Given = Extract<Interval, { status: "given" }>;

/** With so many more digits any two ends differ that an interval may have. */
const mostDigits = 10;

/**
 * Both ends of an interval, with as many more digits as it takes to tell them apart: an interval is never shown as if
 * it had no width.
 * @param show a value with so many digits more than usual
 */
export function endsOf({ low, high }: Given, show: (value: number, more: number) => string): readonly [string, string] {
  let more = 0;
  while (more < mostDigits && show(low, more) === show(high, more)) more += 1;
  return [show(low, more), show(high, more)];
}

/** How many independent outcomes an interval rests on; below ten with a decimal. */
export function effectiveText({ effective }: Given): string {
  return effective < 9.95 ? effective.toFixed(1) : countText(effective);
}

/** Why there is no interval, in a few words. */
export function missingText(interval: Exclude<Interval, Given>): string {
  switch (interval.status) {
    case "too_few": {
      const { missing_outcomes: outcomes, missing_blocks: blocks } = interval;
      const parts = [
        outcomes === 0 ? null : counted(outcomes, "more outcome"),
        blocks === 0 ? null : counted(blocks, "more block"),
      ];
      return `needs ${parts.filter((part) => part !== null).join(", ")}`;
    }
    case "no_spread":
      return "all values equal";
    case "withdrawn":
      return "withdrawn";
  }
}

const strategyTitles: Readonly<Record<StrategyName, string>> = {
  debate: "Debate",
  debate_levels: "Debate, by its levels",
  single_call: "Single call",
  rules: "Rules engine",
  buy_and_hold: "Buy and hold",
  always_buy: "Always Buy",
  macd: "MACD",
  kdj_rsi: "KDJ & RSI",
  zmr: "ZMR",
  sma_cross: "SMA cross",
  random: "Random",
};

/** Of what `figures` gives. */
export const headings = [
  "Return",
  "Annual return",
  "Sharpe",
  "Sortino",
  "Max drawdown",
  "Calmar",
  "Turnover",
  "Exposure",
  "Trades",
];

/** The figures of a row, as text: percents with one decimal, ratios with two; `–` where there is none. */
export function figures(metrics: BacktestMetrics): string[] {
  return [
    percent(metrics.cumulative_return),
    percent(metrics.annual_return),
    ratio(metrics.sharpe),
    ratio(metrics.sortino),
    percent(metrics.max_drawdown),
    ratio(metrics.calmar),
    ratio(metrics.turnover),
    percent(metrics.exposure),
    String(metrics.trades),
  ];
}

/** What a strategy is called; the debate with who argued it. */
export function titleOf({ settings }: Pick<BacktestResult, "settings">, strategy: StrategyName): string {
  return strategy === "debate" ? `Debate (${settings.reasoner.provider})` : strategyTitles[strategy];
}

/** `12.3%`, with a real minus; `–` where there is none. */
export function percent(value: number | null, more = 0): string {
  return value === null ? "–" : percentText(value, 1 + more);
}

/** Two decimals, with a real minus. */
export function ratio(value: number | null, more = 0): string {
  return value === null ? "–" : minus(value.toFixed(2 + more));
}

function minus(text: string): string {
  return /^-0\.?0*$/.test(text) ? text.slice(1) : text.replace("-", "−");
}

/** `low to high`, or why there is no interval; `–` where none could be. */
export function span(interval: Interval | null, show: (value: number, more: number) => string): string {
  if (interval === null) return "–";
  return interval.status === "given" ? endsOf(interval, show).join(" to ") : missingText(interval);
}

/** How many independent outcomes the interval rests on. */
export function worth(interval: Interval | null): string {
  return interval?.status === "given" ? effectiveText(interval) : "–";
}

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

/** How alike the runs of each decision are, in a sentence or two; `null` where each was made once. */
export function agreementText({ agreement }: Pick<BacktestResult, "agreement">): string | null {
  if (agreement === undefined) return null;
  const { runs, decisions, mean, unanimous, disagreed } = agreement;
  const split = disagreed === 0 ? "" : ` On ${countText(disagreed)}, too few agreed, so the decision is REVIEW.`;
  return `Each decision was made ${runs} times. On average, ${percent(mean)} of the runs gave the most frequent rating; on ${countText(unanimous)} of ${counted(decisions, "decision")}, all did.${split}`;
}
