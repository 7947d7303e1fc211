import { type Instant, type LocalDate, isRealDate } from "#src/core/clock.ts";
import { compareText } from "#src/core/text/compare-text.ts";
import type { Refusal } from "#src/contract/api/proof.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import { isBelow } from "../series/corporate-actions.ts";
import type { DataKind, RecordOf } from "../market-data.ts";

/** What a run may know: a window of days that ends at its instant. */
export interface Bounds {
  readonly from: LocalDate;
  /** The run's session. */
  readonly to: LocalDate;
  /** The first instant of `from` in the market's zone. */
  readonly fromInstant: Instant;
  readonly asOf: Instant;
  /** The last date of which trading has ended by `asOf`. */
  readonly lastClosed: LocalDate;
  readonly historical: boolean;
  /** For `macro`; empty means none was asked for. */
  readonly series: readonly string[];
}

type Inside = { readonly [K in DataKind]: (record: RecordOf[K], bounds: Bounds) => boolean };

function happenedInside(record: { readonly eventTime: Instant }, bounds: Bounds): boolean {
  return record.eventTime >= bounds.fromInstant && record.eventTime <= bounds.asOf;
}

/* Bounds of our own that no vendor's `availableAt` can widen. */
const inside: Inside = {
  bars: (bar, bounds) => bar.date >= bounds.from && bar.date <= bounds.lastClosed && bar.eventTime <= bounds.asOf,
  actions: (action, bounds) => action.exDate >= bounds.from && action.exDate <= bounds.to,
  filings: (fact, bounds) => fact.filed >= bounds.from && fact.filed <= bounds.to,
  news: happenedInside,
  social: happenedInside,
  macro: (point, bounds) =>
    point.date >= bounds.from && point.date <= bounds.to && bounds.series.includes(point.series),
  funding: happenedInside,
  events: happenedInside,
  insiders: happenedInside,
  institutions: happenedInside,
};

/**
 * The records that the run may know, in the vendor's order. Returns the same array if nothing is left out, so caches on
 * it hold.
 */
export function admit<K extends DataKind>(
  kind: K,
  records: readonly RecordOf[K][],
  bounds: Bounds,
): readonly RecordOf[K][] {
  const admitted = records.filter((record) => refusalReason(kind, record, bounds) === null);
  return admitted.length === records.length ? records : admitted;
}

/** Why the run may not know a record; `null` when it may. */
function refusalReason<K extends DataKind>(
  kind: K,
  record: RecordOf[K],
  bounds: Bounds,
): "later" | "undated" | "outside" | null {
  const { availableAt } = record;
  if (availableAt === null) {
    if (bounds.historical) return "undated";
    // Written so that a time which is no number is unknown too.
  } else if (!(availableAt <= bounds.asOf)) return "later";
  return inside[kind](record, bounds) ? null : "outside";
}

type Order = { readonly [K in DataKind]: (a: RecordOf[K], b: RecordOf[K]) => number };

function byEvent(a: { readonly eventTime: Instant }, b: { readonly eventTime: Instant }): number {
  return a.eventTime - b.eventTime;
}

const order: Order = {
  bars: (a, b) => compareText(a.date, b.date),
  actions: (a, b) => compareText(a.exDate, b.exDate) || compareText(a.action, b.action),
  filings: (a, b) => compareText(a.filed, b.filed) || compareText(a.end, b.end),
  news: byEvent,
  social: byEvent,
  macro: (a, b) => compareText(a.date, b.date) || compareText(a.series, b.series),
  funding: byEvent,
  events: byEvent,
  insiders: byEvent,
  institutions: byEvent,
};

/** Ascending by the kind's own order; equals keep the vendor's. */
export function ascending<K extends DataKind>(kind: K, records: readonly RecordOf[K][]): readonly RecordOf[K][] {
  const compare = order[kind];
  // Every run asks for 20,000 facts, mostly in order: look before sorting.
  const isSorted = records.every((record, i) => {
    const previous = records[i - 1];
    return previous === undefined || compare(previous, record) <= 0;
  });
  return isSorted ? records : records.toSorted(compare);
}

type Fault = { readonly [K in DataKind]: (record: RecordOf[K], previous: RecordOf[K] | undefined) => string | null };

const realDates = new Set<LocalDate>();

/** Remembers real dates: an answer has the same few thousands of times. */
function isDate(text: string): boolean {
  if (realDates.has(text)) return true;
  if (!isRealDate(text)) return false;
  realDates.add(text);
  return true;
}

function positive(value: number): boolean {
  return Number.isFinite(value) && value > 0;
}

/** `USD`, `GBp`, `USDT`: it stands beside prices, where agents read it as ours. */
export function isCurrencyCode(text: string): boolean {
  return /^[A-Za-z]{2,8}$/.test(text);
}

const fault: Fault = {
  bars(bar, previous) {
    if (!isDate(bar.date)) return `a bar has the date ${bar.date}`;
    if (!isCurrencyCode(bar.currency)) return `the currency on ${bar.date} is no code of a currency`;
    if (previous?.date === bar.date) return `two bars on ${bar.date}`;
    if (!(positive(bar.open) && positive(bar.high) && positive(bar.low) && positive(bar.close)))
      return `a price on ${bar.date} is not positive`;
    if (isBelow(bar.high, Math.max(bar.open, bar.close, bar.low)))
      return `the high on ${bar.date} is not the highest price`;
    if (isBelow(Math.min(bar.open, bar.close), bar.low)) return `the low on ${bar.date} is not the lowest price`;
    return bar.volume === null || (Number.isFinite(bar.volume) && bar.volume >= 0)
      ? null
      : `the volume on ${bar.date} is not a quantity`;
  },
  actions(action, previous) {
    if (!isDate(action.exDate)) return `a corporate action has the date ${action.exDate}`;
    if (action.currency !== null && !isCurrencyCode(action.currency))
      return `the currency on ${action.exDate} is no code of a currency`;
    if (!positive(action.value)) return `the ${action.action} of ${action.exDate} is not positive`;
    const isTwice = action.action === "split" && previous?.action === "split" && previous.exDate === action.exDate;
    return isTwice ? `two splits on ${action.exDate}` : null;
  },
  filings(fact) {
    if (!isDate(fact.end) || (fact.start !== null && !isDate(fact.start)) || !isDate(fact.filed)) {
      return `${fact.concept} in ${fact.accession} has a date that does not exist`;
    }
    return Number.isFinite(fact.value) ? null : `${fact.concept} in ${fact.accession} is not a number`;
  },
  news: () => null,
  social: () => null,
  macro: (point) =>
    isDate(point.date) && Number.isFinite(point.value) ? null : `${point.series} on ${point.date} is not a number`,
  funding: (rate) =>
    Number.isFinite(rate.rate) && positive(rate.intervalHours) ? null : "a funding rate is not a number",
  events: ({ filed }) => (isDate(filed) ? null : `an event has the date ${filed}`),
  insiders: ({ filed, date, shares, price }) =>
    isDate(filed) && isDate(date) && positive(shares) && (price === null || (Number.isFinite(price) && price >= 0))
      ? null
      : `an insider's trade of ${filed} is not one`,
  institutions: ({ filed, period, shares, value, accession }) =>
    isDate(filed) && isDate(period) && Number.isFinite(shares) && shares >= 0 && Number.isFinite(value) && value >= 0
      ? null
      : `the position in ${accession} is not one`,
};

/** Sound answers: a backtest gets the same one again between filings. */
const sound = new WeakSet<readonly unknown[]>();

/** Why an answer cannot be true, or `null`. Judged after `admit`, so faults of the future have no effect. */
export function faultIn<K extends DataKind>(kind: K, records: readonly RecordOf[K][]): string | null {
  if (sound.has(records)) return null;
  const check = fault[kind];
  let previous: RecordOf[K] | undefined;
  for (const record of records) {
    const found = check(record, previous);
    if (found !== null) return found;
    previous = record;
  }
  sound.add(records);
  return null;
}

/** What one run's door kept back. It depends on the future, so it must not reach an agent or a report. */
export interface RefusalLog {
  /** Looks through what a source gave. */
  look<K extends DataKind>(kind: K, source: string, records: readonly RecordOf[K][], bounds: Bounds): void;
  /** Notes a source that was not asked, as it has only current data. */
  notAsked(kind: DataKind, source: string): void;
  /** All since the last time. */
  take(): Refusal[];
}

export function createRefusalLog(): RefusalLog {
  const groups = new Map<string, Pick<Refusal, "kind" | "source" | "reason"> & { readonly records: Set<string> }>();
  const group = (kind: DataKind, source: string, reason: Refusal["reason"]): Set<string> => {
    const key = [kind, source, reason].join("\n");
    const known = groups.get(key) ?? { kind, source, reason, records: new Set<string>() };
    groups.set(key, known);
    return known.records;
  };
  return {
    look(kind, source, records, bounds) {
      for (const record of records) {
        const reason = refusalReason(kind, record, bounds);
        // Windows overlap; a record that two of them refused counts once.
        if (reason !== null) group(kind, source, reason).add(canonicalJson(record));
      }
    },
    notAsked: (kind, source) => void group(kind, source, "present_only"),
    take() {
      const taken = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
      groups.clear();
      return taken.map(([, { records, ...about }]) => ({
        ...about,
        count: records.size,
        sha256: records.size === 0 ? null : sha256([...records].toSorted().join("\n")),
      }));
    },
  };
}
