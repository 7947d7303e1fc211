import type { Rating } from "#src/contract/jobs/analysis.ts";
import type { BacktestResult } from "#src/contract/backtests/backtest.ts";
import type { LevelResults } from "#src/contract/backtests/levels.ts";
import type { Interval } from "#src/contract/backtests/interval.ts";
import { percent, ratio, span } from "#src/report/backtest/backtest-figures.ts";
import { countText } from "#src/core/text/number-text.ts";

interface Line {
  readonly cumulative_return: number | null;
  readonly sharpe: number | null;
  readonly max_drawdown: number | null;
  readonly exposure: number | null;
  readonly excess_interval: Interval | null;
}

/** One archive, walked forward. */
export interface RecordEntry {
  readonly name: string;
  readonly training: boolean;
  readonly archives: BacktestResult["settings"]["archives"];
  readonly symbols: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly every: number;
  readonly decisions: number;
  readonly ratings: Readonly<Record<Rating, number>>;
  readonly rules: Line | null;
  readonly by_levels: Line | null;
  readonly hold: Line | null;
  readonly luck: BacktestResult["luck"];
  readonly after: readonly { readonly rating: Rating; readonly mean: number | null }[];
  readonly after_all: number | null;
  readonly skill: { readonly settled: number; readonly covariance: number | null; readonly interval: Interval };
  readonly levels: LevelResults | null;
}

export interface RulesRecord {
  readonly code_version: string;
  readonly entries: readonly RecordEntry[];
}

/** For docs/rules.md. */
export function recordTable({ entries }: RulesRecord): string {
  const heads = ["Archive", "Dates", "Decisions", "Return: rules, holding", "Sharpe", "Annual excess, 95 %"];
  const rows = entries.map(({ name, training, from, to, decisions, rules, hold }) => [
    training ? `${name} *` : name,
    `${from} to ${to}`,
    countText(decisions),
    `${percent(rules?.cumulative_return ?? null)}, ${percent(hold?.cumulative_return ?? null)}`,
    `${ratio(rules?.sharpe ?? null)}, ${ratio(hold?.sharpe ?? null)}`,
    span(rules?.excess_interval ?? null, percent),
  ]);
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}
