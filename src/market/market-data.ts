import type { Instant, LocalDate } from "#src/platform/clock.ts";

/** What every market record carries, whoever gave it. */
export interface Known {
  /** When the thing happened: a session's close, a period's end, a publication. */
  readonly eventTime: Instant;
  /** When the public could first know it. `null`: unknown, and then useless in a historical run. */
  readonly availableAt: Instant | null;
  /** The vendor that gave it: `archive:djia-2025`, `yahoo`, `edgar`. */
  readonly source: string;
  /** The vendor's own name of the record; together with `source` it is unique within a kind. */
  readonly sourceId: string;
}

/** One session, raw: as traded that day, unadjusted, in `currency`. */
export interface Bar extends Known {
  readonly date: LocalDate;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Shares or coins; `null` when the vendor does not know. */
  readonly volume: number | null;
  readonly currency: string;
}

/**
 * A corporate action, effective at the start of `exDate`.
 * `split`: `value` is new shares for one old share. `dividend`: cash a share as paid at the time, in `currency`.
 */
export interface CorporateAction extends Known {
  readonly exDate: LocalDate;
  readonly action: "split" | "dividend";
  readonly value: number;
  readonly currency: string | null;
}

/** One XBRL fact of one filing. The same fact stands again in every later report that carries it. */
export interface FilingFact extends Known {
  /** The bare tag of us-gaap or dei, such as `NetIncomeLoss`. */
  readonly concept: string;
  readonly unit: string;
  /** `null` for a balance at `end`. */
  readonly start: LocalDate | null;
  readonly end: LocalDate;
  readonly value: number;
  readonly filed: LocalDate;
  readonly form: string;
  readonly accession: string;
}

/** A dated news item. Its texts were written by strangers. */
export interface NewsItem extends Known {
  readonly title: string;
  readonly summary: string | null;
  readonly url: string | null;
  /** The outlet, as the vendor names it. */
  readonly publisher: string | null;
}

/** A social post. Its text was written by a stranger. */
export interface SocialPost extends Known {
  readonly text: string;
  /** The author's own label, where the platform has one (StockTwits). */
  readonly stance: "bullish" | "bearish" | null;
}

/** One observation of an economic series, in the vintage known at the run's instant. */
export interface MacroPoint extends Known {
  /** The vendor's series id, such as `DGS10`. */
  readonly series: string;
  readonly label: string;
  readonly unit: string;
  readonly date: LocalDate;
  readonly value: number;
}

/** A perpetual future's funding rate, as a fraction per funding interval (0.0001 = 0.01 %). */
export interface FundingRate extends Known {
  readonly rate: number;
  readonly intervalHours: number;
}

export interface RecordOf {
  bars: Bar;
  actions: CorporateAction;
  filings: FilingFact;
  news: NewsItem;
  social: SocialPost;
  macro: MacroPoint;
  funding: FundingRate;
}
export type DataKind = keyof RecordOf;
/** @internal tests go through all of them */
export const dataKinds = [
  "bars",
  "actions",
  "filings",
  "news",
  "social",
  "macro",
  "funding",
] as const satisfies DataKind[];

export interface Instrument {
  /** Canonical, in Yahoo's spelling: `AAPL`, `BRK-B`, `0700.HK`, `BTC-USD`, `^GSPC`. */
  readonly symbol: string;
  readonly name: string;
  readonly assetType: "stock" | "crypto" | "index";
  /** Exchange or venue, as the vendor names it; informative. */
  readonly exchange: string;
  readonly currency: string;
  /** A name that `calendar.ts` knows: `XNYS`, `24/7`, … */
  readonly calendar: string;
  /** True for the made-up company that ships with the project. */
  readonly synthetic: boolean;
  /** Of the shares that filings count, how many one traded unit stands for, where that is known: 13 of an ADS. */
  readonly sharesPerUnit?: number;
}

/** The window a caller wants. Vendors may return more; `AsOfMarket` drops what is outside. Both ends inclusive. */
export interface MarketQuery {
  readonly instrument: Instrument;
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** The instant of the run. Vendors that take a vintage or an end time are asked with it. */
  readonly asOf: Instant;
  /** For `macro`: the series ids wanted. */
  readonly series?: readonly string[];
}

export interface Source<T extends Known> {
  /** `dated`: can answer for a past window. `now`: shows only the present, so it is refused in a historical run. */
  readonly timing: "dated" | "now";
  /**
   * @returns ascending by `eventTime`; empty means the vendor has no data for the window
   * @throws VendorFailed for anything else than an answer; Cancelled when `signal` fired
   */
  fetch(query: MarketQuery, signal: AbortSignal): Promise<readonly T[]>;
  /**
   * Whether an empty answer about the instrument means that there was nothing: false where nobody looked. Without
   * this, an empty answer does.
   */
  covers?(instrument: Instrument): Promise<boolean>;
}

/** One place data comes from. It offers a source for each kind it has, and nothing for the others. */
export interface Vendor extends Partial<{ readonly [K in DataKind]: Source<RecordOf[K]> }> {
  /** Unique in a run; stands as `source` in its records. */
  readonly name: string;
  /** All symbols that it knows, where that is a list. */
  readonly symbols?: readonly string[];
  /** What the vendor knows of a canonical symbol; `null` when it does not know it. */
  instrument?(symbol: string, signal: AbortSignal): Promise<Instrument | null>;
}

/**
 * Vendors in the order in which they are asked, by kind of data. A later one is asked only when an earlier
 * one had nothing or failed, and the run's notes say so.
 */
export interface VendorChain {
  readonly instruments: readonly Vendor[];
  readonly byKind: Readonly<Record<DataKind, readonly Vendor[]>>;
}

/** A number that code computed from records, with how and from what. */
export interface Measure {
  /** Stable: `rsi_14`, `revenue_growth_yoy`. */
  readonly key: string;
  readonly label: string;
  readonly value: number;
  /** As `Evidence.unit` in the contract. */
  readonly unit: string;
  readonly at: LocalDate;
  readonly formula: string | null;
  readonly source: string;
  readonly sourceIds: readonly string[];
  /** Set where the value is out of the bounds of its key: rare, or such that its inputs must be wrong. */
  readonly doubt?:
    | { readonly kind: "unusual"; /** With the inputs. */ readonly formula: string }
    | { readonly kind: "impossible"; /** Why it is left out. */ readonly note: string };
}
