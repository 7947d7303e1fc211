import type { Entry, EvidenceIndex } from "./evidence-index.ts";
import type { Spot } from "./number-in-context.ts";
import { occurs } from "./pattern-search.ts";

const coverage = /\bcover(?:s|ed|ing|age)?\b[^;]{0,24}\binterest\b|\binterest\b[^;]{0,24}\bcover(?:s|ed|ing|age)?\b/i;
const another =
  /^ (?:its|the|their|as|what|that|more|less|higher|lower|larger|those|of|book|sales|earnings|trailing)\b/i;

/** "Operating income covers interest five times": of the only ratio that the words name; `null` where they may mean another. */
export function soleRatio({ number, text, clause, mentions }: Spot, { byKey, ofId }: EvidenceIndex): Entry[] | null {
  if (number.unit !== "x" || occurs(another, text.slice(number.offset + number.text.length, clause.end))) return null;
  const named = new Set(mentions.flatMap(({ keys }) => keys));
  if (occurs(coverage, text.slice(clause.start, clause.end))) named.add("interest_coverage");
  const [key, more] = named;
  const item = key === undefined || more !== undefined ? undefined : byKey.get(key)?.[0];
  return item?.unit === "x" ? [...(ofId.get(item.id) ?? [])] : null;
}
