import type { Measure } from "./market-data.ts";

/** A measure before rounding; `null` or a non-finite value means that it cannot be told. */
export type Reading = Omit<Measure, "value"> & { readonly value: number | null | undefined };

/**
 * The one place where measures are rounded, so that a value prints as it is stored. By unit:
 * `%` and `points` 2 decimals; `x` 3; `shares`, `count`, `days` whole; money (any other unit) whole from one
 * million, 4 decimals from 1, and 4 significant digits below 1.
 */
export function roundToUnit(value: number, unit: string): number {
  return Number(printed(value, unit)) + 0; // + 0 turns −0 into 0
}

function printed(value: number, unit: string): string {
  switch (unit) {
    case "%":
    case "points":
      return value.toFixed(2);
    case "x":
      return value.toFixed(3);
    case "shares":
    case "count":
    case "days":
      return value.toFixed(0);
    default:
      if (Math.abs(value) >= 1e6) return value.toFixed(0);
      return Math.abs(value) >= 1 ? value.toFixed(4) : value.toPrecision(4);
  }
}

/** The readings that have a value, rounded. What cannot be told is absent, never zero and never NaN. */
export function measures(readings: readonly Reading[]): Measure[] {
  const found: Measure[] = [];
  for (const reading of readings) {
    const { value } = reading;
    if (value === null || value === undefined || !Number.isFinite(value)) continue;
    found.push({ ...reading, value: roundToUnit(value, reading.unit) });
  }
  return found;
}

/** The distinct sources of a measure that rests on several, in the order met. */
export function joinSources(sources: Iterable<string>): string {
  return [...new Set(sources)].join(" + ");
}
