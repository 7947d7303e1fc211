import { needing, type Reader } from "./claim-reader.ts";
import { sentencesOf } from "./sentences.ts";
import { stemsIn, topicOf, topicsFor } from "./news-topics.ts";

/*
 * Whether a news text that is cited is what a sentence tells: "the Hakkoda purchase [N17]" of a text that says nothing of
 * it, where another does.
 */

const named = /(?<!^)(?<![.!?:] )\b[A-Z][a-z]{3,}\b|\b[A-Z]{3,}\b/g;

/** The names in a part of a sentence, but for its first word. */
function namesIn(part: string): string[] {
  return stemsIn([...part.trim().matchAll(named)].map(([name]) => name).join(" ")).slice();
}

/** "UBS counts Goldman among the losers of the stress test [N9]". */
const otherText: Reader = needing([/\[[NS]\d/], (sentence, index) => {
  const [whole, another] = sentencesOf(sentence);
  if (whole === undefined || another !== undefined) return null;
  let from = 0;
  for (const { start, end, ids, bracketed } of whole.citations) {
    const part = sentence.slice(from, start);
    from = end;
    const [id, second] = ids;
    const cited = id === undefined || second !== undefined || !bracketed ? null : topicOf(id, index);
    // "As [N5] puts it, …" cites ahead.
    if (cited === null || stemsIn(part).length < 2 || /\d ?%|[$€£₹]\d/.test(part)) continue;
    const stems = stemsIn(part);
    const own = stems.filter((stem) => cited.stems.has(stem)).length;
    const others = topicsFor(part, index).filter(({ topic }) => topic !== cited);
    const best = others[0];
    if (best === undefined) continue;
    const names = namesIn(part).filter((name) => best.shared.includes(name));
    const apart = best.shared.length - own + names.filter((name) => !cited.stems.has(name)).length;
    if (own > 1 || apart < (own === 0 ? 2 : 3)) continue;
    return { start: Math.max(0, start), end, holds: false, items: [cited.item, best.topic.item] };
  }
  return null;
});

export const citedTexts: readonly Reader[] = [otherText];
