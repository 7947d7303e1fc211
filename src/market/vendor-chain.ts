import { Cancelled, VendorFailed } from "#src/platform/errors.ts";
import { admit, ascending, type Bounds, faultIn } from "./admission.ts";
import type { RefusalLog } from "./refusals.ts";
import type { DataKind, Instrument, MarketQuery, RecordOf, Source, Vendor } from "./market-data.ts";

/** Records the run may know, ascending, and what is to be said of where they come from. */
export interface Dated<T> {
  readonly records: readonly T[];
  /** Whole lines for the report. The same for equal data as of the instant, whatever came later. */
  readonly notes: readonly string[];
}

/** `failure`: a vendor failed and no other answered, so that whether there is data is not known. */
export interface Answer<T> extends Dated<T> {
  readonly failure: VendorFailed | null;
  /** False when nobody looked: no records, and no vendor whose empty answer says that there are none. */
  readonly covered: boolean;
}

interface Subject {
  readonly instrument: Instrument;
  readonly bounds: Bounds;
  readonly refusals?: RefusalLog | undefined;
}

type Offers = Partial<{ readonly [K in DataKind]: Source<RecordOf[K]> }>;

/**
 * Asks the vendors of a kind in turn until one has records that the run may know. What was passed over is said in
 * one note, which speaks of vendors and never of records: it must be the same whatever the future holds.
 * @throws Cancelled when `signal` fired
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
 * What `ask` gives, or the vendor's failure as a value.
 * @throws Cancelled when `signal` fired, whatever `ask` made of it; and what is no vendor's failure
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

/** `failed (rate limited)`. The message is left out: it may differ from one try to the next. */
export function failureText(failure: VendorFailed): string {
  return `failed (${failure.reason.replaceAll("_", " ")})`;
}

/** `archive:demo` for readers: `the archive demo`. */
export function sourceName(vendor: string): string {
  return vendor.replace(/^archive:/, "the archive ");
}
