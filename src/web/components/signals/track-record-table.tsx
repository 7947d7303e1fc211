import type { ReactNode } from "react";
import { Opinion } from "#src/contract/jobs/analysis.ts";
import type { Interval } from "#src/contract/backtests/interval.ts";
import { horizons } from "#src/contract/signals/signals.ts";
import type { RatingOutcomes, TrackRecord } from "#src/contract/signals/track-record.ts";
import { countText } from "#src/core/text/number-text.ts";
import { effectiveText, endsOf, missingText } from "#src/report/backtest/backtest-figures.ts";
import { RatingBadge } from "#src/web/components/ui/rating-scale.tsx";
import { TD, TH, THead, TR, Table } from "#src/web/components/ui/table.tsx";
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

/** How the bar of a rating looks. */
const bars = {
  Sell: "fill-negative",
  Underweight: "fill-negative/60",
  Hold: "fill-muted",
  Overweight: "fill-positive/60",
  Buy: "fill-positive",
} as const satisfies Record<Opinion, string>;

/** How the opinions are spread. REVIEW stands apart: it is a run without an opinion, and no signal. */
export function RatingDistribution({ record }: { record: Pick<TrackRecord, "ratings" | "runs" | "review_rate"> }) {
  const { ratings, runs, review_rate: reviewRate } = record;
  const all = Opinion.options.reduce((sum, rating) => sum + ratings[rating], 0);
  return (
    <RatingBars
      ratings={ratings}
      shareOf={(count) => (all === 0 ? "–" : shareText(count / all))}
      review={{
        width: reviewRate ?? 0,
        text: reviewRate === null ? "0" : `${runs.review} · ${shareText(reviewRate)} of runs`,
      }}
    >
      Runs that ended without an opinion, as a share of all finished runs. They neither publish nor close a signal.{" "}
      {runs.failed} failed, {runs.skipped} skipped.
    </RatingBars>
  );
}

interface RatingBarsProps {
  readonly ratings: Readonly<Record<Opinion, number>>;
  readonly shareOf: (count: number) => string;
  readonly review: Pick<BarProps, "width" | "text">;
  /** What a REVIEW is here. */
  readonly children: ReactNode;
}

/** A bar for each opinion, and apart from them one for REVIEW. */
export function RatingBars({ ratings, shareOf, review, children }: RatingBarsProps) {
  const most = Math.max(1, ...Opinion.options.map((rating) => ratings[rating]));
  return (
    <div className="grid gap-5">
      <dl className="grid gap-2">
        {Opinion.options.map((rating) => (
          <Bar
            key={rating}
            name={rating}
            look={bars[rating]}
            width={ratings[rating] / most}
            text={`${ratings[rating]} · ${shareOf(ratings[rating])}`}
          />
        ))}
      </dl>
      <div className="border-t pt-4">
        <dl>
          <Bar
            name="REVIEW"
            look="fill-review-soft stroke-review [stroke-dasharray:2_2] [vector-effect:non-scaling-stroke]"
            {...review}
          />
        </dl>
        <p className="mt-2 text-xs text-muted">{children}</p>
      </div>
    </div>
  );
}

interface BarProps {
  readonly name: string;
  readonly look: string;
  /** 0 to 1. */
  readonly width: number;
  readonly text: string;
}

/** A named bar with its figure. */
function Bar({ name, look, width, text }: BarProps) {
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)_8rem] items-center gap-3 text-sm">
      <dt className={name === "REVIEW" ? "text-review" : undefined}>{name}</dt>
      <dd aria-hidden>
        <svg viewBox="0 0 100 8" preserveAspectRatio="none" className="block h-2.5 w-full">
          <rect width={(width * 100).toFixed(1)} height="8" className={look} />
        </svg>
      </dd>
      <dd className="text-right text-xs text-muted tabular-nums">{text}</dd>
    </div>
  );
}
