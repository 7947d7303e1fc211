import { z } from "zod";
import type { LocalDate } from "#src/core/clock.ts";
import { VendorFailed } from "#src/core/errors.ts";
import type {
  CompanyEvent,
  FilingFact,
  Instrument,
  Known,
  MarketQuery,
  Source,
  Vendor,
} from "#src/market/market-data.ts";
import {
  newestTrades,
  type Columns,
  dayOf,
  edgarVendor as vendor,
  FilingColumns,
  filingLists,
  newYork,
  publicAt,
  Submissions,
} from "./edgar-filings.ts";
import {
  field,
  knownRows,
  createPace,
  getJson,
  getJsonOr404,
  type HttpOptions,
  type HttpTuning,
  type Pace,
} from "./http.ts";

export interface EdgarOptions {
  /** "Name name@example.org", as the SEC asks; `null` fails every call. */
  readonly contact: string | null;
  /** `www` has the list of tickers, `data` all else. */
  readonly baseUrls?: { readonly www: string; readonly data: string };
  readonly http?: HttpTuning;
}

const Tickers = z.record(z.string(), z.object({ cik_str: z.int(), ticker: z.string() }));

const Fact = z.object({
  start: z.iso.date().optional(),
  end: z.iso.date(),
  val: z.number(),
  accn: z.string(),
  filed: z.iso.date(),
  form: z.string(),
});
// Row by row: the answer goes up to today.
const Taxonomy = z.record(z.string(), z.object({ units: z.record(z.string(), z.array(z.unknown())) }));
/** Foreign filers (20-F, 40-F, 6-K) may report by `ifrs-full`. */
const taxonomies = ["us-gaap", "ifrs-full", "dei"] as const;
const CompanyFacts = z.object({
  facts: z.object({ "us-gaap": Taxonomy.optional(), "ifrs-full": Taxonomy.optional(), dei: Taxonomy.optional() }),
});
type CompanyFacts = z.infer<typeof CompanyFacts>;

/** Acceptance times as EDGAR writes them, by accession number. */
type Acceptances = ReadonlyMap<string, string>;

/**
 * XBRL facts: https://www.sec.gov/search-filings/edgar-application-programming-interfaces Tickers are today's, so a
 * reused ticker leads to the wrong company or none.
 */
export function createEdgar(options: EdgarOptions): Vendor {
  const www = options.baseUrls?.www ?? "https://www.sec.gov";
  const data = options.baseUrls?.data ?? "https://data.sec.gov";
  // The SEC allows 10 requests a second per address.
  const pace = createPace(8);
  let cikByTicker: ReadonlyMap<string, string> = new Map();

  const http = (signal: AbortSignal): HttpOptions => httpFor(options, pace, signal);

  const findCik = async ({ symbol, assetType, synthetic }: Instrument, signal: AbortSignal): Promise<string | null> => {
    if (assetType !== "stock" || synthetic) return null;
    const known = cikByTicker.get(symbol);
    if (known !== undefined) return known;
    const rows = await getJson(new URL(`${www}/files/company_tickers.json`), Tickers, http(signal));
    cikByTicker = new Map(Object.values(rows).map((row) => [row.ticker, String(row.cik_str).padStart(10, "0")]));
    return cikByTicker.get(symbol) ?? null;
  };

  const ofFilings = <T extends Known>(
    read: (lists: readonly Columns[], query: MarketQuery, cik: string, asked: HttpOptions) => T[] | Promise<T[]>,
  ): Source<T> => ({
    timing: "dated",
    fetch: async (query, signal) => {
      const cik = await findCik(query.instrument, signal);
      if (cik === null) return [];
      return read(await filingLists(data, cik, query.from, http(signal)), query, cik, http(signal));
    },
  });

  return {
    name: vendor,
    filings: {
      timing: "dated",
      fetch: async (query, signal) => {
        const cik = await findCik(query.instrument, signal);
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
    events: ofFilings((lists, query) =>
      lists
        .flatMap((columns) => eventsOf(columns, dayOf(query.asOf)))
        .toSorted((a, b) => a.eventTime - b.eventTime || (a.sourceId < b.sourceId ? -1 : 1)),
    ),
    insiders: ofFilings((lists, query, cik, asked) =>
      newestTrades(`${www}/Archives/edgar/data/${Number(cik)}`, cik, lists, query, asked),
    ),
  };
}

/** @throws VendorFailed without a contact */
function httpFor({ contact, http }: EdgarOptions, pace: Pace, signal: AbortSignal): HttpOptions {
  if (contact === null) {
    throw new VendorFailed(
      vendor,
      "unauthorized",
      "the SEC refuses readers without a contact: set edgar=YOUR_EMAIL in MARKET_ACCESS",
    );
  }
  return { pace, ...http, vendor, signal, headers: { "user-agent": `Conclave ${contact}` } };
}

/** Form 8-K and its amendments up to the day of the run. */
function eventsOf(columns: Columns, today: LocalDate): CompanyEvent[] {
  const { accessionNumber, acceptanceDateTime, filingDate = [], form = [], items = [] } = columns;
  return accessionNumber.flatMap((accession, row) => {
    const [filed, kind = ""] = [filingDate[row], form[row]];
    if (filed === undefined || filed > today || !/^8-K(?:\/A)?$/.test(kind)) return [];
    const availableAt = publicAt(acceptanceDateTime[row], filed);
    const told = (items[row] ?? "").split(",").map((item) => item.trim());
    return [
      {
        eventTime: availableAt,
        availableAt,
        source: vendor,
        sourceId: accession,
        filed,
        form: kind,
        items: told.filter((item) => /^\d{1,2}\.\d{2}$/.test(item)),
      },
    ];
  });
}

/** Older lists are opened only for filings of the day of `asOf`, where the hour matters. */
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
  readonly taxonomy: (typeof taxonomies)[number];
  readonly concept: string;
  readonly unit: string;
  readonly fact: z.infer<typeof Fact>;
}

/** Those filed on or before the day of the run. */
function rowsOf(facts: CompanyFacts, { asOf }: MarketQuery): FactRow[] {
  const today = dayOf(asOf);
  const isLater = (row: unknown): boolean => {
    const filed = field(row, "filed");
    return typeof filed === "string" && /^\d{4}-\d{2}-\d{2}/.test(filed) && filed > today;
  };
  return taxonomies.flatMap((taxonomy) =>
    Object.entries(facts.facts[taxonomy] ?? {}).flatMap(([concept, { units }]) =>
      Object.entries(units).flatMap(([unit, rows]) =>
        knownRows(vendor, rows, Fact, isLater).map((fact) => ({ taxonomy, concept, unit, fact })),
      ),
    ),
  );
}

function toRecords(rows: readonly FactRow[], accepted: Acceptances): FilingFact[] {
  const seen = new Map<string, number>();
  const times = new Map<string, Pick<FilingFact, "eventTime" | "availableAt">>();
  const records = rows.map(({ taxonomy, concept, unit, fact }): FilingFact => {
    const id = [fact.accn, taxonomy, concept, unit, fact.start ?? "", fact.end].join("/");
    // A filing can state the same fact twice, rounded and exact.
    const copy = (seen.get(id) ?? 0) + 1;
    seen.set(id, copy);
    // Computed once per filing, which can have thousands of facts.
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
