import {
  type DataKind,
  type Known,
  type VendorChain,
  type MarketQuery,
  type RecordOf,
  type Source,
  type Vendor,
  forEachKind,
} from "#src/market/market-data.ts";
import type { Instant } from "#src/core/clock.ts";

/*
 * Vendors whose past is that of another vendor and whose future is another one. They answer every window with all
 * they have, so that a record of the future is stopped by the market and not by a vendor's good manners.
 */

/**
 * What becomes of the records known after an instant: `kept` as they are, `cut`, `altered` in every value, or
 * `forged`: altered, and with late versions of the past strewn among the past, some known at no time at all.
 */
export type Future = "kept" | "cut" | "altered" | "forged";
export const futures = ["kept", "cut", "altered", "forged"] as const satisfies Future[];

const DAY = 86_400_000;

type Alter = { readonly [K in DataKind]: (record: RecordOf[K], n: number) => RecordOf[K] };

const alter: Alter = {
  bars: (bar, n) => {
    const scale = 0.2 + (n % 17);
    return { ...bar, open: bar.open * scale, high: bar.high * scale, low: bar.low * scale, close: bar.close * scale };
  },
  actions: (action, n) => ({
    ...action,
    value: action.value * (2 + (n % 3)),
    action: n % 2 === 0 ? "split" : "dividend",
  }),
  filings: (fact, n) => ({ ...fact, value: -3 * fact.value + n, form: "10-K/A", accession: `late-${n}` }),
  news: (item, n) => ({ ...item, title: `Disaster ${n} is certain`, summary: "It fell, it fell, it fell." }),
  social: (item, n) => ({ ...item, text: `everybody knows by now ${n}`, stance: "bullish" }),
  macro: (point, n) => ({ ...point, value: point.value + 1 + n }),
  funding: (rate, n) => ({ ...rate, rate: -5 * rate.rate - n }),
  events: (event, n) => ({ ...event, items: n % 2 === 0 ? ["4.02"] : ["1.03", "5.02"] }),
  insiders: (trade, n) => ({ ...trade, code: n % 2 === 0 ? "P" : "S", shares: trade.shares * (2 + n), price: 1 + n }),
  institutions: (position, n) => ({
    ...position,
    shares: position.shares * (2 + n),
    amendment: n % 2 === 0 ? "restatement" : "new holdings",
  }),
};

/** The chain with another future after `asOf`. Vendors that stand twice are rewritten once. */
export function rewriteChain(vendors: VendorChain, asOf: Instant, future: Future): VendorChain {
  const made = new Map<Vendor, Vendor>();
  const of = (vendors: readonly Vendor[]) =>
    vendors.map((vendor) => {
      const known = made.get(vendor) ?? rewriteVendor(vendor, asOf, future);
      made.set(vendor, known);
      return known;
    });
  const { byKind } = vendors;
  return {
    instruments: of(vendors.instruments),
    byKind: forEachKind((kind) => of(byKind[kind])),
  };
}

function rewriteVendor(vendor: Vendor, asOf: Instant, future: Future): Vendor {
  const source = <K extends DataKind>(kind: K, of: Source<RecordOf[K]> | undefined) =>
    of && { [kind]: rewriteSource(of, asOf, future, alter[kind]) };
  return {
    name: vendor.name,
    ...(vendor.instrument && { instrument: vendor.instrument.bind(vendor) }),
    ...source("bars", vendor.bars),
    ...source("actions", vendor.actions),
    ...source("filings", vendor.filings),
    ...source("news", vendor.news),
    ...source("social", vendor.social),
    ...source("macro", vendor.macro),
    ...source("funding", vendor.funding),
    ...source("events", vendor.events),
    ...source("insiders", vendor.insiders),
    ...source("institutions", vendor.institutions),
  };
}

function rewriteSource<T extends Known>(
  source: Source<T>,
  asOf: Instant,
  future: Future,
  change: (record: T, n: number) => T,
): Source<T> {
  const isPast = (record: Known) => record.availableAt === null || record.availableAt <= asOf;
  return {
    timing: source.timing,
    async fetch(query: MarketQuery, signal) {
      const all = await source.fetch({ ...query, to: "2100-01-01" }, signal);
      if (future === "kept") return all;
      const past = all.filter(isPast);
      if (future === "cut") return past;
      const later = all.filter((record) => !isPast(record)).map(change);
      if (future === "altered") return [...past, ...later];
      return strewn(past, [...later, ...lateVersions(past, asOf, change)]);
    },
  };
}

/** Of every seventh record of the past, and of the last ones, a version that became known only after `asOf`, or at no known time. */
function lateVersions<T extends Known>(past: readonly T[], asOf: Instant, change: (record: T, n: number) => T): T[] {
  return past
    .filter((_record, index) => index % 7 === 0 || index > past.length - 5)
    .map((record, index) => ({
      ...change(record, index),
      sourceId: `late-${record.sourceId}`,
      availableAt: index % 3 === 0 ? null : asOf + 1 + ((index * 7919) % (30 * DAY)),
    }));
}

function strewn<T>(records: readonly T[], others: readonly T[]): T[] {
  const every = Math.max(1, Math.floor(records.length / (others.length + 1)));
  const mixed: T[] = [];
  let next = 0;
  for (const [index, record] of records.entries()) {
    const other = others[next];
    if (index % every === 0 && other !== undefined) {
      mixed.push(other);
      next += 1;
    }
    mixed.push(record);
  }
  return [...mixed, ...others.slice(next)];
}

/** One kind of the chain as `change` makes it, all others as they are. */
export function onlyKind(vendors: VendorChain, kind: DataKind, changed: VendorChain): VendorChain {
  return {
    instruments: vendors.instruments,
    byKind: forEachKind((of) => (of === kind ? changed : vendors).byKind[of]),
  };
}
