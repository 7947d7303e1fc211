import { Decimal } from "decimal.js";

/** Sums of 80 digits are exact: no coin has as many. */
const Exact = Decimal.clone({ precision: 80, rounding: Decimal.ROUND_DOWN });

/** Larger numbers are not exact. */
const mostMinor = Number.MAX_SAFE_INTEGER;

/** At the opening rate; US cents, rounded down. */
export function receivedMinorOf(
  { priceMinor, payAmount }: { readonly priceMinor: number; readonly payAmount: string },
  paidAmount: string,
): number {
  return Exact.min(new Exact(priceMinor).times(paidAmount).div(payAmount).floor(), mostMinor).toNumber();
}

/** Half a percent, at least a cent, at most a dollar (docs/adr/0021). */
export function toleranceMinor(priceMinor: number): number {
  return Math.min(100, Math.max(1, Math.floor(priceMinor / 200)));
}

export function dollars(minor: number): string {
  return new Exact(minor).div(100).toFixed(2);
}

/** Dollars as text to cents, rounded down. */
export function centsOf(usd: string): number {
  return Exact.min(new Exact(usd).times(100).floor(), mostMinor).toNumber();
}

export function sameAmount(a: string, b: string): boolean {
  return new Exact(a).eq(b);
}

/** Whether `part` is less than so many percent of `whole`. */
export function isBelowPercent(part: string, percent: number, whole: string): boolean {
  return new Exact(part).times(100).lt(new Exact(whole).times(percent));
}
