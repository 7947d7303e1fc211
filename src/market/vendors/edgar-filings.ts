import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { type Instant, type LocalDate, addDays, isRealDate } from "#src/core/clock.ts";
import { shorten } from "#src/core/text/shorten.ts";
import { VendorFailed } from "#src/core/errors.ts";
import { type HttpOptions, getJson, getJsonOr404, getText } from "./http.ts";
import { cleanText } from "../door/news.ts";
import type { InsiderTrade, MarketQuery } from "../market-data.ts";

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

/* Form 4 as XML, which filers write: https://www.sec.gov/submit-filings/technical-specifications (ownership). */

/** Far above any real one. */
const mostCharacters = 1_000_000;
const mostName = 60;

const decimal = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,10})?$/, "must be a number")
  .transform(Number);
const word = z.string().transform((text) => shorten(cleanText(text), mostName));
const flag = z
  .string()
  .transform((text) => text === "1" || text.toLowerCase() === "true")
  .optional();

const Trade = z.object({
  transactionDate: z.object({
    value: z
      .string()
      .transform((text) => text.slice(0, 10))
      .refine(isRealDate, "must be a day"),
  }),
  transactionCoding: z.object({ transactionCode: z.string().regex(/^[A-Z]$/) }),
  transactionAmounts: z.object({
    transactionShares: z.object({ value: decimal }),
    // Only a footnote where nothing was paid.
    transactionPricePerShare: z.object({ value: decimal.optional() }).or(z.literal("")).optional(),
    transactionAcquiredDisposedCode: z.object({ value: z.enum(["A", "D"]) }),
  }),
});

const Owner = z.object({
  reportingOwnerId: z.object({ rptOwnerName: word }),
  reportingOwnerRelationship: z
    .object({ isDirector: flag, isOfficer: flag, isTenPercentOwner: flag, officerTitle: word.optional() })
    .or(z.literal(""))
    .optional(),
});
type Owner = z.infer<typeof Owner>;

const Form = z.object({
  ownershipDocument: z.object({
    issuer: z.object({ issuerCik: z.string().regex(/^\d{1,10}$/) }),
    reportingOwner: z.array(Owner).min(1),
    nonDerivativeTable: z
      .object({ nonDerivativeTransaction: z.array(Trade).optional() })
      .or(z.literal(""))
      .optional(),
  }),
});

export type OwnershipTrade = Pick<InsiderTrade, "owner" | "role" | "date" | "code" | "acquired" | "shares" | "price">;

export type OwnershipReading =
  | { readonly ok: true; readonly issuerCik: string; readonly trades: readonly OwnershipTrade[] }
  | { readonly ok: false; readonly reason: string };

const repeated = new Set(["reportingOwner", "nonDerivativeTransaction"]);
const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  isArray: (name) => repeated.has(name),
});

/** Trades in shares; options and the like are left out. Never throws. */
export function readOwnershipForm(xml: string): OwnershipReading {
  const no = (reason: string): OwnershipReading => ({ ok: false, reason });
  if (xml.length > mostCharacters) return no("it is too long");
  // Nothing of a filer's own making is expanded.
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) return no("it declares entities");
  let read: unknown;
  try {
    if (XMLValidator.validate(xml) !== true) return no("it is not XML");
    read = parser.parse(xml);
  } catch {
    return no("it is not XML that can be read");
  }
  const form = Form.safeParse(read);
  if (!form.success) {
    const [issue] = form.error.issues;
    return no(`it has another shape at ${issue?.path.join(".") ?? "its root"}`);
  }
  const { issuer, reportingOwner: owners, nonDerivativeTable: table } = form.data.ownershipDocument;
  const [first] = owners;
  if (first === undefined) return no("it names nobody");
  const rows = table === undefined || table === "" ? [] : (table.nonDerivativeTransaction ?? []);
  const who = { owner: first.reportingOwnerId.rptOwnerName, role: roleOf(first) };
  return { ok: true, issuerCik: issuer.issuerCik.padStart(10, "0"), trades: rows.flatMap((row) => tradeOf(row, who)) };
}

function tradeOf(row: z.infer<typeof Trade>, who: Pick<OwnershipTrade, "owner" | "role">): OwnershipTrade[] {
  const {
    transactionShares,
    transactionPricePerShare: price,
    transactionAcquiredDisposedCode,
  } = row.transactionAmounts;
  if (transactionShares.value === 0) return [];
  return [
    {
      ...who,
      date: row.transactionDate.value,
      code: row.transactionCoding.transactionCode,
      acquired: transactionAcquiredDisposedCode.value === "A",
      shares: transactionShares.value,
      price: price === undefined || price === "" ? null : (price.value ?? null),
    },
  ];
}

function roleOf({ reportingOwnerRelationship: is }: Owner): string {
  if (is === undefined || is === "") return "insider";
  const roles = [
    ...(is.isOfficer === true ? [is.officerTitle || "officer"] : []),
    ...(is.isDirector === true ? ["director"] : []),
    ...(is.isTenPercentOwner === true ? ["owner of 10% or more"] : []),
  ];
  return roles.length === 0 ? "insider" : roles.join(", ");
}

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
  if (!read.ok) throw new VendorFailed(edgarVendor, "malformed", `Form 4 ${accession} cannot be used: ${read.reason}`);
  if (read.issuerCik !== cik) return [];
  return read.trades.map((trade, index) => ({
    eventTime: availableAt,
    availableAt,
    source: edgarVendor,
    sourceId: `${accession}/${index + 1}`,
    filed,
    ...trade,
  }));
}
