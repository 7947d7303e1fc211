import { cache } from "react";
import type { InstrumentRecord, OwnInstrumentRecord } from "#src/contract/signals/instruments.ts";
import { readInstrument, readPublicInstrument } from "#src/product/instruments/reading.ts";
import { webContext } from "./context.ts";
import { contextOf, viewer } from "./viewer.ts";
import { listSymbols } from "#src/product/analyses/reading.ts";
import type { Context } from "#src/product/context.ts";
import { listWatchlists } from "#src/product/signals/watchlists.ts";
import type { Suggestion } from "./suggestions.ts";
import type { AssetType } from "#src/contract/jobs/analysis.ts";
import type { AnalysisEnvironment } from "#src/product/analyses/public/submission.ts";

export interface InstrumentView {
  readonly symbol: string;
  readonly record: InstrumentRecord;
  /** The same record with what is the viewer's alone; `null` for whoever is not signed in. */
  readonly own: OwnInstrumentRecord | null;
  /** Everybody may read some of it. */
  readonly isPublic: boolean;
}

const publicInstrument = cache((symbol: string) => readPublicInstrument(webContext(), symbol));

/** Whether there is a page: not for what is no symbol; where nothing is public, for those who are signed in. */
export async function mayOpenInstrument(segment: string): Promise<"anybody" | "signed in" | "absent"> {
  const read = await readSegment(segment);
  if (read === null) return "absent";
  if ((await viewer()) !== null) return "anybody";
  return (await publicInstrument(read.symbol)) === null ? "signed in" : "anybody";
}

/** What whoever looks may know of an instrument, by its name in the address; `null`: nothing, or it is no symbol. */
export const instrumentAt = cache(async (segment: string): Promise<InstrumentView | null> => {
  const read = await readSegment(segment);
  if (read === null) return null;
  const { symbol, assetType } = read;
  const [who, open] = await Promise.all([viewer(), publicInstrument(symbol)]);
  if (who === null) return open === null ? null : { symbol, record: open, own: null, isPublic: true };
  const own = await readInstrument(contextOf(who), { symbol, assetType: open?.asset_type ?? assetType });
  return { symbol, record: own, own, isPublic: open !== null };
});

/** The symbol that an address names; `null` when it names none. */
export async function symbolIn(segment: string): Promise<string | null> {
  return (await readSegment(segment))?.symbol ?? null;
}

async function readSegment(segment: string) {
  const text = decoded(segment);
  if (text === null) return null;
  const { instruments, read } = await webContext().analysisEnvironment();
  const known = instruments.find(({ symbol }) => symbol === text.toUpperCase());
  const assetType = known?.assetType === "crypto" || /-USD[CT]?$/i.test(text) ? "crypto" : "stock";
  const found = read(text, assetType);
  return found.ok ? ({ symbol: found.symbol, assetType } as const) : null;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** What can be asked for here: what archives hold and, online, what the viewer has used and what is well known. */
export async function suggestedInstruments(ctx: Context): Promise<Suggestion[]> {
  const { instruments, config } = await webContext().analysisEnvironment();
  const held = instruments.map(({ exchange, currency, assetType, ...one }) => ({
    ...one,
    assetType: assetType === "crypto" ? ("crypto" as const) : ("stock" as const),
    about: `${exchange}, ${currency}`,
  }));
  const others = config.online_tools ? [...(await used(ctx)), ...wellKnown] : [];
  const all = [...held, ...others.map((one) => ({ ...one, about: "", synthetic: false, from: null, to: null }))];
  return all.filter(({ symbol }, index) => all.findIndex((one) => one.symbol === symbol) === index);
}

type Named = Pick<Suggestion, "symbol" | "name" | "assetType">;

/** The viewer's lists, then what they asked for. */
async function used(ctx: Context): Promise<Named[]> {
  const [lists, asked] = await Promise.all([listWatchlists(ctx), listSymbols(ctx, 50)]);
  const named = (symbol: string, assetType: Named["assetType"]): Named =>
    wellKnown.find((one) => one.symbol === symbol) ?? { symbol, name: "", assetType };
  return [
    ...lists.flatMap(({ instruments }) => instruments.map((one) => named(one.symbol, one.asset_type))),
    ...asked.map((symbol) => named(symbol, symbol.endsWith("-USD") ? "crypto" : "stock")),
  ];
}

/** What people ask for most, so that a company's name finds it: a symbol and a name a line. */
const stocks = `
AAPL Apple
MSFT Microsoft
NVDA NVIDIA
GOOGL Alphabet (Google)
AMZN Amazon
META Meta Platforms (Facebook)
TSLA Tesla
AVGO Broadcom
BRK-B Berkshire Hathaway
JPM JPMorgan Chase
LLY Eli Lilly
V Visa
MA Mastercard
WMT Walmart
XOM Exxon Mobil
UNH UnitedHealth
COST Costco
PG Procter & Gamble
JNJ Johnson & Johnson
HD Home Depot
NFLX Netflix
BAC Bank of America
KO Coca-Cola
PEP PepsiCo
ORCL Oracle
CRM Salesforce
AMD Advanced Micro Devices
INTC Intel
ADBE Adobe
CSCO Cisco
IBM IBM
QCOM Qualcomm
TXN Texas Instruments
CAT Caterpillar
GE GE Aerospace
BA Boeing
LMT Lockheed Martin
DIS Disney
MCD McDonald's
NKE Nike
SBUX Starbucks
PFE Pfizer
MRK Merck
ABBV AbbVie
CVX Chevron
GS Goldman Sachs
MS Morgan Stanley
C Citigroup
WFC Wells Fargo
T AT&T
VZ Verizon
UBER Uber
PYPL PayPal
PLTR Palantir
COIN Coinbase
F Ford
GM General Motors
TSM Taiwan Semiconductor (TSMC)
ASML ASML
SAP SAP
NVO Novo Nordisk
TM Toyota
BABA Alibaba
SHEL Shell
AZN AstraZeneca
NESN.SW Nestlé
SIE.DE Siemens
MC.PA LVMH
7203.T Toyota (Tokyo)
0700.HK Tencent
005930.KS Samsung Electronics
SPY S&P 500 fund
QQQ Nasdaq 100 fund
DIA Dow Jones fund
IWM Russell 2000 fund
GLD Gold fund
TLT Treasury bond fund
^GSPC S&P 500 index
^IXIC Nasdaq Composite index
^DJI Dow Jones index`;

const coins = `
BTC-USD Bitcoin
ETH-USD Ethereum
SOL-USD Solana
XRP-USD XRP
BNB-USD BNB
ADA-USD Cardano
DOGE-USD Dogecoin
LTC-USD Litecoin`;

const wellKnown: readonly Named[] = [...namedIn(stocks, "stock"), ...namedIn(coins, "crypto")];

function namedIn(text: string, assetType: Named["assetType"]): Named[] {
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const [symbol = "", ...name] = line.split(" ");
      return { symbol, name: name.join(" "), assetType };
    });
}

/** The last session that is over, of New York and of coins: what a form proposes where nothing else is known of a symbol. */
export function lastSessions(environment: AnalysisEnvironment): Readonly<Record<AssetType, string>> {
  return { stock: lastOf(environment, "SPY", "stock"), crypto: lastOf(environment, "BTC-USD", "crypto") };
}

function lastOf(environment: AnalysisEnvironment, symbol: string, assetType: AssetType): string {
  const known = environment.read(symbol, assetType);
  if (!known.ok) throw new RangeError(`${symbol}: ${known.reason}`);
  return known.lastSession;
}
