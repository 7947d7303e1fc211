/*
 * Text that somebody else wrote, as it may stand in a prompt. It is one line, shows all of itself, and cannot
 * hold a tag: the frame around it is ours whatever it says.
 */

const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
/** Letters and punctuation of European text, none of them invisible: most texts need no closer look. */
const common = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u024f\u2010-\u2027\u20a0-\u20bf]*$/;
/** White space other than the plain one, and line ends that are control characters: words stay apart. */
const space = /[\t-\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]/g;

/**
 * The readable part of a text, on one line: no control, direction, zero-width or private characters, no lone
 * surrogates, no more than `most` characters (code points; the last one is "…" when something was cut).
 */
export function cleanLine(text: string, most: number): string {
  let line = text;
  if (!common.test(line)) line = line.replace(space, " ").replace(invisible, "");
  if (line.includes("  ") || line.startsWith(" ") || line.endsWith(" ")) line = line.replace(/ {2,}/g, " ").trim();
  if (line.length <= most) return line;
  const letters = [...line];
  return letters.length <= most ? line : `${letters.slice(0, most - 1).join("")}…`;
}

const special = /[&<>]/;

/** `&`, `<` and `>` as references: what remains can neither open nor close a tag. */
export function escapeTags(line: string): string {
  if (!special.test(line)) return line;
  return line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A name or label inside our own lines. */
export function inline(text: string, most = 160): string {
  return escapeTags(cleanLine(text, most));
}

/** The untrusted envelope. `id` says whose text it is; anything but letters, digits and `._/-` is dropped from it. */
export function external(id: string, text: string, most: number): string {
  return `<external id="${id.replaceAll(/[^\w./-]/g, "")}">${escapeTags(cleanLine(text, most))}</external>`;
}

/** Hebrew, Arabic, Syriac, Thaana, N'Ko and what is written like them, by their blocks. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Somebody's own words in a text of ours that takes no elements, such as a title or a notice: what is written from
 * right to left there would turn the marks and numbers beside it, too. Where elements can stand it is `<bdi>`.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
