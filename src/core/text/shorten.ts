const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Longer combining sequences are noise. */
const longestCharacter = 64;

/** In whole characters as readers see them, at most `most` UTF-16 units. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  // Any cut between two plain letters is safe.
  if (isPlain(text.charCodeAt(most - 1)) && isPlain(text.charCodeAt(most))) return text.slice(0, most);
  const from = Math.max(0, most - longestCharacter);
  const near = segmenter.segment(text.slice(from, most + longestCharacter)).containing(most - from);
  // A longer one is cut where its last sign begins.
  if (near === undefined || (near.index === 0 && from > 0)) return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
  return text.slice(0, from + near.index);
}

/** The same with an ellipsis in place of the rest. */
export function ellipsis(text: string, most: number): string {
  return text.length <= most ? text : `${shorten(text, most - 1).trimEnd()}…`;
}

function isPlain(code: number): boolean {
  return code < 0x300 && code !== 0x0d;
}
