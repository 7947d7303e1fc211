/** The most similar names to `name`, best first. */
export function nearestNames(name: string, names: readonly string[], most = 3): string[] {
  const sought = pairsOf(name);
  return names
    .map((one) => ({ one, likeness: likeness(sought, pairsOf(one)) }))
    .toSorted((a, b) => b.likeness - a.likeness || (a.one < b.one ? -1 : 1))
    .slice(0, most)
    .map(({ one }) => one);
}

/** Dice's coefficient of the letter pairs, from 0 to 1. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((pair) => other.has(pair)).length;
  return (2 * shared) / Math.max(1, one.size + other.size);
}

function pairsOf(name: string): Set<string> {
  const plain = name.toLowerCase().replaceAll(/[^a-z\d]+/g, " ");
  return new Set(Array.from({ length: Math.max(0, plain.length - 1) }, (_, at) => plain.slice(at, at + 2)));
}
