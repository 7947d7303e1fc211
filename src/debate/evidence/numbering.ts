import { type Evidence, unusualMark } from "#src/contract/run/evidence.ts";
import type { Measure } from "#src/market/market-data.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import type { ChartEvent, MissingRatio } from "#src/contract/run/run.ts";
import type { Instant } from "#src/core/clock.ts";

/** Evidence before it has its number. */
export type Finding = Omit<Evidence, "id" | "hash">;

/** The prefix by source: the four analysts, and D for earlier decisions. */
export type Letter = "M" | "S" | "N" | "F" | "D";

/** @param after how many of this letter exist; tool steps continue */
export function numberEvidence(letter: Letter, findings: readonly Finding[], after = 0): Evidence[] {
  return findings.map((finding, index) => {
    const body = { id: `${letter}${after + index + 1}`, ...finding };
    return { ...body, hash: hashOf(body) };
  });
}

/** Whether a piece of evidence matches its hash. */
export function isAsHashed({ hash, ...body }: Evidence): boolean {
  return sha256(canonicalJson(body)) === hash;
}

/** Written in key order, it needs no sorting. */
function hashOf(body: Omit<Evidence, "hash">): string {
  const { at, formula, id, key, label, source, source_ids, text, unit, value } = body;
  return sha256(JSON.stringify({ at, formula, id, key, label, source, source_ids, text, unit, value }));
}

/** The impossible goes to the notes, the rare is marked. */
export function findingsOf(measures: readonly Measure[]): { findings: Finding[]; notes: string[] } {
  return {
    findings: measures.filter(({ doubt }) => doubt?.kind !== "impossible").map(fromMeasure),
    notes: measures.flatMap(({ doubt }) => (doubt?.kind === "impossible" ? [`measures: ${doubt.note}`] : [])),
  };
}

export function fromMeasure({ doubt, ...measure }: Measure): Finding {
  const isUnusual = doubt?.kind === "unusual";
  return {
    key: measure.key,
    label: isUnusual ? `${measure.label}${unusualMark}` : measure.label,
    value: measure.value,
    text: null,
    unit: measure.unit,
    at: measure.at,
    source: measure.source,
    source_ids: [...measure.sourceIds],
    formula: isUnusual ? doubt.formula : measure.formula,
  };
}

/** The same records looked up twice are known once. */
export function sameFinding(a: Finding, b: Finding): boolean {
  return (
    a.key === b.key &&
    a.value === b.value &&
    a.text === b.text &&
    a.at === b.at &&
    a.source === b.source &&
    a.label === b.label
  );
}

/** What there is, and what is said of what there is not. */
export interface Section {
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
  /** For the chart. */
  readonly events?: readonly ChartEvent[];
  /** Ratios that cannot be told. */
  readonly missing?: readonly MissingRatio[];
  /** By record name, where not its publication day. */
  readonly available?: ReadonlyMap<string, Instant>;
}
