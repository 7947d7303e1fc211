import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import { VendorFailed } from "#src/platform/errors.ts";
import { addDays, type Instant, type LocalDate } from "#src/platform/clock.ts";
import type { FilingFact, MarketQuery, Vendor } from "#src/market/market-data.ts";
import { field, knownRows } from "./known-rows.ts";
import { createPace, getJson, getJsonOr404, type HttpOptions, type HttpTuning } from "./http.ts";

export interface EdgarOptions {
  /** "Name name@example.org", which the SEC asks of every automated reader; `null` makes every call fail. */
  readonly contact: string | null;
  /** `www` has the list of tickers, `data` everything else. */
  readonly baseUrls?: { readonly www: string; readonly data: string };
  readonly http?: HttpTuning;
}

const vendor = "edgar";
const zone = "America/New_York";

const Tickers = z.record(z.string(), z.object({ cik_str: z.int(), ticker: z.string() }));

const Fact = z.object({
  start: z.iso.date().optional(),
  end: z.iso.date(),
  val: z.number(),
  accn: z.string(),
  filed: z.iso.date(),
  form: z.string(),
});
// Each row is read by itself: the answer goes up to today, whatever day a run stands on.
const Taxonomy = z.record(z.string(), z.object({ units: z.record(z.string(), z.array(z.unknown())) }));
const CompanyFacts = z.object({ facts: z.object({ "us-gaap": Taxonomy.optional(), dei: Taxonomy.optional() }) });
type CompanyFacts = z.infer<typeof CompanyFacts>;

const FilingColumns = z.object({ accessionNumber: z.array(z.string()), acceptanceDateTime: z.array(z.string()) });
const Submissions = z.object({
  filings: z.object({
    recent: FilingColumns,
    files: z.array(z.object({ name: z.string(), filingFrom: z.iso.date(), filingTo: z.iso.date() })),
  }),
});

/** Acceptance times as EDGAR writes them, by accession number. */
type Acceptances = ReadonlyMap<string, string>;

/**
 * XBRL facts of SEC filings: https://www.sec.gov/search-filings/edgar-application-programming-interfaces
 * The list of tickers is today's: a ticker that another company had at the run's instant leads to the wrong
 * company or to none.
 */
export function createEdgar(options: EdgarOptions): Vendor {
  const www = options.baseUrls?.www ?? "https://www.sec.gov";
  const data = options.baseUrls?.data ?? "https://data.sec.gov";
  // The SEC allows 10 requests a second for a whole address; the rest is left to others behind it.
  const pace = createPace(8);
  let cikByTicker: ReadonlyMap<string, string> = new Map();

  const http = (signal: AbortSignal): HttpOptions => {
    if (options.contact === null) {
      throw new VendorFailed(
        vendor,
        "unauthorized",
        "the SEC refuses readers without a contact: set EDGAR_CONTACT to your email address",
      );
    }
    return { pace, ...options.http, vendor, signal, headers: { "user-agent": `Conclave ${options.contact}` } };
  };

  const findCik = async (symbol: string, signal: AbortSignal): Promise<string | null> => {
    const known = cikByTicker.get(symbol);
    if (known !== undefined) return known;
    const rows = await getJson(new URL(`${www}/files/company_tickers.json`), Tickers, http(signal));
    cikByTicker = new Map(Object.values(rows).map((row) => [row.ticker, String(row.cik_str).padStart(10, "0")]));
    return cikByTicker.get(symbol) ?? null;
  };

  return {
    name: vendor,
    filings: {
      timing: "dated",
      fetch: async (query, signal) => {
        if (query.instrument.assetType !== "stock" || query.instrument.synthetic) return [];
        const cik = await findCik(query.instrument.symbol, signal);
        if (cik === null) return [];
        const facts = await getJsonOr404(
          new URL(`${data}/api/xbrl/companyfacts/CIK${cik}.json`),
          CompanyFacts,
          http(signal),
        );
        if (facts === null) return [];
        const rows = rowsOf(facts, query);
        return toRecords(rows, await acceptances(data, cik, rows, query, http(signal)));
      },
    },
  };
}

/**
 * Acceptance times of the latest filings. The older lists are opened only when one holds a filing of the very
 * day of `asOf`: for all others it makes no difference whether the hour or only the day is known.
 */
async function acceptances(
  data: string,
  cik: string,
  rows: readonly FactRow[],
  query: MarketQuery,
  http: HttpOptions,
): Promise<Acceptances> {
  const submissions = await getJsonOr404(new URL(`${data}/submissions/CIK${cik}.json`), Submissions, http);
  if (submissions === null) return new Map();
  const times = byAccession(submissions.filings.recent);
  const today = dayOf(query.asOf);
  const open = rows.some(({ fact }) => fact.filed === today && !times.has(fact.accn));
  const older = submissions.filings.files.filter((file) => open && file.filingFrom <= today && today <= file.filingTo);
  const lists = await Promise.all(
    older.map((file) => getJson(new URL(`${data}/submissions/${encodeURIComponent(file.name)}`), FilingColumns, http)),
  );
  for (const columns of lists) for (const [accession, accepted] of byAccession(columns)) times.set(accession, accepted);
  return times;
}

function byAccession(columns: z.infer<typeof FilingColumns>): Map<string, string> {
  if (columns.accessionNumber.length !== columns.acceptanceDateTime.length) {
    throw new VendorFailed(vendor, "malformed", "the columns of a submissions list differ in length");
  }
  return new Map(columns.accessionNumber.map((accession, row) => [accession, columns.acceptanceDateTime[row] ?? ""]));
}

interface FactRow {
  readonly taxonomy: "us-gaap" | "dei";
  readonly concept: string;
  readonly unit: string;
  readonly fact: z.infer<typeof Fact>;
}

/** Those filed on the day of the run or before. */
function rowsOf(facts: CompanyFacts, { asOf }: MarketQuery): FactRow[] {
  const today = dayOf(asOf);
  const isLater = (row: unknown): boolean => {
    const filed = field(row, "filed");
    return typeof filed === "string" && /^\d{4}-\d{2}-\d{2}/.test(filed) && filed > today;
  };
  return (["us-gaap", "dei"] as const).flatMap((taxonomy) =>
    Object.entries(facts.facts[taxonomy] ?? {}).flatMap(([concept, { units }]) =>
      Object.entries(units).flatMap(([unit, rows]) =>
        knownRows(vendor, rows, Fact, isLater).map((fact) => ({ taxonomy, concept, unit, fact })),
      ),
    ),
  );
}

function dayOf(instant: Instant): LocalDate {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate().toString();
}

function toRecords(rows: readonly FactRow[], accepted: Acceptances): FilingFact[] {
  const seen = new Map<string, number>();
  const times = new Map<string, Pick<FilingFact, "eventTime" | "availableAt">>();
  const records = rows.map(({ taxonomy, concept, unit, fact }): FilingFact => {
    const id = [fact.accn, taxonomy, concept, unit, fact.start ?? "", fact.end].join("/");
    // A filing can carry the same fact twice, rounded and exact.
    const copy = (seen.get(id) ?? 0) + 1;
    seen.set(id, copy);
    // One reckoning a filing: it can carry thousands of facts.
    const known = times.get(fact.accn) ?? {
      eventTime: newYork(`${fact.filed}T00:00:00`),
      availableAt: publicAt(accepted.get(fact.accn), fact.filed),
    };
    times.set(fact.accn, known);
    return {
      eventTime: known.eventTime,
      availableAt: known.availableAt,
      source: vendor,
      sourceId: copy === 1 ? id : `${id}#${copy}`,
      concept,
      unit,
      start: fact.start ?? null,
      end: fact.end,
      value: fact.val,
      filed: fact.filed,
      form: fact.form,
      accession: fact.accn,
    };
  });
  return records.toSorted((a, b) => a.eventTime - b.eventTime || (a.sourceId < b.sourceId ? -1 : 1));
}

/**
 * When the public could first read a filing. The end of the New York day `filed` is certain; the acceptance
 * time can be earlier, and it is read so that it is never too early:
 * - it ends in `Z`, but for part of the filers it is New York's clock and for the others UTC. New York's
 *   reading is the later one.
 * - what is accepted after 17:30 carries the next business day as `filed` and is spread when EDGAR opens
 *   that day, at 06:00 (Regulation S-T, 17 CFR 232.13; EDGAR Filer Manual, vol. II).
 */
function publicAt(accepted: string | undefined, filed: LocalDate): Instant {
  const certain = newYork(`${addDays(filed, 1)}T00:00:00`);
  const wall = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.exec(accepted ?? "")?.[0];
  if (wall === undefined) return certain;
  return Math.min(certain, Math.max(newYork(wall), newYork(`${filed}T06:00:00`)));
}

function newYork(wall: string): Instant {
  return Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).epochMilliseconds;
}
