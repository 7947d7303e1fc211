import type { BacktestResult } from "#src/contract/backtest.ts";
import { figures, headings, percent, ratio, span, titleOf, worth } from "#src/report/backtest-figures.ts";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";

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
