import { limitOfCloses } from "./closes-claims.ts";
import { isSupposed } from "./direction-words.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { oscillatorLines } from "./oscillator-claims.ts";
import { priceLines } from "./price-claims.ts";
import type { Spot } from "./number-in-context.ts";

/*
 * Numbers that state nothing of the evidence by themselves: the lines that readings are held against, and the levels at
 * which an agent would act. Whatever states more than that is left to the evidence.
 */

/** Levels of oscillators that a text may name without saying where they are from: "if the RSI rises above 70". */
const customary: readonly (readonly [key: string, levels: readonly number[]])[] = [
  ["rsi_14", [20, 30, 40, 50, 60, 70, 80]],
  ["mfi_14", [20, 50, 80]],
];
const named =
  /\b(?:threshold|level|line|midline|midpoint|mark|boundary|zone|territory|overbought|oversold|door|shy|short)s?(?: (?:of|at|is|starts?|begins?|lies|under|below|over|above)){1,2} $/i;

/** Whether the number is a line that is usual, or that words hold the evidence against. */
export function isCustomaryLevel(spot: Spot, index: EvidenceIndex): boolean {
  const { number, text, sentence, mentions, qualifier } = spot;
  const end = number.offset + number.text.length;
  const written = text.slice(sentence.start, sentence.end);
  // The width at which Bollinger's bands are drawn.
  if (number.value === 2 && /^ standard deviations?\b/.test(text.slice(end, end + 20))) return true;
  // "A / B − 1 = C".
  if (number.value === 1 && text.slice(0, number.offset).endsWith("− ") && /^ ?=/.test(text.slice(end, end + 3)))
    return true;
  // "None of the last twelve closes was below 52": the closes are held against it, where the list has them.
  const limit = (limitOfCloses(written, index) ?? 0) + sentence.start;
  if (limit > number.offset && limit <= end) return true;
  const levels = customary.flatMap(([key, each]) => (mentions.some(({ keys }) => keys.includes(key)) ? each : []));
  if (number.unit !== null || !levels.includes(number.value)) return false;
  if (/^ (?:\w+ )?(?:threshold|level|line|mark|boundary|zone|territory)s?\b/i.test(text.slice(end, end + 32)))
    return true;
  if (/\b(?:not (?:yet )?at|yet to reach|to hold|reach(?:es|ed)?) $/i.test(text.slice(0, number.offset))) return true;
  if (named.test(text.slice(Math.max(0, number.offset - 32), number.offset))) return true;
  // "RSI is above 50": the reading is held against it.
  if (oscillatorLines(written, index).includes(end - sentence.start)) return true;
  return qualifier.bound !== null && isSupposed(written);
}

const acting =
  /\b(?:above|over|below|under|beneath|through|past|to|toward|towards|target|at|near|be|reach|loses?|clears?|retakes?|breaks?|holds?|hits?|reclaims?) (?:the )?$/i;
const leading = /^\W*(?:if (?!anything\b)|unless |should |were |once (?!upon\b))/i;
const within = /(?<![\w-])(?:if(?! anything\b)|unless|until|would|could)(?![\w-])/i;

/**
 * "If it breaks above 220, I would add; the next stop could be 190": a price at which something would be done, within
 * half and double the last one. Not where any other measure is named, nor where evidence is cited for it.
 */
export function isConditionalLevel({ number, text, sentence, clause, mentions }: Spot, index: EvidenceIndex): boolean {
  const close = index.byKey.get("close")?.[0]?.value ?? null;
  const isPrice = number.unit === null || /^[A-Z]{3}$|^[$¥]$/.test(number.unit);
  if (close === null || !isPrice || number.sign !== null) return false;
  if (number.value < close / 2 || number.value > close * 2) return false;
  if (mentions.some(({ keys }) => !keys.some((key) => key === "close" || priceLines.has(key)))) return false;
  if (sentence.citations.some(({ start }) => start > number.offset)) return false;
  const stated =
    leading.test(text.slice(sentence.start, sentence.end)) || within.test(text.slice(clause.start, clause.end));
  return stated && acting.test(text.slice(Math.max(sentence.start, number.offset - 24), number.offset));
}
