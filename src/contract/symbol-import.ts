import type { AssetType } from "./analysis.ts";

/** A symbol as a list writes it, in the product's spelling; whether there is one is for the market's rules to say. */
export interface ImportedSymbol {
  readonly symbol: string;
  readonly asset_type: AssetType;
}

export interface SymbolImport {
  readonly symbols: readonly ImportedSymbol[];
  /** Entries that name something else, such as a currency pair, as they were written. */
  readonly skipped: readonly string[];
}

const american = "NASDAQ NYSE AMEX ARCA NYSEARCA BATS CBOE OTC US".split(" ");
const elsewhere = `LSE.L LSIN.L XETR.DE FWB.F TSX.TO TSXV.V SIX.SW MIL.MI BME.MC TSE.T HKEX.HK KRX.KS SSE.SS SZSE.SZ
  NSE.NS BSE.BO SGX.SI ASX.AX TWSE.TW IDX.JK SET.BK MYX.KL NZX.NZ EURONEXTPAR.PA EURONEXTAMS.AS EURONEXTBRU.BR
  EURONEXTLIS.LS OMXSTO.ST OMXCOP.CO OMXHEX.HE OSL.OL GPW.WA VIE.VI ATHEX.AT BIST.IS JSE.JO TASE.TA TADAWUL.SR
  BMFBOVESPA.SA BMV.MX`.split(/\s+/);

/** What follows a symbol of an exchange in Yahoo's spelling, by the exchange's name at TradingView. */
const suffixes: ReadonlyMap<string, string> = new Map([
  ...american.map((name) => [name, ""] as const),
  ...elsewhere.map((one) => [one.slice(0, one.indexOf(".")), one.slice(one.indexOf("."))] as const),
]);
const coinExchanges = new Set(
  "BINANCE COINBASE KRAKEN BITSTAMP BITFINEX BYBIT OKX KUCOIN GEMINI CRYPTO CRYPTOCAP BITGET MEXC".split(" "),
);
const indices: ReadonlyMap<string, string> = new Map([
  ["SPX", "^GSPC"],
  ...["NDX", "IXIC", "DJI", "RUT", "VIX"].map((name) => [name, `^${name}`] as const),
]);
const indexExchanges = new Set("SP INDEX DJ TVC NASDAQ CBOE CBOEFTSE".split(" "));

/**
 * Reads a list of symbols as people bring one: typed, a TradingView list (`###Section,NASDAQ:AAPL,NYSE:IBM`), or a CSV
 * file with a column of symbols, as Yahoo Finance and brokers export it. Each is in there once.
 * @param usual what an entry is that does not say
 */
export function importSymbols(text: string, usual: AssetType = "stock"): SymbolImport {
  const symbols = new Map<string, ImportedSymbol>();
  const skipped: string[] = [];
  for (const entry of entriesOf(symbolColumn(text) ?? withoutSections(text))) {
    const read = readEntry(entry, usual);
    if (read === null) skipped.push(entry);
    else symbols.set(`${read.asset_type} ${read.symbol}`, read);
  }
  return { symbols: [...symbols.values()], skipped };
}

/** A section of TradingView is a name behind ###, up to the next comma or line. */
function withoutSections(text: string): string[] {
  return text.replaceAll(/###[^,\r\n]*/g, ",").split(/[\s,;]+/);
}

function entriesOf(raw: readonly string[]): string[] {
  return raw.map((entry) => entry.trim().replaceAll(/^["']+|["']+$/g, "")).filter((entry) => entry !== "");
}

/** The cells of the column that is headed Symbol or Ticker; `null` where the first line is no such heading. */
function symbolColumn(text: string): string[] | null {
  const [heading = "", ...rows] = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const mark = heading.includes("\t") ? "\t" : heading.includes(";") ? ";" : ",";
  const place = cells(heading, mark).findIndex((name) => /^(symbol|ticker|instrument)$/i.test(name));
  return place === -1 ? null : rows.map((row) => cells(row, mark)[place] ?? "");
}

function cells(row: string, mark: string): string[] {
  const found: string[] = [];
  let cell = "";
  let quoted = false;
  for (const character of row) {
    if (character === '"') quoted = !quoted;
    else if (character === mark && !quoted) {
      found.push(cell.trim());
      cell = "";
    } else cell += character;
  }
  return [...found, cell.trim()];
}

function readEntry(entry: string, usual: AssetType): ImportedSymbol | null {
  const [, exchange, name] = /^([A-Za-z_]+):(.+)$/.exec(entry) ?? [];
  if (exchange === undefined || name === undefined)
    return { symbol: entry.toUpperCase(), asset_type: isCoinPair(entry) ? "crypto" : usual };
  const [place, symbol] = [exchange.toUpperCase(), name.toUpperCase()];
  const index = indices.get(symbol);
  if (index !== undefined && indexExchanges.has(place)) return { symbol: index, asset_type: "stock" };
  if (coinExchanges.has(place)) return { symbol: symbol.replace(/\.P$/, ""), asset_type: "crypto" };
  const suffix = suffixes.get(place);
  return suffix === undefined ? null : { symbol: `${symbol.replaceAll(".", "-")}${suffix}`, asset_type: "stock" };
}

function isCoinPair(entry: string): boolean {
  return /^[A-Za-z0-9]{2,15}[-/](USD|USDT|USDC|EUR|BTC)$/i.test(entry);
}
