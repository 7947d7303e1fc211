/** What parts whole numbers from fractions. */
export type Decimal = "point" | "comma";

const around = /^[\s(+$€£¥]*(?:[A-Z]{3}\s)?\s*|\s*(?:%|[A-Z]{3})?[\s)$€£¥]*$/g;
const multiples: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9, 万: 1e4, 亿: 1e8 };

const thousands = /^-?\d{1,3}(?:[.,]\d{3})+$/;

function bare(text: string): string {
  return text
    .replaceAll("\u2212", "-")
    .replaceAll(around, "")
    .replaceAll(/[\s'’]/g, "");
}

/** What one figure shows; `1,234` may be either. */
export function decimalIn(text: string): Decimal | "either" | null {
  const figure = /^-?(\d*(?:[.,]\d+)*)[KMB万亿]?$/.exec(bare(text))?.[1] ?? "";
  const marks = figure.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  if (last === undefined) return null;
  const named = last === "," ? "comma" : "point";
  const other = named === "comma" ? "point" : "comma";
  if (marks.length > 1 && marks.every((mark) => mark === last)) return thousands.test(figure) ? other : null;
  if (marks.length > 1) return named;
  const [before = "", behind = ""] = figure.split(last);
  // Thousands come in threes after one to three digits, the first of them not 0.
  return behind.length === 3 && /^[1-9]\d{0,2}$/.test(before) ? "either" : named;
}

/** `null` for what is no figure. */
export function readNumber(text: string, decimal: Decimal): number | null {
  const isNegative = /^\s*\(.*\)\s*$/.test(text);
  const plain = bare(text)
    .replaceAll(decimal === "point" ? "," : ".", "")
    .replace(",", ".");
  const [, figure, multiple] = /^(-?\d*\.?\d+(?:E[+-]?\d+)?)([KMB万亿]?)$/i.exec(plain) ?? [];
  if (figure === undefined) return null;
  const value = Number(figure) * (multiples[multiple?.toUpperCase() ?? ""] ?? 1);
  return Number.isFinite(value) ? (isNegative ? -value : value) : null;
}
