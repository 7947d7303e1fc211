import { Cancelled, VendorFailed } from "#src/core/errors.ts";
import { type Bounds, type RefusalLog, admit, ascending, faultIn, isCurrencyCode } from "./as-of.ts";
import type { DataKind, Instrument, MarketQuery, RecordOf, Source, Vendor, VendorChain } from "../market-data.ts";
import { type Calendar, calendarByName } from "../calendar/calendar.ts";

export interface Dated<T> {
  readonly records: readonly T[];
  /** The same for equal data as of the instant, whatever came later. */
  readonly notes: readonly string[];
}

/** `failure`: a vendor failed and no other answered. */
export interface Answer<T> extends Dated<T> {
  readonly failure: VendorFailed | null;
  /** False: no records, and no vendor that proves there are none. */
  readonly covered: boolean;
}

interface Subject {
  readonly instrument: Instrument;
  readonly bounds: Bounds;
  readonly refusals?: RefusalLog | undefined;
}

type Offers = Partial<{ readonly [K in DataKind]: Source<RecordOf[K]> }>;

/**
 * Asks vendors in turn until one has records the run may know. The note on who was passed over never depends on later
 * records.
 * @throws Cancelled
 */
export async function askVendors<K extends DataKind>(
  kind: K,
  vendors: readonly Vendor[],
  subject: Subject,
  signal: AbortSignal,
): Promise<Answer<RecordOf[K]>> {
  const said: string[] = [];
  let failure: VendorFailed | null = null;
  let covered = false;
  for (const vendor of vendors) {
    const offers: Offers = vendor;
    const source = offers[kind];
    if (source === undefined) continue;
    if (source.timing === "now" && subject.bounds.historical) {
      subject.refusals?.notAsked(kind, vendor.name);
      said.push(`${vendor.name} shows only the present and is not asked about a past date`);
      continue;
    }
    const given = await attempt(() => askOne(kind, vendor.name, source, subject, signal), signal);
    if (given instanceof VendorFailed) {
      failure ??= given;
      said.push(`${vendor.name} ${failureText(given)}`);
    } else if (given.length === 0) {
      said.push(`${sourceName(vendor.name)} had no data`);
      covered ||= (await source.covers?.(subject.instrument)) ?? true;
    } else {
      const notes = said.length === 0 ? [] : [`${kind}: ${[...said, `${vendor.name} answered`].join("; ")}`];
      return { records: given, notes, failure: null, covered: true };
    }
  }
  if (said.length === 0) said.push("no source is configured");
  return { records: [], notes: [`${kind}: ${said.join("; ")}`], failure, covered };
}

async function askOne<K extends DataKind>(
  kind: K,
  vendor: string,
  source: Source<RecordOf[K]>,
  { instrument, bounds, refusals }: Subject,
  signal: AbortSignal,
): Promise<readonly RecordOf[K][]> {
  const window = { instrument, from: bounds.from, to: bounds.to, asOf: bounds.asOf };
  const query: MarketQuery = bounds.series.length === 0 ? window : { ...window, series: bounds.series };
  const given = await source.fetch(query, signal);
  refusals?.look(kind, vendor, given, bounds);
  const records = ascending(kind, admit(kind, given, bounds));
  const fault = faultIn(kind, records);
  if (fault !== null) throw new VendorFailed(vendor, "malformed", `${kind}: ${fault}`);
  return records;
}

/**
 * The vendor's failure as a value.
 * @throws Cancelled, and what is no vendor's failure
 */
export async function attempt<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T | VendorFailed> {
  if (signal.aborted) throw new Cancelled();
  try {
    return await ask();
  } catch (error) {
    if (signal.aborted) throw new Cancelled();
    if (error instanceof VendorFailed) return error;
    throw error;
  }
}

/** Without the message, which may differ from try to try. */
export function failureText(failure: VendorFailed): string {
  return `failed (${failure.reason.replaceAll("_", " ")})`;
}

/** `archive:demo` for readers: `the archive demo`. */
export function sourceName(vendor: string): string {
  return vendor.replace(/^archive:/, "the archive ");
}

export interface Listing {
  readonly instrument: Instrument;
  readonly calendar: Calendar;
}

/** The first vendor's listing; `said` names who was passed over. */
export async function findInstrument(
  vendors: VendorChain,
  symbol: string,
  signal: AbortSignal,
): Promise<{
  readonly listing: Listing | null;
  readonly said: readonly string[];
  readonly failure: VendorFailed | null;
}> {
  const said: string[] = [];
  let failure: VendorFailed | null = null;
  for (const vendor of vendors.instruments) {
    if (vendor.instrument === undefined) continue;
    const listing = await attempt(
      async () => listingOf(vendor.name, symbol, await vendor.instrument?.(symbol, signal)),
      signal,
    );
    if (listing instanceof VendorFailed) {
      failure ??= listing;
      said.push(`${vendor.name} ${failureText(listing)}`);
    } else if (listing === null) {
      said.push(`not in ${sourceName(vendor.name)}`);
    } else {
      return { listing, said: said.length === 0 ? [] : [...said, `${vendor.name} answered`], failure: null };
    }
  }
  if (said.length === 0) said.push("no source is configured");
  return { listing: null, said, failure };
}

function listingOf(vendor: string, symbol: string, instrument: Instrument | null | undefined): Listing | null {
  if (instrument === null || instrument === undefined) return null;
  if (instrument.symbol !== symbol)
    throw new VendorFailed(vendor, "malformed", `asked about ${symbol}, spoke of ${instrument.symbol}`);
  const calendar = calendarByName(instrument.calendar);
  if (calendar === null)
    throw new VendorFailed(vendor, "malformed", `${symbol} has the unknown calendar ${instrument.calendar}`);
  if (!isCurrencyCode(instrument.currency))
    throw new VendorFailed(vendor, "malformed", `${symbol} has a currency that is no code of one`);
  return { instrument, calendar };
}
