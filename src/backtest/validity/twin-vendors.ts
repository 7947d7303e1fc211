import {
  forEachKind,
  type Bar,
  type CorporateAction,
  type DataKind,
  type Known,
  type MarketQuery,
  type RecordOf,
  type Source,
  type Vendor,
  type VendorChain,
} from "#src/market/market-data.ts";
import type { Instant } from "#src/core/clock.ts";

/* They give all they hold, so that the as-of door must stop what came later. */

/** How the records of one kind are changed. */
type Change = <K extends DataKind>(kind: K, records: readonly RecordOf[K][]) => readonly RecordOf[K][];

const farAhead = "2100-01-01";

/** All records, those after the run's instant included. */
export function withFuture(vendors: VendorChain): VendorChain {
  return changed(vendors, (_kind, records) => records);
}

/**
 * As if the archive ended at `asOf`.
 * @param deleted told how many records each answer lost
 */
export function withoutFuture(vendors: VendorChain, asOf: Instant, deleted: (records: number) => void): VendorChain {
  return changed(vendors, (_kind, records) => {
    const kept = records.filter(({ availableAt }) => availableAt === null || availableAt <= asOf);
    deleted(records.length - kept.length);
    return kept;
  });
}

/**
 * p becomes `about`² / p, splits turn too; texts and filings stay.
 * @param isTurned whose prices; benchmarks keep theirs
 */
export function mirrored(vendors: VendorChain, about: number, isTurned: (symbol: string) => boolean): VendorChain {
  const turn = (price: number): number => about ** 2 / price;
  const bars = (records: readonly Bar[]): Bar[] =>
    records.map((bar) => ({
      ...bar,
      open: turn(bar.open),
      high: turn(bar.low),
      low: turn(bar.high),
      close: turn(bar.close),
    }));
  const actions = (records: readonly CorporateAction[]): CorporateAction[] =>
    records.map((action) => (action.action === "split" ? { ...action, value: 1 / action.value } : action));
  const of = (vendor: Vendor): Vendor => ({
    ...plain(vendor),
    ...(vendor.bars && { bars: when(vendor.bars, isTurned, bars) }),
    ...(vendor.actions && { actions: when(vendor.actions, isTurned, actions) }),
  });
  return mapped(vendors, of);
}

function when<T extends Known>(
  source: Source<T>,
  isTurned: (symbol: string) => boolean,
  change: (records: readonly T[]) => readonly T[],
): Source<T> {
  return {
    ...bound(source),
    async fetch(query, signal) {
      const records = await source.fetch(query, signal);
      return isTurned(query.instrument.symbol) ? change(records) : records;
    },
  };
}

function changed(vendors: VendorChain, change: Change): VendorChain {
  return mapped(vendors, (vendor) => ({
    ...plain(vendor),
    ...all("bars", vendor.bars, change),
    ...all("actions", vendor.actions, change),
    ...all("filings", vendor.filings, change),
    ...all("news", vendor.news, change),
    ...all("social", vendor.social, change),
    ...all("macro", vendor.macro, change),
    ...all("funding", vendor.funding, change),
    ...all("events", vendor.events, change),
    ...all("insiders", vendor.insiders, change),
    ...all("institutions", vendor.institutions, change),
  }));
}

function all<K extends DataKind>(kind: K, source: Source<RecordOf[K]> | undefined, change: Change) {
  return (
    source && {
      [kind]: {
        ...bound(source),
        fetch: async (query: MarketQuery, signal: AbortSignal) =>
          change(kind, await source.fetch({ ...query, to: farAhead }, signal)),
      },
    }
  );
}

function plain(vendor: Vendor): Vendor {
  const { name, symbols, bars, actions, filings, news, social, macro, funding, events, insiders, institutions } =
    vendor;
  return {
    name,
    ...(symbols && { symbols }),
    ...(vendor.instrument && { instrument: vendor.instrument.bind(vendor) }),
    ...(bars && { bars }),
    ...(actions && { actions }),
    ...(filings && { filings }),
    ...(news && { news }),
    ...(social && { social }),
    ...(macro && { macro }),
    ...(funding && { funding }),
    ...(events && { events }),
    ...(insiders && { insiders }),
    ...(institutions && { institutions }),
  };
}

function bound<T extends Known>(source: Source<T>): Source<T> {
  return {
    timing: source.timing,
    fetch: source.fetch.bind(source),
    ...(source.covers && { covers: source.covers.bind(source) }),
  };
}

/** A vendor that is listed twice is changed once. */
function mapped(vendors: VendorChain, change: (vendor: Vendor) => Vendor): VendorChain {
  const made = new Map<Vendor, Vendor>();
  const of = (list: readonly Vendor[]): Vendor[] =>
    list.map((vendor) => {
      const known = made.get(vendor) ?? change(vendor);
      made.set(vendor, known);
      return known;
    });
  const { byKind } = vendors;
  return {
    instruments: of(vendors.instruments),
    byKind: forEachKind((kind) => of(byKind[kind])),
  };
}
