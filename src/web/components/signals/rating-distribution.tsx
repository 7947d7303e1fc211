import type { ReactNode } from "react";
import { Opinion } from "#src/contract/jobs/analysis.ts";
import type { TrackRecord } from "#src/contract/signals/track-record.ts";
import { shareText } from "./signal-text.ts";

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
