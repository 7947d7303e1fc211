import type { LocalDate } from "#src/core/clock.ts";
import { shareConcepts } from "../fundamentals/concepts.ts";
import type { FilingFact } from "../market-data.ts";

export type ShareCountFact = Pick<FilingFact, "concept" | "end" | "filed" | "value">;

/** Filed counts before and after a day; `null` where they do not tell. */
export function countsAround(facts: readonly ShareCountFact[], day: LocalDate): number | null {
  for (const concept of shareConcepts) {
    const counts = facts.filter((fact) => fact.concept === concept && fact.value > 0);
    // Filings after a split restate the counts before it.
    const before = only(counts, (fact) => fact.filed < day, "last");
    const behind = only(counts, (fact) => fact.end >= day, "first");
    if (before !== null && behind !== null) return behind / before;
  }
  return null;
}

/** Classes of shares cannot be told apart, so only a single count. */
function only(
  counts: readonly ShareCountFact[],
  isMeant: (fact: ShareCountFact) => boolean,
  which: "first" | "last",
): number | null {
  const meant = counts.filter(isMeant).toSorted((a, b) => (a.end < b.end ? -1 : Number(a.end > b.end)));
  const end = (which === "first" ? meant[0] : meant.at(-1))?.end;
  const values = new Set(meant.filter((fact) => fact.end === end).map(({ value }) => value));
  const [value] = values;
  return values.size === 1 && value !== undefined ? value : null;
}
