import { z } from "zod";

/** Postgres stores neither NUL nor half a surrogate pair. */
function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** A text from outside that is looked up or stored. */
export const storableText = z.string().refine(isStorableText, "contains a character that cannot be stored");

/** An id of any kind from outside. */
export const anyId = storableText.min(1).max(100);

/** No body of ours is as deep. */
const deepest = 64;

/** Without recursion, since it comes from outside. */
export function isStorable(value: unknown): boolean {
  const left: { readonly inner: unknown; readonly depth: number }[] = [{ inner: value, depth: 0 }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { inner, depth } = next;
    if (typeof inner === "string" && !isStorableText(inner)) return false;
    if (typeof inner !== "object" || inner === null) continue;
    if (depth === deepest) return false;
    for (const [name, each] of Object.entries(inner)) {
      if (!isStorableText(name)) return false;
      left.push({ inner: each, depth: depth + 1 });
    }
  }
  return true;
}

/*
 * Without what a reader does not see but a program obeys: terminal sequences, control characters, widthless and
 * bidirectional marks.
 */

/** CSI, strings up to a terminator (OSC, DCS, SOS, PM, APC), other escapes. @see ECMA-48 */
const sequences =
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0007\u001B\u009C]*(?:\u0007|\u001B\\|\u009C|$)|\u001B[ -/]*[0-~]/g;
const breaks = /\r\n?|[\u2028\u2029\u0085]/g;
const gaps = /[\t\v\f]/g;
/** In Persian and Hindi a joiner between two letters changes the word. */
export const joined =
  /(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}]\p{M}{0,4})([\u200C\u200D])(?=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}])/u;
const unseen = new RegExp(`${joined.source}|[^\\P{Cc}\\n]|\\p{Cf}`, "gu");

/** Keeps line breaks and removes all other invisible characters. */
export function plainText(text: string): string {
  return text.replace(sequences, "").replace(breaks, "\n").replace(gaps, " ").replace(unseen, "$1");
}

/** All texts in a JSON value, keys included. */
export function plainTexts(value: unknown): unknown {
  if (typeof value === "string") return plainText(value);
  if (Array.isArray(value)) return value.map(plainTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [plainText(name), plainTexts(inner)]));
}

/** As one line. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, " ").trim();
}
