import type { Measure } from "../market-data.ts";
import { doubtOf, readable } from "./plausible.ts";

/** A measure before rounding; `null` or not finite: cannot be told. */
export type Reading = Omit<Measure, "value" | "doubt"> & {
  readonly value: number | null | undefined;
  /** Such as `close 141.73`; shown where the value is unusual. */
  readonly inputs?: readonly string[];
};

/** More digits would claim to know, and cost a model tokens. */
const mostDigits = 6;
/** More than the error of a sum of prices, less than a kept digit. */
const tie = 1e-13;

/**
 * The one place where measures are rounded, and once. `%`, `points`: 2 decimals; `x`: 3; `shares`, `count`, `days`:
 * whole; money: 4 decimals from 1, 4 significant digits below. At most six significant digits.
 */
export function roundToUnit(value: number, unit: string): number {
  // A tie (241.2305) may come as 241.23049999…; ties go away from zero.
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

/** For what has no unit: tones, prices in a list. */
export function significant(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(mostDigits));
}

/** What cannot be told is absent, never zero or NaN. */
export function measures(readings: readonly Reading[]): Measure[] {
  const found: Measure[] = [];
  for (const { inputs, ...reading } of readings) {
    const { key, value, unit, label, formula } = reading;
    if (value === null || value === undefined || !Number.isFinite(value)) continue;
    const rounded = { ...reading, value: roundToUnit(value, unit) };
    const doubt = doubtOf(key, value, unit);
    if (doubt === null) found.push(rounded);
    else if (doubt.kind === "impossible") {
      const said = `${label}: left out, since it ${doubt.range}, and comes out as ${withUnit(value, unit)}`;
      found.push({ ...rounded, doubt: { kind: "impossible", note: `${said}${from(inputs)}` } });
    } else {
      const how = formula === null ? "" : `${formula}; `;
      found.push({ ...rounded, doubt: { kind: "unusual", formula: `${how}unusual: ${doubt.range}${from(inputs)}` } });
    }
  }
  return found;
}

function withUnit(value: number, unit: string): string {
  return unit === "count" ? readable(value) : `${readable(value)} ${unit}`;
}

function from(inputs: readonly string[] = []): string {
  return inputs.length === 0 ? "" : `; from ${inputs.join(", ")}`;
}

export function joinSources(sources: Iterable<string>): string {
  return [...new Set(sources)].join(" + ");
}
