import type { ListedAnalysis } from "../jobs/jobs.ts";
import type { AssetType, Opinion, Rating } from "../jobs/analysis.ts";
import type { SignalDetail } from "./signals.ts";
import type { HitSummary } from "./track-record.ts";

export interface SessionClose {
  readonly session: string;
  readonly close: number;
}

/** A session of an instrument. High and low are those that a run knew; of what was settled since they are not kept. */
export interface SessionPrices extends SessionClose {
  readonly open: number;
  readonly high: number | null;
  readonly low: number | null;
}

/** What became of a rating by now: `none` for one without a direction, and for REVIEW. */
export type RatingOutcome = "right" | "wrong" | "open" | "none";

export interface TrackedRating {
  readonly session: string;
  readonly rating: Rating;
  readonly outcome: RatingOutcome;
  /** Runs that agreed, of how many; `null` where there was one run. */
  readonly agreement: { readonly agreeing: number; readonly runs: number } | null;
  readonly confidence: number | null;
  /** Of its page; `null` where whoever looks may not read it. */
  readonly href: string | null;
}

/** The ratings of an instrument by one list, or of somebody's own analyses. */
export interface RatingTrack {
  readonly name: string;
  /** The oldest first. */
  readonly ratings: readonly TrackedRating[];
}

/** What is known of an instrument to whoever looks. */
export interface InstrumentRecord {
  readonly symbol: string;
  readonly asset_type: AssetType;
  readonly name: string | null;
  readonly currency: string | null;
  /** Ascending, in shares as of the last one. */
  readonly closes: readonly SessionPrices[];
  /** The first one is what the page opens with. */
  readonly tracks: readonly RatingTrack[];
  /** Of all lists, the newest first. */
  readonly signals: readonly SignalDetail[];
  readonly hits: readonly HitSummary[];
}

/** A measure as the runs on an instrument found it, by their sessions. */
export interface EvidenceSeries {
  readonly key: string;
  readonly label: string;
  readonly unit: string | null;
  readonly points: readonly { readonly session: string; readonly value: number }[];
}

/** The same with what is the viewer's alone. */
export interface OwnInstrumentRecord extends InstrumentRecord {
  readonly analyses: readonly ListedAnalysis[];
  readonly evidence: readonly EvidenceSeries[];
}

/** A company's report of a quarter or a year (Forms 10-Q and 10-K), by the day on which it was or will be filed. */
export interface CompanyReport {
  readonly date: string;
  readonly kind: "quarterly" | "annual";
}

/** The newest opinion of the house list on an instrument. */
export interface RankedOpinion {
  readonly symbol: string;
  readonly name: string;
  readonly asset_type: AssetType;
  readonly rating: Opinion;
  readonly session: string;
  readonly confidence: number | null;
  readonly agreeing: number;
  readonly runs: number;
  /** How often its directed opinions on this instrument were right, over the longest usual horizon with outcomes. */
  readonly hits: HitSummary | null;
}

/** An instrument of which the newest run came to no opinion. */
export interface RankedReview {
  readonly symbol: string;
  readonly name: string;
  readonly session: string;
  /** The opinion before. */
  readonly before: Opinion | null;
}

export interface Ranking {
  /** With what is sealed for others. */
  readonly live: boolean;
  readonly opinions: readonly RankedOpinion[];
  readonly reviews: readonly RankedReview[];
}
