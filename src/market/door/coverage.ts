import type { InstrumentKind, KnownKind } from "#src/contract/signals/instruments.ts";
import type { EvidenceCoverage } from "#src/contract/run/evidence.ts";
import type { Instant } from "#src/core/clock.ts";
import { VendorFailed } from "#src/core/errors.ts";
import { isForeign, namesDepositary } from "../fundamentals/share-count.ts";
import type { DataKind, FilingFact, Instrument, Known, RecordOf, Source, Vendor, VendorChain } from "../market-data.ts";
import { parseSymbol } from "../symbols/symbols.ts";
import { type Listing, attempt, failureText, findInstrument, sourceName } from "./vendor-chain.ts";
import { EARLIEST } from "../calendar/calendar.ts";

const fund = /\b(?:ETFs?|ETNs?|ETPs?|exchange[- ]traded (?:fund|note|product))\b/i;

const plain: Readonly<Partial<Record<Instrument["assetType"], InstrumentKind>>> = {
  crypto: "coin",
  index: "index",
  currency: "currency",
};

/** @param facts ascending by `filed`; none where nobody looked */
export function kindOf(
  { assetType, kind, name, calendar }: Pick<Instrument, "assetType" | "kind" | "name" | "calendar">,
  facts: readonly Pick<FilingFact, "form">[] = [],
): KnownKind {
  const other = plain[assetType];
  if (other !== undefined) return { name: other, reason: "as its source says" };
  if (kind !== undefined) return { name: kind, reason: "as its source says" };
  if (fund.test(name)) return { name: "etf", reason: "by its name" };
  if (namesDepositary(name)) return { name: "adr", reason: "by its name" };
  const annual = facts.findLast(({ form }) => /^(?:10-K|20-F|40-F)/.test(form))?.form ?? null;
  if (calendar === "XNYS" && annual !== null && annual.startsWith("40-F"))
    return { name: "stock", reason: "a Canadian company's own share: it files Form 40-F" };
  if (calendar === "XNYS" && isForeign(facts))
    return { name: "stock", reason: "of a foreign company (Form 20-F), or its depositary receipt" };
  return { name: "stock", reason: "as its source says" };
}

/** What a debate on each can use; a fund files no statements and no events. */
const fundKinds: readonly DataKind[] = ["bars", "actions", "news", "social", "macro"];
const kindsOf: Readonly<Record<Instrument["assetType"], readonly DataKind[]>> = {
  stock: ["bars", "actions", "filings", "events", "insiders", "institutions", "news", "social", "macro"],
  crypto: ["bars", "news", "social", "macro", "funding"],
  index: ["bars", "news", "social", "macro"],
  currency: ["bars"],
};

type Offers = Partial<{ readonly [K in DataKind]: Source<RecordOf[K]> }>;

export interface InstrumentCoverage {
  /** `null` where only sources outside know. */
  readonly kind: KnownKind | null;
  readonly coverage: EvidenceCoverage[];
}

/**
 * What is traded, and by kind of evidence what a run would find. Archives are read; sources outside are named and not
 * asked.
 * @throws Cancelled
 */
export async function instrumentCoverage(
  { instruments, byKind }: VendorChain,
  { symbol, assetType }: { readonly symbol: string; readonly assetType: "stock" | "crypto" },
  now: Instant,
  signal: AbortSignal,
): Promise<InstrumentCoverage> {
  const archives = instruments.filter(({ symbols }) => symbols?.includes(symbol) === true);
  const { listing } = await findInstrument({ instruments: archives, byKind }, symbol, signal);
  const parsed = parseSymbol(symbol, assetType);
  const spelled = parsed.ok ? parsed.symbol.assetType : assetType;
  const spelledKind: KnownKind | null =
    spelled === "stock" ? null : { name: spelled === "crypto" ? "coin" : spelled, reason: "by its symbol" };
  const kind =
    listing === null ? spelledKind : kindOf(listing.instrument, await heldForms(archives, listing, now, signal));
  const kinds = kind?.name === "etf" ? fundKinds : kindsOf[listing?.instrument.assetType ?? spelled];
  const coverage = kinds.map((one) => coverageOf(one, byKind[one], { listing, now }, signal));
  return { kind, coverage: await Promise.all(coverage) };
}

/** Of the filings in archives; none where they cannot be read. */
async function heldForms(
  archives: readonly Vendor[],
  { instrument, calendar }: Listing,
  now: Instant,
  signal: AbortSignal,
): Promise<readonly FilingFact[]> {
  const query = { instrument, from: EARLIEST, to: calendar.dateAt(now), asOf: now };
  const held = archives.find(({ filings }) => filings !== undefined);
  const facts = await attempt(async () => (await held?.filings?.fetch(query, signal)) ?? [], signal);
  return facts instanceof VendorFailed ? [] : facts;
}

async function coverageOf(
  kind: DataKind,
  vendors: readonly Vendor[],
  { listing, now }: { readonly listing: Listing | null; readonly now: Instant },
  signal: AbortSignal,
): Promise<EvidenceCoverage> {
  const online: { readonly name: string; readonly isDated: boolean }[] = [];
  let problem: string | null = null;
  for (const vendor of vendors) {
    const offers: Offers = vendor;
    const source: Source<Known> | undefined = offers[kind];
    if (source === undefined) continue;
    if (vendor.symbols === undefined) {
      online.push({ name: vendor.name, isDated: source.timing === "dated" });
      continue;
    }
    if (listing === null || !vendor.symbols.includes(listing.instrument.symbol)) continue;
    const { instrument, calendar } = listing;
    const query = { instrument, from: EARLIEST, to: calendar.dateAt(now), asOf: now };
    const records = await attempt(() => source.fetch(query, signal), signal);
    if (records instanceof VendorFailed) {
      problem ??= `${sourceName(vendor.name)} ${failureText(records)}`;
      continue;
    }
    const [first, last] = [records[0], records.at(-1)];
    if (first === undefined || last === undefined) continue;
    const [from, to] = [calendar.dateAt(first.eventTime), calendar.dateAt(last.eventTime)];
    return { kind, status: "held", source: vendor.name, from, to, records: records.length };
  }
  if (online.length === 0) return { kind, status: "missing", problem };
  const past = online.some(({ isDated }) => isDated);
  return { kind, status: "online", sources: online.map(({ name }) => name), past };
}
