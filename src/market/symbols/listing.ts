import { VendorFailed } from "#src/core/errors.ts";
import { isCurrencyCode } from "../door/admission.ts";
import { type Calendar, calendarByName } from "../calendar/calendar.ts";
import { attempt, failureText, sourceName } from "../door/vendor-chain.ts";
import type { Instrument, VendorChain } from "../market-data.ts";

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
