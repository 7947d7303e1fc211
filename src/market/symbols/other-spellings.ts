import { suffixes } from "../calendar/exchanges.ts";
import { parseSymbol, type ParsedSymbol } from "./symbols.ts";

/* How other sites write a symbol. Tables give Yahoo's suffix; "" is the United States. */

/** TradingView, Google Finance, Interactive Brokers and ISO 10383, as `NASDAQ:AAPL` or `AAPL:NASDAQ`. */
const exchangeNames: Readonly<Record<string, string>> = {
  ...table("", "NASDAQ NYSE AMEX NYSEARCA NYSEAMERICAN NYSEMKT ARCA BATS CBOE OTC OTCMKTS US USA"),
  ...table("", "XNYS XNAS ARCX XASE NAS NMS NYS NYQ"),
  ...table("L", "LSE LON XLON LSIN LSEETF UK"),
  ...table("DE", "XETR XETRA ETR IBIS IBIS2"),
  ...table("F", "FWB FRA XFRA FWB2"),
  ...table("PA", "EPA PAR XPAR SBF EURONEXTPAR"),
  ...table("AS", "AMS XAMS AEB EURONEXTAMS"),
  ...table("BR", "EBR XBRU EURONEXTBRU"),
  ...table("LS", "ELI XLIS EURONEXTLIS"),
  ...table("MI", "BIT MIL XMIL BVME"),
  ...table("MC", "BME XMAD BM"),
  ...table("SW", "SIX SWX VTX XSWX EBS"),
  ...table("VI", "VIE WBAG XWBO VSE"),
  ...table("ST", "OMXSTO STO XSTO SFB"),
  ...table("CO", "OMXCOP CPH XCSE"),
  ...table("HE", "OMXHEX HEL XHEL"),
  ...table("OL", "OSL XOSL OSE"),
  ...table("WA", "GPW WSE XWAR"),
  ...table("AT", "ATHEX XATH"),
  ...table("IS", "BIST XIST"),
  ...table("JO", "JSE XJSE"),
  ...table("TA", "TASE TLV XTAE"),
  ...table("SR", "TADAWUL XSAU"),
  ...table("TO", "TSX XTSE CA"),
  ...table("V", "TSXV CVE XTSX VENTURE"),
  ...table("T", "TYO XTKS TSEJ JP"),
  ...table("HK", "HKEX HKG SEHK XHKG HK"),
  ...table("KS", "KRX KOSPI XKRX"),
  ...table("KQ", "KOSDAQ XKOS"),
  ...table("SS", "SSE SHA XSHG SH"),
  ...table("SZ", "SZSE XSHE SZ"),
  ...table("TW", "TWSE TPE XTAI"),
  ...table("TWO", "TPEX"),
  ...table("NS", "NSE XNSE"),
  ...table("BO", "BSE BOM XBOM"),
  ...table("SI", "SGX XSES"),
  ...table("KL", "MYX KLSE XKLS"),
  ...table("JK", "IDX XIDX"),
  ...table("BK", "SET BKK XBKK"),
  ...table("AX", "ASX XASX AU"),
  ...table("NZ", "NZX NZE XNZE"),
  ...table("SA", "BMFBOVESPA BVMF"),
  ...table("MX", "BMV XMEX"),
};

/** EODHD, Stooq, Alpha Vantage, JoinQuant, Tushare (`AAPL.US`), and Reuters for New York (`AAPL.OQ`). */
const otherSuffixes: Readonly<Record<string, string>> = {
  ...exchangeNames,
  ...table("", "OQ O N K"),
  ...table("DE", "DEX"),
  ...table("T", "TSE"),
  ...table("TO", "TRT"),
  ...table("V", "TRV"),
  ...table("SS", "SHG SHH"),
  ...table("SZ", "SHE SHZ"),
  ...table("KS", "KO"),
  ...table("SW", "VX S"),
};

/** Bloomberg's, behind a space or a colon: `VOD LN`, `7203 JP Equity`, `700:HK`. */
const bloombergCodes: Readonly<Record<string, string>> = {
  ...table("", "US UN UW UQ UA UR UP"),
  ...table("L", "LN"),
  ...table("DE", "GR GY"),
  ...table("F", "GF"),
  ...table("PA", "FP"),
  ...table("AS", "NA"),
  ...table("BR", "BB"),
  ...table("LS", "PL"),
  ...table("IR", "ID"),
  ...table("MI", "IM"),
  ...table("MC", "SM"),
  ...table("SW", "SW SE VX"),
  ...table("VI", "AV"),
  ...table("ST", "SS"),
  ...table("CO", "DC"),
  ...table("HE", "FH"),
  ...table("OL", "NO"),
  ...table("WA", "PW"),
  ...table("AT", "GA"),
  ...table("IS", "TI"),
  ...table("JO", "SJ"),
  ...table("TA", "IT"),
  ...table("SR", "AB"),
  ...table("TO", "CN CT"),
  ...table("T", "JP JT"),
  ...table("HK", "HK"),
  ...table("KS", "KS KP"),
  ...table("KQ", "KQ"),
  ...table("SS", "CG C1"),
  ...table("SZ", "CS C2"),
  ...table("TW", "TT"),
  ...table("NS", "IN IS"),
  ...table("BO", "IB"),
  ...table("SI", "SP"),
  ...table("KL", "MK"),
  ...table("JK", "IJ"),
  ...table("BK", "TB"),
  ...table("AX", "AU AT"),
  ...table("NZ", "NZ"),
  ...table("SA", "BZ BS"),
  ...table("MX", "MM"),
};

/** Indices as terminals, brokers and charts name them. */
const indexNames: Readonly<Record<string, string>> = {
  ...table("^GSPC", "SPX INX GSPC SP500 SPX500 US500"),
  ...table("^DJI", "DJI DJIA INDU US30 DJ30"),
  ...table("^IXIC", "IXIC CCMP COMP COMPX"),
  ...table("^NDX", "NDX NAS100 US100 USTEC"),
  ...table("^RUT", "RUT RTY US2000"),
  ...table("^VIX", "VIX"),
  ...table("^FTSE", "UKX FTSE UK100"),
  ...table("^GDAXI", "DAX GDAXI DE40 GER40"),
  ...table("^FCHI", "CAC CAC40 PX1 FCHI"),
  ...table("^STOXX50E", "SX5E EU50 STOXX50E"),
  ...table("^SSMI", "SMI SSMI"),
  ...table("^N225", "NKY NI225 N225 JP225"),
  ...table("^HSI", "HSI HK50"),
  ...table("^KS11", "KOSPI KS11"),
  ...table("^BSESN", "SENSEX BSESN"),
  ...table("^NSEI", "NIFTY NIFTY50 NSEI"),
  ...table("^AXJO", "XJO AS51 AXJO"),
  ...table("^GSPTSE", "SPTSX GSPTSE"),
};
/** Also shares or funds: an index only where marked as one. */
const sharedNames = /^(?:COMP|DAX|CAC|SMI|RTY|INDU|FTSE)$/;
const yahooSuffixes: ReadonlySet<string> = new Set(suffixes.map(({ suffix }) => suffix));

const coinVenues =
  /^(?:BINANCE|BINANCEUS|COINBASE|KRAKEN|BITSTAMP|BITFINEX|BYBIT|OKX|KUCOIN|GEMINI|HUOBI|HTX|GATEIO|MEXC|BITGET|CRYPTO|CRYPTOCOM|UPBIT|BITHUMB|DERIBIT)$/;
const perpetual = /(?:[.-]P|[-_]?PERP|[-_]SWAP)$/;
/** Old names of coins. */
const coinNames: Readonly<Record<string, string>> = { XBT: "BTC", XXBT: "BTC" };
const quotedInCoins = /^(BTC|ETH|LTC|XRP|BCH|ADA|SOL|DOT|BNB|DOGE|LINK|TRX|XMR|AVAX)(BTC|ETH)$/;

function table(suffix: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(" ").map((name) => [name, suffix]));
}

/** The symbol that another site's spelling stands for; `null` where unknown or ambiguous. */
export function fromOtherSpelling(text: string, assetType?: "stock" | "crypto"): ParsedSymbol | null {
  const typed = text.trim().toUpperCase();
  const name = typed
    .normalize("NFKC")
    .replace(/^[$#]+/, "")
    .replace(/ (?:EQUITY|CORP)$/, "")
    .replace(/\.([A-Z]+)\.\1$/, (twice, suffix: string) => (isSuffix(suffix) ? `.${suffix}` : twice));
  if (name.length > 40 || !/^[A-Z0-9^.][A-Z0-9.^/_: -]*$/.test(name)) return null;
  const coin = coinFrom(name);
  const isCoin = assetType === "crypto" || (coin !== null && perpetual.test(name));
  const found = indexFrom(name) ?? (isCoin ? null : listingFrom(name, typed)) ?? coin;
  return found === null || found.symbol === typed ? null : found;
}

function isSuffix(suffix: string): boolean {
  return yahooSuffixes.has(suffix) || otherSuffixes[suffix] !== undefined;
}

/** `SPX`, `.SPX`, `SPX:IND`, `SPX Index`, `INDEXSP:.INX`, `TVC:SPX`. */
function indexFrom(name: string): ParsedSymbol | null {
  const stem = name
    .replace(/:IND$| INDEX$/, "")
    .replace(/^[A-Z]+:/, "")
    .replace(/^\./, "");
  const isMarked = stem !== name && exchangeNames[name.split(":")[0] ?? ""] !== "";
  const symbol = indexNames[stem] ?? "";
  if (symbol === "" || (sharedNames.test(stem) && !isMarked)) return null;
  const parsed = parseSymbol(symbol);
  return parsed.ok ? parsed.symbol : null;
}

function listingFrom(name: string, typed: string): ParsedSymbol | null {
  for (const [stem, suffix] of readings(name)) {
    if (suffix === undefined) continue;
    const found = listed(stem, suffix);
    if (found !== null && found.symbol !== typed) return found;
  }
  return null;
}

function readings(name: string): (readonly [stem: string, suffix: string | undefined])[] {
  const [, before = "", behind = ""] = /^([A-Z0-9.^/_ -]+):([A-Z0-9.^/_ -]+)$/.exec(name) ?? [];
  if (before !== "") return [namedBy(before, behind), namedBy(behind, before), [before, bloombergCodes[behind]]];
  const [, prefix = "", code = ""] =
    /^(SH|SZ|HK)\.?(\d{1,6})$/.exec(name) ?? /^(US)\.([A-Z][A-Z.-]*)$/.exec(name) ?? [];
  if (prefix !== "") return [[code, exchangeNames[prefix]]];
  const [, seoul = ""] = /^A(\d{6})$/.exec(name) ?? [];
  if (seoul !== "") return [[seoul, "KS"]];
  if (preferredShare.test(name)) return [[name, ""]];
  const [, company = "", country = ""] = /^([A-Z0-9/.-]+) ([A-Z][A-Z0-9])$/.exec(name) ?? [];
  const [, stem = "", suffix = ""] = /^(.+)\.([A-Z]+)$/.exec(name) ?? [];
  const isYahoo = yahooSuffixes.has(suffix);
  const canonical = /^([A-Z]{1,5})-([ONK])$/.exec(name);
  return [
    ...(company === "" ? [] : [[withNordicClass(company, country), bloombergCodes[country]] as const]),
    ...(suffix === "" ? [] : [[stem, isYahoo ? suffix : otherSuffixes[suffix]] as const]),
    // Reuters' `AAPL.O`, after it was read as a share class.
    ...(canonical === null ? [] : [[canonical[1] ?? "", ""] as const]),
    // `REI.UN` is a unit, not a New York name.
    ...(isYahoo || bloombergCodes[suffix] === "" ? [] : [[stem, bloombergCodes[suffix]] as const]),
    ...(isYahoo ? [] : [[name, /^\d{5,6}$/.test(name) ? suffixOfCode(name) : ""] as const]),
  ];
}

/** Bloomberg joins the class of a Nordic share to its name: `VOLVB SS`. */
function withNordicClass(company: string, country: string): string {
  return country === "SS" || country === "DC" ? company.replace(/^([A-Z]{3,})([AB])$/, "$1-$2") : company;
}

function namedBy(exchange: string, stem: string): readonly [string, string | undefined] {
  // TradingView's TSE is Tokyo, with numeric names; Google's is Toronto.
  if (exchange === "TSE") return [stem, /^\d/.test(stem) ? "T" : "TO"];
  return [stem, exchangeNames[exchange]];
}

/** Shanghai, Shenzhen and Seoul use six digits, Hong Kong five. */
function suffixOfCode(code: string): string {
  if (code.length === 5) return "HK";
  if (/^(?:6[08]|90|5[168])/.test(code)) return "SS";
  return /^(?:00[0-3]|30|1[56]|20)/.test(code) ? "SZ" : "KS";
}

const preferredShare = /^([A-Z]{1,6})(?:[./ _-]PR[./ _-]?|\^|[./ _-]P(?=[A-Z]$))([A-Z]?)$/;

/** Classes, units, warrants and preferred shares as Yahoo writes them: `BRK-B`, `BAC-PL`. */
function listed(stem: string, suffix: string): ParsedSymbol | null {
  const [, company = "", preferred = ""] = preferredShare.exec(stem) ?? [];
  const share = company === "" ? stem.replace(/[./ _]+/g, "-").replace(/-WS$/, "-WT") : `${company}-P${preferred}`;
  if (!/^[A-Z0-9]+(?:-(?:[A-Z]|UN|WT|RT|P[A-Z]))?$/.test(share)) return null;
  const parsed = parseSymbol(suffix === "" ? share : `${share}.${suffix}`);
  return parsed.ok && parsed.symbol.assetType === "stock" ? parsed.symbol : null;
}

/** `BTCUSDT`, `BTC_USDT`, `BINANCE:BTCUSDT.P`, `BTC/USDT:USDT`, `BTC-USDT-SWAP`, `BTC-PERP`, `XBTUSD`, `XXBTZUSD`. */
function coinFrom(name: string): ParsedSymbol | null {
  const [, venue, behind = ""] = /^([A-Z]+):(.+)$/.exec(name) ?? [];
  const whole = (venue !== undefined && coinVenues.test(venue) ? behind : name)
    .replace(/(?<=\/[A-Z]{3,5}):[A-Z]{3,5}$/, "")
    .replace(/^X([A-Z]{3,4})Z(USD|EUR|GBP|JPY|CAD|AUD|CHF)$/, "$1-$2")
    .replace(quotedInCoins, "$1-$2");
  const pair = whole.replace(perpetual, "");
  const [base = "", quote, ...more] = pair.split(/[-/_:]/);
  if (more.length > 0) return null;
  const joined = quote === undefined ? parseSymbol(base, "crypto") : parseSymbol(`${base}-${quote}`, "crypto");
  if (!joined.ok) return null;
  // A name without a currency in it is ambiguous.
  if (quote === undefined && joined.symbol.symbol === `${base}-USD` && !/(?:PERP|SWAP)$/.test(whole)) return null;
  const renamed = coinNames[joined.symbol.base ?? ""];
  const read = renamed === undefined ? joined : parseSymbol(`${renamed}-${joined.symbol.quote}`, "crypto");
  return read.ok ? read.symbol : null;
}
