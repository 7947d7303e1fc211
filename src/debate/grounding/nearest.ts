import type { Entry, EvidenceIndex } from "./evidence-index.ts";
import type { FoundNumber } from "./found-number.ts";
import type { Spot } from "./number-in-context.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { fits } from "./support.ts";
import { contradictsWindow } from "./windows.ts";

/** The ids of the entries nearest to the printed number. */
export function closest(number: FoundNumber, matches: readonly Entry[]): string[] {
  const target = Math.abs(number.unit === "bps" ? number.value / 100 : number.value);
  const away = ({ value }: Entry): number => Math.abs(Math.abs(value) - target);
  const least = Math.min(...matches.map(away));
  return [...new Set(matches.filter((entry) => away(entry) === least).map(({ id }) => id))];
}

const countOf = /^ (?:news |company )?(?:(items|stories|headlines|articles|pieces)|posts|messages|tweets)\b/i;

const daysBack = /^ days (?:old|ago|back|behind us|away|earlier|before)\b/i;

/** "Some 120 stories". */
function countedKeys([, news]: RegExpExecArray): { readonly keys: readonly string[] } {
  const kind = news === undefined ? "social" : "news";
  return { keys: [`${kind}_count_7d`, `${kind}_count_30d`] };
}

/** Values of the measures that the number's own part of the sentence names, to which it is near as its words qualify it. */
export function nearNamed(
  { number, text, mentions, clause, windows, qualifier }: Spot,
  { byKey, entries, ofId, items }: EvidenceIndex,
): Entry[] {
  // "More than 300 dollars off its high" tells a distance.
  if (qualifier.away && number.unit !== "%" && number.unit !== null) return [];
  const inClause = mentions.filter(({ start, end }) => start >= clause.start && end <= clause.end);
  // "Call it 335, give or take, for the low of 20 sessions": the only one that the sentence names.
  const isOne = new Set(mentions.map(({ keys }) => keys.join())).size === 1;
  const counted = firstIn(countOf, text.slice(number.offset + number.text.length));
  const own = inClause.length > 0 ? inClause : isOne ? mentions : counted === null ? [] : [countedKeys(counted)];
  // "In 63 sessions it made close to fifty percent": of the return over the window that is named.
  if (mentions.length === 0 && number.unit === "%" && windows.length === 1)
    return entries
      .filter(
        ({ id, key }) => key.startsWith("return_") && !contradictsWindow(items.get(id)?.label ?? "", key, windows),
      )
      .filter((entry) => fits(number, entry, qualifier));
  // "About 500 days old": of what counts days.
  if (mentions.length === 0 && number.unit === null && occurs(daysBack, text.slice(number.offset + number.text.length)))
    return entries.filter(({ id }) => items.get(id)?.unit === "days").filter((entry) => fits(number, entry, qualifier));
  return own
    .flatMap(({ keys }) => keys.flatMap((key) => (byKey.get(key) ?? []).flatMap(({ id }) => ofId.get(id) ?? [])))
    .filter(({ id, key }) => !contradictsWindow(items.get(id)?.label ?? "", key, windows))
    .filter((entry) => fits(number, entry, qualifier));
}
