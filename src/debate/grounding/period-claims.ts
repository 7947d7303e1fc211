import type { Evidence } from "#src/contract/evidence.ts";
import { changesCited } from "./cited-moves.ts";
import { itemOf, needing, type Reader } from "./claim-reader.ts";
import { comparativesIn } from "./comparatives.ts";
import { directionsIn } from "./direction-words.ts";
import { spansIn, type EvidenceIndex } from "./evidence-index.ts";
import { returnsNamed } from "./move-claims.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { mentionsIn } from "./subjects.ts";
import { namesOfSpan, windowsIn } from "./windows.ts";

/* What words state of a stretch of time: "a bad month for holders", "a week ago the stock was dearer". */

const span = "(?:session|day|fortnight|week|month|quarter|half-year|year)";
const good =
  "good|strong|fine|great|splendid|excellent|solid|stellar|kind|profitable|rewarding|decent|positive|bullish|happy|superb|banner|bumper|tremendous|fantastic|phenomenal|impressive|outstanding|glorious|encouraging|winning";
const bad =
  "bad|poor|weak|rough|painful|wretched|dismal|awful|terrible|tough|unkind|costly|negative|bearish|ugly|horrible|grim|miserable|dreadful|lousy|brutal|sour|disastrous|catastrophic|abysmal|disappointing|nasty|dire|dreary|woeful|horrid|appalling|losing|discouraging|calamitous";
const judged = new RegExp(
  String.raw`(?<![\w-])(?:(?:(${good})|(${bad}))(?: trading)? ${span}(?![\w-])|(?<!\bof (?:the|this|last) )${span}(?: of \w+)? (?:was|is|has been|proved|turned out|looked)(?: (?:to be|a|an|very|rather|quite|really|another|not)){0,3} (?:(${good})|(${bad}))(?: one)?(?=[ ,.;:[]|$)|${span} (?:treated|served|was kind to|rewarded) (?:its |the )?(?:share|stock)?(?:holders|investors|owners) ?(?:(well|kindly|handsomely|generously)|(badly|poorly|harshly|unkindly))?)`,
  "i",
);
/** What the words may judge instead of the price. */
const otherJudged =
  /\b(?:news|coverage|sentiment|volume|turnover|earnings|results|margins?|cash|economy|market|sector)\b/i;

/** "It was a bad month for holders": of the return over the window that is cited or named. */
export const goodOrBad = needing([judged], (clause, index, _cited, { windows }) => {
  const found = firstIn(judged, clause);
  if (found === null || occurs(otherJudged, clause)) return null;
  const up = found[1] ?? found[3] ?? found[5];
  const down = found[2] ?? found[4] ?? found[6];
  const word = up ?? down;
  if (word === undefined) return null;
  const cited = changesCited(clause, index);
  const own = windowsIn(clause);
  const unit = /(session|day|week|month|quarter|year)/i.exec(found[0])?.[1] ?? "";
  const isOne =
    own.length === 0 && windows.every(({ names }) => ![...namesOfSpan("1", unit)].some((one) => names.has(one)));
  if (cited.length === 0 && (clause.match(/\[[A-Z]\d/g)?.length ?? 0) > 1) return null;
  // "Has bounced in five sessions after a rough quarter": the quarter is what is judged.
  const lengths = namesOfSpan("1", unit);
  const told = own.length > 0 && !own.some(({ names }) => [...lengths].some((one) => names.has(one)));
  const judgedSpans = told
    ? own.slice(0, 1).map((one) => ({ ...one, names: lengths, of: null }))
    : own.length > 0
      ? own
      : windows;
  const items = cited.length > 0 ? cited : isOne ? [] : returnsNamed(judgedSpans, index);
  if (items.length !== 1) return null;
  const [item] = items;
  if (item?.value == null || item.value === 0) return null;
  const start = found.index + found[0].lastIndexOf(word);
  return { start, end: start + word.length, holds: item.value > 0 === (up !== undefined), items };
});

const ago =
  /\b(an?|\d{1,3}|one|two|three|four|five|six|seven|ten|twelve|twenty-one|thirty|sixty-three)[ -](session|day|week|month|quarter|year)s? (?:ago|earlier|before|back)\b/i;
const stood = /\b(?:was|were|stood|traded|cost|changed hands|paid|fetched|went for|priced|sat)(?: [\w.%]+){0,3} $/i;
const led =
  /\b(?:than|from|since|against|versus|compared (?:to|with)|over|in|of)(?: (?:that|those|the one) of)? (?:a |an |the |one )?$/i;

/** "A week ago the stock was dearer than it is now": the other way round than the return since. */
export const pastPrice = needing([ago], (clause, index) => {
  const items = returnsSince(clause, index);
  if (items.length === 0 || mentionsIn(clause).some(({ keys }) => !keys.every((key) => key === "close"))) return null;
  const [item, another] = items;
  const words = [...comparativesIn(clause), ...directionsIn(clause).filter(isAdjective(clause))].filter(({ start }) =>
    occurs(stood, clause.slice(0, start)),
  );
  const [word] = words;
  if (item?.value == null || item.value === 0 || another !== undefined || word === undefined) return null;
  return { start: word.start, end: word.end, holds: item.value * word.way < 0, items };
});

const aSpan = String.raw`(?:\b(?:an?|one|\d{1,3}|five|ten|twelve|twenty-one|sixty-three) (?:trading )?(?:session|day|week|month|quarter|year)s?)`;
const more = "more|higher|above|dearer|up";
const less = "less|lower|below|cheaper|down";
const nowThan = new RegExp(
  String.raw`\b(?:costs?|is|are|trades?|stands?|fetch(?:es)?|sells? (?:for|at)|closed|changes hands|quoted|priced|goes for)(?: (?:now|today|again|currently|at|much|far|a little|slightly|well|still))* (?:(${more})|(${less}))(?: on| from| than| where| what)*(?: (?:it|they|the (?:stock|share|price)) (?:did|was|were|cost|traded|stood|closed))?(?: (?:its|the) (?:price|level|close|quote)(?: of)?)?(?: at)? (?:an? year ago, )?${aSpan} (?:ago|earlier|back|before)\b`,
  "i",
);
const ofThen = new RegExp(
  String.raw`\b(?:price|close|quote|level) (?:of |from )?${aSpan} (?:ago|earlier|back|before) (?:is|was|stood|lay|had been)(?: \w+)? (?:(${more})|(${less}))\b`,
  "i",
);
const thenIt = new RegExp(
  String.raw`${aSpan} (?:ago|earlier|back|before)(?: ?\([^)]*\))?,? (?:you could have (?:bought|had)(?: it| the stock)?|(?:(?:the |its |a )?(?:stock|shares?|price|coin|index|quote|it|[A-Z][\w&]+(?:'s shares)?) )?(?:was|were|cost|traded|stood|closed|could be had|went for|changed hands))(?: (?:at|for|much|far|a little|slightly|well))* (?:(${more})|(${less}))\b`,
  "i",
);

/** "It costs more than it did 252 sessions ago", "the price of 63 sessions ago was higher than the last close". */
export const nowAgainstThen: Reader = (sentence, index, _cited, { windows }) => {
  const now = firstIn(nowThan, sentence);
  const then = now === null ? (firstIn(ofThen, sentence) ?? firstIn(thenIt, sentence)) : null;
  const found = now ?? then;
  if (
    found === null ||
    mentionsIn(sentence).some(({ keys }) => !keys.every((key) => key === "close" || key.startsWith("return_")))
  )
    return null;
  const [item, another] = returnsNamed(windows, index);
  if (item?.value == null || Math.abs(item.value) < 0.05 || another !== undefined) return null;
  const word = found[1] ?? found[2] ?? "";
  const start = found.index + found[0].indexOf(` ${word}`) + 1;
  const holds = item.value > 0 === ((found[1] !== undefined) === (now !== null));
  return { start, end: start + word.length, holds, items: [item] };
};

const trending =
  /\btrend\b[^.;,]{0,40}? (?:is|was|points|remains|stays|runs|has been)(?: (?:still|now|clearly|firmly))? (?:(up|upwards?|positive|rising|higher)|(down|downwards?|negative|falling|lower))\b/i;

/** "The 63-session trend is up": of the return over that window. */
export const trendOver = needing([trending], (sentence, index, _cited, { windows }) => {
  const found = firstIn(trending, sentence);
  if (found === null || mentionsIn(sentence).some(({ keys }) => !keys[0]?.startsWith("return_"))) return null;
  const [item, another] = returnsNamed(
    windows.map((one) => ({ ...one, of: null })),
    index,
  );
  if (item?.value == null || Math.abs(item.value) < 0.05 || another !== undefined) return null;
  const word = found[1] ?? found[2] ?? "";
  const start = found.index + found[0].length - word.length;
  return { start, end: start + word.length, holds: item.value > 0 === (found[1] !== undefined), items: [item] };
});

function isAdjective(clause: string) {
  return ({ start, end }: { start: number; end: number }): boolean =>
    /^(?:higher|lower)$/i.test(clause.slice(start, end));
}

/** The returns since a day told as "so long ago", where that is the time of the statement and not what it is held against. */
export function returnsSince(text: string, index: EvidenceIndex): Evidence[] {
  const found = firstIn(ago, text);
  if (found === null || occurs(led, text.slice(0, found.index))) return [];
  const names = namesOfSpan(found[1] ?? "", found[2] ?? "");
  return [...index.byKey].flatMap(([key, [one]]) =>
    key.startsWith("return_") && spansIn(one?.label ?? "").some((each) => names.has(each))
      ? (itemOf(index, key) ?? [])
      : [],
  );
}
