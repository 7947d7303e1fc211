import type { LocalDate } from "#src/core/clock.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { counted } from "#src/core/text/number-text.ts";
import { type Prices, splitText } from "../series/corporate-actions.ts";
import { namedSplits } from "../series/jumps.ts";
import {
  type DateOrder,
  type Decimal,
  type Ways,
  decimalIn,
  orderIn,
  readDate,
  readNumber,
  readSymbolCell,
  waysOf,
} from "./cells.ts";
import { type Column, type Row, type Table, type Use, columnOf, findTable } from "./table.ts";

export interface PriceAction {
  readonly exDate: LocalDate;
  readonly kind: "split" | "dividend";
  /** New shares per old one, or cash per share. */
  readonly value: number;
}

interface Restored {
  readonly bars: readonly Prices[];
  readonly actions: readonly PriceAction[];
  readonly notes: readonly string[];
}

/**
 * Sets prices back to those traded: where a known split does not show in the closes, they are adjusted for it.
 * @param bars ascending
 * @throws InvalidInput for prices adjusted for one split and not for another
 */
function onTradedBasis(bars: readonly Prices[], actions: readonly PriceAction[]): Restored {
  const splits = actions.filter(({ kind }) => kind === "split");
  const seen = namedSplits(
    bars,
    actions.map(({ kind, ...rest }) => ({ ...rest, action: kind })),
  );
  const shown = seen.find(({ shows }) => shows !== "absent");
  const hidden = seen.filter(({ shows }) => shows === "absent").map(({ split }) => split);
  if (shown !== undefined && hidden[0] !== undefined)
    throw new InvalidInput(
      `the file shows the ${named(shown.split)} in its closes, but not the ${named(hidden[0])}: either all prices before a split are adjusted for it, or none`,
    );
  if (hidden.length === 0) return { bars: bars.map((bar) => scaled(bar, 1)), actions, notes: [] };
  const factorAt = (date: string): number =>
    splits.reduce((factor, { exDate, value }) => (exDate > date ? factor * value : factor), 1);
  return {
    bars: bars.map((bar) => scaled(bar, factorAt(bar.date))),
    actions: actions.map((each) =>
      each.kind === "dividend" ? { ...each, value: exact(each.value * factorAt(each.exDate)) } : each,
    ),
    notes: [`Prices were adjusted for the ${hidden.map(named).join(", ")}; they were set back to those traded.`],
  };
}

function named({ exDate, value }: Pick<PriceAction, "exDate" | "value">): string {
  return `${splitText(value)} of ${exDate}`;
}

function scaled({ date, open, high, low, close, volume }: Prices, factor: number): Prices {
  return {
    date,
    open: exact(open * factor),
    high: exact(high * factor),
    low: exact(low * factor),
    close: exact(close * factor),
    volume: volume === null ? null : exact(volume / factor),
  };
}

/** Without the last digits that multiplying fractions adds. */
function exact(value: number): number {
  return Number(value.toPrecision(12));
}

/** Answers to what the file leaves open; `null`: not given. */
export interface PriceOptions {
  readonly dateOrder: DateOrder | null;
  readonly decimal: Decimal | null;
  readonly symbol: string | null;
  /** By its heading. */
  readonly symbolColumn: string | null;
  readonly splits: readonly PriceAction[] | null;
  /** Prices adjusted for dividends are used only where there are no others. */
  readonly takesAdjusted: boolean;
}

export interface PriceFile {
  readonly columns: readonly Column[];
  readonly dateOrder: DateOrder | null;
  readonly decimal: Decimal | null;
  /** The symbol of all rows; `null` where the file has none. */
  readonly symbol: string | null;
  /** Rows that cannot be used, by line; one of them spoils the import. */
  readonly problems: readonly string[];
  /** Ascending, one a day. */
  readonly bars: readonly Prices[];
  /** `null`: splits are unknown, so none are applied. */
  readonly actions: readonly PriceAction[] | null;
  /** What was done to the prices, and what is missing, in sentences. */
  readonly notes: readonly string[];
}

const priceUses = ["open", "high", "low", "close"] as const;
const figureUses: readonly Use[] = [...priceUses, "adjusted", "volume", "dividend", "split"];
const wanted: readonly Use[] = ["symbol", "date", ...figureUses];
const noPrice = /^(?:null|nan|n\/?a|none|[-–—.]*)$/i;

/**
 * Reads daily prices of one instrument and guesses nothing.
 * @param today no bar is later
 * @throws InvalidInput for what can be read in two ways, with the option that decides
 */
export function readPriceFile(rows: readonly Row[], options: PriceOptions, today: LocalDate): PriceFile {
  const table = findTable(rows, ["close", "adjusted"], wanted);
  if (table === null || columnOf(table, "date") === null)
    throw new InvalidInput(
      "the file has no heading that names a date and a close; add a first line such as Date,Open,High,Low,Close,Volume",
    );
  const closeUse = columnOf(table, "close") === null ? "adjusted" : "close";
  if (closeUse === "adjusted" && !options.takesAdjusted)
    throw new InvalidInput(
      "the file has only adjusted closes, which are not the prices that were traded; add --adjusted to import them all the same",
    );
  const own = rowsOfSymbol(table, options);
  const cell = (row: Row, use: Use): string => row.cells[columnOf(table, use) ?? -1] ?? "";
  const dates = own.rows.map((row) => cell(row, "date"));
  const dateOrder = settled("dates", waysOf(dates, orderIn), options.dateOrder, "--date-order dmy or mdy");
  const figures = own.rows.flatMap((row) => figureUses.map((use) => cell(row, use)));
  const decimal = settled("numbers", waysOf(figures, decimalIn), options.decimal, "--decimal comma or point");
  const read = barsOf(own.rows, cell, { dateOrder, decimal: decimal ?? "point", closeUse, today });
  if (read.days.length === 0 && read.problems.length === 0) throw new InvalidInput("the file has no row with a price");
  const actions = actionsOf(read.days, table, options.splits);
  const restored = onTradedBasis(read.days, actions ?? []);
  return {
    columns: table.columns.filter(({ use }) => use !== null && wanted.includes(use)),
    dateOrder,
    decimal,
    symbol: own.symbol,
    problems: read.problems,
    bars: restored.bars,
    actions: actions === null ? null : restored.actions,
    notes: [...notesOf(table, closeUse), ...read.notes, ...restored.notes],
  };
}

/** How all cells are written. */
function settled<T>(what: string, { told, unsure }: Ways<T>, given: T | null, option: string): T | null {
  if (told.size > 1) throw new InvalidInput(`the file writes ${what} in two ways: ${[...told.values()].join(" and ")}`);
  const [own = given] = told.keys();
  if (own === null && unsure !== null)
    throw new InvalidInput(`the file writes ${what} such as ${unsure}, which can be read in two ways; add ${option}`);
  return own;
}

/** The rows of the requested instrument. */
function rowsOfSymbol(
  table: Table,
  { symbol, symbolColumn }: PriceOptions,
): { rows: readonly Row[]; symbol: string | null } {
  const own = table.columns.find(({ title }) => title.toLowerCase() === symbolColumn?.toLowerCase())?.index;
  if (symbolColumn !== null && own === undefined)
    throw new InvalidInput(
      `the file has no column "${symbolColumn}"; it has ${table.columns.map(({ title }) => title).join(", ")}`,
    );
  const index = own ?? columnOf(table, "symbol");
  if (index === null) return { rows: table.rows, symbol };
  const nameOf = ({ cells }: Row): string => {
    const read = readSymbolCell(cells[index] ?? "", "stock");
    return read.ok ? read.symbol : (cells[index] ?? "");
  };
  const bySymbol = Map.groupBy(table.rows, nameOf);
  const names = [...bySymbol.keys()];
  if (names.length < 2) return { rows: table.rows, symbol: symbol ?? names[0] ?? null };
  const rows = symbol === null ? undefined : bySymbol.get(symbol);
  if (rows === undefined)
    throw new InvalidInput(`the file has several symbols; add --symbol and one of ${shortList(names)}`);
  return { rows, symbol };
}

function shortList(items: readonly (string | number)[]): string {
  return items.length > 10 ? `${items.slice(0, 10).join(", ")} …` : items.join(", ");
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
      problems.push(`line ${row.line}: ${day.date} is also in line ${twin}; there must be one row per day`);
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
      : [`${counted(empty.length, "row")} without a price left out (line ${shortList(empty)}).`]),
  ];
  return { days: sorted, problems, notes };
}

/** @returns what is wrong with the row, if anything */
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

/** The rounding that programs add to a price, as a share. */
const rounding = 1e-6;

/** `null`: whether there were splits is not known. */
function actionsOf(days: readonly Day[], table: Table, told: readonly PriceAction[] | null): PriceAction[] | null {
  if (told === null && columnOf(table, "split") === null) return null;
  const found = days.flatMap(({ date: exDate, split, dividend }): PriceAction[] => [
    ...(told !== null || split === 0 || split === 1 ? [] : [{ exDate, kind: "split" as const, value: split }]),
    ...(dividend > 0 ? [{ exDate, kind: "dividend" as const, value: dividend }] : []),
  ]);
  return [...(told ?? []), ...found].toSorted((a, b) => (a.exDate < b.exDate ? -1 : a.exDate > b.exDate ? 1 : 0));
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
