import type { Rating } from "#src/contract/analysis.ts";
import type { RatingOutcome, RatingTrack, SessionClose, TrackedRating } from "#src/contract/instrument-record.ts";
import { counted, countText, priceDigits } from "#src/platform/number-text.ts";
import { priceGaps, priceRuns, priceSlots, type PriceSlot } from "./price-slots.ts";

/** The letters of a drawing shrink with it, so a phone gets one of its own. */
const wide = { width: 900, height: 260, name: "wide" };
const narrow = { width: 340, height: 220, name: "narrow" };
const margin = { top: 12, bottom: 22, left: 4, right: 56 };
const bandHeight = 14;
/** Narrower gaps have no words. */
const gapTextWidth = 70;

const fills = {
  Buy: "fill-positive",
  Overweight: "fill-positive opacity-50",
  Hold: "fill-muted opacity-50",
  Underweight: "fill-negative opacity-50",
  Sell: "fill-negative",
} as const satisfies Record<Exclude<Rating, "REVIEW">, string>;

const outcomes = {
  right: { text: "right", look: "fill-positive stroke-surface" },
  wrong: { text: "wrong", look: "fill-negative stroke-surface" },
  open: { text: "open", look: "fill-surface stroke-ink" },
  none: { text: "no direction", look: "fill-muted stroke-surface" },
} as const satisfies Record<RatingOutcome, { text: string; look: string }>;

interface Props {
  readonly symbol: string;
  readonly currency: string | null;
  /** Ascending. */
  readonly closes: readonly SessionClose[];
  /** The first one's opinions are marked on the price; each has a band below it. */
  readonly tracks: readonly RatingTrack[];
}

/** Closes, and below them what was thought of the instrument at the time. */
export function RatedPrice(props: Props) {
  const { closes, tracks, symbol, currency } = props;
  const [first, last] = [closes.at(0), closes.at(-1)];
  if (first === undefined || last === undefined)
    return <p className="text-sm text-muted">No prices are known yet. They appear with the first finished analysis.</p>;
  const slots = priceSlots(symbol, closes);
  const gaps = priceGaps(slots);
  const missing = gaps.reduce((sum, gap) => sum + gap.missing, 0);
  const label = `${symbol}: ${counted(closes.length, "close")} from ${first.session} (${priceDigits(first.close)}) to ${last.session} (${priceDigits(last.close)} ${currency ?? ""})${missing === 0 ? "" : `, ${counted(missing, "session")} without a price`}`;
  return (
    <figure className="grid gap-3">
      <Drawing tracks={tracks} slots={slots} label={label} size={wide} className="max-sm:hidden" />
      <Drawing tracks={tracks} slots={slots} label={label} size={narrow} className="sm:hidden" />
      <figcaption className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
        {(["right", "wrong", "open", "none"] as const).map((outcome) => (
          <span key={outcome} className="inline-flex items-center gap-1.5">
            <svg aria-hidden viewBox="0 0 12 12" className="size-3">
              <circle cx="6" cy="6" r="4" strokeWidth="1.5" className={outcomes[outcome].look} />
            </svg>
            {outcomes[outcome].text}
          </span>
        ))}
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="hatched h-2.5 w-5 border border-dashed border-review" /> REVIEW, no opinion
        </span>
        {missing === 0 ? null : <span>Grey: {counted(missing, "session")} without a price</span>}
        {tracks.length > 1 ? <span>Bands, from the top: {tracks.map(({ name }) => name).join(", ")}</span> : null}
      </figcaption>
    </figure>
  );
}

interface DrawingProps extends Pick<Props, "tracks"> {
  readonly slots: readonly PriceSlot[];
  readonly label: string;
  readonly size: typeof wide;
  readonly className: string;
}

function Drawing({ slots, tracks, label, size, className }: DrawingProps) {
  const right = size.width - margin.right;
  const bottom = size.height - margin.bottom;
  const height = size.height + tracks.length * (bandHeight + 4);
  const values = slots.flatMap(({ close }) => (close === null ? [] : [close]));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (index: number): number => margin.left + ((right - margin.left) * index) / Math.max(slots.length - 1, 1);
  const y = (close: number): number =>
    high === low ? bottom / 2 : bottom - ((close - low) / (high - low)) * (bottom - margin.top);
  const placeOf = (session: string): number => {
    const found = slots.findIndex((one) => one.session >= session);
    return found === -1 ? slots.length - 1 : found;
  };
  const hatch = `review-${size.name}`;
  return (
    <svg
      viewBox={`0 0 ${size.width} ${height}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline SVG is no img
      role="img"
      aria-label={label}
      className={`w-full font-sans text-[11px] tabular-nums ${className}`}
    >
      <defs>
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="2" height="5" className="fill-review" />
        </pattern>
      </defs>
      {[low, (low + high) / 2, high].map((price) => (
        <g key={price}>
          <line x1={margin.left} x2={right} y1={y(price)} y2={y(price)} className="stroke-line" />
          <text x={right + 6} y={y(price) + 4} className="fill-muted">
            {priceDigits(price)}
          </text>
        </g>
      ))}
      {priceGaps(slots).map(({ from, to, missing }) => (
        <g key={from}>
          <rect
            x={x(from)}
            width={x(to) - x(from)}
            y={margin.top}
            height={bottom - margin.top}
            className="fill-sunken"
          />
          {x(to) - x(from) < gapTextWidth ? null : (
            <text x={(x(from) + x(to)) / 2} y={margin.top + 12} textAnchor="middle" className="fill-muted">
              {countText(missing)} missing
            </text>
          )}
        </g>
      ))}
      {priceRuns(slots).map(({ from, to }) => (
        <polyline
          key={from}
          points={linePoints(slots, from, to, { x, y })}
          fill="none"
          className="stroke-ink"
          strokeWidth="1.4"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      ))}
      {marked(tracks[0]?.ratings ?? [], slots).map(({ session, outcome }) => {
        const index = pricedPlace(slots, placeOf(session));
        return (
          <circle
            key={session}
            cx={x(index)}
            cy={y(slots[index]?.close ?? low)}
            r={size === wide ? 3.5 : 3}
            strokeWidth="1.5"
            className={outcomes[outcome].look}
          />
        );
      })}
      {tracks.map(({ name, ratings }, row) => (
        <g key={name} transform={`translate(0 ${bottom + 8 + row * (bandHeight + 4)})`}>
          <rect x={margin.left} width={right - margin.left} height={bandHeight} className="fill-sunken" />
          {spans(ratings, slots, placeOf).map(({ from, to, rating }) => (
            <rect
              key={from}
              x={x(from)}
              width={Math.max(x(to) - x(from), 2)}
              height={bandHeight}
              {...(rating === "REVIEW" ? { fill: `url(#${hatch})` } : { className: fills[rating] })}
            />
          ))}
        </g>
      ))}
      <text x={margin.left} y={height - 4} className="fill-muted">
        {slots[0]?.session}
      </text>
      <text x={right} y={height - 4} textAnchor="end" className="fill-muted">
        {slots.at(-1)?.session}
      </text>
    </svg>
  );
}

/** A session that stands alone is a dot: a line of one point is none. */
function linePoints(
  slots: readonly PriceSlot[],
  from: number,
  to: number,
  { x, y }: { x: (place: number) => number; y: (close: number) => number },
): string {
  const points = slots
    .slice(from, to + 1)
    .map(({ close }, at) => `${x(from + at).toFixed(1)},${y(close ?? 0).toFixed(1)}`);
  return (from === to ? [...points, ...points] : points).join(" ");
}

/** The place itself where it has a price, else the next one that has: marks never stand in a gap. */
function pricedPlace(slots: readonly PriceSlot[], place: number): number {
  const next = slots.findIndex(({ close }, at) => at >= place && close !== null);
  return next === -1 ? place : next;
}

/** The opinions within the picture; REVIEW is in the band alone. */
function marked(ratings: readonly TrackedRating[], slots: readonly PriceSlot[]): TrackedRating[] {
  const first = slots[0]?.session ?? "";
  return ratings.filter(({ rating, session }) => rating !== "REVIEW" && session >= first);
}

/** Each rating holds until the next one. */
function spans(
  ratings: readonly TrackedRating[],
  slots: readonly PriceSlot[],
  placeOf: (session: string) => number,
): { from: number; to: number; rating: Rating }[] {
  const end = slots.length - 1;
  const last = slots.at(-1)?.session ?? "";
  return ratings.flatMap(({ session, rating }, index) => {
    if (session > last) return [];
    const next = ratings[index + 1];
    const from = placeOf(session);
    const to = next === undefined || next.session > last ? end : placeOf(next.session);
    return to < from || (to === from && next !== undefined && from < end) ? [] : [{ from, to, rating }];
  });
}
