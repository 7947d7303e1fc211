/** Words that are shorter are too easily another one. */
const shortest = 5;

/**
 * The stem that a misspelled one was most likely meant to be: one letter off, two in a long word, and never in the
 * first letter; of several the one that more passages have. `null` where there is none.
 */
export function spelledAs(stem: string, known: ReadonlyMap<string, number>): string | null {
  if (stem.length < shortest || /\d/.test(stem)) return null;
  // "developing" and "development": one begins with the whole other.
  for (const other of known.keys())
    if (
      other.length >= shortest + 1 &&
      stem.length >= shortest + 1 &&
      (other.startsWith(stem) || stem.startsWith(other))
    )
      return other;
  let best: { readonly stem: string; readonly off: number; readonly count: number } | null = null;
  for (const [other, count] of known) {
    const most = Math.min(stem.length >= 8 ? 2 : 1, best?.off ?? 2);
    if (other[0] !== stem[0] || other.length < 4 || Math.abs(other.length - stem.length) > most) continue;
    const off = distanceOf(stem, other, most);
    if (off > most || (best !== null && off === best.off && count <= best.count)) continue;
    best = { stem: other, off, count };
  }
  return best?.stem ?? null;
}

/** Letters put in, left out, exchanged or swapped with the next; more than `most` is told as one more. */
function distanceOf(a: string, b: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    for (let at = 1; at <= b.length; at += 1) {
      const same = a[row - 1] === b[at - 1];
      let least = Math.min((last[at] ?? 0) + 1, (line[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + (same ? 0 : 1));
      if (row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1])
        least = Math.min(least, (before[at - 2] ?? 0) + 1);
      line.push(least);
    }
    if (Math.min(...line) > most) return most + 1;
    before = last;
    last = line;
  }
  return last[b.length] ?? most + 1;
}
