import type { Evidence } from "#src/contract/evidence.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import type { Measured } from "./measure-pairs.ts";

/** A difference that words may ask for. */
export interface Gap {
  readonly expression: string;
  readonly value: number;
  /** As a share of the second; `null` where the first two are no amounts. */
  readonly relative: number | null;
  /** Whether the words that point up or down must be those of its sign. */
  readonly isMove?: true;
  readonly ids: readonly string[];
  readonly of: Evidence;
}

/** The measure of a key, when it has a value. */
export function first(index: EvidenceIndex, key: string): Measured | null {
  const item = index.byKey.get(key)?.[0];
  return item?.value == null ? null : { ...item, value: item.value };
}

export function gapOf(a: Measured, b: Measured): Gap {
  const relative = b.value > 0 && a.unit === b.unit ? a.value / b.value - 1 : null;
  return { expression: `${a.id} - ${b.id}`, value: a.value - b.value, relative, ids: [a.id, b.id], of: a };
}
