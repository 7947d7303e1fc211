import { AssetType } from "#src/contract/jobs/analysis.ts";
import { tooEarly } from "#src/market/calendar/calendar.ts";
import { readSymbol } from "#src/market/symbols/read-symbol.ts";
import type { ParsedSymbol } from "#src/market/symbols/symbols.ts";
import { isRealDate, type LocalDate } from "#src/core/clock.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { oneOf, type RunFlags } from "../runs/run-flags.ts";

/** The flags as they came, all text. */
export interface BacktestFlags extends RunFlags {
  readonly symbols?: string;
  readonly from?: string;
  readonly to?: string;
  readonly every?: string;
  readonly commissionBps?: string;
  readonly slippageBps?: string;
  readonly short?: boolean;
  readonly maskTicker?: boolean;
  /** False with `--no-single-call`. */
  readonly singleCall?: boolean;
  /** How often each decision is made. */
  readonly seeds?: string;
  readonly cutoff?: string;
  readonly yes?: boolean;
}

/** For small orders in large stocks. */
export const usual = { every: 5, commissionBps: 1, slippageBps: 5 } as const;

/** @throws InvalidInput */
export function readDate(flag: string, text: string | undefined, latest: LocalDate): LocalDate {
  if (text === undefined) throw new InvalidInput(`${flag}: is required; give a date as YYYY-MM-DD`);
  if (!isRealDate(text)) throw new InvalidInput(`${flag}: must be a valid date (YYYY-MM-DD), not "${text}"`);
  const early = tooEarly(text);
  if (early !== null) throw new InvalidInput(`${flag}: ${early}`);
  if (text > latest) throw new InvalidInput(`${flag}: must be before today, not ${text}`);
  return text;
}

/** Sorted and unique, so that order changes nothing. @throws InvalidInput */
export function readSymbols(text: string | undefined, wanted: string | undefined): ParsedSymbol[] {
  const names = [...new Set((text ?? "").split(",").map((name) => name.trim()))].filter((name) => name !== "");
  if (names.length === 0) throw new InvalidInput("--symbols: is required; give one or more, such as AAPL,MSFT");
  const assetType = wanted === undefined ? undefined : oneOf("--asset-type", wanted, AssetType);
  const symbols = new Map<string, ParsedSymbol>();
  for (const name of names) {
    const parsed = readSymbol(name, assetType, []);
    if (!parsed.ok) throw new InvalidInput(`--symbols: ${parsed.text}: ${parsed.reason}`);
    symbols.set(parsed.symbol.symbol, parsed.symbol);
  }
  const all = [...symbols.values()].toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
  if (new Set(all.map((symbol) => symbol.assetType === "crypto")).size > 1)
    throw new InvalidInput(
      "--symbols: stocks and coins cannot be combined because their years differ in length; test them separately",
    );
  return all;
}

/** `5d` or `5`: sessions. */
export function readEvery(text: string | undefined): number {
  if (text === undefined) return usual.every;
  const value = Number(/^(\d{1,3})d?$/.exec(text)?.[1] ?? "0");
  if (value < 1) throw new InvalidInput(`--every: must be a number of sessions such as 5d, not "${text}"`);
  return value;
}

export function readBps(flag: string, text: string | undefined, unset: number): number {
  if (text === undefined) return unset;
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value > 1000)
    throw new InvalidInput(`${flag}: must be basis points from 0 to 1000, not "${text}"`);
  return value;
}
