import type { HitRate, BacktestResult, BacktestTrade, StrategyName } from "#src/contract/backtests/backtest.ts";
import {
  percent,
  span,
  worth,
  figures,
  headings,
  ratio,
  titleOf,
  levelHeadings,
  levelRow,
  unsettledText,
} from "#src/report/backtest/backtest-figures.ts";
import { RatingBadge } from "#src/web/components/ui/rating-scale.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import type { LevelResults } from "#src/contract/backtests/levels.ts";
import Link from "next/link";
import { percentText, priceDigits } from "#src/core/text/number-text.ts";
import { classNames } from "#src/web/components/ui/elements.tsx";
import { Pagination } from "#src/web/components/ui/page-parts.tsx";

/** How often the direction was right, by rating and horizon. Hold and REVIEW have no direction. */
export function HitTable({ rates }: { rates: readonly HitRate[] }) {
  const settled = rates.filter((rate) => rate.settled > 0);
  return (
    <Table aria-label="Hit rates" className="[&_td]:whitespace-nowrap">
      <THead>
        <TR>
          <TH>Rating</TH>
          <TH numeric>Sessions</TH>
          <TH numeric>Settled</TH>
          <TH numeric>Hit rate</TH>
          <TH numeric>95% interval</TH>
          <TH numeric>Effective number</TH>
          <TH numeric>Mean return</TH>
          <TH numeric>All decisions</TH>
        </TR>
      </THead>
      <TBody>
        {settled.map((rate) => (
          <TR key={`${rate.rating} ${rate.horizon}`}>
            <TD>
              <RatingBadge rating={rate.rating} />
            </TD>
            <TD numeric>{rate.horizon}</TD>
            <TD numeric>{rate.settled}</TD>
            <TD numeric>{percent(rate.hit_rate)}</TD>
            <TD numeric>{span(rate.hit_rate_interval, percent)}</TD>
            <TD numeric>{worth(rate.hit_rate_interval)}</TD>
            <TD numeric>{percent(rate.mean_return)}</TD>
            <TD numeric>{percent(rate.mean_return_of_all)}</TD>
          </TR>
        ))}
      </TBody>
    </Table>
  );
}

/** What became of the proposed positions, in one row. */
export function LevelTable({ levels }: { levels: LevelResults }) {
  const unsettled = unsettledText(levels);
  return (
    <>
      <Table aria-label="What the levels did" className="[&_td]:whitespace-nowrap">
        <THead>
          <TR>
            {levelHeadings.map((heading) => (
              <TH key={heading} numeric>
                {heading}
              </TH>
            ))}
          </TR>
        </THead>
        <TBody>
          <TR>
            {levelRow(levels).map((cell, index) => (
              <TD key={levelHeadings[index]} numeric>
                {cell}
              </TD>
            ))}
          </TR>
        </TBody>
      </Table>
      {unsettled === null ? null : <p className="px-6 py-4 text-sm text-muted">{unsettled}</p>}
    </>
  );
}

/** Every strategy on the same days, fills and costs, with the intervals of the main figures. */
export function MetricTable({ result }: { result: BacktestResult }) {
  return (
    <Table aria-label="Strategies" className="[&_:is(td,th):not(:first-child,:last-child)]:px-2">
      <THead>
        <TR>
          <TH>Strategy</TH>
          {headings.map((heading) => (
            <TH key={heading} numeric>
              {heading}
            </TH>
          ))}
          <TH numeric className="min-w-36 whitespace-normal!">
            Annual excess over buy and hold
          </TH>
          <TH numeric className="whitespace-normal!">
            Effective sessions
          </TH>
        </TR>
      </THead>
      <TBody>
        {result.portfolio.strategies.map(({ strategy, metrics, intervals }) => {
          const under = new Map([
            ["Annual return", span(intervals.annual_return, percent)],
            ["Sharpe", span(intervals.sharpe, ratio)],
          ]);
          return (
            <TR key={strategy} className={strategy === "debate" ? "bg-sunken font-medium" : undefined}>
              <TD className="whitespace-nowrap">{titleOf(result, strategy)}</TD>
              {figures(metrics).map((figure, index) => {
                const heading = headings[index] ?? "";
                const interval = under.get(heading) ?? null;
                return (
                  <TD key={heading} numeric className="whitespace-nowrap">
                    {figure}
                    {interval === null ? null : (
                      <span className="block text-xs font-normal text-muted">{interval}</span>
                    )}
                  </TD>
                );
              })}
              <TD numeric className="whitespace-nowrap">
                {span(intervals.excess_annual_return, percent)}
              </TD>
              <TD numeric>{worth(intervals.annual_return)}</TD>
            </TR>
          );
        })}
      </TBody>
    </Table>
  );
}

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
