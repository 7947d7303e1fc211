import type { Evidence } from "#src/contract/evidence.ts";
import { sha256 } from "#src/platform/hash.ts";
import type { FoundNumber } from "./found-number.ts";
import { findNumbers } from "./numbers.ts";
import { allIn } from "./pattern-search.ts";
import { quantityOfUnit, type Quantity } from "./quantity.ts";

export type Kind = "percent" | "money" | "ratio" | "count" | "other" | "bare";

/** One number of the evidence: an item's own value, or a number in its text. */
export interface Entry {
  readonly id: string;
  readonly key: string;
  readonly value: number;
  readonly kind: Kind;
  /** For money. */
  readonly currency: string | null;
  /** Of the last close, and in a dated list, where it stands before the value. */
  readonly day?: string;
}

/** Evidence made ready for many texts. */
export interface EvidenceIndex {
  /** Of all that it was made from: with equal evidence, equal. */
  readonly digest: string;
  readonly items: ReadonlyMap<string, Evidence>;
  readonly byKey: ReadonlyMap<string, readonly Evidence[]>;
  readonly ofId: ReadonlyMap<string, readonly Entry[]>;
  /** Ascending by absolute value, with those beside them for the search. */
  readonly entries: readonly Entry[];
  readonly magnitudes: Float64Array;
  /** Labels with digits, which name a measure: `Return over 63 sessions`. */
  readonly labels: readonly { readonly id: string; readonly label: string; readonly spans: readonly string[] }[];
  readonly currencies: ReadonlySet<string>;
}

/** Reads every value, and every number in a text, once. Basis points stand as percent. */
export function prepareEvidence(evidence: readonly Evidence[]): EvidenceIndex {
  const close = evidence.find(({ key }) => key === "close");
  const entries = evidence
    .flatMap((item): Entry[] => [
      ...(item.value === null
        ? []
        : [{ id: item.id, key: item.key, value: item.value, ...kindOfUnit(item.unit), ...dayOfClose(item) }]),
      ...(item.text === null ? [] : entriesOfText(item, item.text).map((entry) => pricedLike(close, entry))),
    ])
    .toSorted((a, b) => Math.abs(a.value) - Math.abs(b.value));
  return {
    digest: sha256(JSON.stringify(evidence)),
    items: new Map(evidence.map((item) => [item.id, item])),
    byKey: Map.groupBy(evidence, (item) => item.key),
    ofId: Map.groupBy(entries, (entry) => entry.id),
    entries,
    magnitudes: Float64Array.from(entries, (entry) => Math.abs(entry.value)),
    labels: evidence
      .filter(({ label }) => /\d/.test(label))
      .map(({ id, label }) => ({ id, label, spans: spansIn(label) })),
    currencies: new Set(entries.flatMap(({ currency }) => currency ?? [])),
  };
}

export function valueOfId(index: EvidenceIndex): (id: string) => number | null {
  return (id) => index.items.get(id)?.value ?? null;
}

export function unitOfId(index: EvidenceIndex): (id: string) => string | null {
  return (id) => index.items.get(id)?.unit ?? null;
}

export function quantityOfItem(item: Evidence): Quantity {
  return quantityOfUnit(item.unit);
}

const span = /(\d{1,4})[ -](?:trading |calendar )?(day|session|week|month|quarter|year)/gi;

/** `63 session`, `14 session`: what a label counts, days and sessions under one name. */
export function spansIn(text: string): string[] {
  return allIn(span, text).map(([, count, unit = ""]) => spanName(count ?? "", unit));
}

export function spanName(count: string, unit: string): string {
  const name = unit.toLowerCase();
  return `${Number(count)} ${name === "day" ? "session" : name}`;
}

/** The list of closes prints no currency: it is that of the last close. */
function pricedLike(close: Evidence | undefined, entry: Entry): Entry {
  if (entry.key !== "recent_closes" || entry.day === undefined || close === undefined) return entry;
  return { ...entry, ...kindOfUnit(close.unit) };
}

function dayOfClose({ key, at }: Evidence): Pick<Entry, "day"> {
  return key === "close" && at !== null ? { day: at.slice(0, 10) } : {};
}

function kindOfUnit(unit: string | null): Pick<Entry, "kind" | "currency"> {
  if (unit === "%") return { kind: "percent", currency: null };
  if (unit === "x") return { kind: "ratio", currency: null };
  if (unit === "count") return { kind: "count", currency: null };
  if (unit === null) return { kind: "bare", currency: null };
  const currency = /^([A-Z]{3,5}|GBp)(?:\/[a-z]+)?$/.exec(unit)?.[1];
  return currency === undefined ? { kind: "other", currency: null } : { kind: "money", currency };
}

/** By the item: what an analyst looked at is looked at by all that speak later. */
const known = new WeakMap<Evidence, readonly Entry[]>();

function entriesOfText(item: Evidence, text: string): readonly Entry[] {
  const before = known.get(item);
  if (before !== undefined) return before;
  const entries = readText(item, text);
  known.set(item, entries);
  return entries;
}

function readText(item: Evidence, text: string): Entry[] {
  return findNumbers(text).flatMap((number) => {
    const day = /(\d{4}-\d\d-\d\d) $/.exec(text.slice(Math.max(0, number.offset - 11), number.offset))?.[1];
    const entries = entryOfText(item, number);
    return day === undefined ? entries : entries.map((entry) => ({ ...entry, day }));
  });
}

function entryOfText({ id, key }: Evidence, { value, unit }: FoundNumber): Entry[] {
  switch (unit) {
    case "bps":
      return [{ id, key, value: value / 100, kind: "percent", currency: null }];
    case "fold":
      return [
        { id, key, value, kind: "ratio", currency: null },
        { id, key, value: (value - 1) * 100, kind: "percent", currency: null },
      ];
    case null:
    case "%":
    case "x":
      return [{ id, key, value, ...kindOfUnit(unit) }];
    default:
      return [{ id, key, value, kind: "money", currency: unit }];
  }
}
