import type { Usd } from "../jobs/usage.ts";

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

/** The exact sum of amounts in dollars. */
export function sumUsd(amounts: readonly Usd[]): Usd {
  const places = Math.max(0, ...amounts.map((amount) => fraction(amount).length));
  const total = amounts.reduce((sum, amount) => sum + scaled(amount, places), 0n);
  const digits = String(total).padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  const rest = digits.slice(digits.length - places).replace(/0+$/, "");
  return rest === "" ? whole : `${whole}.${rest}`;
}

/** So many times an amount, exactly. */
export function timesUsd(amount: Usd, times: number): Usd {
  return sumUsd(Array.from({ length: times }, () => amount));
}

function fraction(amount: Usd): string {
  return amount.split(".")[1] ?? "";
}

function scaled(amount: Usd, places: number): bigint {
  return (
    BigInt(amount.split(".")[0] ?? "0") * 10n ** BigInt(places) + BigInt(fraction(amount).padEnd(places, "0") || "0")
  );
}

/** To read, not to add: `$0.00`, `$0.0042`, `$0.12`, `$1,234.57`, and `<$0.0001` for what is less. */
export function usdText(usd: Usd): string {
  const amount = Number(usd);
  if (amount > 0 && amount < 0.0001) return "<$0.0001";
  return amount.toLocaleString("en-US", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: 2,
    maximumFractionDigits: amount < 0.01 ? 4 : 2,
  });
}
