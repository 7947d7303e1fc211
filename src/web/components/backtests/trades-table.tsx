import Link from "next/link";
import type { BacktestTrade, StrategyName } from "#src/contract/backtest.ts";
import { percentText, priceDigits } from "#src/core/number-text.ts";
import { percent } from "#src/report/backtest-figures.ts";
import { classNames } from "#src/web/components/ui/class-names.ts";
import { Pagination } from "#src/web/components/ui/pagination.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";

const pageSize = 25;

interface Props {
  /** Of the backtest's page. */
  readonly path: string;
  readonly trades: readonly BacktestTrade[];
  readonly titles: readonly { readonly strategy: StrategyName; readonly title: string }[];
  readonly shown: StrategyName;
  /** From 1. */
  readonly page: number;
}

/** Fills of one strategy, newest first. */
export function TradesTable({ path, trades, titles, shown, page }: Props) {
  const own = trades
    .filter(({ strategy }) => strategy === shown)
    .toSorted((a, b) => (a.filled === b.filled ? 0 : a.filled < b.filled ? 1 : -1));
  const rows = own.slice((page - 1) * pageSize, page * pageSize);
  const at = (strategy: StrategyName, number: number): string => `${path}?trades=${strategy}&page=${number}#trades`;
  return (
    <>
      <nav aria-label="Trades of" className="flex flex-wrap gap-x-4 gap-y-2 px-5 pb-4 text-sm">
        {titles.map(({ strategy, title }) => (
          <Link
            key={strategy}
            href={at(strategy, 1)}
            scroll={false}
            aria-current={strategy === shown ? "true" : undefined}
            className={classNames(
              "underline-offset-4",
              strategy === shown ? "font-medium text-ink" : "text-muted underline decoration-line-strong/60",
            )}
          >
            {title}
          </Link>
        ))}
      </nav>
      <div className="border-t">
        <Table aria-label="Trades" className="[&_td]:whitespace-nowrap">
          <THead>
            <TR>
              <TH>Symbol</TH>
              <TH>Decided</TH>
              <TH>Filled</TH>
              <TH numeric>Target</TH>
              <TH numeric>Value</TH>
              <TH numeric>Open</TH>
              <TH numeric>Price</TH>
              <TH numeric>Costs</TH>
              <TH numeric>Equity</TH>
            </TR>
          </THead>
          <TBody>
            {rows.map((trade) => (
              <TR key={`${trade.symbol} ${trade.filled}`}>
                <TD className="font-medium">{trade.symbol}</TD>
                <TD className="tabular-nums">{trade.decided}</TD>
                <TD className="tabular-nums">{trade.filled}</TD>
                <TD numeric>{percent(trade.target)}</TD>
                <TD numeric>{percent(trade.shares * trade.open)}</TD>
                <TD numeric>{priceDigits(trade.open)}</TD>
                <TD numeric>{priceDigits(trade.price)}</TD>
                <TD numeric>{percentText(trade.commission + trade.slippage, 3)}</TD>
                <TD numeric>{trade.equity.toFixed(4)}</TD>
              </TR>
            ))}
          </TBody>
        </Table>
      </div>
      <div className="px-5 pb-4">
        <p className="pt-3 text-xs text-muted">
          {own.length === 0
            ? "No trades."
            : `${(page - 1) * pageSize + 1} to ${(page - 1) * pageSize + rows.length} of ${own.length}. Value and costs are relative to the symbol's starting capital of 1.`}
        </p>
        <Pagination
          label="Pages of trades"
          newer={page === 1 ? null : at(shown, page - 1)}
          older={page * pageSize >= own.length ? null : at(shown, page + 1)}
        />
      </div>
    </>
  );
}
