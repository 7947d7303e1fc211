import { isUtf8 } from "node:buffer";
import { gunzipSync } from "node:zlib";
import { CsvError, type Options, parse } from "csv-parse/sync";
import { InvalidInput } from "#src/core/errors.ts";

/** First bytes of files that are often saved as CSV, and what to do. */
const otherKinds = [
  ["504b0304", "is a ZIP archive or an Excel workbook; save or unpack it as CSV first"],
  ["d0cf11e0", "is an Excel workbook; save it as CSV first"],
  ["25504446", "is a PDF; export the data as CSV instead"],
] as const;

/**
 * A file's text, unpacked, without a byte order mark.
 * @param most bytes, packed and unpacked
 * @throws InvalidInput for what is no text
 */
function fileText(bytes: Uint8Array, most: number): { readonly text: string; readonly encoding: string } {
  if (bytes.length > most) throw tooLarge(most);
  const isPacked = startOf(bytes).startsWith("1f8b");
  const unpacked = isPacked ? unpack(bytes, most) : bytes;
  const [, other] = otherKinds.find(([start]) => startOf(unpacked) === start) ?? [];
  if (other !== undefined) throw new InvalidInput(`the file ${other}`);
  const [label, name] = encodingOf(unpacked);
  const text = new TextDecoder(label).decode(unpacked);
  if (text.includes("\0")) throw new InvalidInput("the file contains NUL bytes, so it is not a text file");
  return { text, encoding: isPacked ? `${name}, gzip` : name };
}

export function tooLarge(most: number, when = ""): InvalidInput {
  return new InvalidInput(`the file is larger than ${Math.round(most / 1_000_000)} MB${when}`);
}

function unpack(bytes: Uint8Array, most: number): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: most });
  } catch (error) {
    const isBomb = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    throw isBomb ? tooLarge(most, " when it is unpacked") : new InvalidInput("the file is a broken gzip file");
  }
}

/** The name for `TextDecoder`, and the usual name. */
function encodingOf(bytes: Uint8Array): readonly [string, string] {
  const start = startOf(bytes);
  if (start.startsWith("fffe")) return ["utf-16le", "UTF-16"];
  if (start.startsWith("feff")) return ["utf-16be", "UTF-16"];
  if (isUtf8(bytes)) return ["utf-8", "UTF-8"];
  return isPaired(bytes) ? ["gb18030", "GB 18030"] : ["windows-1252", "Windows-1252"];
}

/** Chinese bytes above ASCII come in pairs, Western accents alone. */
function isPaired(bytes: Uint8Array): boolean {
  const stretches =
    Buffer.from(bytes)
      .toString("latin1")
      .match(/[\u0080-\u00ff]+/g) ?? [];
  return stretches.filter(({ length }) => length % 2 === 0).length > stretches.length / 2;
}

function startOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 4)).toString("hex");
}

/* Column headings of other programs, as `plainWord` writes them, the surest first. */

const words = {
  symbol: `symbol ticker tickersymbol stocksymbol symbolisin symboolisin symbole symbool kurzel kuerzel slice symbolid
    mnemonique mnemonic tscode 证券代码 股票代码 基金代码 證券代號 股票代號 代码 代號 종목코드 securitycode instrument code`,
  /** Names that no source of prices uses. */
  code: "isin isincode codeisin wkn wknisin cusip sedol valor valoren valorennummer",
  name: `name description securityname securitydescription instrumentname companyname company bezeichnung produkt
    product wertpapiername wertpapierbezeichnung wertpapier titel libelle designation nom valeur 证券名称 股票名称
    基金名称 證券名稱 股票名稱 名称 简称 종목명`,
  quantity: `quantity qty shares numberofshares noofshares ownedquantity units stuck stucknom stuck/nom anzahl bestand
    menge anteile nominale quantite qte nombre aantal 持仓数量 证券数量 持有数量 持股数量 股份余额 数量 股数 持仓`,
  paid: `averagecostbasis averagecost averageprice avgprice avgcost avgcostbasis costshare purchaseprice buyprice
    buyingprice unitcost costprice costbasisprice priceshare kaufkurs kaufkursineur einstandskurs einstandspreis
    kaufpreis durchschnittskurs pru prixderevient prixderevientunitaire prixdachat 成本价 摊薄成本价 持仓成本 买入均价`,
  cost: `costbasis costbasistotal totalcost costbasismoney investedvalue einstandswert kaufwert kaufwertineur
    anschaffungswert montantinvesti 成本金额`,
  currency: "currency currencyprimary currencycode ccy wahrung waehrung devise 币种 货币",
  exchange: `listingexchange listingexch primaryexchange exchange mic borse boerse borsenplatz handelsplatz bourse
    marche market 交易所 交易市场 市场`,
  /** Whether a row is a total or subtotal. */
  detail: "datadiscriminator levelofdetail",
  date: `date datum tradedate handelstag timestamp datetime time opentime day jour fecha data 交易日期 日期 时间`,
  open: "open openprice eroffnung eroffn eroffnungskurs erster ouverture ouv apertura 开盘价 开盘 開盤價 開盤",
  high: "high highprice hoch hochstkurs tageshoch haut plushaut max 最高价 最高 最高價",
  low: "low lowprice tief tiefstkurs tagestief bas plusbas min 最低价 最低 最低價",
  close: `close closeprice closelast schlusskurs schluss cloture clot dernier zuletzt last lastprice price kurs nav settle
    收盘价 收盘 收盤價 收盤`,
  adjusted: "adjclose adjustedclose closeadj adjcloseprice",
  volume: "volume vol volumen umsatz tradingvolume totaltradedquantity 成交量",
  dividend: "dividends dividend dividendamount divcash dividende",
  split: "stocksplits splits split splitcoefficient splitfactor splitratio",
};

export type Use = keyof typeof words;

const places: ReadonlyMap<string, { readonly use: Use; readonly rank: number }> = new Map(
  usesIn(words).flatMap((use) =>
    words[use].split(/\s+/).map((word, rank) => [word.replaceAll(/[^\p{L}\p{N}]/gu, ""), { use, rank }] as const),
  ),
);

function usesIn<T extends object>(table: T): (keyof T)[];
function usesIn(table: object): string[] {
  return Object.keys(table);
}

const adjusted = /adj|bereinigt|ajuste|复权|復權/;
const unadjusted = /unadj|unbereinigt|nonajuste|不复权|不復權/;

/** `rank` is lower for a surer word. */
function useOf(heading: string): { readonly use: Use; readonly rank: number } | null {
  if (heading.length > 60) return null;
  const outer = plainWord(heading.replaceAll(/[（(][^)）]*[)）]/g, ""));
  const inner = plainWord(/[（(]([^)）]*)[)）]/.exec(heading)?.[1] ?? "");
  const found = places.get(outer) ?? places.get(plainWord(heading)) ?? (outer === "" ? undefined : places.get(inner));
  if (found?.use !== "close") return found ?? null;
  const all = plainWord(heading);
  return adjusted.test(all) && !unadjusted.test(all) ? { use: "adjusted", rank: found.rank } : found;
}

/** Without case, accents and whatever joins words. */
function plainWord(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .normalize("NFC");
}

/** What the row under a table is called. */
export function isTotal(text: string): boolean {
  return /^(?:(?:account|grand|positions?|portfolio)?(?:sub)?total|gesamt(?:summe|wert)?|summe|somme|合计|总计|合計|總計)$/.test(
    plainWord(text),
  );
}

export interface Row {
  /** Counts from 1; the last line of a row over several. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface Column {
  readonly index: number;
  readonly title: string;
  readonly use: Use | null;
}

export interface Table {
  readonly columns: readonly Column[];
  /** Below the heading, without repeated headings and remarks. */
  readonly rows: readonly Row[];
}

/** A file's rows, and its format. */
export interface FileRows {
  readonly rows: readonly Row[];
  readonly text: string;
  /** In words. */
  readonly format: string;
}

const delimiters = [",", ";", "\t", "|"] as const;
const delimiterNames: Readonly<Record<string, string>> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "vertical bars",
};

/** Rows that are read to detect the format of the others. */
const sample = 200;
/** Remarks, and other tables of a statement of account. */
const mostAbove = 5000;

/**
 * Rows by whichever delimiter gives a table; `sep=;` decides.
 * @param most bytes, packed and unpacked
 * @throws InvalidInput for what is no text of rows
 */
export function readFileRows(bytes: Uint8Array, most: number): FileRows {
  const { text, encoding } = fileText(bytes, most);
  const lines = text.replaceAll(/\r\n?/g, "\n");
  const [told = "", said] = /^"?sep=([^\n"])"?(?=\n)/i.exec(lines) ?? [];
  const body = lines.slice(told.length);
  const delimiter = said ?? likeliest(body);
  const rows = split(body, delimiter);
  if (rows.length === 0) throw new InvalidInput("the file is empty");
  return { rows, text, format: `separated by ${delimiterNames[delimiter] ?? delimiter}, ${encoding}` };
}

function split(text: string, delimiter: string, to = -1): Row[] {
  const rows: Row[] = [];
  const options: Options = {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    ltrim: delimiter !== "\t",
    to,
    on_record: (cells: string[], { lines: line }) => {
      rows.push({ line, cells: cells.map((cell) => cell.trim()) });
      return null;
    },
  };
  try {
    parse(text, options);
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isOpen = error.code === "CSV_QUOTE_NOT_CLOSED";
    throw new InvalidInput(`the file ${isOpen ? "has a quotation mark that is never closed" : error.message}`);
  }
}

function likeliest(text: string): string {
  const scored = delimiters.map((delimiter) => ({ delimiter, score: scoreOf(split(text, delimiter, sample)) }));
  return scored.toSorted((a, b) => b.score - a.score)[0]?.delimiter ?? ",";
}

/** Known headings count most, then even rows and whole cells. */
function scoreOf(rows: readonly Row[]): number {
  const widths = new Map<number, number>();
  for (const { cells } of rows) if (cells.length > 1) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  if (widths.size === 0) return 0;
  const even = Math.max(...widths.values()) / rows.length;
  const cells = rows.flatMap((row) => row.cells);
  const whole = cells.filter((cell) => !/[,;\t|]/.test(cell) || /^[\d.,' ]+$/.test(cell)).length / cells.length;
  return Math.max(...rows.map((row) => usesOf(row).size)) * 10 + even + whole;
}

function usesOf({ cells }: Row): Map<Use, number> {
  const found = new Map<Use, { index: number; rank: number }>();
  for (const [index, cell] of cells.entries()) {
    const told = cell === "" ? null : useOf(cell);
    const before = told === null ? undefined : found.get(told.use);
    if (told !== null && (before === undefined || told.rank < before.rank)) found.set(told.use, { index, ...told });
  }
  return new Map([...found].map(([use, { index }]) => [use, index]));
}

/**
 * The table with the most wanted columns; `null` where no row names a needed one.
 * @param wanted includes `needed`
 */
export function findTable(rows: readonly Row[], needed: readonly Use[], wanted: readonly Use[]): Table | null {
  const count = (row: Row): number => {
    const uses = usesOf(row);
    if (!needed.some((use) => uses.has(use))) return 0;
    // A single word may be anything.
    return uses.size > 1 || row.cells.length === 1 ? wanted.filter((use) => uses.has(use)).length : 0;
  };
  const counts = rows.slice(0, mostAbove).map(count);
  const most = Math.max(0, ...counts);
  const at = counts.indexOf(most);
  const heading = rows[at];
  if (most === 0 || heading === undefined) return null;
  const uses = new Map([...usesOf(heading)].map(([use, index]) => [index, use]));
  const columns = heading.cells.map((title, index) => ({ index, title, use: uses.get(index) ?? null }));
  return { columns, rows: below(heading, rows.slice(at + 1), count) };
}

function below(heading: Row, rows: readonly Row[], count: (row: Row) => number): Row[] {
  const [section = "", mark = ""] = heading.cells;
  // A statement of account names the table in each row.
  if (mark === "Header") return rows.filter(({ cells }) => cells[0] === section && cells[1] === "Data");
  const isSame = ({ cells }: Row): boolean => cells.join("\n") === heading.cells.join("\n");
  const end = rows.findIndex((row) => count(row) > 1 && !isSame(row));
  return (end === -1 ? rows : rows.slice(0, end)).filter((row) => !isSame(row) && !isRemark(row, heading));
}

/** A sentence in a table with several columns. */
function isRemark({ cells }: Row, heading: Row): boolean {
  const filled = cells.filter((cell) => cell !== "");
  return filled.length === 0 || (heading.cells.length > 2 && filled.length === 1 && /\s/.test(filled[0] ?? ""));
}

/** The column of a use. */
export function columnOf({ columns }: Pick<Table, "columns">, use: Use): number | null {
  return columns.find((column) => column.use === use)?.index ?? null;
}
