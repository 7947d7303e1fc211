import { Rating } from "#src/contract/jobs/analysis.ts";
import type { ChartTrack, Slot } from "#src/contract/chart.ts";
import type { RatingOutcome } from "#src/contract/signals/instruments.ts";
import { isolated } from "#src/core/text/untrusted.ts";
import { bandBox, outcomeLooks, ratingBands, ratingLooks, ratingMarks, signRadius } from "./rating-bands.ts";

interface Props {
  readonly tracks: readonly ChartTrack[];
  /** Those that are shown. */
  readonly slots: readonly Slot[];
  /** Of the width, in places. */
  readonly units: number;
  /** A price's distance from the top, as a share of the height. */
  readonly y: (price: number) => number;
}

/** The ratings as the server draws them, on the prices that `PriceSketch` draws. */
export function RatingSketch({ tracks, slots, units, y }: Props) {
  return (
    <>
      {tracks.flatMap((track, row) => {
        const { top, height } = bandBox(row, tracks.length);
        return ratingBands(track, slots).map(({ from, to, rating }) => (
          <i
            key={`${row} ${from}`}
            className={`absolute ${ratingLooks[rating].ground}`}
            style={{
              left: share(from / units),
              width: share((to - from) / units),
              top: share(top),
              height: share(height),
            }}
          />
        ));
      })}
      <svg className="absolute inset-0 size-full">
        {ratingMarks(tracks[0], slots).map(({ place, price, outcome }) => (
          <svg key={place} x={share((place + 0.5) / units)} y={share(y(price))} className="overflow-visible">
            <OutcomeSign outcome={outcome} />
          </svg>
        ))}
      </svg>
    </>
  );
}

/** What the signs and bands mean. */
export function RatingKey({ tracks }: Pick<Props, "tracks">) {
  return (
    <span className="flex flex-wrap gap-x-5 gap-y-1">
      {(["right", "wrong", "open", "none"] as const).map((outcome) => (
        <span key={outcome} className="inline-flex items-center gap-1.5">
          <svg aria-hidden viewBox="-7 -7 14 14" className="size-3.5">
            <OutcomeSign outcome={outcome} />
          </svg>
          {outcomeLooks[outcome].text}
        </span>
      ))}
      {Rating.options.map((rating) => (
        <span key={rating} className="inline-flex items-center gap-1.5">
          <span aria-hidden className={`h-2.5 w-4 ${ratingLooks[rating].ground}`} />
          {rating === "REVIEW" ? "REVIEW, no opinion" : rating}
        </span>
      ))}
      {tracks.length > 1 ? (
        <span>Bands, from the top: {tracks.map(({ name }) => isolated(name)).join(", ")}</span>
      ) : null}
    </span>
  );
}

const fills = { right: "fill-positive stroke-positive", open: "fill-surface stroke-ink" } as const;

/** With a rim of the ground's colour, so that it stands out on a candle of its own. */
function OutcomeSign({ outcome }: { outcome: RatingOutcome }) {
  const arm = signRadius * 0.85;
  const cross = `M${-arm} ${-arm}L${arm} ${arm}M${arm} ${-arm}L${-arm} ${arm}`;
  if (outcome === "wrong")
    return (
      <g fill="none">
        <path d={cross} className="stroke-surface" strokeWidth="5" />
        <path d={cross} className="stroke-negative" strokeWidth="2.5" />
      </g>
    );
  if (outcome === "none")
    return <circle r={signRadius * 0.7} className="fill-muted stroke-surface [paint-order:stroke]" strokeWidth="5" />;
  return (
    <>
      <circle r={signRadius} className="fill-surface stroke-surface" strokeWidth="5" />
      <circle r={signRadius} className={fills[outcome]} strokeWidth="1.5" />
    </>
  );
}

function share(part: number): string {
  return `${Math.round(part * 10_000) / 100}%`;
}

interface SparklineProps {
  /** The oldest first. */
  readonly values: readonly number[];
  /** What it shows, for those who do not see it. */
  readonly label: string;
  /** More is neither better nor worse. */
  readonly neutral?: boolean;
}

const size = { width: 120, height: 32 };
const inset = 2;

/** The shape of a price, without a scale. */
export function Sparkline({ values, label, neutral }: SparklineProps) {
  const [first, last] = [values.at(0), values.at(-1)];
  if (first === undefined || last === undefined || values.length < 2) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (index: number): number => (size.width * index) / (values.length - 1);
  const y = (value: number): number =>
    high === low ? size.height / 2 : inset + ((high - value) / (high - low)) * (size.height - 2 * inset);
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline SVG is no img
      role="img"
      aria-label={label}
      className="h-8 w-full"
    >
      <polyline
        points={values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(" ")}
        fill="none"
        className={neutral === true ? "stroke-accent" : last >= first ? "stroke-positive" : "stroke-negative"}
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
