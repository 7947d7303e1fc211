import { parse } from "csv-parse/sync";
import { z } from "zod";
import {
  type BacktestResult,
  type BacktestSettings,
  BacktestTrade,
  type StrategyResult,
} from "#src/contract/backtests/backtest.ts";
import { Rating } from "#src/contract/jobs/analysis.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import { countText, counted } from "#src/core/text/number-text.ts";
import { asSentence } from "../text/result-text.ts";
import {
  agreementText,
  excessHeadings,
  excessNote,
  excessRow,
  figures,
  headings,
  levelHeadings,
  levelNote,
  levelRow,
  percent,
  ratio,
  span,
  titleOf,
  unsettledText,
  worth,
} from "./backtest-figures.ts";

const intervalNote =
  "95% intervals use Student's t and are the wider of two: one that assumes independent sessions, and one that also accounts for dependence between them. An interval needs at least ten sessions in which something moved.";
export const hitIntervalNote =
  "Decisions with overlapping sessions carry less information than separate ones, and the interval accounts for this. It needs at least ten outcomes and three blocks of sessions, each as long as the horizon.";
export const windowNote = "Intervals say nothing about other years, other symbols, or how the period was chosen.";

/** Of results of version 1. */
export const withdrawnNote =
  "This result was made by an earlier version whose intervals were too narrow. All other figures are valid. Run the backtest again to get new intervals.";

/** `report.md`. */
export function renderBacktest(result: BacktestResult): string {
  const { settings, portfolio } = result;
  const parts = [
    `# Backtest of ${settings.symbols.join(", ")}`,
    opening(result),
    "## Portfolio",
    strategyTable(result, portfolio.strategies),
    "## Confidence intervals",
    intervalTable(result),
    luck(result),
    ...excess(result),
    "## Ratings",
    ratings(result),
    ...[agreementText(result)].filter((text) => text !== null),
    hitTable(result),
    ...levels(result),
    "## Knowledge cut-off",
    cutoff(result),
    ...(result.masking.on ? ["## Masking", masking(result)] : []),
    "## By symbol",
    symbolTable(result),
    "## Data and assumptions",
    result.assumptions.map((line) => `- ${line}`).join("\n"),
    data(result),
  ];
  return `${parts.join("\n\n")}\n`;
}

function opening({ settings, decisions, usage, portfolio }: BacktestResult): string {
  const { provider, deep, quick } = settings.reasoner;
  const who =
    provider === "rules" ? "`rules`, a rules engine without a language model" : `${provider} (${deep}, ${quick})`;
  const sessions = portfolio.equity_sessions;
  const cost = usage.cost_usd === null ? "of unknown price" : `for ${usdText(usage.cost_usd)}`;
  return `Decisions by ${who}: ${countText(decisions.length)} from ${settings.from} to ${settings.to}, one ${everyText(settings.every)} for each of ${counted(settings.symbols.length, "symbol")}; ${counted(usage.calls, "call")} ${cost}. Equity from ${sessions[0] ?? "–"} to ${sessions.at(-1) ?? "–"}, ${counted(sessions.length, "session")}, ${portfolio.sessions_per_year} per year. Costs: commission ${settings.commission_bps} and slippage ${settings.slippage_bps} basis points per fill. Seed ${settings.seed}.`;
}

function strategyTable(result: BacktestResult, strategies: readonly StrategyResult[]): string {
  return table(
    ["Strategy", ...headings],
    strategies.map(({ strategy, metrics }) => [titleOf(result, strategy), ...figures(metrics)]),
  );
}

function intervalTable(result: BacktestResult): string {
  const rows = result.portfolio.strategies.map(({ strategy, intervals }) => [
    titleOf(result, strategy),
    span(intervals.annual_return, percent),
    span(intervals.sharpe, ratio),
    span(intervals.excess_annual_return, percent),
    worth(intervals.annual_return),
  ]);
  return `${result.version === 1 ? withdrawnNote : intervalNote} ${windowNote}\n\n${table(["Strategy", "Annual return", "Sharpe", "Annual excess over buy and hold", "Effective sessions"], rows)}`;
}

function excess({ debate_excess: lines = [] }: BacktestResult): string[] {
  if (lines.length === 0) return [];
  return ["## What the debate adds", `${excessNote}\n\n${table(excessHeadings, lines.map(excessRow))}`];
}

function luck({ luck: { paths, beaten, median_cumulative_return } }: BacktestResult): string {
  return `Timing: the debate's own ratings, shifted along its dates for all symbols alike (${counted(paths, "shift")}), ended below the debate in ${percent(beaten)} of cases. Their median return was ${percent(median_cumulative_return)}. Ratings with no knowledge of their date score about 50%.`;
}

function ratings({ ratings: counts, decisions }: BacktestResult): string {
  const rows = Rating.options.map((rating) => [
    rating,
    String(counts[rating]),
    percent(decisions.length === 0 ? null : counts[rating] / decisions.length),
  ]);
  return table(["Rating", "Decisions", "Share"], rows);
}

function hitTable({ hit_rates }: BacktestResult): string {
  const rows = hit_rates
    .filter(({ settled }) => settled > 0)
    .map((rate) => [
      rate.rating,
      String(rate.horizon),
      String(rate.settled),
      percent(rate.hit_rate),
      span(rate.hit_rate_interval, percent),
      worth(rate.hit_rate_interval),
      percent(rate.mean_return),
      percent(rate.mean_return_of_all),
    ]);
  return `Returns from the next open over the given number of sessions, including dividends, before costs. A hit is a rise after Buy and Overweight, or a fall after Underweight and Sell. ${hitIntervalNote}\n\n${table(["Rating", "Sessions", "Settled", "Hit rate", "95%", "Effective number", "Mean return", "All decisions"], rows)}`;
}

function levels({ levels: found }: BacktestResult): string[] {
  if (found === undefined) return [];
  const unsettled = unsettledText(found);
  return [
    "## What the levels did",
    levelNote,
    table(levelHeadings, [levelRow(found)]),
    ...(unsettled === null ? [] : [unsettled]),
  ];
}

function cutoff(result: BacktestResult): string {
  const { date, source, periods } = result.cutoff;
  if (date === null) return `No cut-off. ${asSentence(source)}`;
  const parts = periods.map(
    (period) =>
      `### ${period.name === "before the cut-off" ? "Before" : "After"} (${period.from} to ${period.to}, ${counted(period.decisions, "decision")})\n\n${strategyTable(result, period.strategies)}`,
  );
  const missing = periods.length === 2 ? [] : ["The whole period is on one side of the cut-off."];
  return [
    `${date}, ${source}. The model may have learned what happened before this date. Only the period after it tests judgement.`,
    ...missing,
    ...parts,
  ].join("\n\n");
}

function masking({ masking: { hides, cannot_hide } }: BacktestResult): string {
  const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join("\n");
  return `The instrument was hidden from the model. Its name and ticker are removed from:\n\n${list(hides)}\n\nWhat cannot be hidden:\n\n${list(cannot_hide)}`;
}

function symbolTable(result: BacktestResult): string {
  const rows = result.symbols.flatMap(({ symbol, strategies }) =>
    strategies
      .filter(({ strategy }) => strategy === "debate" || strategy === "buy_and_hold")
      .map(({ strategy, metrics }) => [symbol, titleOf(result, strategy), ...figures(metrics)]),
  );
  return table(["Symbol", "Strategy", ...headings], rows);
}

function data({ instruments, settings }: BacktestResult): string {
  const archives = settings.archives.map(({ name, sha256 }) => `- ${name}, SHA-256 ${sha256.slice(0, 16)}…`);
  const rows = instruments.map((one) => [
    one.symbol,
    one.first_session,
    one.last_session,
    String(one.sessions),
    String(one.sessions_without_price),
    String(one.splits),
    String(one.dividends),
  ]);
  return `${archives.join("\n")}\n- Code ${settings.code_version}\n\n${table(["Symbol", "First price", "Last price", "Sessions", "Missing prices", "Splits", "Dividends"], rows)}`;
}

/** `every session`, `every 5 sessions` */
export function everyText(every: number): string {
  return every === 1 ? "every session" : `every ${every} sessions`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/**
 * The command that makes a backtest again. A result names its archives and does not know their folders: each `--archive`
 * is the folder of the archive with that name.
 */
export function backtestCommand(settings: BacktestSettings): string {
  const { reasoner } = settings;
  const model: readonly Flag[] =
    reasoner.provider === "rules"
      ? [["reasoner", "rules"]]
      : [
          ["reasoner", "llm"],
          ["provider", reasoner.provider],
          ["deep", reasoner.deep],
          ["quick", reasoner.quick],
          ["base-url", reasoner.base_url],
        ];
  const flags: readonly Flag[] = [
    ...settings.archives.map(({ name }): Flag => ["archive", name]),
    ["symbols", settings.symbols.join(",")],
    ["asset-type", settings.asset_type === "crypto" ? "crypto" : null],
    ["from", settings.from],
    ["to", settings.to],
    ["every", `${settings.every}d`],
    ...model,
    ["analysts", settings.analysts.join(",")],
    ["rounds", String(settings.rounds)],
    ["risk-rounds", String(settings.risk_rounds)],
    ["commission-bps", String(settings.commission_bps)],
    ["slippage-bps", String(settings.slippage_bps)],
    ["short", settings.short],
    ["seeds", settings.runs === undefined ? null : String(settings.runs)],
    ["no-single-call", reasoner.provider !== "rules" && settings.single_call !== true],
    ["mask-ticker", settings.mask_ticker],
    ["cutoff", settings.cutoff],
    ["seed", String(settings.seed)],
  ];
  return ["conclave backtest", ...flags.flatMap(written)].join(" ");
}

/** A value, or whether one without a value is there; `null` and `false`: not there. */
type Flag = readonly [name: string, value: string | boolean | null];

function written([name, value]: Flag): string[] {
  if (value === null || value === false) return [];
  return value === true ? [`--${name}`] : [`--${name}`, quoted(value)];
}

/** As a shell takes it for one word. */
function quoted(word: string): string {
  return /^[\w.,:/=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

const tradeFields = [
  "strategy",
  "symbol",
  "decided",
  "filled",
  "target",
  "shares",
  "open",
  "price",
  "commission",
  "slippage",
  "equity",
] as const satisfies (keyof BacktestTrade)[];

/** `trades.csv`: every fill of every strategy. */
export function tradesCsv(trades: readonly BacktestTrade[]): string {
  const lines = trades.map((trade) => tradeFields.map((field) => cell(trade[field])).join(","));
  return `${[tradeFields.join(","), ...lines].join("\n")}\n`;
}

const Figure = z.string().transform(Number);
const Row = z
  .object({
    ...BacktestTrade.shape,
    target: Figure,
    shares: Figure,
    open: Figure,
    price: Figure,
    commission: Figure,
    slippage: Figure,
    equity: Figure,
  })
  .pipe(BacktestTrade);

/** What `tradesCsv` wrote. @throws when it is something else, which is a defect */
export function readTradesCsv(text: string): BacktestTrade[] {
  return z.array(Row).parse(parse(text, { columns: true }));
}

/** `equity.csv`: the portfolio's equity at each close, a column a strategy. */
export function equityCsv({ portfolio }: BacktestResult): string {
  const { strategies, equity_sessions: sessions } = portfolio;
  const head = ["session", ...strategies.map(({ strategy }) => strategy)].join(",");
  const lines = sessions.map((session, index) =>
    [session, ...strategies.map(({ equity }) => String(equity[index] ?? ""))].join(","),
  );
  return `${[head, ...lines].join("\n")}\n`;
}

function cell(value: string | number): string {
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
