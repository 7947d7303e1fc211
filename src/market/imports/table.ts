import { CsvError, parse, type Options } from "csv-parse/sync";
import { InvalidInput } from "#src/core/errors.ts";
import { fileText } from "./file-text.ts";
import { useOf, type Use } from "./header-words.ts";

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
