import { parse } from "csv-parse/sync";
import { z } from "zod";
import { BacktestTrade, type BacktestResult } from "#src/contract/backtests/backtest.ts";

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
