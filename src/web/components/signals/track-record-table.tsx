import { Opinion } from "#src/contract/jobs/analysis.ts";
import type { Interval } from "#src/contract/backtests/interval.ts";
import { horizons } from "#src/contract/signals/signals.ts";
import type { RatingOutcomes } from "#src/contract/signals/track-record.ts";
import { countText } from "#src/core/text/number-text.ts";
import { effectiveText, endsOf, missingText } from "#src/report/backtest/backtest-figures.ts";
import { RatingBadge } from "#src/web/components/ui/rating-scale.tsx";
import { Table, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { returnText, sessionsText, shareText } from "./signal-text.ts";

/** Hit rate and returns by rating and horizon. An interval stands under its figure: it says how far to trust it. */
export function TrackRecordTable({ records }: { records: readonly RatingOutcomes[] }) {
  return (
    <Table aria-label="Hit rate and excess return by rating and horizon">
      <THead>
        <TR>
          <TH>Rating</TH>
          <TH>After</TH>
          <TH numeric>Settled</TH>
          <TH numeric>Hit rate</TH>
          <TH numeric>Excess return</TH>
          <TH numeric>Return</TH>
          <TH numeric>After costs</TH>
        </TR>
      </THead>
      {Opinion.options.map((rating) => (
        <tbody key={rating} className="border-b last:border-b-0">
          {horizons.map((horizon, index) => {
            const one = records.find((record) => record.rating === rating && record.horizon === horizon);
            if (one === undefined) return null;
            // Of none the count says it all.
            const isNone = one.settled === 0;
            return (
              <TR key={horizon}>
                {index === 0 ? (
                  <th scope="rowgroup" rowSpan={horizons.length} className="px-3 py-2.5 pl-5 align-top font-normal">
                    <RatingBadge rating={rating} />
                  </th>
                ) : null}
                <TD className="whitespace-nowrap first:pl-3">{sessionsText(horizon)}</TD>
                <TD numeric className={isNone ? "text-faint" : undefined}>
                  {countText(one.settled)}
                </TD>
                <TD numeric className="whitespace-nowrap">
                  {shareText(one.hit_rate)}{" "}
                  {isNone ? null : <Between interval={one.hit_rate_interval} text={shareText} />}
                </TD>
                <TD numeric className="whitespace-nowrap">
                  {returnText(one.mean_excess_return)}{" "}
                  {isNone ? null : <Between interval={one.excess_interval} text={returnText} />}
                </TD>
                <TD numeric>{returnText(one.mean_return)}</TD>
                <TD numeric>{returnText(one.mean_net_return)}</TD>
              </TR>
            );
          })}
        </tbody>
      ))}
    </Table>
  );
}

/** A 95 % interval and how many independent signals would say as much, or what is missing to one. */
export function Between({
  interval,
  text,
}: {
  interval: Interval | null;
  text: (value: number, more: number) => string;
}) {
  if (interval === null) return null;
  if (interval.status !== "given")
    return <span className="ml-auto block max-w-36 text-xs whitespace-normal text-faint">{missingText(interval)}</span>;
  return (
    <>
      <span className="block text-xs text-muted">{endsOf(interval, text).join(" to ")}</span>
      <span className="block text-xs text-faint">effective n {effectiveText(interval)}</span>
    </>
  );
}
