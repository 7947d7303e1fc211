import { z } from "zod";
import type { AssetType, Opinion, Rating } from "../jobs/analysis.ts";
import type { ListedAnalysis } from "../jobs/jobs.ts";
import type { SignalDetail } from "./signals.ts";
import type { HitSummary } from "./track-record.ts";

export const InstrumentKind = z.enum(["stock", "etf", "adr", "index", "currency", "coin"]);
export type InstrumentKind = z.infer<typeof InstrumentKind>;

/** What is traded, and how that is known. */
export const KnownKind = z.object({ name: InstrumentKind, reason: z.string() });
export type KnownKind = z.infer<typeof KnownKind>;

const names: Readonly<Record<InstrumentKind, string>> = {
  stock: "Stock",
  etf: "Exchange-traded fund",
  adr: "Depositary receipt",
  index: "Index",
  currency: "Currency pair",
  coin: "Coin",
};

/** For readers: `Depositary receipt, by its name`. */
export function kindText(kind: KnownKind | null): string {
  return kind === null ? "known when an analysis asks its sources" : `${names[kind.name]}, ${kind.reason}`;
}

/** What a service has on a symbol. */
export type Coverage =
  /** An archive has it. Sessions are `YYYY-MM-DD`; `null` without prices. */
  | {
      readonly status: "held";
      readonly name: string;
      readonly from: string | null;
      readonly to: string | null;
      readonly synthetic: boolean;
    }
  /** All its sources have lists, and none lists it. */
  | { readonly status: "absent" }
  /** An online source knew it when it was saved in a list. */
  | { readonly status: "found"; readonly name: string }
  /** Online sources are asked when the run starts. */
  | { readonly status: "unchecked" };

export interface ListedInstrument {
  readonly symbol: string;
  readonly name: string;
  readonly assetType: "stock" | "crypto" | "index";
  readonly currency: string;
  readonly exchange: string;
  readonly synthetic: boolean;
  /** The archive's name. */
  readonly archive: string;
  /** First and last session, `YYYY-MM-DD`; `null` without prices. */
  readonly from: string | null;
  readonly to: string | null;
}

/** The most bytes that the page accepts. */
export const symbolFileBytes = 1_000_000;

/** `null`: not used. */
export interface ImportColumn {
  readonly index: number;
  readonly title: string;
  readonly use: "symbol" | "identifier" | "name" | "quantity" | "cost" | "currency" | "exchange" | null;
  readonly examples: readonly string[];
}

/** The instruments of a list or portfolio, each once. */
export interface ImportedInstrument {
  /** Whether a source knows it is checked elsewhere. */
  readonly symbol: string;
  readonly asset_type: AssetType;
  /** As the file has it. */
  readonly written: string;
  readonly name: string | null;
  /** Over all rows; `null` where a row gives none. */
  readonly quantity: number | null;
  /** What was paid for all of it. */
  readonly cost: number | null;
  /** Of the cost. */
  readonly currency: string | null;
  /** Why it may be another instrument. */
  readonly doubt: string | null;
}

/** To be looked at before anything is added. */
export interface SymbolImport {
  /** How the file is written, in words. */
  readonly format: string;
  /** None for a mere list of symbols. */
  readonly columns: readonly ImportColumn[];
  readonly symbolColumn: number | null;
  readonly notice: string | null;
  readonly instruments: readonly ImportedInstrument[];
  readonly leftOut: readonly { readonly text: string; readonly reason: string }[];
}

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
