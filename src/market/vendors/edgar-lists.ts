import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import { addDays, type Instant, type LocalDate } from "#src/core/clock.ts";
import { getJson, getJsonOr404, type HttpOptions } from "./http.ts";

/* Lists of a company's filings, and when each could be read. */

export const edgarVendor = "edgar";
const zone = "America/New_York";

export const FilingColumns = z.object({
  accessionNumber: z.array(z.string()),
  acceptanceDateTime: z.array(z.string()),
  filingDate: z.array(z.iso.date()).optional(),
  form: z.array(z.string()).optional(),
  primaryDocument: z.array(z.string()).optional(),
  /** Of an 8-K, such as `2.02,9.01`. */
  items: z.array(z.string()).optional(),
});
export const Submissions = z.object({
  filings: z.object({
    recent: FilingColumns,
    files: z.array(z.object({ name: z.string(), filingFrom: z.iso.date(), filingTo: z.iso.date() })),
  }),
});

export type Columns = z.infer<typeof FilingColumns>;

/** The newest thousand filings, and of the older ones those since a day. */
export async function filingLists(data: string, cik: string, from: LocalDate, http: HttpOptions): Promise<Columns[]> {
  const submissions = await getJsonOr404(new URL(`${data}/submissions/CIK${cik}.json`), Submissions, http);
  if (submissions === null) return [];
  const older = submissions.filings.files.filter(({ filingTo }) => filingTo >= from);
  const lists = await Promise.all(
    older.map((file) => getJson(new URL(`${data}/submissions/${encodeURIComponent(file.name)}`), FilingColumns, http)),
  );
  return [submissions.filings.recent, ...lists];
}

export function dayOf(instant: Instant): LocalDate {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/**
 * When the public could first read a filing, never too early. The end of the New York day `filed` is certain.
 * Acceptance times end in `Z` but are New York's clock for some filers, so New York's reading counts; after 17:30 a
 * filing opens at 06:00 of the next business day (17 CFR 232.13).
 */
export function publicAt(accepted: string | undefined, filed: LocalDate): Instant {
  const certain = newYork(`${addDays(filed, 1)}T00:00:00`);
  const wall = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.exec(accepted ?? "")?.[0];
  if (wall === undefined) return certain;
  return Math.min(certain, Math.max(newYork(wall), newYork(`${filed}T06:00:00`)));
}

export function newYork(wall: string): Instant {
  return Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).epochMilliseconds;
}
