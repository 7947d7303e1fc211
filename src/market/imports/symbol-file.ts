import type { AssetType } from "#src/contract/jobs/analysis.ts";
import {
  symbolFileBytes,
  type ImportColumn,
  type ImportedInstrument,
  type SymbolImport,
} from "#src/contract/signals/instruments.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { counted } from "#src/core/text/number-text.ts";
import { fiatCurrencies } from "../calendar/exchanges.ts";
import { type Use, columnOf, findTable, readFileRows, type Row, type Table } from "./table.ts";
import { decimalIn, readNumber, readSymbolCell, waysOf } from "./cells.ts";
import { isIsin } from "../symbols/read-symbol.ts";

/** The parts of a list of instruments or holdings. */
const wanted: readonly Use[] = ["symbol", "code", "name", "quantity", "paid", "cost", "currency", "exchange"];
const shown: Readonly<Partial<Record<Use, ImportColumn["use"]>>> = {
  symbol: "symbol",
  code: "identifier",
  name: "name",
  quantity: "quantity",
  paid: "cost",
  cost: "cost",
  currency: "currency",
  exchange: "exchange",
};

const mostInstruments = 500;
const mostLeftOut = 200;
const mostExamples = 3;

/**
 * Reads symbols or holdings: typed, TradingView's, or a broker's file. It asks instead of guessing.
 * @param column of the symbols; `null`: find it
 * @throws InvalidInput for what is no text of rows
 */
export function readSymbolFile(
  bytes: Uint8Array,
  { column = null, usual = "stock" }: { readonly column?: number | null; readonly usual?: AssetType } = {},
): SymbolImport {
  const { rows, text, format } = readFileRows(bytes, symbolFileBytes);
  const table = findTable(rows, ["symbol", "code"], wanted) ?? (isList(rows) ? null : bareTable(rows));
  if (table === null) return listOf(splitEntries(text), usual);
  return tableOf(table, `${counted(table.rows.length, "row")}, ${format}`, column, usual);
}

/** Split at commas, spaces or lines; `###` begins a section of TradingView. */
export function splitEntries(text: string): string[] {
  return text
    .replaceAll(/###[^,\r\n]*/g, ",")
    .split(/[\s,;]+/)
    .filter((entry) => entry !== "");
}

function isList(rows: readonly Row[]): boolean {
  const widths = new Set(rows.map(({ cells }) => cells.length));
  if (widths.size > 1 || rows.length === 1 || widths.has(1)) return true;
  const cells = rows.flatMap((row) => row.cells);
  return cells.every((cell) => /^[A-Z^][A-Z0-9.:^/-]*$/.test(cell) && !fiatCurrencies.includes(cell) && !isIsin(cell));
}

/** Without a heading every row counts, and the columns are unknown. */
function bareTable(rows: readonly Row[]): Table {
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  return {
    columns: Array.from({ length: width }, (_, index) => ({ index, title: `Column ${index + 1}`, use: null })),
    rows,
  };
}

function listOf(entries: readonly string[], usual: AssetType): SymbolImport {
  const read = entries.map((entry) => ({ written: entry, reading: readSymbolCell(entry, usual), ...unsaid }));
  const notice = entries.length === 0 ? "There are no symbols in it." : null;
  const format = `A list of ${counted(entries.length, "entry", "entries")}`;
  return { format, columns: [], symbolColumn: null, ...collected(read, notice) };
}

const unsaid = { name: null, quantity: null, cost: null, currency: null };

function tableOf(table: Table, format: string, chosen: number | null, usual: AssetType): SymbolImport {
  const own = columnOf(table, "symbol");
  const cellsOf = (index: number | null): string[] =>
    index === null ? [] : table.rows.map(({ cells }) => cells[index] ?? "").filter((cell) => cell !== "");
  // DEGIRO calls a column of ISINs Symbol/ISIN.
  const isCode = own !== null && cellsOf(own).length > 0 && cellsOf(own).every(isIsin);
  const columns = table.columns.map(({ index, title, use }): ImportColumn => ({
    index,
    title: title === "" ? `Column ${index + 1}` : title,
    use:
      index === chosen
        ? "symbol"
        : use === "symbol" && (isCode || chosen !== null)
          ? "identifier"
          : (shown[use ?? "date"] ?? null),
    examples: [...new Set(cellsOf(index))].slice(0, mostExamples),
  }));
  const symbolColumn = chosen ?? (isCode ? null : own);
  if (chosen !== null && columns[chosen] === undefined) throw new InvalidInput("the file has no such column");
  const described = { format, columns, symbolColumn };
  if (table.rows.length === 0) return { ...described, ...collected([], "The file has a heading and no rows.") };
  const code = columns.find(({ use }) => use === "identifier");
  if (symbolColumn !== null) return { ...described, ...collected(rowsOf(table, symbolColumn, usual), null) };
  const name = columnOf(table, "name");
  const missing = table.rows.map(({ cells }) => ({
    ...unsaid,
    written: [cells[name ?? -1], cells[code?.index ?? -1]]
      .filter((part) => part !== undefined && part !== "")
      .join(", "),
    reading: { ok: false, reason: "no ticker symbol" } as const,
  }));
  const notice =
    code === undefined
      ? "Which column has the symbols?"
      : `This file names its instruments by ${code.title} and has no ticker symbols, which prices are found by. Add a column named Symbol, or choose the column that has them.`;
  return { ...described, ...collected(code === undefined ? [] : missing, notice) };
}

type Entry = Pick<ImportedInstrument, "written" | "name" | "quantity" | "cost" | "currency"> & {
  readonly reading: ReturnType<typeof readSymbolCell>;
};

function rowsOf(table: Table, symbolColumn: number, usual: AssetType): Entry[] {
  const at = (use: Use): ((row: Row) => string) => {
    const index = columnOf(table, use);
    return ({ cells }) => (index === null || index === symbolColumn ? "" : (cells[index] ?? ""));
  };
  const all = waysOf(
    table.rows.flatMap(({ cells }) => cells),
    decimalIn,
  );
  const figures = (use: Use): ((row: Row) => number | null) => {
    const own = waysOf(table.rows.map(at(use)), decimalIn);
    // The other columns resolve what one column leaves open.
    const { told } = own.told.size === 0 && own.unsure !== null ? all : own;
    const [decimal = "point"] = told.keys();
    return (row) => (told.size > 1 ? null : readNumber(at(use)(row), decimal));
  };
  const [name, exchange, currency, detail] = [at("name"), at("exchange"), at("currency"), at("detail")];
  const [quantity, paid, cost] = [figures("quantity"), figures("paid"), figures("cost")];
  const inHeading = (use: Use): string | null =>
    /\bin ([A-Z]{3})\b/.exec(table.columns.find((column) => column.use === use)?.title ?? "")?.[1] ?? null;
  const isCode = table.columns[symbolColumn]?.use === "code";
  // Parts of a position are listed below their total.
  const whole = table.rows.filter((row) => !/lot/i.test(detail(row)));
  return whole.map((row) => {
    const written = row.cells[symbolColumn] ?? "";
    const [held, each] = [quantity(row), paid(row)];
    const inAll = cost(row);
    const beside = { exchange: exchange(row), currency: currency(row) };
    return {
      written: written === "" ? ((name(row) || row.cells.find((cell) => cell !== "")) ?? "") : written,
      reading:
        isCode && written !== ""
          ? ({ ok: false, reason: "no ticker symbol" } as const)
          : readSymbolCell(written, usual, beside),
      name: name(row) || null,
      quantity: held,
      cost: inAll ?? (held === null || each === null ? null : held * each),
      currency: inHeading(inAll === null ? "paid" : "cost") ?? (beside.currency || null),
    };
  });
}

/** Each instrument once, with the sums of its rows. */
function collected(
  entries: readonly Entry[],
  notice: string | null,
): Pick<SymbolImport, "notice" | "instruments" | "leftOut"> {
  const found = new Map<string, ImportedInstrument>();
  const leftOut = entries.flatMap(({ written, reading }) =>
    reading.ok ? [] : [{ text: written, reason: reading.reason }],
  );
  for (const { reading, ...entry } of entries) {
    if (!reading.ok) continue;
    const { symbol, assetType, doubt } = reading;
    const before = found.get(symbol);
    const one = { ...entry, symbol, asset_type: assetType, doubt };
    found.set(symbol, before === undefined ? one : together(before, one));
  }
  const instruments = [...found.values()];
  const many =
    instruments.length > mostInstruments
      ? `The first ${mostInstruments} of ${counted(instruments.length, "instrument")} are shown.`
      : null;
  return {
    notice: notice ?? many,
    instruments: instruments.slice(0, mostInstruments),
    leftOut: leftOut.slice(0, mostLeftOut),
  };
}

function together(one: ImportedInstrument, more: ImportedInstrument): ImportedInstrument {
  const sum = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);
  const isSame = one.currency === more.currency;
  return {
    ...one,
    quantity: sum(one.quantity, more.quantity),
    cost: isSame ? sum(one.cost, more.cost) : null,
    currency: isSame ? one.currency : null,
    doubt: one.doubt ?? more.doubt,
  };
}
