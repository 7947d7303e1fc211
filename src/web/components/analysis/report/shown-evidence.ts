import type { Evidence } from "#src/contract/evidence.ts";

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
  const { id, label, text, at, source, formula, value, unit } = item;
  return { id, label, value: value === null ? null : exactText(value, unit), text, at, source, formula };
}

/** With every digit that the evidence has: a text that prints four decimals is held against just these. */
export function exactText(value: number, unit: string | null): string {
  const digits = value.toLocaleString("en-US", { maximumSignificantDigits: 15 });
  return unit === null || unit === "count" ? digits : unit === "x" ? `${digits}×` : `${digits} ${unit}`;
}
