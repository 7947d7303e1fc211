import type { Measure } from "./market-data.ts";

/** A measure before rounding; `null` or a non-finite value means that it cannot be told. */
export type Reading = Omit<Measure, "value"> & { readonly value: number | null | undefined };

/** Digits of a figure that is no whole number: more would claim to know, and cost a model tokens. */
const mostDigits = 6;
/** More than the error of a sum of some hundred prices, and far less than a digit that is kept. */
const tie = 1e-13;

/**
 * The one place where measures are rounded, and once: a value prints as it is stored, in prompts too. By unit: `%` and
 * `points` 2 decimals; `x` 3; `shares`, `count`, `days` whole; money (any other unit) 4 decimals from 1, and 4
 * significant digits below 1. Never more than six significant digits, and never less than whole.
 */
export function roundToUnit(value: number, unit: string): number {
  // A mean that is a tie on paper (241.2305) comes as 241.23049999…: a tie goes away from zero, whatever sums left behind.
  const untied = Math.abs(value) < 10 ** mostDigits ? value * (1 + tie) : value;
  return Number(printed(untied, unit)) + 0; // + 0 turns −0 into 0
}

function printed(value: number, unit: string): string {
  const size = Math.abs(value);
  const decimals = decimalsOf(unit);
  if (decimals === 0 || size >= 10 ** mostDigits) return value.toFixed(0);
  if (decimals === null && size < 1) return value.toPrecision(4);
  const most = decimals ?? 4;
  return size >= 10 ** (mostDigits - most) ? value.toPrecision(mostDigits) : value.toFixed(most);
}

/** `null`: money. */
function decimalsOf(unit: string): number | null {
  switch (unit) {
    case "%":
    case "points":
      return 2;
    case "x":
      return 3;
    case "shares":
    case "count":
    case "days":
      return 0;
    default:
      return null;
  }
}

/** Six significant digits for a fraction; whole numbers whole. For what has no unit's rounding: tones, prices in a list. */
export function significant(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(mostDigits));
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
