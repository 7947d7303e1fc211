import type { Rating } from "#src/contract/jobs/analysis.ts";
import { type ChartRating, type ChartTrack, asOfPlace, type Slot } from "#src/contract/chart.ts";
import type { RatingOutcome } from "#src/contract/signals/instruments.ts";
import { isolated } from "#src/core/text/untrusted.ts";
import type { ChartColours } from "./chart-look.ts";

/* What an instrument was rated, on its chart: marks on the price, and below it a band for each track. */

/** Of the pane's height: all bands together, and the most that one takes with the room above the next. */
const allBands = 0.2;
const mostBand = 0.055;

export const ratingLooks = {
  Buy: { colour: "positive", alpha: 1, ground: "bg-positive" },
  Overweight: { colour: "positive", alpha: 0.5, ground: "bg-positive/50" },
  Hold: { colour: "muted", alpha: 0.5, ground: "bg-muted/50" },
  Underweight: { colour: "negative", alpha: 0.5, ground: "bg-negative/50" },
  Sell: { colour: "negative", alpha: 1, ground: "bg-negative" },
  // Hatched: it is no point between the others.
  REVIEW: { colour: "review", alpha: 1, ground: "hatched" },
} as const satisfies Record<Rating, { colour: keyof ChartColours; alpha: number; ground: string }>;

/** By shape as well as by colour: not everybody tells red from green. */
export const outcomeLooks = {
  right: { text: "right", colour: "positive", shape: "disc" },
  wrong: { text: "wrong", colour: "negative", shape: "cross" },
  open: { text: "open", colour: "ink", shape: "ring" },
  none: { text: "not scored", colour: "muted", shape: "dot" },
} as const satisfies Record<RatingOutcome, { text: string; colour: keyof ChartColours; shape: string }>;

/** Of a mark on the price, in pixels. */
export const signRadius = 4.5;

/** Where a track's band lies, in shares of the pane's height. */
export function bandBox(row: number, tracks: number): { readonly top: number; readonly height: number } {
  const each = Math.min(mostBand, allBands / tracks);
  return { top: 1 - (tracks - row) * each, height: each * 0.75 };
}

export interface Band {
  /** The first place, and the one behind the last. */
  readonly from: number;
  readonly to: number;
  readonly rating: Rating;
}

/** Each rating from its session to the next one. */
export function ratingBands({ ratings }: ChartTrack, slots: readonly Slot[]): Band[] {
  const end = asOfPlace(slots) + 1;
  return ratings.flatMap(({ session, rating }, index) => {
    const next = ratings[index + 1];
    const from = placeAt(slots, session);
    const to = next === undefined ? end : placeAt(slots, next.session);
    return to > from ? [{ from, to, rating }] : [];
  });
}

export interface RatingMark {
  readonly place: number;
  readonly price: number;
  readonly outcome: RatingOutcome;
}

/** The opinions of a track at the close on which they stand; REVIEW is in the band alone. */
export function ratingMarks(track: ChartTrack | undefined, slots: readonly Slot[]): RatingMark[] {
  const first = slots[0]?.date ?? "";
  return (track?.ratings ?? []).flatMap(({ session, rating, outcome }) => {
    if (rating === "REVIEW" || session < first) return [];
    const at = placeAt(slots, session);
    // Marks never stand in a gap.
    const place = slots.findIndex(({ bar }, index) => index >= at && bar !== null);
    const bar = slots[place]?.bar ?? null;
    return bar === null ? [] : [{ place, price: bar.close, outcome }];
  });
}

/** What of each track was in force on the session of a place; where it is from an earlier one, from which. */
export function ratingsAt(tracks: readonly ChartTrack[], slots: readonly Slot[], place: number): string[] {
  const date = slots[place]?.date ?? "";
  return tracks.flatMap(({ name, ratings }) => {
    const found = ratings.findLast(({ session }) => session <= date);
    if (found === undefined) return [];
    const of = found.session === date ? "" : ` of ${found.session}`;
    return [`${isolated(name)}: ${found.rating}${of}${outcomeText(found)}`];
  });
}

/** Those that were published at a place: on its session, or since that of the place before. */
export function newRatingsAt(
  tracks: readonly ChartTrack[],
  slots: readonly Slot[],
  place: number,
): { readonly text: string; readonly href: string | null }[] {
  return tracks.flatMap(({ name, ratings }) =>
    ratings
      .filter(({ session }) => session >= (slots[0]?.date ?? "") && placeAt(slots, session) === place)
      .map((rating) => ({ text: `${isolated(name)}: ${rating.rating}${outcomeText(rating)}`, href: rating.href })),
  );
}

function outcomeText({ rating, outcome }: ChartRating): string {
  if (rating === "REVIEW") return ", no opinion";
  return outcome === "none" ? "" : `, ${outcomeLooks[outcome].text}`;
}

/** The first place on or after a session; the last for one behind all. */
function placeAt(slots: readonly Slot[], session: string): number {
  const found = slots.findIndex(({ date }) => date >= session);
  return found === -1 ? slots.length - 1 : found;
}
