/** Hebrew, Arabic, Syriac, Thaana, N'Ko and what is written like them, by their blocks. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Somebody's own words in a text of ours that takes no elements, such as a title or a notice: what is written from
 * right to left there would turn the marks and numbers beside it, too. Where elements can stand it is `<bdi>`.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
