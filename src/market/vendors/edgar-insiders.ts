import type { Instant, LocalDate } from "#src/core/clock.ts";
import { VendorFailed } from "#src/core/errors.ts";
import type { InsiderTrade, MarketQuery } from "#src/market/market-data.ts";
import { type Columns, edgarVendor as vendor, publicAt } from "./edgar-lists.ts";
import { getText, type HttpOptions } from "./http.ts";
import { readOwnershipForm } from "./ownership-form.ts";

/* Trades of insiders, from their Forms 4. */

/** The newest of a window: each is a request of its own. */
const mostForms = 25;

export async function newestTrades(
  folder: string,
  cik: string,
  lists: readonly Columns[],
  query: MarketQuery,
  http: HttpOptions,
): Promise<InsiderTrade[]> {
  const known = lists
    .flatMap((columns) => ownershipForms(columns, query))
    .toSorted((a, b) => a.availableAt - b.availableAt || (a.accession < b.accession ? -1 : 1));
  return (await Promise.all(known.slice(-mostForms).map((form) => tradesOf(folder, cik, form, http)))).flat();
}

interface OwnershipForm {
  readonly accession: string;
  readonly filed: LocalDate;
  readonly availableAt: Instant;
  /** The XML; older ones have none. */
  readonly document: string;
}

/** Form 4 that could be read by the run's instant. Amendments repeat trades, so they are left out. */
function ownershipForms(columns: Columns, { from, asOf }: MarketQuery): OwnershipForm[] {
  const { accessionNumber, acceptanceDateTime, filingDate = [], form = [], primaryDocument = [] } = columns;
  return accessionNumber.flatMap((accession, row) => {
    const filed = filingDate[row];
    // Listed as it is shown in a browser: xslF345X05/form4.xml.
    const document = /^(?:xslF345X\d+\/)?([\w.-]+\.xml)$/i.exec(primaryDocument[row] ?? "")?.[1];
    if (filed === undefined || filed < from || form[row] !== "4" || document === undefined) return [];
    const availableAt = publicAt(acceptanceDateTime[row], filed);
    return availableAt > asOf ? [] : [{ accession, filed, availableAt, document }];
  });
}

/** Those in the company's own shares: it may report on others. @throws VendorFailed */
async function tradesOf(folder: string, cik: string, form: OwnershipForm, http: HttpOptions): Promise<InsiderTrade[]> {
  const { accession, filed, availableAt, document } = form;
  const xml = await getText(new URL(`${folder}/${accession.replaceAll("-", "")}/${document}`), http);
  const read = readOwnershipForm(xml);
  if (!read.ok) throw new VendorFailed(vendor, "malformed", `Form 4 ${accession} cannot be used: ${read.reason}`);
  if (read.issuerCik !== cik) return [];
  return read.trades.map((trade, index) => ({
    eventTime: availableAt,
    availableAt,
    source: vendor,
    sourceId: `${accession}/${index + 1}`,
    filed,
    ...trade,
  }));
}
