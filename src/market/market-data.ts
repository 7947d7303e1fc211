import type { Instant, LocalDate } from "#src/core/clock.ts";

/** Fields of every market record, from any vendor. */
export interface Known {
  /** When the thing happened: a session's close, a period's end, a publication. */
  readonly eventTime: Instant;
  /** When the public could first know it; `null`: unknown, useless in a historical run. */
  readonly availableAt: Instant | null;
  /** The vendor that gave it: `archive:djia-2025`, `yahoo`, `edgar`. */
  readonly source: string;
  /** The vendor's name of the record, unique within source and kind. */
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
 * Effective at the start of `exDate`. `split`: new shares for one old. `dividend`: cash a share as paid, in `currency`.
 */
export interface CorporateAction extends Known {
  readonly exDate: LocalDate;
  readonly action: "split" | "dividend";
  readonly value: number;
  readonly currency: string | null;
}

/** One XBRL fact of one filing; later reports repeat it. */
export interface FilingFact extends Known {
  /** The bare tag of us-gaap, ifrs-full or dei, such as `NetIncomeLoss`. */
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

/** What a company has to tell at once (Form 8-K): the items of one filing. */
export interface CompanyEvent extends Known {
  readonly filed: LocalDate;
  readonly form: string;
  /** Their numbers, such as `2.02`. */
  readonly items: readonly string[];
}

/** What somebody inside a company told the SEC of their trade in its shares (Form 4). The names are strangers' words. */
export interface InsiderTrade extends Known {
  readonly filed: LocalDate;
  readonly owner: string;
  /** `director`, `Chief Financial Officer`. */
  readonly role: string;
  /** Of the trade. */
  readonly date: LocalDate;
  /** Of Form 4: `P` bought, `S` sold, `A` granted, `M` exercised, `F` withheld for taxes, `G` given. */
  readonly code: string;
  readonly acquired: boolean;
  readonly shares: number;
  /** In dollars a share; `null`: not stated. */
  readonly price: number | null;
}

/** What one institutional manager told the SEC that it held at a quarter's end (Form 13F). The name is a stranger's word. */
export interface InstitutionPosition extends Known {
  readonly filed: LocalDate;
  /** The quarter's end. */
  readonly period: LocalDate;
  readonly manager: string;
  /** Of the manager at the SEC. */
  readonly cik: string;
  /** As counted at the quarter's end; 0 where a restatement takes the position back. */
  readonly shares: number;
  /** In whole dollars. */
  readonly value: number;
  readonly accession: string;
  /** `restatement` replaces what the manager filed earlier for the same quarter, `new holdings` adds to it. */
  readonly amendment: "restatement" | "new holdings" | null;
}

/** As a fraction per funding interval (0.0001 = 0.01 %). */
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
  events: CompanyEvent;
  insiders: InsiderTrade;
  institutions: InstitutionPosition;
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
  "events",
  "insiders",
  "institutions",
] as const satisfies DataKind[];

/** One value for each kind of data. */
export function forEachKind<T>(of: (kind: DataKind) => T): Readonly<Record<DataKind, T>> {
  return {
    bars: of("bars"),
    actions: of("actions"),
    filings: of("filings"),
    news: of("news"),
    social: of("social"),
    macro: of("macro"),
    funding: of("funding"),
    events: of("events"),
    insiders: of("insiders"),
    institutions: of("institutions"),
  };
}

export interface Instrument {
  /** Canonical, in Yahoo's spelling: `AAPL`, `BRK-B`, `0700.HK`, `BTC-USD`, `^GSPC`, `EURUSD=X`. */
  readonly symbol: string;
  readonly name: string;
  readonly assetType: "stock" | "crypto" | "index" | "currency";
  /** Of a stock, where the vendor says more. */
  readonly kind?: "etf" | "adr";
  /** Exchange or venue, as the vendor names it; for information only. */
  readonly exchange: string;
  readonly currency: string;
  /** A name that `calendar.ts` knows: `XNYS`, `24/7`, `FX`, … */
  readonly calendar: string;
  /** True for the fictional company that ships with the project. */
  readonly synthetic: boolean;
  /** Counted shares in one traded unit, such as 13 of an ADS. */
  readonly sharesPerUnit?: number;
}

/** What a run can be made on: no pair of currencies, which only converts. */
export type Analysable = Instrument & { readonly assetType: Exclude<Instrument["assetType"], "currency"> };

export function isAnalysable(instrument: Instrument): instrument is Analysable {
  return instrument.assetType !== "currency";
}

/** The window a caller wants, both ends inclusive. Vendors may return more. */
export interface MarketQuery {
  readonly instrument: Instrument;
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** The run's instant, for vendors that take a vintage or an end. */
  readonly asOf: Instant;
  /** For `macro`: the series ids wanted. */
  readonly series?: readonly string[];
}

export interface Source<T extends Known> {
  /** `now` shows only the present, so it is refused in historical runs. */
  readonly timing: "dated" | "now";
  /**
   * @returns ascending by `eventTime`; empty means the vendor has no data for the window
   * @throws VendorFailed for anything else than an answer; Cancelled when `signal` fired
   */
  fetch(query: MarketQuery, signal: AbortSignal): Promise<readonly T[]>;
  /** False where nobody looked: then an empty answer proves nothing. */
  covers?(instrument: Instrument): Promise<boolean>;
}

export interface Vendor extends Partial<{ readonly [K in DataKind]: Source<RecordOf[K]> }> {
  /** Unique in a run; its records have it as `source`. */
  readonly name: string;
  /** All symbols that it knows, where they are a list. */
  readonly symbols?: readonly string[];
  /** `null` when the vendor does not know it. */
  instrument?(symbol: string, signal: AbortSignal): Promise<Instrument | null>;
}

/** Vendors in order, by kind of data; later ones are asked only when earlier ones had nothing or failed. */
export interface VendorChain {
  readonly instruments: readonly Vendor[];
  readonly byKind: Readonly<Record<DataKind, readonly Vendor[]>>;
}

/** A number computed from records, with its derivation and sources. */
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
  /** Set where the value is rare, or its inputs must be wrong. */
  readonly doubt?:
    | { readonly kind: "unusual"; /** With the inputs. */ readonly formula: string }
    | { readonly kind: "impossible"; /** Why it is left out. */ readonly note: string };
}
