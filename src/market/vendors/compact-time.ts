import { type Instant, toIso } from "#src/core/clock.ts";
import { VendorFailed } from "#src/core/errors.ts";
import type { MarketQuery } from "../market-data.ts";
import { field } from "./known-rows.ts";

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
