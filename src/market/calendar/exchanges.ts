import type { LocalDate } from "#src/core/clock.ts";

/** When an exchange's day ends. */
export interface Exchange {
  /** ISO 10383 code. */
  readonly mic: string;
  readonly zone: string;
  /**
   * Local end of the closing auction from each date on, ascending. Where the hour moves within the year, the later one,
   * so that no close is known early.
   */
  readonly closes: readonly { readonly from: LocalDate; readonly time: string }[];
  /** Days without trading, ISO (1 = Monday), from each date on. */
  readonly rest: readonly { readonly from: LocalDate; readonly days: readonly [number, number] }[];
}

const ALWAYS = "0000-01-01";
const SATURDAY_SUNDAY = [{ from: ALWAYS, days: [6, 7] }] as const;

function exchange(mic: string, zone: string, time: string, rest: Exchange["rest"] = SATURDAY_SUNDAY): Exchange {
  return { mic, zone, closes: [{ from: ALWAYS, time }], rest };
}

function moved(mic: string, zone: string, before: string, from: LocalDate, after: string): Exchange {
  const closes = [
    { from: ALWAYS, time: before },
    { from, time: after },
  ];
  return { mic, zone, closes, rest: SATURDAY_SUNDAY };
}

/** Exchanges other than New York, by their trading rules of 2025. */
export const exchanges: readonly Exchange[] = [
  moved("XTKS", "Asia/Tokyo", "15:00", "2024-11-05", "15:30"),
  moved("XHKG", "Asia/Hong_Kong", "16:00", "2016-07-25", "16:10"),
  moved("XKRX", "Asia/Seoul", "15:00", "2016-08-01", "15:30"),
  exchange("XSHG", "Asia/Shanghai", "15:00"),
  exchange("XSHE", "Asia/Shanghai", "15:00"),
  exchange("XTAI", "Asia/Taipei", "13:30"),
  exchange("XNSE", "Asia/Kolkata", "15:30"),
  exchange("XBOM", "Asia/Kolkata", "15:30"),
  exchange("XSES", "Asia/Singapore", "17:06"),
  exchange("XKLS", "Asia/Kuala_Lumpur", "17:00"),
  exchange("XIDX", "Asia/Jakarta", "16:15"),
  exchange("XBKK", "Asia/Bangkok", "16:40"),
  exchange("XASX", "Australia/Sydney", "16:12"),
  exchange("XNZE", "Pacific/Auckland", "17:00"),
  exchange("XLON", "Europe/London", "16:35"),
  exchange("XDUB", "Europe/Dublin", "16:38"),
  exchange("XETR", "Europe/Berlin", "17:35"),
  exchange("XFRA", "Europe/Berlin", "22:00"),
  exchange("XPAR", "Europe/Paris", "17:35"),
  exchange("XAMS", "Europe/Amsterdam", "17:35"),
  exchange("XBRU", "Europe/Brussels", "17:35"),
  exchange("XLIS", "Europe/Lisbon", "16:35"),
  exchange("XMIL", "Europe/Rome", "17:35"),
  exchange("XMAD", "Europe/Madrid", "17:35"),
  exchange("XSWX", "Europe/Zurich", "17:30"),
  exchange("XWBO", "Europe/Vienna", "17:35"),
  exchange("XSTO", "Europe/Stockholm", "17:30"),
  exchange("XCSE", "Europe/Copenhagen", "17:00"),
  exchange("XHEL", "Europe/Helsinki", "18:30"),
  exchange("XOSL", "Europe/Oslo", "16:30"),
  exchange("XWAR", "Europe/Warsaw", "17:05"),
  exchange("XATH", "Europe/Athens", "17:20"),
  exchange("XIST", "Europe/Istanbul", "18:10"),
  exchange("XJSE", "Africa/Johannesburg", "17:05"),
  exchange("XTAE", "Asia/Jerusalem", "17:35", [
    { from: ALWAYS, days: [5, 6] },
    { from: "2026-01-05", days: [6, 7] },
  ]),
  exchange("XSAU", "Asia/Riyadh", "15:20", [
    { from: ALWAYS, days: [4, 5] },
    { from: "2013-06-29", days: [5, 6] },
  ]),
  exchange("XTSE", "America/Toronto", "16:00"),
  exchange("XTSX", "America/Toronto", "16:00"),
  exchange("BVMF", "America/Sao_Paulo", "18:00"),
  exchange("XMEX", "America/Mexico_City", "15:00"),
];

/** What Yahoo's spelling of a listing says. */
export interface Suffix {
  readonly suffix: string;
  readonly calendar: string;
  /** `null` where lines in several units share the suffix (pence and pounds). */
  readonly currency: string | null;
  /** The national index, in Yahoo's spelling. */
  readonly index: string;
}

function listing(suffix: string, calendar: string, currency: string | null, index: string): Suffix {
  return { suffix, calendar, currency, index };
}

/** Yahoo's exchange suffixes; they win over a one-letter share class. */
export const suffixes: readonly Suffix[] = [
  listing("T", "XTKS", "JPY", "^N225"),
  listing("HK", "XHKG", "HKD", "^HSI"),
  listing("KS", "XKRX", "KRW", "^KS11"),
  listing("KQ", "XKRX", "KRW", "^KQ11"),
  listing("SS", "XSHG", "CNY", "000001.SS"),
  listing("SZ", "XSHE", "CNY", "399001.SZ"),
  listing("TW", "XTAI", "TWD", "^TWII"),
  listing("TWO", "XTAI", "TWD", "^TWII"),
  listing("NS", "XNSE", "INR", "^NSEI"),
  listing("BO", "XBOM", "INR", "^BSESN"),
  listing("SI", "XSES", "SGD", "^STI"),
  listing("KL", "XKLS", "MYR", "^KLSE"),
  listing("JK", "XIDX", "IDR", "^JKSE"),
  listing("BK", "XBKK", "THB", "^SET.BK"),
  listing("AX", "XASX", "AUD", "^AXJO"),
  listing("NZ", "XNZE", "NZD", "^NZ50"),
  listing("L", "XLON", null, "^FTSE"),
  listing("IR", "XDUB", "EUR", "^ISEQ"),
  listing("DE", "XETR", "EUR", "^GDAXI"),
  listing("F", "XFRA", "EUR", "^GDAXI"),
  listing("PA", "XPAR", "EUR", "^FCHI"),
  listing("AS", "XAMS", "EUR", "^AEX"),
  listing("BR", "XBRU", "EUR", "^BFX"),
  listing("LS", "XLIS", "EUR", "PSI20.LS"),
  listing("MI", "XMIL", "EUR", "FTSEMIB.MI"),
  listing("MC", "XMAD", "EUR", "^IBEX"),
  listing("SW", "XSWX", "CHF", "^SSMI"),
  listing("VI", "XWBO", "EUR", "^ATX"),
  listing("ST", "XSTO", "SEK", "^OMX"),
  listing("CO", "XCSE", "DKK", "^OMXC25"),
  listing("HE", "XHEL", "EUR", "^OMXH25"),
  listing("OL", "XOSL", "NOK", "OSEBX.OL"),
  listing("WA", "XWAR", "PLN", "WIG20.WA"),
  listing("AT", "XATH", "EUR", "GD.AT"),
  listing("IS", "XIST", "TRY", "XU100.IS"),
  listing("JO", "XJSE", null, "^J203.JO"),
  listing("TA", "XTAE", null, "^TA125.TA"),
  listing("SR", "XSAU", "SAR", "^TASI.SR"),
  listing("TO", "XTSE", "CAD", "^GSPTSE"),
  listing("V", "XTSX", "CAD", "^GSPTSE"),
  listing("SA", "BVMF", "BRL", "^BVSP"),
  listing("MX", "XMEX", "MXN", "^MXX"),
];

/** The benchmarks of a New York listing, best first. */
export const americanBenchmarks = ["SPY", "^GSPC"] as const;

/** Indices with dividends; all other benchmarks are price indices. */
export const totalReturnIndices: readonly string[] = ["^SP500TR", "^GDAXI", "^BVSP", "OSEBX.OL"];

export const fiatCurrencies: readonly string[] = [
  "USD",
  "EUR",
  "GBP",
  "JPY",
  "CHF",
  "CAD",
  "AUD",
  "NZD",
  "KRW",
  "BRL",
  "INR",
  "TRY",
];

/** Stablecoins in dollars that others are quoted in. */
export const dollarCoins: readonly string[] = ["USDT", "USDC", "FDUSD", "BUSD"];

/** Quote coins that need a separator: `STETH` is a coin, not ST in ETH. */
export const quoteCoins: readonly string[] = ["BTC", "ETH"];

/** Coins whose name ends like a pair. */
export const undividedCoins: readonly string[] = [
  ...dollarCoins,
  "TUSD",
  "GUSD",
  "PYUSD",
  "LUSD",
  "SUSD",
  "CRVUSD",
  "RLUSD",
];
