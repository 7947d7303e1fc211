import type { Rating } from "./jobs/analysis.ts";
import type { RatingOutcome } from "./signals/instrument-record.ts";
import type { ChartBar, ChartEvent, Levels } from "./run/run.ts";

/** Everything that a chart of prices shows, as plain data. Dates are `YYYY-MM-DD`. */
export interface ChartData {
  readonly symbol: string;
  readonly currency: string;
  /** Nothing but `later` is from after it. */
  readonly asOf: string;
  /** Known on it, ascending, on one basis. */
  readonly bars: readonly DrawnBar[];
  /** Later sessions, on the same basis: only where the viewer may see them. */
  readonly later: readonly DrawnBar[];
  /** Stretches of sessions without a price. */
  readonly holes: readonly ChartHole[];
  readonly levels: Levels | null;
  /** The indicators that were cited, each with a value for each of `bars`. */
  readonly indicators: readonly ChartIndicator[];
  /** Events and news by day, ascending. */
  readonly marks: readonly ChartMark[];
  /** The place of a piece of evidence on the chart. */
  readonly places: readonly EvidencePlace[];
  /** The first track is marked on the price; each has a band. */
  readonly tracks: readonly ChartTrack[];
}

/** Where only open and close are known, high and low are those. */
export interface DrawnBar extends ChartBar {
  readonly rangeUnknown?: true;
}

/** Oldest first; each rating holds until the next. */
export interface ChartTrack {
  readonly name: string;
  readonly ratings: readonly ChartRating[];
}

export interface ChartRating {
  readonly session: string;
  readonly rating: Rating;
  readonly outcome: RatingOutcome;
  /** The path of its page; `null` where the viewer may not read it. */
  readonly href: string | null;
}

/** Consecutive sessions that have no price. */
export interface ChartHole {
  readonly from: string;
  readonly to: string;
  readonly sessions: number;
  /** Days on the axis: one per session of a short hole, fewer of a long one. */
  readonly places: readonly string[];
}

/** An indicator at each bar of a chart. */
export interface ChartIndicator {
  readonly id: string;
  readonly title: string;
  /** Drawn over the price, or in its own pane below. */
  readonly pane: "price" | "own";
  readonly lines: readonly IndicatorLine[];
}

export interface IndicatorLine {
  readonly name: string;
  readonly look: "line" | "faint" | "bars";
  /** One value per bar; `null` while there are too few bars before it. */
  readonly values: readonly (number | null)[];
}

export interface ChartMark {
  readonly date: string;
  readonly type: ChartEvent["kind"] | "news" | "post";
  readonly label: string;
  /** The piece of evidence that shows it, where there is one. */
  readonly evidence: string | null;
}

export interface EvidencePlace {
  readonly id: string;
  readonly date: string;
  /** The indicator that draws it. */
  readonly indicator: string | null;
}
