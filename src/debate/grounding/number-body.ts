import { body, commaBody, powerOf } from "./number-patterns.ts";
import { slashedAt, vulgarFractions as vulgar } from "./vulgar-fractions.ts";

/* The digits of a number, with its decimals, its exponent and the fraction behind it. */

interface Body {
  readonly bodyEnd: number;
  /** Digits alone. */
  readonly whole: string;
  readonly decimals: string;
  readonly halfUnit: number;
  readonly power: number;
}

/** The digits that begin at `at`. */
export function readBody(text: string, at: number): Body {
  const slashed = slashedAt(text, at);
  if (slashed !== null) {
    const { length, digits, reach } = slashed;
    return { bodyEnd: at + length, whole: "", decimals: digits, halfUnit: reach / 4, power: 0 };
  }
  const [comma, head, tail] = groups(commaBody, text, at);
  if (comma !== undefined && head !== undefined && tail !== undefined) {
    const whole = head.replaceAll(/\D/g, "");
    return { bodyEnd: at + comma.length, whole, decimals: tail, halfUnit: halfUnitOf(tail), power: 0 };
  }
  const [digits = "", whole = "", decimals = "", exponent, raised] = groups(body, text, at);
  const end = at + digits.length;
  const plain = { whole: whole.replaceAll(/\D/g, ""), power: powerOf(exponent ?? raised ?? "0") };
  const gap = digits !== "" && decimals === "" && text.charAt(end) === " " ? 1 : 0;
  const mark = decimals === "" ? vulgar.get(text.charAt(end + gap)) : undefined;
  const fraction = mark === undefined ? (gap === 1 ? slashedAt(text, end + gap) : null) : { ...mark, length: 1 };
  return fraction === null
    ? { ...plain, bodyEnd: end, decimals, halfUnit: halfUnitOf(decimals) }
    : {
        ...plain,
        bodyEnd: end + gap + fraction.length,
        decimals: fraction.digits,
        halfUnit: whole === "" ? fraction.reach / 4 : fraction.reach,
      };
}

function halfUnitOf(decimals: string): number {
  return Number(`5e${-decimals.length - 1}`);
}

/** The groups of a sticky expression at `at`; none when it does not match there. */
export function groups(sticky: RegExp, text: string, at: number): readonly (string | undefined)[] {
  sticky.lastIndex = at;
  return sticky.exec(text) ?? [];
}
