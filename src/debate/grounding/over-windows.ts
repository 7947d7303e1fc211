import type { Evidence } from "#src/contract/evidence.ts";
import { itemOf, needing, type Found, type Reader } from "./claim-reader.ts";
import { counts, words } from "./counts-of-time.ts";
import { directionsIn, isDenied } from "./direction-words.ts";
import { returnsNamed } from "./move-claims.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { mentionsIn } from "./subjects.ts";
import { windowsIn } from "./windows.ts";

/*
 * What is said of a measure over several windows at once, or of one window against another that is told in words: "gained
 * over 5, 21 and 63 sessions alike", "every return is positive", "the news is kinder this week than over the month".
 */

const found = (match: RegExpExecArray, holds: boolean, items: readonly Evidence[]): Found => ({
  start: match.index,
  end: match.index + match[0].length,
  holds,
  items,
});

const listedWindows =
  /\b(?:over|for|in|on|across|within) (?:the )?(?:last )?(?:both |all )?(?:\d{1,3}|five|ten|twenty-one|sixty-three)(?:, (?:\d{1,3}|five|ten|twenty-one|sixty-three)){0,3},? and (?:\d{1,3}|twenty-one|sixty-three) (?:sessions|days)\b/i;

/** "Has gained ground over 5, 21 and 63 sessions alike". */
const overListed: Reader = needing([listedWindows], (sentence, index) => {
  const match = firstIn(listedWindows, sentence);
  if (match === null || /\d ?%|\b(?:but|while|though|volatility|index|benchmark|market|than)\b/i.test(sentence))
    return null;
  if (mentionsIn(sentence).some(({ keys }) => !keys.every((key) => key === "close" || key.startsWith("return_"))))
    return null;
  const [window, another] = windowsIn(sentence);
  const [word, more] = directionsIn(sentence);
  if (window === undefined || another !== undefined || window.each.length < 2) return null;
  if (word === undefined || more !== undefined || word.start > match.index || match.index - word.end > 16) return null;
  const items = window.each.flatMap((names) => returnsNamed([{ ...window, names }], index));
  if (items.length !== window.each.length || /\b(?:neither|nor)\b/i.test(sentence)) return null;
  return { start: word.start, end: word.end, holds: items.every(({ value }) => (value ?? 0) * word.way > 0), items };
});

const everyReturn = new RegExp(
  String.raw`\b(?:every|each|all(?: of)?(?: the| its)?(?: (?:two|three|four|five))?|both) returns?\b(?: (?:from|between) (?<from>${counts}) (?:to|and) (?<to>${counts}) sessions| shown| listed| here| in the evidence| over [\w ,-]{3,40}?)?,? (?:is|are|was|were|stands?|remains?|comes? in|has been|have been) (?:all |both |still |now |clearly )?(?:(?<up>positive|up|above zero|in the (?:black|green)|gains)|(?<down>negative|down|below zero|in the red|losses))\b`,
  "i",
);

/** "Every return from five to sixty-three sessions is positive". */
const everySign: Reader = needing([everyReturn], (sentence, index) => {
  const match = firstIn(everyReturn, sentence);
  if (match?.groups === undefined) return null;
  const { from, to, up } = match.groups;
  const sizeOf = (told: string | undefined, other: number): number =>
    told === undefined ? other : (words.get(told.toLowerCase()) ?? Number(told));
  const named = windowsIn(match[0]).flatMap((window) =>
    window.each.flatMap((names) => returnsNamed([{ ...window, names }], index)),
  );
  const [low, high] = [sizeOf(from, 1), sizeOf(to, 10_000)];
  const all = [1, 5, 21, 63, 252]
    .filter((size) => size >= low && size <= high)
    .flatMap((size) => itemOf(index, `return_${size}d`) ?? []);
  const items = from === undefined && named.length > 0 ? named : all;
  if (items.length < 2) return null;
  const way = up === undefined ? -1 : 1;
  return found(
    match,
    items.every(({ value }) => (value ?? 0) * way > 0),
    items,
  );
});

const ofBoth =
  /\b(?:(?<up>outperform(?:s|ed)?|beat(?:en|s)?|outpaced|led|leads|ahead of|(?:a|the) leader|stronger than|better than|in the lead)|(?<down>underperform(?:s|ed)?|lag(?:s|ged)?(?: behind)?|trail(?:s|ed)?|behind|(?:a|the) laggard|weaker than|worse than))\b[^.;]{0,32}?\b(?:(?:over|on|in|across|for|at) (?:both|either|each|all)(?: of)?(?: the| its)? (?:windows?|horizons?|spans?|periods?|stretches|counts|time ?frames?)|over both|on both counts)\b/i;
const benchmark = /\b(?:index|benchmark|market|S&P(?: 500)?|SPY|bitcoin|BTC|\^?[A-Z]{3,5}|relative)\b/;

/** "Has outperformed the index over both windows". */
const relativeOverBoth: Reader = needing([ofBoth], (sentence, index) => {
  const match = firstIn(ofBoth, sentence);
  if (match === null || !occurs(benchmark, sentence) || isDenied(sentence, match.index)) return null;
  if (/\b(?:volatility|volume|news|tone|stop|target|peers?|but|except)\b/i.test(match[0])) return null;
  const items = ["relative_strength_63", "relative_strength_252"].flatMap((key) => itemOf(index, key) ?? []);
  if (items.length !== 2) return null;
  const way = match.groups?.["up"] === undefined ? -1 : 1;
  return found(
    match,
    items.every(({ value }) => (value ?? 0) * way > 0),
    items,
  );
});

const longVolatility =
  /\b(?:(?:the )?(?:long(?:er)?(?:[- ](?:run|term|dated|window))?) volatility) (?:is|was|stands|runs|stays|remains) (?:well |clearly |slightly |much |a little )?(?:(?<up>higher|above|greater)|(?<down>lower|below|smaller)) than (?:the )?(?:recent|short(?:er)?(?:[- ](?:run|term|dated|window))?|latest|newer|near-term)\b/i;

/** "Longer-run volatility is lower than the recent one": over sessions and over days, where there are both. */
const volatilityOfLonger: Reader = needing([longVolatility], (sentence, index) => {
  const match = firstIn(longVolatility, sentence);
  if (match === null) return null;
  const pairs = [
    ["volatility_21", "volatility_63"],
    ["volatility_30d", "volatility_90d"],
  ].flatMap(([short = "", long = ""]) => {
    const [a, b] = [itemOf(index, short), itemOf(index, long)];
    return a?.value == null || b?.value == null || a.value === b.value ? [] : [{ a, b, apart: b.value - a.value }];
  });
  const [first] = pairs;
  if (first === undefined) return null;
  const way = match.groups?.["up"] === undefined ? -1 : 1;
  return found(
    match,
    pairs.every(({ apart }) => apart * way > 0),
    pairs.flatMap(({ a, b }) => [a, b]),
  );
});

const weekTone =
  /\b(?<who>news|coverage|press|headlines|posts|chatter|tone|mood|sentiment)\b[^.;]{0,32}? (?:is|are|was|were|has been|have been|reads?|sounds?|looks?) (?:far |much |a little |slightly |clearly |even )?(?:(?<up>more (?:positive|favou?rable|upbeat|cheerful|bullish|optimistic)|less (?:negative|gloomy|bearish)|better|warmer|kinder|friendlier|sunnier|brighter|higher|rosier)|(?<down>less (?:positive|favou?rable|upbeat|cheerful|bullish|optimistic)|more (?:negative|gloomy|bearish|downbeat)|worse|cooler|colder|gloomier|darker|harsher|sourer|lower)) (?:this week|over (?:the )?(?:last |past )?(?:week|seven days|7 days)|in the (?:last |past )?(?:week|7 days)) than (?:it was |they were )?(?:over|in|for|during|across)? ?(?:the )?(?:whole |last |past )?(?:month|30 days|thirty days)\b/i;

/** "The news is more positive this week than over the month". */
const toneOfWeek: Reader = needing([weekTone], (sentence, index) => {
  const match = firstIn(weekTone, sentence);
  const who = match?.groups?.["who"] ?? "";
  const isPosts =
    /posts|chatter/i.test(who) || (!/news|coverage|press|headlines/i.test(who) && /\bposts?|social\b/i.test(sentence));
  const kind = isPosts ? "social" : "news";
  const [week, month] = [itemOf(index, `${kind}_tone_7d`), itemOf(index, `${kind}_tone_30d`)];
  if (match === null || week?.value == null || month?.value == null || week.value === month.value) return null;
  return found(match, week.value > month.value === (match.groups?.["up"] !== undefined), [week, month]);
});

const quarterGrowth =
  /\b(?:(?:last |latest )?quarter(?:['’]s|ly) (?:revenue |sales |top-line )?growth|(?:revenue |sales )?growth (?:in|of|for) the (?:last |latest )?quarter) (?:is|was|has been|ran|came in|stands|lies) (?:well |clearly |slightly |a little |much |just )?(?:(?<up>faster|higher|stronger|quicker|above|ahead of|better|brisker)|(?<down>slower|lower|weaker|below|behind|worse|softer))(?: than)? (?:the )?(?:that of the |growth of the )?(?:trailing|twelve-month|yearly|annual|full-year|year['’]s)\b/i;

/** "The quarter's growth was slower than the trailing growth". */
const growthOfQuarter: Reader = needing([quarterGrowth], (sentence, index) => {
  const match = firstIn(quarterGrowth, sentence);
  const [quarter, year] = [itemOf(index, "revenue_growth_q"), itemOf(index, "revenue_growth_yoy")];
  if (match === null || quarter?.value == null || year?.value == null || quarter.value === year.value) return null;
  return found(match, quarter.value > year.value === (match.groups?.["up"] !== undefined), [quarter, year]);
});

const beyond = "above|over|higher than|stronger than|dearer than|ahead of|north of";
const within = "below|under|beneath|lower than|weaker than|cheaper than|behind|south of";
const means = "(?:averages|means|moving averages|SMAs|lines)";
const ofMeans = new RegExp(
  String.raw`\b(?:(?<up>${beyond})|(?<down>${within})) (?<which>all(?: three| of)?|each of|every one of|at least one of|one of|none of|any of) (?:the |its )?(?:(?:three|simple|moving|key|main) )*${means}\b`,
  "i",
);
const others = /\b(?:stop|target|entry|volume|volatility|band|RSI|if|would|not|never|no)\b|n['’]t\b/i;

/** "Stronger than all of its means", "below at least one of its simple means". */
const besideMeans: Reader = needing([ofMeans], (sentence, index) => {
  const match = firstIn(ofMeans, sentence);
  const close = itemOf(index, "close");
  if (match?.groups === undefined || close?.value == null || occurs(others, sentence.slice(0, match.index)))
    return null;
  const lines = ["sma_20", "sma_50", "sma_200"].flatMap((key) => itemOf(index, key) ?? []);
  const { which = "", up } = match.groups;
  const { value } = close;
  const beside = lines.filter((line) => line.value !== null && value > line.value === (up !== undefined)).length;
  if (lines.length < 2) return null;
  const holds = /none/i.test(which)
    ? beside === 0
    : /at least one|any/i.test(which)
      ? beside > 0
      : /^one/i.test(which)
        ? beside === 1
        : beside === lines.length;
  return found(match, holds, [close, ...lines]);
});

const shortAndLong =
  /\b(?:(?<up>above|over)|(?<down>below|under|beneath)) its short(?:er)?(?:[- ](?:run|term))? (?:averages?|means?),? (?:and|but|yet) (?:(?<above>above|over)|(?:below|under|beneath)) its long(?:er|est)?(?:[- ](?:run|term))? (?:ones?|averages?|means?)\b/i;

/** "Below its short means and above its long one". */
const besideShortAndLong: Reader = needing([shortAndLong], (sentence, index) => {
  const match = firstIn(shortAndLong, sentence);
  const close = itemOf(index, "close");
  const short = ["sma_20", "sma_50"].flatMap((key) => itemOf(index, key) ?? []);
  const long = itemOf(index, "sma_200");
  if (match?.groups === undefined || close?.value == null || short.length === 0 || long?.value == null) return null;
  const { value } = close;
  const { up, above } = match.groups;
  const holds =
    short.every((line) => line.value !== null && value > line.value === (up !== undefined)) &&
    value > long.value === (above !== undefined);
  return found(match, holds, [close, ...short, long]);
});

export const overWindows: readonly Reader[] = [
  overListed,
  everySign,
  relativeOverBoth,
  volatilityOfLonger,
  toneOfWeek,
  growthOfQuarter,
  besideMeans,
  besideShortAndLong,
];
