import { createReadStream } from "node:fs";
import { join } from "node:path";
import { isRealDate, toIso, type LocalDate } from "#src/core/clock.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { instantAt } from "../calendar/calendar.ts";

/*
 * The SEC's Form 13F data sets: a row a line, nothing quoted, read by the names in the heading.
 * https://www.sec.gov/data-research/sec-markets-data/form-13f-data-sets
 */

/** What one filing has of one instrument. */
export interface FiledPosition {
  /** In UTC: the end of its day in New York. */
  readonly publishedAt: string;
  readonly period: LocalDate;
  readonly manager: string;
  readonly cik: string;
  readonly shares: number;
  readonly value: number;
  readonly accn: string;
  readonly amendment: "restatement" | "new holdings" | null;
}

export interface Form13fSet {
  /** By symbol, ascending. */
  readonly positions: ReadonlyMap<string, readonly FiledPosition[]>;
  readonly filings: number;
  /** The first and the last filing day; `null` without filings. */
  readonly filed: readonly [LocalDate, LocalDate] | null;
  readonly options: number;
  readonly principalAmounts: number;
  /** The lines that cannot be used, and what is left out for them. */
  readonly problems: readonly string[];
}

interface Filing {
  readonly accn: string;
  readonly filed: LocalDate;
  readonly cik: string;
  readonly period: LocalDate;
  readonly isAmendment: boolean;
}

type CoveredFiling = Filing & Pick<FiledPosition, "manager" | "amendment">;

/** What the rows of one filing on one symbol add up to. */
interface Sum {
  shares: number;
  value: number;
  isBroken: boolean;
}

/** Values filed before are in thousands of dollars. */
const dollarsSince = "2023-01-03";
const longestLine = 1_000_000;

/**
 * @param symbols by CUSIP in upper case
 * @throws InvalidInput for a folder that is no such set
 */
export async function readForm13f(dir: string, symbols: ReadonlyMap<string, string>): Promise<Form13fSet> {
  const problems: string[] = [];
  const filings = await coveredFilings(dir, problems);
  const { sums, options, principalAmounts } = await sumsOf(dir, symbols, filings, problems);
  const days = [...filings.values()].map(({ filed }) => filed).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  const held = [...new Set(symbols.values())].map((symbol) => [symbol, positionsOf(symbol, filings, sums)] as const);
  return {
    positions: new Map(held),
    filings: filings.size,
    filed: first === undefined || last === undefined ? null : [first, last],
    options,
    principalAmounts,
    problems,
  };
}

/** Filings of one day in the order in which they can be: amendments last. */
export function inFilingOrder(rows: readonly FiledPosition[]): FiledPosition[] {
  const order = ({ publishedAt, amendment, accn }: FiledPosition): string =>
    `${toIso(Date.parse(publishedAt))} ${amendment === null ? 0 : 1} ${accn}`;
  return rows.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
}

/** Reports on holdings by accession number; notices report none. */
async function coveredFilings(dir: string, problems: string[]): Promise<Map<string, CoveredFiling>> {
  const open = new Map<string, Filing>();
  const file = "SUBMISSION.tsv";
  await eachRow(dir, file, ["ACCESSION_NUMBER", "FILING_DATE", "SUBMISSIONTYPE", "CIK", "PERIODOFREPORT"], (row) => {
    const type = row.cell("SUBMISSIONTYPE");
    if (row.isWhole && type.startsWith("13F-NT")) return;
    const [filed, period] = [dayOf(row.cell("FILING_DATE")), dayOf(row.cell("PERIODOFREPORT"))];
    const [accn, cik] = [row.cell("ACCESSION_NUMBER"), row.cell("CIK")];
    const isSound = row.isWhole && /^13F-HR(?:\/A)?$/.test(type) && /^\d{1,10}$/.test(cik);
    if (isSound && filed !== null && period !== null && isQuarterEnd(period) && period < filed)
      open.set(accn, { accn, filed, cik: cik.padStart(10, "0"), period, isAmendment: type.endsWith("/A") });
    else problems.push(`${file}:${row.line} is no filing with a day and a quarter; ${accn} is left out`);
  });
  const filings = new Map<string, CoveredFiling>();
  const cover = "COVERPAGE.tsv";
  // Remarks in the last column may run over several lines.
  await eachRow(dir, cover, ["ACCESSION_NUMBER", "AMENDMENTTYPE", "FILINGMANAGER_NAME"], (row) => {
    const filing = open.get(row.cell("ACCESSION_NUMBER"));
    if (filing === undefined) return;
    open.delete(filing.accn);
    const amendment = filing.isAmendment ? amendments.get(row.cell("AMENDMENTTYPE").toUpperCase()) : null;
    const manager = row.cell("FILINGMANAGER_NAME");
    if (amendment !== undefined && manager !== "") filings.set(filing.accn, { ...filing, manager, amendment });
    else problems.push(`${cover}:${row.line} names no manager or kind of amendment; ${filing.accn} is left out`);
  });
  for (const accn of open.keys()) problems.push(`${cover} has no row of ${accn}, which is left out`);
  return filings;
}

const amendments: ReadonlyMap<string, FiledPosition["amendment"]> = new Map([
  ["RESTATEMENT", "restatement"],
  ["NEW HOLDINGS", "new holdings"],
]);

/** By accession number and symbol. A filing of which a row cannot be read is broken as a whole. */
async function sumsOf(
  dir: string,
  symbols: ReadonlyMap<string, string>,
  filings: ReadonlyMap<string, CoveredFiling>,
  problems: string[],
) {
  const sums = new Map<string, Sum>();
  let [options, principalAmounts] = [0, 0];
  const file = "INFOTABLE.tsv";
  const columns = ["ACCESSION_NUMBER", "CUSIP", "VALUE", "SSHPRNAMT", "SSHPRNAMTTYPE", "PUTCALL"] as const;
  await eachRow(dir, file, columns, ({ line, text, isWhole, cell }) => {
    const cusip = isWhole ? cell("CUSIP") : [...symbols.keys()].find((one) => text.toUpperCase().includes(one));
    const symbol = symbols.get(cusip?.toUpperCase() ?? "");
    if (symbol === undefined) return;
    const [accn, type] = [cell("ACCESSION_NUMBER"), cell("SSHPRNAMTTYPE")];
    if (isWhole && cell("PUTCALL") !== "") options += 1;
    else if (isWhole && type === "PRN") principalAmounts += 1;
    else {
      const [shares, value] = [wholeNumber(cell("SSHPRNAMT")), wholeNumber(cell("VALUE"))];
      const isRead = isWhole && filings.has(accn) && type === "SH" && shares !== null && value !== null;
      const sum = sums.get(`${accn} ${symbol}`) ?? { shares: 0, value: 0, isBroken: false };
      sums.set(`${accn} ${symbol}`, sum);
      sum.shares += shares ?? 0;
      sum.value += value ?? 0;
      sum.isBroken ||= !isRead;
      if (!isRead) problems.push(`${file}:${line} cannot be read; what ${accn} has of ${symbol} is left out`);
    }
  });
  return { sums, options, principalAmounts };
}

function positionsOf(
  symbol: string,
  filings: ReadonlyMap<string, CoveredFiling>,
  sums: ReadonlyMap<string, Readonly<Sum>>,
): FiledPosition[] {
  const rows = [...filings.values()].flatMap(({ accn, filed, cik, period, manager, amendment }): FiledPosition[] => {
    const sum = sums.get(`${accn} ${symbol}`);
    // A restatement without the security takes back what was filed before.
    if (sum?.isBroken === true || (sum === undefined && amendment !== "restatement")) return [];
    const { shares, value } = sum ?? { shares: 0, value: 0 };
    const dollars = filed < dollarsSince ? value * 1000 : value;
    const publishedAt = toIso(instantAt(filed, "23:59:59", "America/New_York")).replace(".000", "");
    return [{ publishedAt, period, manager, cik, shares, value: dollars, accn, amendment }];
  });
  return inFilingOrder(rows);
}

interface TableRow<C extends string> {
  readonly line: number;
  readonly text: string;
  /** It has as many fields as the heading. */
  readonly isWhole: boolean;
  /** Empty where there is none. */
  readonly cell: (column: C) => string;
}

async function eachRow<const C extends string>(
  dir: string,
  file: string,
  columns: readonly C[],
  take: (row: TableRow<C>) => void,
): Promise<void> {
  let heading: readonly string[] | null = null;
  let places: ReadonlyMap<C, number> = new Map();
  let line = 0;
  await eachLine(dir, file, (written) => {
    line += 1;
    const text = written.replace(/\r$/, "");
    const fields = text.split("\t");
    if (heading !== null) {
      const isWhole = fields.length === heading.length;
      if (text !== "") take({ line, text, isWhole, cell: (column) => fields[places.get(column) ?? -1]?.trim() ?? "" });
      return;
    }
    const names = fields.map((field) => field.replace(/^\uFEFF/, "").trim());
    const missing = columns.find((column) => !names.includes(column));
    if (missing !== undefined)
      throw new InvalidInput(`${file} has no column ${missing}: it is of no Form 13F data set`);
    heading = names;
    places = new Map(columns.map((column) => [column, names.indexOf(column)]));
  });
  if (heading === null) throw new InvalidInput(`${file} is empty`);
}

async function eachLine(dir: string, file: string, take: (line: string) => void): Promise<void> {
  let rest = "";
  try {
    for await (const part of createReadStream(join(dir, file), "utf8")) {
      const lines = `${rest}${part}`.split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > longestLine) throw new InvalidInput(`${file} is no table: it has a line of a million letters`);
      for (const line of lines) take(line);
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    throw new InvalidInput(`${dir} has no ${file}: unpack a Form 13F data set of the SEC there`);
  }
  if (rest !== "") take(rest);
}

/** `31-MAR-2025` as a date. */
function dayOf(text: string): LocalDate | null {
  const [, day = "", month = "", year = ""] = /^(\d{2})-([A-Z]{3})-(\d{4})$/.exec(text.toUpperCase()) ?? [];
  const number = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ").indexOf(month) + 1;
  const date = `${year}-${String(number).padStart(2, "0")}-${day}`;
  return isRealDate(date) ? date : null;
}

function isQuarterEnd(date: LocalDate): boolean {
  return /-(?:03-31|06-30|09-30|12-31)$/.test(date);
}

function wholeNumber(text: string): number | null {
  return /^\d{1,15}(?:\.0+)?$/.test(text) ? Number(text) : null;
}
