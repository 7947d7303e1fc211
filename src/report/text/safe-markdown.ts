import MarkdownIt from "markdown-it";
import { plainText } from "#src/contract/text.ts";

/*
 * What agents and strangers wrote, made fit to stand in the report's own markdown: it may be formatted, but it can
 * bring in no tag, link or picture, and cannot leave the place where it stands.
 */

const citation = /^\[[MSNFD]\d{1,4}(?:[,;] ?[MSNFD]\d{1,4})*\](?![[(:])/;

/** `# Title`, also inside quotes and lists; and the line below a title that makes it one. */
const heading = /^((?:\s*(?:>|(?:[*+-]|\d{1,9}[.)])(?=\s)))*\s*)#{1,3}(?=\s|$)/;
const underline = /^( {0,3})(=+|-+)(?=\s*$)/;

/**
 * Prose of an agent. Its headings go below the report's own. What it leaves open (a code fence that was forgotten)
 * is closed, and if that does not help, it becomes plain characters.
 */
export function safeProse(text: string): string {
  const prose = withoutLinks(seen(text))
    .split("\n")
    .map((line) => line.replace(heading, "$1####").replace(underline, "$1\\$2"))
    .join("\n");
  // Nothing else can swallow what follows.
  if (!/`{3}|~{3}/.test(prose)) return prose;
  const closed = [prose, `${prose}\n\`\`\``, `${prose}\n~~~`].find(isClosed);
  return closed ?? prose.replaceAll(/`{3,}|~{3,}/g, (fence) => `&#${fence.charCodeAt(0)};`.repeat(fence.length));
}

const parser = new MarkdownIt();

/** Whether a heading that follows is one. */
function isClosed(prose: string): boolean {
  const after = parser.parse(`${prose}\n\n## end`, {}).at(-3);
  return after?.type === "heading_open" && after.level === 0;
}

/** One line of plain words, for a table cell or the inside of a sentence. */
export function safeLine(text: string): string {
  return withoutLinks(seen(text).replaceAll(/\s+/g, " ").trim()).replaceAll("|", "&#124;").replaceAll("`", "&#96;");
}

/** Nor may it bring in by name what it may not bring in itself: `&#8238;` turns a line around as the sign does. */
function seen(text: string): string {
  return plainText(text).replaceAll(/&(?:#[xX]?[0-9a-fA-F]{1,8}|[a-zA-Z]{2,31});/g, (reference) => {
    const meant = reference.startsWith("&#") ? signOf(reference.slice(2, -1)) : parser.utils.unescapeAll(reference);
    return plainText(meant) === meant ? reference : "";
  });
}

/** What a reference means by its number. */
function signOf(number: string): string {
  const code = /^x/i.test(number) ? Number.parseInt(number.slice(1), 16) : Number.parseInt(number, 10);
  return code > 0x10ffff ? "" : String.fromCodePoint(code);
}

/**
 * Brackets (but for citations), tags, and what GitHub makes a link of by itself, as characters that mean nothing.
 * A backslash of the text's own could undo another one, so it becomes an entity.
 */
function withoutLinks(text: string): string {
  return text
    .replaceAll("<", "&lt;")
    .replaceAll("\\", "&#92;")
    .replaceAll("://", "&#58;//")
    .replaceAll(
      /\b(www|mailto|xmpp)([.:])/gi,
      (_whole, word: string, sign: string) => `${word}${sign === "." ? "&#46;" : "&#58;"}`,
    )
    .replaceAll(/(?<=[\w.+-])@(?=[\w-])/g, "&#64;")
    .replaceAll("[", (_bracket, at: number, whole: string) => (citation.test(whole.slice(at, at + 200)) ? "[" : "\\["));
}
