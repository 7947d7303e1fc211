/*
 * Where a reference begins and ends.
 */

/** The longest text between braces that can be a reference. */
export const mostCharacters = 200;
/** Closing braces that belong to a reference. */
export const mostBraces = 8;

/** An id with one closing brace or none. */
export const unclosed = /^([MSNFD]\d{1,4}(?:\|abs)?)(?:\}|(?=[\s,;:.!?]))/;

/** Where a run of one brace ends. */
export function braces(raw: string, from: number, brace: string, last = raw.length): number {
  let at = from;
  while (at < last && raw.charAt(at) === brace) at += 1;
  return at;
}

const ownNames = ["entry", "stop", "target", "size_pct", "confidence", "horizon_days", "abs"];

/** Whether all of it may be the start of a reference. */
export function isCut(rest: string): boolean {
  const words = rest.match(/[A-Za-z_]+\d*/g) ?? [];
  const isPart = (word: string): boolean => /^[MSNFD]\d*$/.test(word) || ownNames.some((name) => name.startsWith(word));
  return /^[\w\s()+*/|.%-]*$/.test(rest) && words.every(isPart);
}

/** Where the braces close; `later` while they still may, `null` where they do not. */
export function closeOf(raw: string, open: number): number | "later" | null {
  const from = open + 2;
  const to = Math.min(raw.length, from + mostCharacters + 2);
  for (let at = from; at < to; at += 1) {
    const char = raw.charAt(at);
    if (char === "}") {
      if (at + 1 === raw.length) return "later";
      return raw.charAt(at + 1) === "}" ? at : null;
    }
    if (char === "{" || char === "\n") return null;
  }
  return to === raw.length && to < from + mostCharacters + 2 ? "later" : null;
}
