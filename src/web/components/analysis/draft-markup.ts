import { wordsHtml } from "#src/report/html.ts";
import { createReader } from "#src/report/prose.ts";
import { withoutGaps } from "./prose-markup.ts";

const reader = createReader(null);

/**
 * Prose as it comes, as HTML: half a statement is markdown too. Its numbers are not checked yet, and its evidence is not
 * on this page, so nothing in it leads anywhere.
 */
export function draftMarkup(text: string): string {
  const { words } = reader.prose({ text, grounding: { numbers: [], words: [] } });
  return withoutGaps(wordsHtml(words))
    .replaceAll(/<a href="#[A-Z]\d+">/g, '<span class="cite">')
    .replaceAll("</a>", "</span>");
}
