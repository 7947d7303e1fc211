import type { Entry, EvidenceIndex } from "./evidence-index.ts";
import type { FoundNumber } from "./found-number.ts";
import type { Spot } from "./number-in-context.ts";
import { fits } from "./support.ts";
import { contradictsWindow } from "./windows.ts";

/** The ids of the entries nearest to the printed number. */
export function closest(number: FoundNumber, matches: readonly Entry[]): string[] {
  const target = Math.abs(number.unit === "bps" ? number.value / 100 : number.value);
  const away = ({ value }: Entry): number => Math.abs(Math.abs(value) - target);
  const least = Math.min(...matches.map(away));
  return [...new Set(matches.filter((entry) => away(entry) === least).map(({ id }) => id))];
}

/** Values of the measures that the number's own part of the sentence names, to which it is near as its words qualify it. */
export function nearNamed(
  { number, mentions, clause, windows, qualifier }: Spot,
  { byKey, ofId, items }: EvidenceIndex,
): Entry[] {
  const own = mentions.filter(({ start, end }) => start >= clause.start && end <= clause.end);
  return own
    .flatMap(({ keys }) => keys.flatMap((key) => (byKey.get(key) ?? []).flatMap(({ id }) => ofId.get(id) ?? [])))
    .filter(({ id, key }) => !contradictsWindow(items.get(id)?.label ?? "", key, windows))
    .filter((entry) => fits(number, entry, qualifier));
}
