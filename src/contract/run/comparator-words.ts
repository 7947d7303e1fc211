import type { Comparator } from "./conditions.ts";

/* Which side of a bound a word or sign names. */

const atMost = /\bat or (?:below|under)\b|\bat most\b|\bno (?:more|higher) than\b|<=|≤/;
const atLeast = /\bat or (?:above|over)\b|\bat least\b|\bno (?:less|lower) than\b|>=|≥/;
const under =
  /\b(?:below|under|beneath|less than|lower than|falls? to less|drops? below|slips? below|dips? below|breaks? down through)\b|</;
const over = /\b(?:above|over|more than|higher than|greater than|exceeds?|exceeding|tops?|breaks? out through)\b|>/;

/** `null` where it says none, or two that differ. */
export function comparatorIn(given: string): Comparator | null {
  const text = given.normalize("NFKC").toLowerCase().replaceAll("_", " ");
  const found: Comparator[] = [];
  let rest = text;
  for (const [pattern, comparator] of [
    [atMost, "at_or_below"],
    [atLeast, "at_or_above"],
  ] as const) {
    if (!pattern.test(rest)) continue;
    found.push(comparator);
    rest = rest.replaceAll(new RegExp(pattern, "g"), " ");
  }
  if (under.test(rest)) found.push("below");
  if (over.test(rest)) found.push("above");
  const [only] = found;
  if (found.length === 1 && only !== undefined) return only;
  const word = text.trim();
  if (/^(?:lt|less|lower|down)$/.test(word)) return "below";
  if (/^(?:gt|greater|higher|up)$/.test(word)) return "above";
  if (/^(?:lte|le)$/.test(word)) return "at_or_below";
  return /^(?:gte|ge)$/.test(word) ? "at_or_above" : null;
}
