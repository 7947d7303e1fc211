/*
 * What a tool answers ends up in a model's context. Every answer has a bound, and what is longer comes in pages.
 */

/** Characters of a whole answer as JSON: about 4,000 tokens. */
export const mostCharacters = 16_000;
/** Of that, what a page's own text or items may take. JSON writes a line end as two characters, a quotation mark too. */
export const pageCharacters = 9000;

export interface Page<T> {
  readonly items: readonly T[];
  /** Of the first item that has no place on it; `null` on the last page. */
  readonly next: number | null;
}

/** As many items from `from` on as fit a page, and at least one. */
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

/** The part of a text from `from` on that fits a page; it ends with a line where it can. */
export function textPage(text: string, from: number): { readonly text: string; readonly next: number | null } {
  if (text.length - from <= pageCharacters) return { text: text.slice(from), next: null };
  const limit = from + pageCharacters;
  const line = text.lastIndexOf("\n", limit);
  // Half a pair is no character.
  const hard = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
  const end = line > from + pageCharacters / 2 ? line + 1 : hard;
  return { text: text.slice(from, end), next: end };
}

/** `text`, cut where it is longer than `most` characters. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}
