/** Eight significant digits, at most twelve decimals: what is stored or shown does not depend on a machine's last bits. */
export function rounded(value: number): number {
  return Number(Number(value.toPrecision(8)).toFixed(12)) + 0;
}
