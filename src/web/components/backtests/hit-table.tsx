import type { HitRate } from "#src/contract/backtest.ts";
import { percent, span, worth } from "#src/report/backtest-figures.ts";
import { RatingBadge } from "#src/web/components/ui/rating-scale.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";

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
