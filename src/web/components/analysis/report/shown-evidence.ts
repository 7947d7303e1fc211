import type { Evidence } from "#src/contract/evidence.ts";
import { valueText } from "#src/report/words.ts";

/** A piece of evidence as pages show it: without hashes and without the vendors' own names of records. */
export interface ShownEvidence {
  readonly id: string;
  readonly label: string;
  /** Of a number, with its unit; `null` for an item that somebody wrote. */
  readonly value: string | null;
  readonly text: string | null;
  readonly at: string;
  readonly source: string;
  readonly formula: string | null;
}

export function shown(item: Evidence): ShownEvidence {
  const { id, label, text, at, source, formula, value } = item;
  return { id, label, value: value === null ? null : valueText(item), text, at, source, formula };
}
