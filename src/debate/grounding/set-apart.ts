import { needing, type Reader } from "./claim-reader.ts";
import { counts, words } from "./counts-of-time.ts";
import { first } from "./gap.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { measureNamed, type Measured } from "./measure-pairs.ts";
import { subjectsIn } from "./moved-subjects.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { returnsNamed } from "./move-claims.ts";
import { mentionsIn } from "./subjects.ts";
import { windowsIn } from "./windows.ts";

/*
 * Two figures that are told apart without "than" between their names: "between A and B, it is the former that is larger",
 * "A is the lower and B the higher", "twice as much cash as debt", "cheaper on book than on sales"; and where the price
 * stands after so many sessions, told by its side.
 */

const more = "larger|higher|greater|bigger|wider|longer|stronger|dearer|richer|deeper|heavier";
const less = "smaller|lower|lesser|narrower|shorter|weaker|cheaper|shallower|lighter";

const ofTwo = new RegExp(
  String.raw`^(?<lead>.*?)\b(?:[Bb]etween|[Oo]f|[Bb]etween the two,|[Aa]s between|[Cc]omparing|[Tt]aking) (?<both>(?:the |its )?[^;:]{6,160}?),? (?:it is )?(?:the )?(?:(?<former>former|first)|latter|second)(?: of them| one)?(?: (?:that|which))? (?:is|was|comes out|stands|runs|proves|lies|has been)(?: (?:the|clearly|well|still|now))* (?:(?<more>${more})|(?<less>${less}))\b(?! than)`,
);

const ofTwoAhead = new RegExp(
  String.raw`^(?<lead>(?:.*?[;:,] )?)(?<both>[^;:]{6,160}?)(?::| –| -) (?:it is )?(?:the )?(?:(?<former>former|first)|latter|second)(?: of them| one)? (?:is|was|proves)(?: (?:the|clearly|well|still))* (?:(?<more>${more})|(?<less>${less}))\b(?! than)`,
);

/** The two measures that "A and B" names, wherever "and" may stand within a name. */
function bothOf(text: string, index: EvidenceIndex): readonly [Measured, Measured] | null {
  for (const { index: at, 0: printed } of text.matchAll(/\b(?:and|with|to)\b/g)) {
    const [head, tail] = [text.slice(0, at).trim(), text.slice(at + printed.length)];
    const other = measureNamed(tail, index);
    // "The upper and the lower Bollinger band" names the noun once.
    const noun = tail.trim().split(" ");
    const one = [0, 1, 2, 3]
      .map((count) => measureNamed([head, ...(count === 0 ? [] : noun.slice(-count))].join(" "), index))
      .find((item) => item !== null && item.id !== other?.id);
    if (one != null && other !== null && one.id !== other.id && one.unit === other.unit) return [one, other];
  }
  return null;
}

const sized = /\b(?:loss|fall|drop|decline|drawdown|deficit|gap|discount)\b/i;
const sizeOf = ({ value }: Measured, text: string): number => (occurs(sized, text) ? Math.abs(value) : value);

/** "Between A and B, it is the former that is larger". */
const formerOrLatter: Reader = needing([/\b(?:former|latter|first|second)\b/i], (sentence, index) => {
  const found = firstIn(ofTwo, sentence) ?? firstIn(ofTwoAhead, sentence);
  const pair = found === null ? null : bothOf(found.groups?.["both"] ?? "", index);
  if (found?.groups === undefined || pair === null) return null;
  const { lead = "", both = "", former, more: up } = found.groups;
  const [one, other] = pair.map((item) => sizeOf(item, both));
  if (one === undefined || other === undefined || one === other) return null;
  const isFirst = one > other === (up !== undefined);
  const start = lead.length;
  return { start, end: found[0].length, holds: isFirst === (former !== undefined), items: pair };
});

const lowerAndHigher = new RegExp(
  String.raw`(?<one>[^;:]{4,96}?) (?:is|was|makes|forms|comes out) the (?:(?<more>${more})|(?<less>${less}))(?: one| figure| value)?(?: of the (?:two|pair))?(?:,? (?:and|while|but)|[,;]) (?<other>[^;:]{4,96}?)(?: (?:is|was|makes|forms))? the (?:(?<up>${more})|(?<down>${less}))(?: one| figure| value)?(?=[.,;:)]|$| of the)`,
  "i",
);

/** "The low of 252 sessions is the lower and the last close the higher". */
const eachPlaced: Reader = needing([lowerAndHigher], (sentence, index) => {
  const found = firstIn(lowerAndHigher, sentence);
  if (found?.groups === undefined) return null;
  const { one = "", other = "", more: up, up: upThen } = found.groups;
  const named = (one.split(/[,:]\s/).at(-1) ?? "").replace(/^\W*(?:between|of) the two\b/i, "");
  const [left, right] = [measureNamed(named, index), measureNamed(other, index)];
  if (left === null || right === null || left.id === right.id || left.unit !== right.unit) return null;
  if (left.value === right.value || (up === undefined) === (upThen === undefined)) return null;
  const start = found.index + one.length - named.length;
  const holds = sizeOf(left, named) > sizeOf(right, other) === (up !== undefined);
  return { start, end: found.index + found[0].length, holds, items: [left, right] };
});

const topOfTwo = new RegExp(
  String.raw`\b(?:[Oo]f|[Bb]etween) (?:the two, )?(?<both>(?:the |its )?[^;:]{6,160}?), (?<one>[^;:,]{4,80}?) (?:is|was|comes out as) the (?:(?<more>${more})|(?<less>${less}))(?: one| figure)?(?: of the two)?(?=[.,;)]|$)`,
);

/** "Of the debt and the cash, the debt is the larger". */
const oneOfBoth: Reader = needing([topOfTwo], (sentence, index) => {
  const found = firstIn(topOfTwo, sentence);
  const pair = found === null ? null : bothOf(found.groups?.["both"] ?? "", index);
  const one = found === null ? null : measureNamed(found.groups?.["one"] ?? "", index);
  if (found === null || pair === null || one === null || pair[0].value === pair[1].value) return null;
  const other = pair.find(({ id }) => id !== one.id);
  if (other === undefined || !pair.some(({ id }) => id === one.id)) return null;
  const holds = one.value > other.value === (found.groups?.["more"] !== undefined);
  return { start: found.index, end: found.index + found[0].length, holds, items: pair };
});

const times: Readonly<Record<string, number>> = { half: 0.5, twice: 2, double: 2, thrice: 3 };
const asMuch = new RegExp(
  String.raw`\b(?:(?<over>(?:well |far )?(?:more|over)(?: than)?|at least|no less than|upwards of)|(?<under>(?:well |far )?(?:less|under|not even|fewer)(?: than)?|at most|no more than|barely)) (?:(?<word>half|twice|thrice)|(?<count>${counts}) times) as (?:much|many) (?<one>[^.;:,]{3,60}?) as (?<other>(?:it (?:has|owes|holds|carries) )?[^.;:,]{3,60})`,
  "i",
);

/** "More than twice as much cash as debt". */
const boundTimes: Reader = needing([asMuch], (sentence, index) => {
  const found = firstIn(asMuch, sentence);
  if (found?.groups === undefined) return null;
  const { over, word, count, one = "", other = "" } = found.groups;
  const factor =
    word === undefined ? (words.get((count ?? "").toLowerCase()) ?? Number(count)) : times[word.toLowerCase()];
  const [left, right] = [measureNamed(one, index), measureNamed(other, index)];
  if (left === null || right === null || factor === undefined || right.value <= 0 || left.unit !== right.unit)
    return null;
  const ratio = left.value / right.value;
  const holds = over !== undefined ? ratio > factor : ratio < factor;
  return { start: found.index, end: found.index + found[0].length, holds, items: [left, right] };
});

const bases =
  "(?:its |the |trailing )*(?:(?:price[- ](?:to|over)[- ])?(?:(?<KIND>book|sales|revenue|earnings|profits?))(?: value)?)";
const onBasis = new RegExp(
  String.raw`\b(?:(?<dear>dearer|more expensive|pricier|costlier|richer|less cheap|more highly (?:valued|priced)|more richly (?:valued|priced))|cheaper|less expensive|less dear|less highly (?:valued|priced))(?: priced| valued)? (?:on|by|against|measured (?:on|by|against)|in terms of|relative to|for) ${bases.replace("KIND", "one")} than (?:on|by|against|measured (?:on|by|against)|in terms of|relative to|for) ${bases.replace("KIND", "other")}\b`,
  "i",
);
const multipleKey = (told: string): string =>
  /book/i.test(told) ? "pb" : /sales|revenue/i.test(told) ? "ps_ttm" : "pe_ttm";

/** "Is cheaper on book than on sales, by the multiples". */
const cheaperOn: Reader = needing([onBasis], (sentence, index) => {
  const found = firstIn(onBasis, sentence);
  if (found?.groups === undefined) return null;
  const [left, right] = ["one", "other"].map((name) => first(index, multipleKey(found.groups?.[name] ?? "")));
  if (left == null || right == null || left.id === right.id || left.value === right.value) return null;
  const holds = left.value > right.value === (found.groups["dear"] !== undefined);
  return { start: found.index, end: found.index + found[0].length, holds, items: [left, right] };
});

const things = "(?<KIND>posts|(?:news )?(?:items|stories|headlines|articles)|news|messages)";
const fewerOf = new RegExp(
  String.raw`\b(?:(?<more>more|a larger number of)|fewer|less|a smaller number of) ${things.replace("KIND", "one")} than ${things.replace("KIND", "other")}\b|\b${things.replace("KIND", "first")} (?:(?:out|clearly )?(?<over>outnumber(?:ed)?)|(?:are|were|is|was) (?:(?<above>more numerous)|(?:fewer|less numerous|outnumbered by))) (?:than )?(?:the )?${things.replace("KIND", "second")}\b`,
  "i",
);

/** "Over 30 days it drew fewer posts than news items". */
const itemsAndPosts: Reader = needing([fewerOf], (sentence, index) => {
  const found = firstIn(fewerOf, sentence);
  if (found?.groups === undefined) return null;
  const { one, first: head, other, second, more: up, over, above } = found.groups;
  const [isPosts, isPostsThen] = [one ?? head ?? "", other ?? second ?? ""].map((told) => /post|message/i.test(told));
  if (isPosts === isPostsThen) return null;
  const isMonth = windowsIn(sentence).some(({ names }) => names.has("30 day"));
  const isWeek = windowsIn(sentence).some(({ names }) => names.has("7 day"));
  const sides = [isMonth || !isWeek ? "30d" : null, isWeek || !isMonth ? "7d" : null].flatMap((window) => {
    const [posts, news] = [first(index, `social_count_${window}`), first(index, `news_count_${window}`)];
    return window === null || posts === null || news === null || posts.value === news.value ? [] : [{ posts, news }];
  });
  if (sides.length === 0) return null;
  const isMore = (up ?? over ?? above) !== undefined;
  const agreed = new Set(sides.map(({ posts, news }) => posts.value > news.value === (isPosts === isMore)));
  const [holds, another] = agreed;
  if (holds === undefined || another !== undefined) return null;
  const items = sides.flatMap(({ posts, news }) => [posts, news]);
  return { start: found.index, end: found.index + found[0].length, holds, items };
});

const ago = new RegExp(
  String.raw`\b(?<no>no |not (?:any )?)?(?:(?<up>higher|dearer|above|more)|lower|cheaper|below|less) than (?:where )?(?:it (?:was|did|stood|closed) )?(?:(?:the )?level of )?(?:${counts}) (?:trading )?sessions (?:ago|earlier|before|back|previously|prior)\b`,
  "i",
);
const territory =
  /\b(?:in|into|on)(?: (?:clearly|firmly|deeply|deep|still))? (?:(?:the |its )?(?:(?<up>positive|plus|green|winning|black)|(?<down>negative|minus|red|losing)) (?:territory|ground|zone|side)|the (?:(?<green>green|black|plus)|(?<red>red|minus)))(?![\w-])|\bwith an? (?:small |large |slight |clear |net )?(?:(?<gain>gain|plus|profit|rise|advance)|(?<loss>loss|minus|fall|decline))(?= (?:over|for|in|on|to show|at|behind)\b|[.,;]|$)/i;
const overSessions =
  /\b(?:the|its|last|past|latest|over|for|in|after|across|during|previous) (?:\d{1,3}|five|twenty-one|sixty-three) (?:trading )?sessions\b/i;
const notPrice =
  /\b(?:stop|target|entry|position|plan|trade|benchmark|volume|turnover|tone|histogram|macd|margin|momentum|if|would|could|should|decision|mean|average|each|every|both|all|closes)\b|\d ?(?:%|percent|per cent)|\?/i;

/** Whether a sentence speaks of the price alone, of one window's return. */
function returnOf(sentence: string, index: EvidenceIndex): Measured | null {
  if (occurs(notPrice, sentence) || subjectsIn(sentence).length > 0) return null;
  if (mentionsIn(sentence).some(({ keys }) => !keys.every((key) => key === "close" || key.startsWith("return_"))))
    return null;
  const [item, another] = returnsNamed(windowsIn(sentence), index);
  return item?.value == null || item.value === 0 || another !== undefined ? null : { ...item, value: item.value };
}

/** "Stands no higher than 21 sessions earlier", "finished the past 21 sessions in negative territory". */
const afterSessions: Reader = needing([ago, territory], (sentence, index) => {
  const back = firstIn(ago, sentence);
  const found = back ?? (occurs(overSessions, sentence) ? firstIn(territory, sentence) : null);
  const item = found?.groups === undefined ? null : returnOf(sentence, index);
  if (found?.groups === undefined || item === null) return null;
  const { up, green, gain, no } = found.groups;
  const holds = (item.value > 0 === ((up ?? green ?? gain) !== undefined)) !== (no !== undefined);
  return { start: found.index, end: found.index + found[0].length, holds, items: [item] };
});

export const setApart: readonly Reader[] = [
  formerOrLatter,
  eachPlaced,
  oneOfBoth,
  boundTimes,
  cheaperOn,
  itemsAndPosts,
  afterSessions,
];
