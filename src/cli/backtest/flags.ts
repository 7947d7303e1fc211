import { z } from "zod";
import { Analyst, AssetType } from "#src/contract/analysis.ts";
import { Usd } from "#src/contract/usage.ts";
import { tooEarly } from "#src/market/desk.ts";
import { readSymbol } from "#src/market/read-symbol.ts";
import type { ParsedSymbol } from "#src/market/symbols.ts";
import { isRealDate, type LocalDate } from "#src/platform/clock.ts";
import { InvalidInput } from "#src/platform/errors.ts";

/** The flags as they came, all text. */
export interface BacktestFlags {
  readonly archive?: readonly string[];
  readonly symbols?: string;
  readonly from?: string;
  readonly to?: string;
  readonly every?: string;
  readonly assetType?: string;
  readonly analysts?: string;
  readonly rounds?: string;
  readonly riskRounds?: string;
  readonly reasoner?: string;
  readonly provider?: string;
  readonly deep?: string;
  readonly quick?: string;
  readonly baseUrl?: string;
  readonly budgetUsd?: string;
  readonly commissionBps?: string;
  readonly slippageBps?: string;
  readonly short?: boolean;
  readonly seed?: string;
  readonly maskTicker?: boolean;
  readonly cutoff?: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** Costs as a small order in a large stock meets them; whoever trades thin ones, or much, should say more. */
export const usual = { every: 5, commissionBps: 1, slippageBps: 5, seed: 1 } as const;

/** A day in `date`, not before any market and not after `latest`. @throws InvalidInput */
export function readDate(flag: string, text: string | undefined, latest: LocalDate): LocalDate {
  if (text === undefined) throw new InvalidInput(`${flag}: is missing; give a date as YYYY-MM-DD`);
  if (!isRealDate(text)) throw new InvalidInput(`${flag}: must be a date of the calendar, YYYY-MM-DD, not "${text}"`);
  const early = tooEarly(text);
  if (early !== null) throw new InvalidInput(`${flag}: ${early}`);
  if (text > latest) throw new InvalidInput(`${flag}: must be past, not ${text}; today is too early to be judged`);
  return text;
}

/** Sorted and each once, so that their order on the command line changes nothing. @throws InvalidInput */
export function readSymbols(text: string | undefined, wanted: string | undefined): ParsedSymbol[] {
  const names = [...new Set((text ?? "").split(",").map((name) => name.trim()))].filter((name) => name !== "");
  if (names.length === 0) throw new InvalidInput("--symbols: is missing; give one or several, such as AAPL,MSFT");
  const assetType = wanted === undefined ? undefined : oneOf("--asset-type", wanted, AssetType);
  const symbols = new Map<string, ParsedSymbol>();
  for (const name of names) {
    const parsed = readSymbol(name, assetType, []);
    if (!parsed.ok) throw new InvalidInput(`--symbols: ${parsed.text}: ${parsed.reason}`);
    symbols.set(parsed.symbol.symbol, parsed.symbol);
  }
  const all = [...symbols.values()].toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
  if (new Set(all.map((symbol) => symbol.assetType === "crypto")).size > 1)
    throw new InvalidInput("--symbols: coins and stocks have years of different length; test them apart");
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

export function readWhole(flag: string, text: string | undefined, least: number, most: number): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new InvalidInput(`${flag}: must be a whole number from ${least} to ${most}, not "${text}"`);
  return value;
}

export function readUsd(text: string): Usd {
  const usd = Usd.safeParse(text);
  if (!usd.success) throw new InvalidInput(`--budget-usd: must be an amount in dollars such as 0.50, not "${text}"`);
  return usd.data;
}

export function readAnalysts(text: string | undefined): Analyst[] {
  if (text === undefined) return [...Analyst.options];
  return [...new Set(text.split(",").map((name) => oneOf("--analysts", name.trim(), Analyst)))];
}

export function readReasoner(text: string | undefined): "rules" | "llm" | null {
  return text === undefined ? null : oneOf("--reasoner", text, z.enum(["rules", "llm"]));
}

function oneOf<T extends string>(
  flag: string,
  text: string,
  allowed: z.ZodType<T> & { readonly options: readonly T[] },
): T {
  const value = allowed.safeParse(text);
  if (!value.success) throw new InvalidInput(`${flag}: must be one of ${allowed.options.join(", ")}, not "${text}"`);
  return value.data;
}
