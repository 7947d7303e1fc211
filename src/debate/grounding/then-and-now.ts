import type { Reader } from "./claim-reader.ts";
import { lessThan, moreThan } from "./comparative-words.ts";
import { directionsIn } from "./direction-words.ts";
import { measureNamed, namedIn } from "./measure-pairs.ts";
import { returnsNamed } from "./move-claims.ts";
import { subjectsIn } from "./moved-subjects.ts";
import { itemOf, needing } from "./claim-reader.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { mentionsIn } from "./subjects.ts";

/* What sentences state by setting then against now, or by leaving the two sides of a comparison before its word. */

const comparatives = `(?:(above|${moreThan}|dearer|firmer)|(below|under|${lessThan}))`;
const earlier = String.raw`(?:(?:a|one|last) year|(?:12|twelve|four) (?:months|quarters))(?: (?:ago|before|earlier|back))?`;
const then = new RegExp(
  String.raw`\b${earlier},? (?:the |its )?[\w -]{3,40}? (?:was|stood|had been|were|ran|came in) (?:\w+ )?${comparatives} than (?:the |its |it |they )?(?:present|current|now|today|is\b|are\b|latest|most recent)`,
  "i",
);

/** "A year ago the net margin was higher than the present one": the other way round than its change. */
const higherThen = needing([then], (sentence, index) => {
  const found = firstIn(then, sentence);
  const [subject, another] = found === null ? [] : subjectsIn(found[0]);
  const item = subject === undefined ? null : itemOf(index, subject.keys[0] ?? "");
  if (found === null || item?.value == null || item.value === 0 || another !== undefined) return null;
  const word = found[1] ?? found[2] ?? "";
  const start = found.index + found[0].lastIndexOf(word);
  return { start, end: start + word.length, holds: item.value < 0 === (found[1] !== undefined), items: [item] };
});

const stood =
  /\b(?:(above|over|higher than|more than|dearer than|north of|ahead of|up (?:on|from))|(below|under|lower than|less than|cheaper than|south of|short of|down (?:on|from))) (?:where|what|the (?:level|price)(?: at)?(?: which| that)?) (?:it|they|the (?:stock|shares|price|index|coin)) (?:stood|was|were|traded|closed|sat|cost|fetched|changed hands|had been|finished)\b/i;

/** "It is above where it stood 252 sessions ago": of the return since. */
const aboveThen = needing([stood], (sentence, index, _cited, { windows }) => {
  const found = firstIn(stood, sentence);
  const items = found === null ? [] : returnsNamed(windows, index);
  const [item, another] = items;
  if (found === null || item?.value == null || item.value === 0 || another !== undefined) return null;
  const word = found[1] ?? found[2] ?? "";
  const holds = item.value > 0 === (found[1] !== undefined);
  return { start: found.index, end: found.index + word.length, holds, items: [item] };
});

const against = new RegExp(
  String.raw`(?:^|[.;:,] |\b(?:and|but) )(?:compared (?:with|to)|relative to|(?:when )?(?:set|held|measured|placed|put) (?:against|beside|next to)|next to|beside|alongside|versus|against) (.{6,60}?), (.{3,60}?) (?:is|was|stands|looks|remains|are) (?:(?:clearly|well|slightly|far|much|still|now) )?${comparatives}(?=[.,;]|$| \[)`,
  "i",
);

/** "Compared with the 20-session mean, the close is higher." */
const comparedAhead = needing([against], (sentence, index) => {
  const found = firstIn(against, sentence);
  if (found === null) return null;
  const [, second = "", first = "", up, down = ""] = found;
  const [left, right] = [
    namedIn(first, index) ?? measureNamed(first, index) ?? closeOf(first, index),
    namedIn(second, index) ?? measureNamed(second, index),
  ];
  if (left === null || right === null || left.id === right.id || left.unit !== right.unit) return null;
  const word = up ?? down;
  const end = found.index + found[0].length;
  const holds = up === undefined ? left.value < right.value : left.value > right.value;
  return { start: end - word.length, end, holds, items: [left, right] };
});

function closeOf(side: string, index: Parameters<Reader>[1]): ReturnType<typeof namedIn> {
  const item = /^(?:the |its )?(?:last |latest )?(?:close|price|stock|shares?|quote)$/i.test(side.trim())
    ? itemOf(index, "close")
    : null;
  return item?.value == null ? null : { ...item, value: item.value };
}

const former = new RegExp(
  String.raw`\b(?:of|between) (?:the |its )?(.{3,48}?) and (?:the |its )?(.{3,48}?), (?:the )?(?:(former|first)|latter|second|last)(?: one)? (?:is|stands|was|being|lies) (?:the )?${comparatives}\b`,
  "i",
);

/** "Of the 20-session and the 50-session mean, the former is the higher." */
const formerOfTwo = needing([former], (sentence, index) => {
  const found = firstIn(former, sentence);
  if (found === null) return null;
  const [, a = "", b = "", isFormer, up, down = ""] = found;
  const second = namedIn(b, index);
  const first = namedIn(a, index) ?? namedIn(a, index, mentionsIn(b).at(-1));
  if (first === null || second === null || first.id === second.id || first.unit !== second.unit) return null;
  const word = up ?? down;
  const end = found.index + found[0].length;
  const isMore = first.value > second.value;
  const holds = (isMore === (isFormer !== undefined)) === (up !== undefined) && first.value !== second.value;
  return { start: end - word.length, end, holds, items: [first, second] };
});

const opposite = /\b(?:far from|rather than|instead of|anything but) (\w+ing)\b/i;
const turned = /\b(?:the other way|the opposite(?: direction| way)?|in reverse)\b/i;

/** "Far from falling, the stock has moved the other way over 63 sessions." */
const otherWay = needing([opposite], (sentence, index, _cited, { windows }) => {
  const found = firstIn(opposite, sentence);
  if (found === null || !occurs(turned, sentence)) return null;
  const [word, another] = directionsIn(sentence);
  const [item, more] = returnsNamed(windows, index);
  if (word === undefined || another !== undefined || item?.value == null || more !== undefined) return null;
  const at = firstIn(turned, sentence);
  if (at === null) return null;
  return { start: at.index, end: at.index + at[0].length, holds: item.value * word.way < 0, items: [item] };
});

export const thenAndNow: readonly Reader[] = [higherThen, aboveThen, comparedAhead, formerOfTwo, otherWay];
