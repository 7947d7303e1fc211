/** How many zeros at the end of an amount round it, where three digits or more stand before them. */
export function trailingZeros(digits: string): number {
  return Math.max(0, Math.min(/0*$/.exec(digits)?.[0].length ?? 0, digits.replace("-", "").length - 3));
}

/** By how much the zeros of an amount in millions widen what it may stand for: "$4,130,000,000". */
export function roundingOf(mantissa: string, amount: number): number {
  const [whole = "", decimals = ""] = mantissa.split(".");
  return decimals === "" && amount >= 1e6 ? Number(`1e${Math.floor(trailingZeros(whole) / 3) * 3}`) : 1;
}
