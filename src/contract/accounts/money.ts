/** `$1,900.00`, `-$0.05`. @throws RangeError for no whole number of cents */
export function formatUsd(minor: number): string {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${minor} is no whole number of cents`);
  const cents = String(Math.abs(minor)).padStart(3, "0");
  const dollars = cents.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return `${minor < 0 ? "-" : ""}$${dollars}.${cents.slice(-2)}`;
}

/** `25`, `25.5`, `$1,900.00` to cents, without rounding. */
export function parseUsd(text: string): { ok: true; minor: number } | { ok: false; reason: string } {
  const read = /^\$?(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (read === null) return { ok: false, reason: "must be an amount in dollars, such as 25 or 25.50" };
  const [, dollars = "", cents = ""] = read;
  return { ok: true, minor: Number(dollars.replaceAll(",", "")) * 100 + Number(cents.padEnd(2, "0")) };
}
