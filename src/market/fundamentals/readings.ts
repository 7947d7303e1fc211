import type { LocalDate } from "#src/core/clock.ts";
import { joinSources, type Reading } from "../measures/measure.ts";
import { readable } from "../measures/plausible.ts";
import type { Figure, Flow } from "./trailing.ts";

/** A figure as it stands. */
export function stated(key: string, label: string, unit: string, figure: Figure | null): Reading[] {
  return figure === null ? [] : [computed(key, label, unit, figure.value, [figure], figure.formula)];
}

/** The market price of a valuation, and its session. */
export interface Priced {
  readonly at: LocalDate;
  /** `close 141.73`. */
  readonly input: string;
}

/** A computed value, dated by its last period end unless it is a valuation. */
export function computed(
  key: string,
  label: string,
  unit: string,
  value: number | null,
  from: readonly Figure[],
  formula: string,
  priced?: Priced,
): Reading {
  const facts = from.flatMap((figure) => figure.facts);
  return {
    key,
    label,
    value,
    unit,
    at: priced?.at ?? from.reduce((last, figure) => (figure.end > last ? figure.end : last), ""),
    formula,
    source: joinSources(facts.map((fact) => fact.source)),
    sourceIds: [...new Set(facts.map((fact) => fact.sourceId))],
    inputs: [...(priced === undefined ? [] : [priced.input]), ...from.map(inputText)],
  };
}

/** `null` when the ends differ or `b` is not positive. */
export function ratio(a: Figure | null, b: Figure | null): number | null {
  return a === null || b === null || a.end !== b.end || b.value <= 0 ? null : a.value / b.value;
}

/** In %; absent where the figure a year before is not positive. */
export function growth(key: string, label: string, flow: Flow | null, formula: string): Reading[] {
  if (flow === null || flow.before === null || flow.before.value <= 0) return [];
  const value = (flow.now.value / flow.before.value - 1) * 100;
  return [computed(key, label, "%", value, [flow.now, flow.before], formula)];
}

/** `a − b`, period by period. */
export function difference(a: Flow | null, b: Flow | null, formula: string): Flow | null {
  if (a === null || b === null) return null;
  const now = less(a.now, b.now, formula);
  return now === null ? null : { now, before: less(a.before, b.before, formula) };
}

function less(a: Figure | null, b: Figure | null, formula: string): Figure | null {
  if (a === null || b === null || a.end !== b.end) return null;
  return { value: a.value - b.value, end: a.end, formula, facts: [...a.facts, ...b.facts] };
}

function inputText({ formula, value, end }: Figure): string {
  return `${formula.includes(end) ? formula : `${formula} at ${end}`} = ${readable(value)}`;
}
