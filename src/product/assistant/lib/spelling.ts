import { editDistance } from "#src/core/text/compare-text.ts";

/** Words that are shorter are too easily another one. */
const shortest = 5;

/** One letter off, two in a long word, never the first; the more frequent one. `null`: none. */
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
    const off = editDistance(stem, other, most);
    if (off > most || (best !== null && off === best.off && count <= best.count)) continue;
    best = { stem: other, off, count };
  }
  return best?.stem ?? null;
}
