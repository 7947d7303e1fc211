import type { CheckedNumber } from "#src/contract/events.ts";
import { wordsHtml } from "#src/report/html.ts";
import { createReader } from "#src/report/prose.ts";
import { withoutGaps } from "./prose-markup.ts";

const anyId = /[MSNFD]\d{1,4}/g;

/**
 * Prose as it comes, as HTML: half a statement is markdown too. Its numbers are marked once they are checked, which is
 * when it has ended. Its evidence is not on this page, so nothing in it leads anywhere.
 * @param numbers of the text, as far as they are checked
 */
export function draftMarkup(text: string, numbers: readonly CheckedNumber[]): string {
  // What was sent twice or repaired may stand elsewhere than where it was checked.
  const there = numbers.filter((number) => text.startsWith(number.text, number.offset));
  const known = new Set([...(text.match(anyId) ?? []), ...there.flatMap(({ evidence }) => evidence)]);
  const { words } = createReader(known).prose({
    text,
    grounding: {
      numbers: there.map((number) => ({
        ...number,
        point: null,
        field: null,
        value: 0,
        unit: null,
        cited: true,
        basis: null,
      })),
      words: [],
    },
  });
  return withoutGaps(wordsHtml(words))
    .replaceAll(
      /<a class="figure" href="#[A-Z]\d+" data-evidence="([A-Z\d ]+)">/g,
      (_whole, ids: string) => `<span class="figure" title="Matches ${ids.replaceAll(" ", ", ")}">`,
    )
    .replaceAll(/<a href="#[A-Z]\d+">/g, '<span class="cite">')
    .replaceAll("</a>", "</span>");
}
