import { editDistance } from "#src/platform/edit-distance.ts";
import { cleanText } from "./clean-text.ts";
import type { VendorChain } from "./market-data.ts";
import { fromOtherSpelling } from "./other-spellings.ts";
import { parseSymbol, type ParsedSymbol } from "./symbols.ts";

export type SymbolReading =
  | { readonly ok: true; readonly symbol: ParsedSymbol }
  /** `reason` is for beside the field, `detail` for where the field is not seen. `text` is what can be shown of it. */
  | { readonly ok: false; readonly text: string; readonly reason: string; readonly detail: string };

const mostOffered = 3;
/** Of shorter names each is close to many others. */
const shortestCompared = 3;
const longestCompared = 9;

/** The symbols that the sources of a chain list; a source that has no list can know more. */
export function listedSymbols({ instruments }: VendorChain): string[] {
  return [...new Set(instruments.flatMap(({ symbols }) => symbols ?? []))];
}

/**
 * `parseSymbol` for what a person typed: one that cannot be read is told why, in the same words everywhere, and which
 * symbols it may have meant.
 * @param known the symbols to offer; with none, another spelling of what was typed
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
  const other = fromOtherSpelling(clean, assetType);
  const near = other === null ? nearestSymbols(clean, known) : [other.symbol];
  // Why it is refused here may be wrong of what another site writes so.
  const because = other === null ? parsed.reason : "symbols are written as on Yahoo Finance";
  const reason = near.length === 0 ? because : `${because}; did you mean ${listed(near)}?`;
  return { ok: false, text: clean, reason, detail: `"${clean}" is no symbol: ${reason}` };
}

/**
 * For behind the words that nobody knows a symbol: what it may have been meant to be.
 * @param text a symbol that can be read
 */
export function otherSpellingHint(text: string): string {
  const other = fromOtherSpelling(text);
  return other === null ? "" : `; did you mean ${other.symbol}?`;
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
  if (known.length === 0) return respelled.slice(0, 1);
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
