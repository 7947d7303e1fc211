import {
  validityMeasures,
  type ValidityFigure,
  type ValidityKey,
  type ValiditySection,
  type ValidityTable,
  type ValidityUnit,
} from "#src/contract/backtests/validity.ts";
import { validityFormulas } from "#src/contract/backtests/validity-formulas.ts";
import type { Interval } from "#src/contract/backtests/interval.ts";
import { rounded } from "#src/core/figures/rounded.ts";

/** A figure under its name, with its interval where there is one. */
export function figure(key: ValidityKey, value: number | null, interval: Interval | null = null): ValidityFigure {
  const [label, unit] = validityMeasures[key];
  const ends = interval?.status === "given" ? { low: rounded(interval.low), high: rounded(interval.high) } : null;
  return {
    key,
    label,
    unit,
    value: value === null || !Number.isFinite(value) ? null : rounded(value),
    interval: ends,
    ...validityFormulas[key],
  };
}

export function table(
  title: string,
  columns: readonly (readonly [name: string, unit: ValidityUnit])[],
  rows: readonly (readonly (string | number | null)[])[],
  bars?: number,
): ValidityTable {
  return {
    title,
    columns: columns.map(([name, unit]) => ({ name, unit })),
    rows: rows.map((row) => row.map((cell) => (typeof cell === "number" ? rounded(cell) : cell))),
    ...(bars !== undefined && { bars }),
  };
}

/** A section without its place: its words and figures. */
export type Finding = Pick<ValiditySection, "verdict" | "reason" | "text"> &
  Partial<Pick<ValiditySection, "figures" | "tables" | "notes">>;

export function section(
  id: string,
  protocol: ValiditySection["protocol"],
  title: string,
  { verdict, reason, text, figures = [], tables = [], notes = [] }: Finding,
): ValiditySection {
  return { id, protocol, title, verdict, reason, text, figures, tables, notes };
}
