import { itemOf, needing } from "./claim-reader.ts";
import { consensus } from "./cited-moves.ts";
import { comparativesIn } from "./comparatives.ts";
import { directionsIn } from "./direction-words.ts";
import { findNumbers } from "./numbers.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { mentionsIn } from "./subjects.ts";
import { returnsNamed } from "./move-claims.ts";
import { windowsIn } from "./windows.ts";

/* What is said of several changes at once: "both sales and earnings fell", "up on the week, the month and the quarter". */

const contrast =
  /\b(?:but|yet|though|although|while|whereas|only|except|despite|even|not|neither|nor|without|than|against|versus|vs)\b/i;
const changes: readonly (readonly [words: RegExp, key: string])[] = [
  [/\b(?:revenues?|sales|top line)\b/i, "revenue_growth_yoy"],
  [/\b(?:eps|earnings(?: (?:a|per) share)?)\b/i, "eps_growth_yoy"],
  [/\bgross margins?\b/i, "gross_margin_change_yoy"],
  [/\boperating margins?\b/i, "operating_margin_change_yoy"],
  [/\bnet margins?\b/i, "net_margin_change_yoy"],
];

const bothMovedWords = /\bboth (?:the )?([\w -]{3,32}?) and (?:the )?([\w -]{3,32}?) (?=[a-z]+)/i;

/** "Both revenue and earnings per share declined": of the yearly change of each. */
export const bothMoved = needing([bothMovedWords], (sentence, index) => {
  const found = firstIn(bothMovedWords, sentence);
  if (found === null || occurs(contrast, sentence) || /\bquarter|\d ?%/i.test(sentence)) return null;
  const head = found[0];
  const items = changes.flatMap(([words, key]) => (words.test(head) ? (itemOf(index, key) ?? []) : []));
  if (items.length !== 2) return null;
  const told = consensus(sentence, directionsIn(sentence), items);
  // From "both" on, since the verb alone may hold of one of them.
  return told === null ? null : { ...told, start: found.index };
});

const severalWindows =
  /,? (?:and|as well as|and also) (?:the |over |on |a )*(?:\w+ )?(?:day|session|week|month|quarter|year)\b/i;

/** "Up on the week, the month and the quarter [M20, M21, M22]": of the return over each window that is named. */
export const movedOverAll = needing([severalWindows], (sentence, index) => {
  const windows = windowsIn(sentence);
  if (windows.length < 2 || occurs(contrast, sentence) || findNumbers(sentence).some(({ unit }) => unit === "%"))
    return null;
  if (!severalWindows.test(sentence)) return null;
  if (mentionsIn(sentence).some(({ keys }) => !keys.every((key) => key === "close" || key.startsWith("return_"))))
    return null;
  const items = returnsNamed(windows, index);
  const words = directionsIn(sentence);
  if (items.length < 2 || words.length !== 1 || comparativesIn(sentence).length > 0) return null;
  return consensus(sentence, words, items);
});

const pair =
  /\b(?:([a-z]+er than|(?:more|less) than|(?<=\b(?:is|was|are|were|stands?|sits?|held|closed|remains?|stays?|trades?) (?:\w+ )?)(?:above|below|over|under)) |(outran|outpaced|outstripped|exceed(?:s|ed)|topp?(?:s|ed)|beats?|surpass(?:es|ed)|outdid|leads?|led)|(trail(?:s|ed)|lag(?:s|ged)|undershot|undercut)) ?(?:the |its |an? )?[^:;.,]{3,48}?(?:[:,(]|, with [\w ]{3,24} (?:at|of)) ?(?:plus |minus )?[$€£₹]?[+−-]?[\d.,]+ ?(?:%|percent|points|dollars|USD|x|times)?(?: \[[A-Z]\d+\])?(?: [a-z]+){0,4} (?:against|versus|vs\.?|compared (?:with|to)|to) /i;

/** "Gloomier than the month's: 17.0 against 11.5": the first of the two is of what the sentence begins with. */
export const comparedBehind = needing([pair], (sentence) => {
  const found = /\b(?:against|versus|vs|compared|to) /i.test(sentence) ? firstIn(pair, sentence) : null;
  // "Hardly better" may be a little better or not at all.
  if (
    found === null ||
    /\b(?:hardly|scarcely|barely|little|not|no|never|nearly|almost) (?:any )?$/i.test(sentence.slice(0, found.index))
  )
    return null;
  const start = found.index + found[0].search(/[:(]|,(?= )/) + 1;
  const [first, second] = findNumbers(sentence).filter(({ offset }) => offset >= start);
  const word = wayOfPair(found);
  if (first === undefined || second === undefined || word === undefined || first.unit !== second.unit) return null;
  if (first.value === second.value) return null;
  const end = found.index + (found[1] ?? found[2] ?? found[3] ?? "").length;
  return { start: found.index, end, holds: (first.value - second.value) * word > 0, items: [] };
});

function wayOfPair([, comparative = "", overtakes, trails]: RegExpExecArray): 1 | -1 | undefined {
  if (overtakes !== undefined) return 1;
  if (trails !== undefined) return -1;
  const word = comparative.toLowerCase().replace(/ than$/, "");
  if (/^(?:above|over)$/.test(word)) return 1;
  if (/^(?:below|under)$/.test(word)) return -1;
  return comparativesIn(word)[0]?.way ?? moods[word];
}

const moods: Readonly<Record<string, 1 | -1>> = {
  rosier: 1,
  sunnier: 1,
  friendlier: 1,
  kinder: 1,
  gloomier: -1,
  sourer: -1,
  harsher: -1,
};
