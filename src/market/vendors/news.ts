import { type Instant, toIso } from "#src/core/clock.ts";
import { VendorFailed } from "#src/core/errors.ts";
import type { Instrument, Known, MarketQuery, NewsItem } from "../market-data.ts";
import { cleanText, webAddress } from "../door/news.ts";
import { field } from "./http.ts";

const legalForm =
  /(?:,?\s+|\s*&\s*)(?:\(the\)|inc|incorporated|corp|corporation|co|company|ltd|limited|llc|l\.?p|plc|n\.?v|s\.?a|s\.?e|a\.?g|s\.?p\.?a|ab|asa|oyj|kgaa|class [a-c]|common stock|ordinary shares|adr)\.?$/i;

/** As newspapers write it, without legal form or quote currency; else the ticker. */
export function plainName(instrument: Instrument): string {
  const { name, symbol } = instrument;
  if (name.trim() === "" || name === symbol || name.includes("/")) return ticker(instrument);
  if (instrument.assetType === "crypto") return name.replace(/\s+(?:USD[TC]?|EUR|GBP)$/i, "").trim();
  let plain = name.trim().replace(/^the\s+/i, "");
  while (legalForm.test(plain)) plain = plain.replace(legalForm, "").trim();
  return plain;
}

/** `BTC` for `BTC-USD`; a stock's symbol unchanged. */
export function ticker(instrument: Instrument): string {
  return instrument.assetType === "crypto" ? (instrument.symbol.split("-")[0] ?? instrument.symbol) : instrument.symbol;
}

/** As most vendors write classes: `BRK.B`. */
export function dottedSymbol(instrument: Instrument): string {
  return instrument.symbol.replace(/-([A-Z])$/, ".$1");
}

/** As vendors write it. */
interface WrittenItem {
  readonly published: Instant;
  readonly id: string;
  readonly title: string;
  readonly summary?: string | null | undefined;
  readonly url: string | null | undefined;
  readonly publisher?: string | null | undefined;
}

/** `null` without a title. */
export function newsItem(source: string, written: WrittenItem): NewsItem | null {
  const title = cleanText(written.title);
  if (title === "") return null;
  return {
    eventTime: written.published,
    availableAt: written.published,
    source,
    sourceId: written.id,
    title,
    summary: cleanText(written.summary ?? "") || null,
    url: webAddress(written.url),
    publisher: cleanText(written.publisher ?? "") || null,
  };
}

/** The first of each `sourceId`, by `eventTime`, then `sourceId`. */
export function inOrder<T extends Known>(records: readonly T[]): readonly T[] {
  const bySourceId = new Map<string, T>();
  for (const record of records) if (!bySourceId.has(record.sourceId)) bySourceId.set(record.sourceId, record);
  return [...bySourceId.values()].toSorted((a, b) => a.eventTime - b.eventTime || (a.sourceId < b.sourceId ? -1 : 1));
}

/** UTC; `null` when it is no such time. */
function parseCompactTime(text: string): Instant | null {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)?Z?$/.exec(text);
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second = "00"] = parts;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? null : at;
}

/** @throws VendorFailed for an invalid time */
export function compactTimeOf(vendor: string, what: string, text: string): Instant {
  const at = parseCompactTime(text);
  if (at === null) throw new VendorFailed(vendor, "malformed", `${what} is ${JSON.stringify(text.slice(0, 40))}`);
  return at;
}

export function isLaterThan(asOf: Instant, timeField: string): (row: unknown) => boolean {
  return (row) => {
    const written = field(row, timeField);
    const at = typeof written === "string" ? parseCompactTime(written) : null;
    return at !== null && at > asOf;
  };
}

/** The 14 digits `YYYYMMDDHHMMSS`, in UTC. */
export function compactTime(at: Instant): string {
  return toIso(at).replace(/\D/g, "").slice(0, 14);
}

/** From the first day's start to the last day's end, never past the instant; `null` when nothing lies before it. */
export function timeWindow(query: MarketQuery): { readonly from: Instant; readonly to: Instant } | null {
  const from = Date.parse(`${query.from}T00:00:00Z`);
  const to = Math.min(Date.parse(`${query.to}T23:59:59Z`), query.asOf);
  return from <= to ? { from, to } : null;
}
