import type { ImportedInstrument, SymbolImport } from "../signals/instruments.ts";
import type { Lot, PortfolioBody } from "./portfolios.ts";
import { z } from "zod";
import { Holdings } from "../holdings/holdings.ts";

type LotText = Pick<Lot, "symbol" | "quantity" | "acquired"> & Partial<Lot>;

/**
 * The lots of a broker's file. It says what is held on its day and what that cost, so its lots are held since that day.
 * @param acquired the day of the file
 */
export function portfolioFromFile(
  { instruments, leftOut }: Pick<SymbolImport, "instruments" | "leftOut">,
  { currency, acquired }: { readonly currency: string; readonly acquired: string },
): { readonly lots: readonly LotText[]; readonly leftOut: SymbolImport["leftOut"] } {
  const lots = instruments.flatMap((one) => lotOf(one, currency, acquired) ?? []);
  const without = instruments.filter((one) => lotOf(one, currency, acquired) === null);
  return { lots, leftOut: [...leftOut, ...without.map(({ written }) => ({ text: written, reason: "no quantity" }))] };
}

function lotOf(
  { symbol, quantity, cost, currency: paid }: ImportedInstrument,
  base: string,
  acquired: string,
): LotText | null {
  if (quantity === null || quantity === 0) return null;
  const each = cost === null ? null : decimal(Math.abs(cost / quantity));
  const own = currencyIn(paid ?? base);
  // What a number is worth is not known without its unit.
  if (own === null) return { symbol, quantity: decimal(quantity), cost_per_unit: null, acquired };
  return { symbol, quantity: decimal(quantity), cost_per_unit: each, acquired, ...(own !== base && { currency: own }) };
}

/** As a portfolio has numbers: without exponent, at most eight decimals. */
function decimal(value: number): string {
  return value.toFixed(8).replace(/\.?0+$/, "");
}

/** Minor units as vendors and brokers spell them. */
const units: ReadonlyMap<string, string> = new Map([
  ["GBp", "GBX"],
  ["ZAc", "ZAC"],
]);
const known: ReadonlySet<string> = new Set([...Intl.supportedValuesOf("currency"), "GBX", "ILA", "ZAC"]);

/** A code in capitals; `null` for what is none. */
function currencyIn(word: string): string | null {
  const code = units.get(word) ?? word;
  return /^[A-Z]{3}$/.test(code) ? code : null;
}

/** Symbol, quantity, what one cost, since when; then a currency and a note. */
const lotLine = /^([^\s,;]+)[\s,;]+([^\s,;]+)(?:[\s,;]+([^\s,;]+))?[\s,;]+(\d{4}-\d{2}-\d{2})(?:[\s,;]+(.+))?$/;

/** A word in small letters is a currency where it stands alone: a note may begin like one. */
function restOf(rest: string | undefined): { readonly currency: string | null; readonly note: string | null } {
  const [, word = "", after] = /^([A-Za-z]{3})(?![^\s,;])[\s,;]*(.*)$/.exec(rest ?? "") ?? [];
  const capitals = word.toUpperCase();
  const alone = after === "" && known.has(capitals) ? capitals : null;
  const currency = currencyIn(word) ?? alone;
  return currency === null
    ? { currency, note: rest ?? null }
    : { currency, note: after === "" ? null : (after ?? null) };
}

/**
 * Lots as people type or paste them, a line for each, apart by commas, tabs or spaces, and a line `cash 5000`. Where a
 * lot's cost is not known stands `-` or nothing.
 * @throws InvalidLotLine at the first line that cannot be read
 */
export function readLotLines(text: string): { readonly lots: readonly LotText[]; readonly cash: string } {
  const lots: LotText[] = [];
  let cash = "0";
  for (const [index, line] of text.split("\n").entries()) {
    const written = line.trim();
    if (written === "" || /^symbol\b/i.test(written)) continue;
    const [, amount] = /^cash[\s,;]+(\S+)$/i.exec(written) ?? [];
    if (hasDecimalComma(written.split(/\d{4}-\d{2}-\d{2}/)[0] ?? "")) throw new InvalidLotLine(index + 1, withPoint);
    const [, symbol, quantity, cost, acquired, rest] = lotLine.exec(written) ?? [];
    if (amount !== undefined) cash = amount;
    else if (symbol === undefined || quantity === undefined || acquired === undefined)
      throw new InvalidLotLine(index + 1);
    else {
      const each = cost === undefined || cost === "-" ? null : cost;
      lots.push({ symbol, quantity, cost_per_unit: each, acquired, ...restOf(rest) });
    }
  }
  return { lots, cash };
}

/** Beside cells that are apart by spaces it may be a decimal mark, or one of thousands. */
function hasDecimalComma(cells: string): boolean {
  return /\s/.test(cells.trim()) && /\d,\d/.test(cells);
}

const withPoint = "has a comma within a number; write numbers such as 1850.50";
const asExpected =
  "should be a symbol, a quantity, the cost of one and the day it was bought, such as DEMO 100 55.20 2019-03-01";

export class InvalidLotLine extends Error {
  constructor(line: number, reason = asExpected) {
    super(`line ${line} ${reason}`);
  }
}

/** The same lines back, to be changed. */
export function lotLines({ lots, cash, currency: base }: Pick<PortfolioBody, "lots" | "cash" | "currency">): string {
  const lines = lots.map(({ symbol, quantity, cost_per_unit: cost, acquired, currency, note }) =>
    // A note may begin like a currency.
    [symbol, quantity, cost ?? "-", acquired, currency ?? (note === null ? null : base), note].flatMap(
      (cell) => cell ?? [],
    ),
  );
  return [...lines.map((cells) => cells.join(" ")), ...(Number(cash) === 0 ? [] : [`cash ${cash}`])].join("\n");
}

/**
 * Holdings as people type or paste them: JSON as the API takes it, or a line for each position with symbol, quantity and
 * what it cost, apart by commas, tabs or spaces, and one line `cash 5000`. Empty: not given.
 * @throws ZodError at `holdings`, in words for the one who typed it
 */
export function readHoldingsText(text: string, currency: string): Holdings | null {
  if (text.trim() === "") return null;
  const read = Holdings.safeParse(text.trimStart().startsWith("{") ? fromJson(text) : fromLines(text, currency));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const [, index] = issue?.path ?? [];
  const where = typeof index === "number" ? `position ${index + 1}: ${String(issue?.path[2] ?? "")} ` : "";
  throw refusal(`${where}${issue?.path[0] === "currency" ? "currency " : ""}${issue?.message ?? "is not valid"}`);
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusal("this is not valid JSON");
  }
}

function fromLines(text: string, currency: string): unknown {
  const positions: Record<string, string>[] = [];
  let cash = "0";
  for (const [index, line] of text.split("\n").entries()) {
    if (hasDecimalComma(line)) throw refusal(`line ${index + 1} ${withPoint}`);
    const [symbol = "", quantity, cost, ...rest] = line.trim().split(/[\s,;]+/);
    if (symbol === "" || /^symbol$/i.test(symbol)) continue;
    if (quantity === undefined || rest.length > 0)
      throw refusal(`line ${index + 1} should be a symbol, a quantity and what it cost, such as AAPL 120 18400`);
    if (/^cash$/i.test(symbol)) cash = quantity;
    else positions.push({ symbol, quantity, ...(cost !== undefined && cost !== "" && { cost_basis: cost }) });
  }
  return { currency, positions, cash };
}

function refusal(message: string): z.ZodError {
  return new z.ZodError([{ code: "custom", path: ["holdings"], message, input: null }]);
}
