import { type Instant, type LocalDate, isRealDate } from "#src/core/clock.ts";
import { InvalidInput, VendorFailed } from "#src/core/errors.ts";
import { type Calendar, calendarByName, inFuture, tooEarly } from "../calendar/calendar.ts";
import { type Answer, type Dated, type Listing, attempt, failureText, findInstrument } from "./vendor-chain.ts";
import { dedupeNews, dedupeSocial } from "./news.ts";
import { type MarketRun, type PriceBasis, dated, once, openRecordReader } from "./record-reader.ts";
import { totalReturnIndices } from "../calendar/exchanges.ts";
import {
  type Analysable,
  type Bar,
  type CompanyEvent,
  type CorporateAction,
  type FilingFact,
  type FundingRate,
  type InsiderTrade,
  type InstitutionPosition,
  type Instrument,
  type MacroPoint,
  type NewsItem,
  type SocialPost,
  type VendorChain,
  isAnalysable,
} from "../market-data.ts";
import type { RefusalLog } from "./as-of.ts";
import { listedSymbols, otherSpellingHint } from "../symbols/read-symbol.ts";
import type { ParsedSymbol } from "../symbols/symbols.ts";

export type { Dated };

/** `index`: whether dividends are included; `null` for anything else. */
export interface BenchmarkIdentity {
  readonly symbol: string | null;
  readonly index: "price index" | "total-return index" | null;
}

export type MarketOpening =
  | { readonly ok: true; readonly market: AsOfMarket }
  | {
      readonly ok: false;
      readonly reason: "early date" | "future date" | "unknown symbol" | "unreadable symbol";
      readonly detail: string;
    };

/**
 * The market as known at one instant: the only door to data. `days` counts calendar days up to and including `session`.
 * Answers are fetched once a run; failures are retried when asked again. Every method throws Cancelled; methods on the
 * instrument's prices throw VendorFailed when no vendor answered, others return nothing with a note.
 */
export interface AsOfMarket {
  readonly instrument: Analysable;
  readonly symbol: ParsedSymbol;
  readonly calendar: Calendar;
  readonly tradeDate: LocalDate;
  /** The last session on or before `tradeDate`. */
  readonly session: LocalDate;
  readonly asOf: Instant;
  /** True when `tradeDate` is past: sources with only current data are then refused. */
  readonly historical: boolean;
  /** An odd date, or an instrument found only by a later vendor. */
  readonly notes: readonly string[];
  /** Raw. */
  bars(days: number): Promise<Dated<Bar>>;
  /** On the split basis of `session`, and only comparable bars; a note says what is left out. */
  adjustedBars(days: number): Promise<Dated<Bar>>;
  priceBasis(days: number): Promise<PriceBasis>;
  actions(days: number): Promise<Dated<CorporateAction>>;
  /** All facts in all vintages, ascending by `filed`, then `end`. */
  filings(): Promise<Dated<FilingFact>>;
  news(days: number): Promise<Dated<NewsItem>>;
  social(days: number): Promise<Dated<SocialPost>>;
  macro(series: readonly string[], days: number): Promise<Dated<MacroPoint>>;
  funding(days: number): Promise<Dated<FundingRate>>;
  /** Notes nothing where no source has any. */
  events(days: number): Promise<Dated<CompanyEvent>>;
  /** As `events`. */
  insiders(days: number): Promise<Dated<InsiderTrade>>;
  /** As `events`. */
  institutions(days: number): Promise<Dated<InstitutionPosition>>;
  /** Split-adjusted bars of the first benchmark with bars; `symbol` is null when none has bars. */
  benchmark(days: number): Promise<Dated<Bar> & BenchmarkIdentity>;
}

/**
 * Opens the market of `symbol` at the close of the last session on or before `tradeDate`, never later than `now`.
 * Future dates and dates before 1900 are refused before any vendor is asked.
 * @throws InvalidInput for a date that does not exist; VendorFailed; Cancelled
 */
export async function openMarket(args: {
  readonly vendors: VendorChain;
  readonly symbol: ParsedSymbol;
  readonly tradeDate: LocalDate;
  readonly now: Instant;
  /** An earlier instant than the close, for what is held beside the instrument of a run. */
  readonly notAfter?: Instant;
  readonly signal: AbortSignal;
  /** Told of what the door keeps back. */
  readonly refusals?: RefusalLog | undefined;
}): Promise<MarketOpening> {
  const { vendors, symbol, tradeDate, now, notAfter = Infinity, signal, refusals } = args;
  if (!isRealDate(tradeDate)) throw new InvalidInput("trade_date must be a day of the calendar");
  const early = tooEarly(tradeDate);
  if (early !== null) return { ok: false, reason: "early date", detail: early };
  const usual = calendarByName(symbol.calendar);
  if (usual === null) throw new RangeError(`no calendar is named ${symbol.calendar}`);
  const ahead = inFuture(tradeDate, usual, now);
  if (ahead !== null) return { ok: false, reason: "future date", detail: ahead };
  const found = await findInstrument(vendors, symbol.symbol, signal);
  if (found.listing === null) {
    if (found.failure !== null) throw found.failure;
    const detail = `${symbol.symbol} is not known: ${found.said.join("; ")}${otherSpellingHint(symbol.symbol, listedSymbols(vendors))}`;
    return { ok: false, reason: "unknown symbol", detail };
  }
  const { instrument, calendar } = found.listing;
  if (!isAnalysable(instrument))
    return { ok: false, reason: "unknown symbol", detail: `${symbol.symbol} is a pair of currencies` };
  // The vendor's calendar may lie in another zone than the spelling suggests.
  const late = inFuture(tradeDate, calendar, now);
  if (late !== null) return { ok: false, reason: "future date", detail: late };
  const session = calendar.lastSessionOnOrBefore(tradeDate);
  const run: MarketRun = {
    vendors,
    session,
    asOf: Math.min(calendar.sessionClose(session), now, notAfter),
    historical: tradeDate < calendar.dateAt(now),
    signal,
    refusals,
  };
  const notes = found.said.length === 0 ? [] : [`instrument: ${found.said.join("; ")}`];
  if (session !== tradeDate)
    notes.push(`${tradeDate} is not a session of ${calendar.name}; the last one before it is ${session}`);
  if (!calendar.holidaysKnown(session))
    notes.push(`the holidays of ${calendar.name} are not known: every weekday counts as a session`);
  return { ok: true, market: asOfMarket(run, { instrument, calendar }, { symbol, tradeDate, notes }) };
}

function asOfMarket(
  run: MarketRun,
  listing: Listing & { readonly instrument: Analysable },
  about: { readonly symbol: ParsedSymbol; readonly tradeDate: LocalDate; readonly notes: readonly string[] },
): AsOfMarket {
  const reader = openRecordReader(run, listing);
  const benchmarks = new Map<string, Promise<BenchmarkAnswer>>();
  return {
    ...about,
    ...listing,
    session: run.session,
    asOf: run.asOf,
    historical: run.historical,
    bars: (days) => reader.bars(days),
    adjustedBars: (days) => reader.adjustedBars(days),
    priceBasis: (days) => reader.priceBasis(days),
    actions: async (days) => dated(await reader.ask("actions", days)),
    filings: async () => dated(await reader.ask("filings", null)),
    async news(days) {
      const answer = await reader.ask("news", days);
      return { records: dedupeNews(answer.records), notes: answer.notes };
    },
    async social(days) {
      const answer = await reader.ask("social", days);
      return { records: dedupeSocial(answer.records), notes: answer.notes };
    },
    macro: async (series, days) => dated(await reader.ask("macro", days, series)),
    funding: async (days) => dated(await reader.ask("funding", days)),
    events: async (days) => orSilent(await reader.ask("events", days)),
    insiders: async (days) => orSilent(await reader.ask("insiders", days)),
    institutions: async (days) => orSilent(await reader.ask("institutions", days)),
    async benchmark(days) {
      const { records, notes, symbol, index } = await once(
        benchmarks,
        String(days),
        () => askBenchmark(run, about.symbol.benchmark, days),
        (answer) => answer.symbol !== null || !answer.failed,
      );
      return { records, notes, symbol, index };
    },
  };
}

/** Most instruments have none, so only a failure is told. */
function orSilent<T>(answer: Answer<T>): Dated<T> {
  return answer.records.length === 0 && answer.failure === null ? { records: [], notes: [] } : dated(answer);
}

interface BenchmarkAnswer extends Dated<Bar>, BenchmarkIdentity {
  readonly failed: boolean;
}

async function askBenchmark(run: MarketRun, candidates: readonly string[], days: number): Promise<BenchmarkAnswer> {
  const said: string[] = [];
  let failed = false;
  for (const candidate of candidates) {
    const found = await findInstrument(run.vendors, candidate, run.signal);
    failed ||= found.failure !== null;
    if (found.listing === null) {
      said.push(`${candidate}${found.failure === null ? " is" : ":"} ${found.said.join("; ")}`);
      continue;
    }
    const reader = openRecordReader(run, found.listing);
    const given = await attempt(() => reader.adjustedBars(days), run.signal);
    if (given instanceof VendorFailed) {
      failed = true;
      said.push(`${candidate}: ${given.vendor} ${failureText(given)}`);
    } else if (given.records.length === 0) {
      said.push(`${candidate} has no prices`);
    } else {
      const { instrument } = found.listing;
      // An index has no splits and pays nothing.
      const told = given.notes.filter((note) => instrument.assetType !== "index" || !note.startsWith("actions:"));
      const passedOver = said.length === 0 ? [] : [`Benchmark: ${candidate} (${said.join("; ")})`];
      return {
        records: given.records,
        notes: [...passedOver, ...told.map((note) => `Benchmark ${candidate}: ${note}`)],
        symbol: candidate,
        index: indexKind(instrument),
        failed,
      };
    }
  }
  const notes = said.length === 0 ? [] : [`Benchmark: none (${said.join("; ")})`];
  return { records: [], notes, symbol: null, index: null, failed };
}

function indexKind({ symbol, assetType }: Instrument): BenchmarkIdentity["index"] {
  if (assetType !== "index") return null;
  return totalReturnIndices.includes(symbol) ? "total-return index" : "price index";
}
