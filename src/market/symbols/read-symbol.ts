import { editDistance } from "#src/core/text/compare-text.ts";
import { cleanText } from "../door/news.ts";
import type { VendorChain } from "../market-data.ts";
import { fromOtherSpelling } from "./other-spellings.ts";
import { fiatCurrencies } from "../calendar/exchanges.ts";
import { isPairSymbol, parseSymbol, type ParsedSymbol } from "./symbols.ts";

export type SymbolReading =
  | { readonly ok: true; readonly symbol: ParsedSymbol }
  /** `reason` goes beside the field, `detail` elsewhere; `text` is safe to show. */
  | { readonly ok: false; readonly text: string; readonly reason: string; readonly detail: string };

const mostOffered = 3;
/** Shorter names are close to too many others. */
const shortestCompared = 3;
const longestCompared = 9;

/** A source without a list can know more. */
export function listedSymbols({ instruments }: VendorChain): string[] {
  const all = instruments.flatMap(({ symbols }) => symbols ?? []);
  return [...new Set(all)].filter((symbol) => !isPairSymbol(symbol));
}

/**
 * `parseSymbol` for people: with a reason and symbols they may have meant.
 * @param known the symbols to offer
 */
export function readSymbol(
  text: string,
  assetType: "stock" | "crypto" | undefined,
  known: readonly string[],
): SymbolReading {
  const parsed = parseSymbol(text, assetType);
  if (parsed.ok) return parsed;
  const clean = cleanText(text);
  if (clean === "") return { ok: false, text: "?", reason: parsed.reason, detail: "the ticker is empty" };
  const uncovered = uncoveredKind(clean);
  if (uncovered !== null)
    return { ok: false, text: clean, reason: uncovered, detail: `"${clean}" is not a symbol: ${uncovered}` };
  const other = fromOtherSpelling(clean, assetType);
  const near = other === null ? nearestSymbols(clean, known) : [other.symbol];
  const because = other === null ? parsed.reason : "symbols are written as on Yahoo Finance";
  const reason = near.length === 0 ? because : `${because}; did you mean ${listed(near)}?`;
  return { ok: false, text: clean, reason, detail: `"${clean}" is not a symbol: ${reason}` };
}

/** A known name that cannot be analysed. */
function uncoveredKind(text: string): string | null {
  const name = text.toUpperCase().replace(/^[A-Z]+:/, "");
  if (/=F$| COMDTY$/.test(name)) return "futures are not covered: enter a stock, a coin or an index";
  const [, one = "", other = ""] = /^([A-Z]{3})[/ _-]?([A-Z]{3})(?:=X| CURNCY)?$/.exec(name) ?? [];
  const isPair = fiatCurrencies.includes(one) && fiatCurrencies.includes(other);
  return isPair || /=X$| CURNCY$/.test(name) ? "a pair of currencies is neither a stock nor a coin" : null;
}

/**
 * What an unknown symbol may have been meant to be.
 * @param text a readable symbol
 * @param known the symbols to offer
 */
export function otherSpellingHint(text: string, known: readonly string[] = []): string {
  const other = fromOtherSpelling(text);
  if (other !== null) return `; did you mean ${other.symbol}?`;
  if (isIsin(text)) return "; that is an ISIN: enter the ticker, such as AAPL";
  const near = known.length === 0 ? [] : nearestSymbols(text, known);
  if (near.length > 0) return `; did you mean ${listed(near)}?`;
  return /^\d{1,4}$/.test(text)
    ? `; add the suffix of its exchange, such as ${text}.T for Tokyo or ${text.padStart(4, "0")}.HK for Hong Kong`
    : "";
}

/** @see ISO 6166: letters count as two digits, and the last is a check digit by Luhn's rule */
export function isIsin(text: string): boolean {
  if (!/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(text)) return false;
  const digits = [...text].map((each) => Number.parseInt(each, 36)).join("");
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const weighted = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}

/** Nearest first. @param text without anything invisible */
function nearestSymbols(text: string, known: readonly string[]): string[] {
  const bare = text.toUpperCase().replace(/^[^A-Z0-9^]+|[^A-Z0-9]+$/g, "");
  if (bare.length > longestCompared) return [];
  const respelled = [...new Set(["-", ".", ""].map((joint) => bare.replace(/[^A-Z0-9^.-]+/g, joint)))].flatMap(
    (name) => {
      const parsed = parseSymbol(name);
      return parsed.ok ? [parsed.symbol.symbol] : [];
    },
  );
  // Without a list, only decoration is removed.
  if (known.length === 0) return /^[A-Z0-9.^-]+$/.test(bare) ? respelled.slice(0, 1) : [];
  const exact = respelled.filter((name) => known.includes(name));
  if (bare.length < shortestCompared) return exact.slice(0, mostOffered);
  const most = bare.length > 4 ? 2 : 1;
  const close = known
    .map((symbol) => ({ symbol, off: editDistance(bare, symbol, most) }))
    .filter(({ off }) => off <= most)
    .toSorted((a, b) => a.off - b.off || (a.symbol < b.symbol ? -1 : 1));
  return [...new Set([...exact, ...close.map(({ symbol }) => symbol)])].slice(0, mostOffered);
}

function listed(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
