import {
  americanBenchmarks,
  dollarCoins,
  fiatCurrencies,
  quoteCoins,
  type Suffix,
  suffixes,
  undividedCoins,
} from "../calendar/exchanges.ts";

export interface ParsedSymbol {
  /** Canonical, in Yahoo's spelling and upper case. */
  readonly symbol: string;
  readonly assetType: "stock" | "crypto" | "index";
  /** A name that `calendarByName` knows. */
  readonly calendar: string;
  /** `null` when the spelling does not say; the vendor decides. */
  readonly currency: string | null;
  /** Best first; empty for a benchmark. */
  readonly benchmark: readonly string[];
  /** Coins only, such as `BTC` in `USD`. */
  readonly base: string | null;
  readonly quote: string | null;
}

export type SymbolParse =
  | { readonly ok: true; readonly symbol: ParsedSymbol }
  | { readonly ok: false; readonly reason: string };

const suffixOf: ReadonlyMap<string, Suffix> = new Map(suffixes.map((each) => [each.suffix, each]));
// The first listing that names an index is its home, so reverse.
const listingOfIndex: ReadonlyMap<string, Suffix> = new Map(suffixes.toReversed().map((each) => [each.index, each]));
const americanIndices: ReadonlySet<string> = new Set(["^GSPC", "^DJI", "^IXIC", "^NDX", "^RUT", "^NYA", "^VIX"]);
const joinedQuotes = [...dollarCoins, ...fiatCurrencies];
const quotes: ReadonlySet<string> = new Set([...joinedQuotes, ...quoteCoins]);

/** Copied along: spaces, line ends, direction marks. */
const unseenAround =
  /^[\s\p{Default_Ignorable_Code_Point}\p{Format}]+|[\s\p{Default_Ignorable_Code_Point}\p{Format}]+$/gu;

function refuse(reason: string): SymbolParse {
  return { ok: false, reason };
}

/** Of a pair of currencies, in Yahoo's spelling: what one of the first is in the second. */
export function pairSymbol(currency: string, base: string): string {
  return `${currency}${base}=X`;
}

export function isPairSymbol(symbol: string): boolean {
  return /^[A-Z]{6}=X$/.test(symbol);
}

/**
 * Reads Yahoo's spelling in any case. A share class may follow a dot (`BRK.B`), a coin is `BASE-QUOTE`; with crypto
 * also `BASE/QUOTE`, `BASEQUOTE` and the bare coin in dollars.
 */
export function parseSymbol(text: string, assetType?: "stock" | "crypto"): SymbolParse {
  const visible = text.replace(unseenAround, "");
  if (visible.length < 1 || visible.length > 32) return refuse("a symbol has 1 to 32 characters");
  // Before the change of case: some characters beyond ASCII become letters of it.
  if (!/^[A-Za-z0-9.^/-]+$/.test(visible))
    return refuse("a symbol has only letters, digits, '.', '-', '^' and, in a pair of coins, '/'");
  const name = visible.toUpperCase();
  if (assetType === "crypto") return parseCoin(name);
  if (name.startsWith("^")) return parseIndex(name);
  const pair = /^([A-Z0-9]{1,15})-([A-Z]+)$/.exec(name);
  if (pair?.[1] !== undefined && pair[2] !== undefined && quotes.has(pair[2])) return coin(pair[1], pair[2]);
  if (/^[A-Z]{6}$/.test(name) && fiatCurrencies.includes(name.slice(0, 3)) && fiatCurrencies.includes(name.slice(3))) {
    return refuse("a pair of currencies is neither a stock nor a coin");
  }
  return parseListing(name);
}

function parseIndex(name: string): SymbolParse {
  if (!/^\^[A-Z0-9]+(?:[.-][A-Z0-9]+)*$/.test(name)) return refuse("an index is '^' and a name");
  const listing = listingOfIndex.get(name);
  // An unlisted index counts as New York's until its vendor says otherwise.
  const currency = listing === undefined ? (americanIndices.has(name) ? "USD" : null) : listing.currency;
  const benchmark = listing === undefined && name !== "^GSPC" ? americanBenchmarks : [];
  return {
    ok: true,
    symbol: {
      symbol: name,
      assetType: "index",
      calendar: listing?.calendar ?? "XNYS",
      currency,
      benchmark,
      base: null,
      quote: null,
    },
  };
}

function parseListing(name: string): SymbolParse {
  if (!/^[A-Z0-9]+(?:[.-][A-Z0-9]+)*$/.test(name))
    return refuse("'.' and '-' stand only between letters or digits, '/' only in a pair of coins");
  const parts = name.split(".");
  const listing = parts.length > 1 ? suffixOf.get(parts.at(-1) ?? "") : undefined;
  const [stem = "", shareClass, ...more] = listing === undefined ? parts : parts.slice(0, -1);
  if (more.length > 0 || (shareClass !== undefined && !/^[A-Z]$/.test(shareClass))) {
    return refuse(`no exchange has the suffix .${parts.at(-1)}`);
  }
  const padded = listing?.suffix === "HK" && /^\d+$/.test(stem) ? stem.replace(/^0+/, "").padStart(4, "0") : stem;
  const share = shareClass === undefined ? padded : `${padded}-${shareClass}`;
  if (listing === undefined) {
    const benchmark = share === "SPY" ? [] : americanBenchmarks;
    return {
      ok: true,
      symbol: {
        symbol: share,
        assetType: "stock",
        calendar: "XNYS",
        currency: "USD",
        benchmark,
        base: null,
        quote: null,
      },
    };
  }
  const symbol = `${share}.${listing.suffix}`;
  const isIndex = listingOfIndex.has(symbol);
  return {
    ok: true,
    symbol: {
      symbol,
      assetType: isIndex ? "index" : "stock",
      calendar: listing.calendar,
      currency: listing.currency,
      benchmark: isIndex ? [] : [listing.index],
      base: null,
      quote: null,
    },
  };
}

function parseCoin(name: string): SymbolParse {
  const pair = /^([A-Z0-9]{1,15})[-/]([A-Z]+)$/.exec(name);
  if (pair?.[1] !== undefined && pair[2] !== undefined) {
    return quotes.has(pair[2])
      ? coin(pair[1], pair[2])
      : refuse(`${pair[2]} is not a currency in which coins are quoted`);
  }
  if (!/^[A-Z0-9]{1,20}$/.test(name)) return refuse("a coin is written as BTC-USD, BTC/USD, BTCUSD or BTC");
  // Two characters at least, so WBTC and TUSD stay whole.
  const quote = undividedCoins.includes(name)
    ? undefined
    : joinedQuotes.find((each) => name.endsWith(each) && name.length >= each.length + 2);
  return quote === undefined ? coin(name, "USD") : coin(name.slice(0, -quote.length), quote);
}

function coin(base: string, quote: string): SymbolParse {
  if (base === quote) return refuse(`${base} has no price in itself`);
  if (fiatCurrencies.includes(base)) return refuse("a pair of currencies is neither a stock nor a coin");
  if (base.length > 15) return refuse("a coin's name has at most 15 characters");
  return {
    ok: true,
    symbol: {
      symbol: `${base}-${quote}`,
      assetType: "crypto",
      calendar: "24/7",
      currency: quote,
      benchmark: base === "BTC" ? [] : ["BTC-USD"],
      base,
      quote,
    },
  };
}
