/* Answers fill a model's context, so each has a bound. */

/** Characters of a whole answer as JSON: about 4,000 tokens. */
export const mostCharacters = 16_000;
/** JSON doubles line ends and quotation marks. */
export const pageCharacters = 9000;

export interface Page<T> {
  readonly items: readonly T[];
  /** The next item; `null` on the last page. */
  readonly next: number | null;
}

/** As many items as fit a page, at least one. */
export function pageOf<T>(items: readonly T[], from: number, most = Infinity): Page<T> {
  let size = 0;
  let end = from;
  while (end < items.length && end - from < most) {
    size += JSON.stringify(items[end]).length;
    if (end > from && size > pageCharacters) break;
    end += 1;
  }
  return { items: items.slice(from, end), next: end < items.length ? end : null };
}

/** Ends with a line where it can. */
export function textPage(text: string, from: number): { readonly text: string; readonly next: number | null } {
  if (text.length - from <= pageCharacters) return { text: text.slice(from), next: null };
  const limit = from + pageCharacters;
  const line = text.lastIndexOf("\n", limit);
  // Half a pair is no character.
  const hard = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
  const end = line > from + pageCharacters / 2 ? line + 1 : hard;
  return { text: text.slice(from, end), next: end };
}

/** `text`, cut to `most` characters. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}
