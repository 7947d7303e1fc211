import { type LocalDate, isRealDate } from "#src/core/clock.ts";
import type { AssetType } from "#src/contract/jobs/analysis.ts";
import { fiatCurrencies, suffixes } from "../calendar/exchanges.ts";
import { fromOtherSpelling } from "../symbols/other-spellings.ts";
import { type ParsedSymbol, parseSymbol } from "../symbols/symbols.ts";
import { isIsin } from "../symbols/read-symbol.ts";
import { isTotal } from "./table.ts";

/** What parts whole numbers from fractions. */
export type Decimal = "point" | "comma";

const around = /^[\s(+$€£¥]*(?:[A-Z]{3}\s)?\s*|\s*(?:%|[A-Z]{3})?[\s)$€£¥]*$/g;
const multiples: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9, 万: 1e4, 亿: 1e8 };

const thousands = /^-?\d{1,3}(?:[.,]\d{3})+$/;

function bare(text: string): string {
  return text
    .replaceAll("\u2212", "-")
    .replaceAll(around, "")
    .replaceAll(/[\s'’]/g, "");
}

/** What one figure shows; `1,234` may be either. */
export function decimalIn(text: string): Decimal | "either" | null {
  const figure = /^-?(\d*(?:[.,]\d+)*)[KMB万亿]?$/.exec(bare(text))?.[1] ?? "";
  const marks = figure.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  if (last === undefined) return null;
  const named = last === "," ? "comma" : "point";
  const other = named === "comma" ? "point" : "comma";
  if (marks.length > 1 && marks.every((mark) => mark === last)) return thousands.test(figure) ? other : null;
  if (marks.length > 1) return named;
  const [before = "", behind = ""] = figure.split(last);
  // Thousands come in threes after one to three digits, the first of them not 0.
  return behind.length === 3 && /^[1-9]\d{0,2}$/.test(before) ? "either" : named;
}

/** `null` for what is no figure. */
export function readNumber(text: string, decimal: Decimal): number | null {
  const isNegative = /^\s*\(.*\)\s*$/.test(text);
  const digits = bare(text)
    .replaceAll(decimal === "point" ? "," : ".", "")
    .replace(",", ".");
  const [, figure, multiple] = /^(-?\d*\.?\d+(?:E[+-]?\d+)?)([KMB万亿]?)$/i.exec(digits) ?? [];
  if (figure === undefined) return null;
  const value = Number(figure) * (multiples[multiple?.toUpperCase() ?? ""] ?? 1);
  return Number.isFinite(value) ? (isNegative ? -value : value) : null;
}

export const dateOrders = ["dmy", "mdy"] as const;
export type DateOrder = (typeof dateOrders)[number];

/** The numbers alone do not say which is the day. */
const yearLast = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
const yearFirst = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})(?!\d)/;
const joined = /^(\d{4})(\d{2})(\d{2})$/;
const named = /^(?:\p{L}+,\s*)?(?:(\d{1,2})[-. ]+(\p{L}+)|(\p{L}+)[-. ]+(\d{1,2}),?)[-. ,]+(\d{4}|\d{2})(?!\d)/u;

const months: ReadonlyMap<string, number> = new Map(
  ["en", "de", "fr", "es", "it", "nl"].flatMap((language) =>
    (["short", "long"] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(language, { month, timeZone: "UTC" });
      return Array.from(
        { length: 12 },
        (_, index) => [plain(format.format(Date.UTC(2020, index, 15))), index + 1] as const,
      );
    }),
  ),
);

function plain(month: string): string {
  return month
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "");
}

/** What one date says of the order of day and month; `null`: it is no date. */
export function orderIn(date: string): DateOrder | "either" | null {
  const [, first, mark, second] = yearLast.exec(date) ?? [];
  if (first === undefined || first === second) return null;
  // With points, the day always comes first.
  return Number(first) > 12 || mark === "." ? "dmy" : Number(second) > 12 ? "mdy" : "either";
}

/** `null` for a day that no calendar has. */
export function readDate(text: string, order: DateOrder | null): LocalDate | null {
  const parts = partsOf(text.trim(), order);
  if (parts === null) return null;
  const [year, month, day] = parts;
  const full = year < 100 ? year + (year < 70 ? 2000 : 1900) : year;
  const date = `${String(full).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  return isRealDate(date) ? date : null;
}

function partsOf(text: string, order: DateOrder | null): readonly [number, number, number] | null {
  const first = yearFirst.exec(text) ?? joined.exec(text);
  if (first !== null) return [Number(first[1]), Number(first[2]), Number(first[3])];
  const last = yearLast.exec(text);
  if (last !== null) {
    const [day, month] = order === "mdy" ? [last[3], last[1]] : [last[1], last[3]];
    return [Number(last[4]), Number(month), Number(day)];
  }
  const word = named.exec(text);
  if (word !== null) {
    const month = months.get(plain(word[2] ?? word[3] ?? ""));
    return month === undefined ? null : [Number(word[5]), month, Number(word[1] ?? word[4])];
  }
  // Seconds or milliseconds since 1970.
  if (!/^\d{10}(?:\d{3})?$/.test(text)) return null;
  const at = new Date(text.length === 10 ? Number(text) * 1000 : Number(text));
  return [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
}

/** Ways to write a cell, each with a telling and an ambiguous example. */
export interface Ways<T> {
  readonly told: ReadonlyMap<T, string>;
  readonly unsure: string | null;
}

export function waysOf<T extends string>(
  cells: Iterable<string>,
  tell: (cell: string) => T | "either" | null,
): Ways<T> {
  const told = new Map<T, string>();
  let unsure: string | null = null;
  for (const cell of cells) {
    const way = tell(cell);
    if (way === "either") unsure ??= cell;
    else if (way !== null && !told.has(way)) told.set(way, cell);
  }
  return { told, unsure };
}

/** The row's other details of its instrument; empty where there are none. */
export interface Beside {
  readonly exchange: string;
  readonly currency: string;
}

export type CellReading =
  | { readonly ok: true; readonly symbol: string; readonly assetType: AssetType; readonly doubt: string | null }
  | { readonly ok: false; readonly reason: string };

const other = "not a stock, fund or coin on a supported exchange";

/**
 * The instrument that a cell names, with a doubt where it may be another.
 * @param usual the type where the cell does not say
 */
export function readSymbolCell(cell: string, usual: AssetType, beside: Beside = nothing): CellReading {
  const written = withoutWrapping(cell);
  const refuse = (reason: string): CellReading => ({ ok: false, reason });
  if (written === "" || /^[-–—]+$|^n\/?a$/i.test(written)) return refuse("no symbol");
  if (isTotal(written)) return refuse("a total");
  if (isIsin(written)) return refuse("an ISIN, not a ticker symbol");
  if (/\p{Lu}\p{Ll}{2}/u.test(written) && !/ (?:equity|index|corp)$/i.test(written))
    return refuse("a name, not a symbol");
  const found = spelled(written, usual, beside.exchange);
  if (found === null)
    return refuse(
      /^[-+\d.,' ]+$/.test(written) ? "a number" : /^\w+:/.test(written) ? other : "not a symbol that can be read",
    );
  const assetType = found.assetType === "crypto" ? "crypto" : "stock";
  return { ok: true, symbol: found.symbol, assetType, doubt: doubtOf(found, beside.currency) };
}

const nothing: Beside = { exchange: "", currency: "" };

function spelled(written: string, usual: AssetType, exchange: string): ParsedSymbol | null {
  const type = usual === "crypto" ? usual : undefined;
  const listed = exchange === "" || written.includes(":") ? null : fromOtherSpelling(`${exchange}:${written}`);
  if (listed !== null) return listed;
  const parsed = parseSymbol(written, type);
  // New York symbols have no digits, and at most five letters except for share classes.
  if (parsed.ok && !/^(?:\w{6,}|[A-Z]*\d\w*)$/i.test(written)) return parsed.symbol;
  const respelled = fromOtherSpelling(written, type);
  return respelled ?? (parsed.ok && !/^\d+$/.test(written) ? parsed.symbol : null);
}

/** Excel's `="600519"` and `'600519`, Fidelity's `SPAXX**`, DEGIRO's `AEHR | US00760J1088`. */
function withoutWrapping(cell: string): string {
  const unwrapped = cell
    .trim()
    .replace(/^=?"(.*)"$/, "$1")
    .replace(/^'+|[*']+$/g, "");
  const parts = unwrapped.split("|").map((part) => part.trim());
  return parts.find((part) => part !== "" && !isIsin(part)) ?? unwrapped.trim();
}

/** A listing in another currency than the row says is probably another one. */
function doubtOf({ symbol, assetType, currency }: ParsedSymbol, said: string): string | null {
  const paid = said.toUpperCase();
  if (assetType === "crypto" || currency === null || !/^[A-Z]{3}$/.test(paid) || paid === currency) return null;
  const unit = paid === "GBX" || paid === "GBP" ? null : paid;
  const homes = suffixes.filter((one) => one.currency === unit && (unit !== null || one.suffix === "L"));
  if (homes.length === 0 && !fiatCurrencies.includes(paid)) return null;
  const stem = symbol.replace(/\.[A-Z]+$/, "");
  const examples = homes.slice(0, 2).map(({ suffix }) => `${stem}.${suffix}`);
  const elsewhere = examples.length === 0 ? "" : `; another listing would be ${examples.join(" or ")}`;
  return `the file has it in ${paid}, and ${symbol} trades in ${currency}${elsewhere}`;
}
