import type { Evidence } from "#src/contract/evidence.ts";
import type { Around } from "./around.ts";
import { itemOf } from "./claim-reader.ts";
import type { DirectionWord } from "./direction-words.ts";
import { spansIn, type EvidenceIndex } from "./evidence-index.ts";

const relative = /^(?:outperform|underperform|lag|trail|led|lead|beat)/i;

/** "Outperformed over 63 sessions": of the strength against the benchmark, where the evidence has it for that time. */
export function relativeTo(
  clause: string,
  words: readonly DirectionWord[],
  index: EvidenceIndex,
  cited: ReadonlySet<string>,
  { windows }: Around,
): Evidence | null {
  const [word] = words;
  if (word === undefined || !relative.test(clause.slice(word.start, word.end))) return null;
  if (windows.length > 1) return null;
  const items = ["relative_strength_63", "relative_strength_252"].flatMap((key) => itemOf(index, key) ?? []);
  const meant =
    items.find(({ id }) => cited.has(id)) ??
    items.find(({ label }) => windows.some(({ names }) => spansIn(label).some((span) => names.has(span))));
  return meant ?? (/\brelative strength\b/i.test(clause) ? (items[0] ?? null) : null);
}
