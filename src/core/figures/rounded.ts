/** Eight significant digits, at most twelve decimals: what is stored or shown does not depend on a machine's last bits. */
export function rounded(value: number): number {
  return Number(Number(value.toPrecision(8)).toFixed(12)) + 0;
}

/** Rounded; `null` of none. */
export function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0) / values.length);
}
