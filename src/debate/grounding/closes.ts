import type { Evidence } from "#src/contract/evidence.ts";
import { isDay } from "./dates.ts";
import type { EvidenceIndex } from "./evidence-index.ts";

/* The list of the latest closes, its days and its runs. */

export interface Close {
  readonly day: string;
  readonly value: number;
}

interface Closes {
  readonly item: Evidence;
  readonly closes: readonly Close[];
}

/** Read once for all sentences of a run. */
const read = new WeakMap<EvidenceIndex, Closes | null>();

export function closesOf(index: EvidenceIndex): Closes | null {
  const known = read.get(index);
  if (known !== undefined) return known;
  const item = index.byKey.get("recent_closes")?.[0];
  const closes = [...(item?.text ?? "").matchAll(/(\d{4}-\d\d-\d\d) (\d+(?:\.\d+)?)/g)].map(([, day = "", value]) => ({
    day,
    value: Number(value),
  }));
  const found = item === undefined || closes.length < 3 ? null : { item, closes };
  read.set(index, found);
  return found;
}

const fromTheEnd: ReadonlyMap<string, number> = new Map([
  ["last", 1],
  ["prior", 2],
]);

/** Where a day stands in the list; of a weekday the latest. */
function placeOf(closes: readonly Close[], day: string): number {
  const back = fromTheEnd.get(day);
  return back === undefined ? closes.findLastIndex((one) => isDay(one.day, day)) : closes.length - back;
}

/** The close of a day of the list, by its date or the end of it. */
export function closeOn(day: string, index: EvidenceIndex): { readonly close: number; readonly item: Evidence } | null {
  const found = closesOf(index);
  const close = found?.closes[placeOf(found.closes, day)]?.value;
  return found === null || close === undefined ? null : { close, item: found.item };
}

/** How far the close of a day moved from the one before; `last`: of the last close. */
export function moveOn(day: string, index: EvidenceIndex): { readonly change: number; readonly item: Evidence } | null {
  const found = closesOf(index);
  if (found === null) return null;
  const at = placeOf(found.closes, day);
  const [close, before] = [found.closes[at], found.closes[at - 1]];
  return close === undefined || before === undefined ? null : { change: close.value - before.value, item: found.item };
}

/** How long the run is that the last close ends, and which way it goes; `null` where the last two are equal. */
export function runNow(index: EvidenceIndex): { readonly length: number; readonly item: Evidence } | null {
  const found = closesOf(index);
  if (found === null) return null;
  const way = ([1, -1] as const).find((one) => goesOnNow(found.closes, one));
  return way === undefined ? null : { length: runsOf(found.closes, way).at(-1) ?? 0, item: found.item };
}

export function goesOnNow(closes: readonly Close[], way: 1 | -1): boolean {
  const [last, before] = [closes.at(-1), closes.at(-2)];
  return last !== undefined && before !== undefined && (last.value - before.value) * way > 0;
}

/** How long each unbroken run of rising (1) or falling (−1) closes is. The first may be longer than the list shows. */
export function runsOf(closes: readonly Close[], way: 1 | -1): number[] {
  const lengths: number[] = [];
  let length = 0;
  for (const [at, { value }] of closes.entries()) {
    const before = closes[at - 1];
    const goesOn = before !== undefined && (value - before.value) * way > 0;
    if (!goesOn && length > 0) lengths.push(length);
    length = goesOn ? length + 1 : 0;
  }
  return length > 0 ? [...lengths, length] : lengths;
}
