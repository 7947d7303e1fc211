import type { Rating } from "#src/contract/jobs/analysis.ts";
import type { BacktestResult } from "#src/contract/backtests/backtest.ts";
import type { LevelResults } from "#src/contract/backtests/backtest-levels.ts";
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

/** docs/rules-record.md. */
export function recordPage({ code_version, entries }: RulesRecord): string {
  const training = entries.filter((entry) => entry.training).map(({ name }) => name);
  const parts = [
    "# What the `rules` did",
    `See what [the rules engine](rules.md) earned on past prices. Its terms were chosen on ${training.join(" and ")}; the other archives had no part in it. Costs are 1 + 5 basis points a fill. Made by \`node scripts/make-rules-record.ts\` with code ${code_version}; [rules-record.json](rules-record.json) has all figures and the digests of the archives.`,
    "The symbols were chosen later, among survivors. `djia-2025` begins two sessions before a crash. Only AAPL has filings, and only four stocks have posts.",
    portfolios(entries),
    afterRatings(entries),
    skills(entries),
  ];
  return `${parts.join("\n\n")}\n`;
}

function portfolios(entries: readonly RecordEntry[]): string {
  const line = (entry: RecordEntry, title: string, one: Line | null): string[][] =>
    one === null
      ? []
      : [
          [
            entry.name,
            title,
            percent(one.cumulative_return),
            ratio(one.sharpe),
            percent(one.max_drawdown),
            percent(one.exposure),
            span(one.excess_interval, percent),
          ],
        ];
  const rows = entries.flatMap((entry) => [
    ...line(entry, "rules", entry.rules),
    ...line(entry, "rules, by its levels", entry.by_levels),
    ...line(entry, "buy and hold", entry.hold),
  ]);
  const heads = [
    "Archive",
    "Strategy",
    "Return",
    "Sharpe",
    "Max drawdown",
    "Exposure",
    "Annual excess over holding, 95 %",
  ];
  return table(heads, rows);
}

function afterRatings(entries: readonly RecordEntry[]): string {
  const rows = entries.map((entry) => [
    entry.name,
    `${entry.from} to ${entry.to}`,
    countText(entry.decisions),
    ...entry.after.map(({ rating, mean }) =>
      entry.ratings[rating] === 0 ? "–" : `${countText(entry.ratings[rating])}: ${percent(mean)}`,
    ),
    countText(entry.ratings.REVIEW),
    percent(entry.after_all),
  ]);
  const heads = [
    "Archive",
    "Dates",
    "Decisions",
    ...(entries[0]?.after.map(({ rating }) => rating) ?? []),
    "REVIEW",
    "All",
  ];
  return `Decisions by rating, and the mean return over the next 21 sessions:\n\n${table(heads, rows)}`;
}

function skills(entries: readonly RecordEntry[]): string {
  const rows = entries.map(({ name, luck, skill: { settled, covariance, interval } }) => [
    name,
    percent(luck.beaten),
    String(luck.paths),
    countText(settled),
    covariance === null ? "–" : percent(covariance, 2),
    span(interval, (value) => percent(value, 2)),
  ]);
  const heads = [
    "Archive",
    "Beaten",
    "Shifts",
    "Settled",
    "Covariance",
    "95 %",
  ];
  return `How many shifts of its own ratings in time it beat, and how the strength of a rating and the return after it vary together. An interval that includes zero is chance:\n\n${table(heads, rows)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
