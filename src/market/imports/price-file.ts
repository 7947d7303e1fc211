import type { LocalDate } from "#src/platform/clock.ts";
import { counted } from "#src/platform/number-text.ts";
import type { Prices } from "../adjust.ts";
import { findOrder, readDate, type DateOrder } from "./dates.ts";
import type { Use } from "./header-words.ts";
import { findDecimal, readNumber, type Decimal } from "./numbers.ts";
import { onTradedBasis, type PriceAction } from "./price-restore.ts";
import { readSymbolCell } from "./symbol-cell.ts";
import { columnOf, findTable, type Row, type Table } from "./table.ts";

/** What the file does not say, or what is to be taken instead of what it says; `null`: not told. */
export interface PriceOptions {
  readonly dateOrder: DateOrder | null;
  readonly decimal: Decimal | null;
  readonly symbol: string | null;
  /** By its heading. */
  readonly symbolColumn: string | null;
  readonly splits: readonly PriceAction[] | null;
  /** Prices that are adjusted for dividends are taken where there are no others. */
  readonly takesAdjusted: boolean;
}

export interface PriceFile {
  readonly columns: readonly { readonly title: string; readonly use: Use }[];
  readonly dateOrder: DateOrder | null;
  readonly decimal: Decimal;
  /** The one that all rows are of; `null` where the file has none. */
  readonly symbol: string | null;
  /** Ascending, one a day. */
  readonly bars: readonly Prices[];
  /** `null`: nothing is known of splits, and so of none. */
  readonly actions: readonly PriceAction[] | null;
  /** What was done with the prices, and what is missing, in sentences. */
  readonly notes: readonly string[];
}

export type PriceReading =
  | { readonly status: "read"; readonly file: PriceFile }
  /** `problems` each name their line. */
  | { readonly status: "refused"; readonly reason: string; readonly problems: readonly string[] }
  /** It can be read in more than one way: what is asked, and the option that answers. */
  | {
      readonly status: "unclear";
      readonly option: string;
      readonly question: string;
      readonly choices: readonly string[];
    };

const priceUses = ["open", "high", "low", "close"] as const;
const figureUses: readonly Use[] = [...priceUses, "adjusted", "volume", "dividend", "split"];
const wanted: readonly Use[] = ["symbol", "date", ...figureUses];
const noPrice = /^(?:null|nan|n\/?a|none|[-–—.]*)$/i;

/**
 * Reads daily prices of one instrument as somebody has them. Nothing is guessed: what can be read in two ways is asked,
 * and a row that cannot be read refuses the whole file.
 * @param today no bar is of a later day
 */
export function readPriceFile(rows: readonly Row[], options: PriceOptions, today: LocalDate): PriceReading {
  const table = findTable(rows, ["close", "adjusted"], wanted);
  if (table === null || columnOf(table, "date") === null)
    return refused(
      "has no heading that names a date and a close; add a first line such as Date,Open,High,Low,Close,Volume",
    );
  const chosen = rowsOfSymbol(table, options);
  if ("status" in chosen) return chosen;
  if (chosen.rows.length === 0) return refused("has a heading and no rows");
  const cell = (row: Row, use: Use): string => row.cells[columnOf(table, use) ?? -1] ?? "";
  const closeUse = columnOf(table, "close") === null ? "adjusted" : "close";
  if (closeUse === "adjusted" && !options.takesAdjusted)
    return refused(
      "has only adjusted closes, which are not the prices that were traded; pass --adjusted to import them all the same",
    );
  const order = findOrder(chosen.rows.map((row) => cell(row, "date")));
  if (!order.ok && "contradiction" in order)
    return refused(`writes dates in two ways: ${order.contradiction.join(" and ")}`);
  if (!order.ok && options.dateOrder === null)
    return unclear("--date-order", `Is "${order.unsure}" written with the day or with the month first?`, [
      "dmy",
      "mdy",
    ]);
  const figures = figureUses.filter((use) => columnOf(table, use) !== null);
  const found = findDecimal(chosen.rows.flatMap((row) => figures.map((use) => cell(row, use))));
  if (!found.ok && "contradiction" in found)
    return refused(`writes numbers in two ways: ${found.contradiction.join(" and ")}`);
  if (!found.ok && options.decimal === null)
    return unclear("--decimal", `Is "${found.unsure}" written with a decimal comma or a decimal point?`, [
      "comma",
      "point",
    ]);
  const dateOrder = order.ok ? order.order : options.dateOrder;
  const decimal = found.ok ? found.decimal : (options.decimal ?? "point");
  const read = barsOf(chosen.rows, cell, { dateOrder, decimal, closeUse, today });
  if (read.problems.length > 0) return refused("cannot be imported as it is", read.problems);
  if (read.days.length === 0) return refused("has no row with a price");
  const actions = actionsOf(read.days, table, options.splits);
  const restored = onTradedBasis(read.days, actions ?? []);
  if (!restored.ok) return refused(restored.reason);
  const columns = table.columns.flatMap(({ title, use }) =>
    use === null || !wanted.includes(use) ? [] : [{ title, use }],
  );
  return {
    status: "read",
    file: {
      columns,
      dateOrder,
      decimal,
      symbol: chosen.symbol,
      bars: restored.bars,
      actions: restored.actions.length === 0 && actions === null ? null : restored.actions,
      notes: [...notesOf(table, closeUse), ...read.notes, ...restored.notes],
    },
  };
}

function refused(reason: string, problems: readonly string[] = []): Extract<PriceReading, { status: "refused" }> {
  return { status: "refused", reason, problems };
}

function unclear(
  option: string,
  question: string,
  choices: readonly string[],
): Extract<PriceReading, { status: "unclear" }> {
  return { status: "unclear", option, question, choices };
}

type Chosen =
  | { readonly rows: readonly Row[]; readonly symbol: string | null }
  | Exclude<PriceReading, { status: "read" }>;

/** The rows of the one instrument that is wanted. */
function rowsOfSymbol(table: Table, { symbol, symbolColumn }: PriceOptions): Chosen {
  const named = table.columns.find(({ title }) => title.toLowerCase() === symbolColumn?.toLowerCase())?.index;
  if (symbolColumn !== null && named === undefined)
    return refused(`has no column "${symbolColumn}"; it has ${table.columns.map(({ title }) => title).join(", ")}`);
  const index = named ?? columnOf(table, "symbol");
  if (index === null) return { rows: table.rows, symbol: null };
  const bySymbol = new Map<string, Row[]>();
  for (const row of table.rows) {
    const read = readSymbolCell(row.cells[index] ?? "", "stock");
    const name = read.ok ? read.symbol : (row.cells[index] ?? "");
    const others = bySymbol.get(name);
    if (others === undefined) bySymbol.set(name, [row]);
    else others.push(row);
  }
  const names = [...bySymbol.keys()];
  const [only = null] = names;
  if (symbol === null && names.length > 1)
    return unclear("--symbol", `The file has ${counted(names.length, "symbol")}. Which one?`, names);
  const rows = symbol === null ? table.rows : bySymbol.get(symbol);
  // Of a file of one instrument the given name counts, whatever the file calls it.
  if (rows === undefined && names.length > 1) return refused(`has no rows of ${symbol}; it has ${names.join(", ")}`);
  return { rows: rows ?? table.rows, symbol: symbol ?? only };
}

interface Day extends Prices {
  readonly dividend: number;
  readonly split: number;
}

interface Style {
  readonly dateOrder: DateOrder | null;
  readonly decimal: Decimal;
  readonly closeUse: Use;
  readonly today: LocalDate;
}

function barsOf(rows: readonly Row[], cell: (row: Row, use: Use) => string, style: Style) {
  const days: Day[] = [];
  const problems: string[] = [];
  const empty: number[] = [];
  const lines = new Map<LocalDate, number>();
  for (const row of rows) {
    if (noPrice.test(cell(row, style.closeUse)) && priceUses.every((use) => noPrice.test(cell(row, use)))) {
      empty.push(row.line);
      continue;
    }
    const day = dayOf(row, cell, style);
    const twin = typeof day === "string" ? undefined : lines.get(day.date);
    if (typeof day === "string") problems.push(`line ${row.line}: ${day}`);
    else if (twin !== undefined)
      problems.push(`line ${row.line}: ${day.date} stands in line ${twin} too; there must be one row a day`);
    else {
      lines.set(day.date, row.line);
      days.push(day);
    }
  }
  const sorted = days.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const isReversed = days.length > 1 && sorted[0] !== days[0];
  const notes = [
    ...(isReversed ? ["The rows were sorted: the file does not begin with the oldest."] : []),
    ...(empty.length === 0
      ? []
      : [`${counted(empty.length, "row")} without a price left out (line ${listed(empty)}).`]),
  ];
  return { days: sorted, problems, notes };
}

function listed(lines: readonly number[]): string {
  return lines.length > 10 ? `${lines.slice(0, 10).join(", ")} …` : lines.join(", ");
}

/** @returns what is wrong with the row, where something is */
function dayOf(
  row: Row,
  cell: (row: Row, use: Use) => string,
  { dateOrder, decimal, closeUse, today }: Style,
): Day | string {
  const date = readDate(cell(row, "date"), dateOrder);
  if (date === null) return `"${cell(row, "date")}" is not a date`;
  if (date > today) return `${date} is in the future`;
  const faults: string[] = [];
  const figure = (use: Use): number | null => {
    const text = cell(row, use);
    if (noPrice.test(text)) return null;
    const value = readNumber(text, decimal);
    if (value === null) faults.push(`the ${use} "${text}" is not a number`);
    return value;
  };
  const close = figure(closeUse);
  const [open = close, high = close, low = close] = (["open", "high", "low"] as const).map(
    (use) => figure(use) ?? close,
  );
  const volume = figure("volume");
  const [dividend, split] = [figure("dividend") ?? 0, figure("split") ?? 1];
  if (faults.length > 0) return faults.join("; ");
  if (open === null || high === null || low === null || close === null) return "there is no close";
  if (Math.min(open, high, low, close) <= 0) return "a price is 0 or below";
  if (volume !== null && volume < 0) return "the volume is below 0";
  const [top, bottom] = [Math.max(open, close, low), Math.min(open, close)];
  if (high < top * (1 - rounding)) return `the high ${high} is below another price, ${top}`;
  if (low > bottom * (1 + rounding)) return `the low ${low} is above another price, ${bottom}`;
  return { date, open, high: Math.max(high, top), low: Math.min(low, bottom), close, volume, dividend, split };
}

/** What programs lose of a price by calculating with it, as a share. */
const rounding = 1e-6;

/** What is known of splits and dividends; `null`: whether there were splits is not. */
function actionsOf(days: readonly Day[], table: Table, told: readonly PriceAction[] | null): PriceAction[] | null {
  if (told === null && columnOf(table, "split") === null) return null;
  const splits =
    told ?? days.flatMap(({ date, split }) => (split === 0 || split === 1 ? [] : [action(date, "split", split)]));
  const dividends = days.flatMap(({ date, dividend }) => (dividend > 0 ? [action(date, "dividend", dividend)] : []));
  return [...splits, ...dividends].toSorted((a, b) => (a.exDate < b.exDate ? -1 : a.exDate > b.exDate ? 1 : 0));
}

function action(exDate: LocalDate, kind: PriceAction["kind"], value: number): PriceAction {
  return { exDate, kind, value };
}

function notesOf(table: Table, closeUse: Use): string[] {
  const has = (use: Use): boolean => columnOf(table, use) !== null;
  const titleOf = (use: Use): string => table.columns.find((column) => column.use === use)?.title ?? use;
  const notes: string[] = [];
  if (closeUse === "adjusted")
    notes.push(`Closes are adjusted (${titleOf("adjusted")}): they are not the prices that were traded.`);
  else if (has("adjusted")) notes.push(`Prices are those of ${titleOf("close")}; ${titleOf("adjusted")} is left out.`);
  if (!has("high") || !has("low")) notes.push("Without a high and a low, those of each day are set to its close.");
  return notes;
}
