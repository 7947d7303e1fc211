/* Numbers as people read them. */

/** `1 analysis`, `1,200 analyses`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** `1,200`. */
export function countText(count: number): string {
  return whole.format(count);
}

/** A share in percent, with a real minus: 0.583 is `58%`. */
export function percentText(share: number, digits = 0): string {
  return percents(digits).format(share).replace("-", "\u2212");
}

/** Two decimals, or four significant digits below one: `1,234.50`, `0.00001234`. */
export function priceDigits(price: number): string {
  return (Math.abs(price) >= 1 ? cents : fourDigits).format(price);
}

// Cached, as making one takes longer than formatting a thousand numbers.
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const cents = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const fourDigits = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 4 });
const made = new Map<number, Intl.NumberFormat>();

function percents(digits: number): Intl.NumberFormat {
  const known = made.get(digits);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat("en-US", {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: "negative",
  });
  made.set(digits, format);
  return format;
}
