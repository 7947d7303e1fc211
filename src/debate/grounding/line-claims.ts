import type { Evidence } from "#src/contract/evidence.ts";
import { itemOf, needing } from "./claim-reader.ts";
import { closesOf } from "./closes.ts";
import { isDenied } from "./direction-words.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { namedIn } from "./measure-pairs.ts";
import { findNumbers } from "./numbers.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { priceLines } from "./price-claims.ts";
import { mentionsIn } from "./subjects.ts";

/* What words state with the lines as their subject: "both means lie above the price", "has been regained". */

const adverbs =
  "(?: (?:now|all|both|each|still|already|just|far|well|not|no longer|currently|comfortably|slightly|clearly|only|directly|right|yet|also|have|has|been|to be))*";
const copula =
  "(?:is|are|was|were|lies?|lay|sits?|sat|stands?|stood|runs?|remains?|stays?|hangs?|loom(?:s|ing)?|trades?|falls?|comes?)";
const price = "(?:the |its |today['’]s |last |current )*(?:price|close|stock|shares?|market|quote|index|coin|spot)";
const placed = new RegExp(
  String.raw`\b${copula}${adverbs} (?:(overhead|(?:above|over)(?= ${price}\b))|(underneath(?=[ ,.;:[]|$)|beneath(?=[,.;:[]|$| \[)|(?:below|under|underneath|beneath)(?= ${price}\b)))`,
  "i",
);
const passive = new RegExp(
  String.raw`\b(?:has|have|had|is|are|was|were)${adverbs} (?:(regained|reclaimed|recaptured|retaken|recovered|cleared|surpassed|exceeded|overcome|passed|topped|beaten|crossed|left behind|(?:reached|met)(?= by (?:the |its )?(?:last )?(?:close|price)))|(lost|surrendered|given up|undercut))\b`,
  "i",
);
const every =
  /\b(?:(?:every|each|all(?: of)?(?: the| its)?(?: three| four| five)?)(?: (?:moving|simple|key))* (?:averages?|means?)|(?:the |its )?(?:moving )?(?:averages|means) (?:are |is )?all)\b/i;
/** "The fifty- and the two-hundred-session means": a list of windows before one name. */
const listed =
  /\b((?:(?:the |its |both )*(?:\d{2,3}|ten|twenty|fifty|two[- ]hundred)(?:[- ](?:session|day))?-?,?(?: and| or)? ){1,3}(?:the )?(?:\d{2,3}|ten|twenty|fifty|two[- ]hundred)[- ](?:session|day)) (?:simple |moving )*(exponential )?(?:moving )?(?:averages?|means?|ones?)\b/i;
const sizes: Readonly<Record<string, string>> = { ten: "10", twenty: "20", fifty: "50", "two hundred": "200" };

const exponentials =
  /\b(?:both|all|the two|its two)(?: of)?(?: the| its)? exponential (?:moving )?(?:averages|means)\b|\bboth EMAs\b/i;

function linesIn(subject: string, index: EvidenceIndex): readonly Evidence[] {
  if (occurs(exponentials, subject)) return ["ema_10", "ema_20"].flatMap((key) => itemOf(index, key) ?? []);
  if (occurs(every, subject)) return ["sma_20", "sma_50", "sma_200"].flatMap((key) => itemOf(index, key) ?? []);
  const list = firstIn(listed, subject);
  if (list !== null) {
    const family = list[2] === undefined ? "sma" : "ema";
    const keys = [...(list[1] ?? "").matchAll(/\d{2,3}|ten|twenty|fifty|two[- ]hundred/gi)].map(
      ([one]) => `${family}_${sizes[one.toLowerCase().replace("-", " ")] ?? one}`,
    );
    const items = keys.flatMap((key) => itemOf(index, key) ?? []);
    return items.length === keys.length ? items : [];
  }
  const mentions = mentionsIn(subject);
  if (mentions.length === 0 || mentions.some(({ keys }) => !keys.some((key) => priceLines.has(key)))) return [];
  const items = mentions.flatMap(
    (mention, at) => namedIn(subject.slice(mentions[at - 1]?.end ?? 0, mention.end), index, mention, mention) ?? [],
  );
  return items.length === mentions.length ? items : [];
}

/** "No mean lies below the close", "not one of the three means". */
const noLine =
  /\b(?:no|none of (?:the|its)|not (?:one|a single one) of (?:the|its))(?: (?:two|three|moving|simple))* (?:means?|averages?)\b/i;

const otherSubject =
  /\b(?:stop|target|entry|objective|level|volume|turnover|stock|shares?|price|close|index|coin|rsi|macd|it)\b/i;

/** What every such sentence holds: most have none. */
const isOfLines = /\b(?:means?|averages?|ones?|band|support|resistance|high|low|line)\b/i;

/** "Both means have been regained", "every average sits overhead": the close against each line that is the subject. */
export const linesPlaced = needing([placed, passive], (sentence, index) => {
  if (!occurs(isOfLines, sentence)) return null;
  const close = itemOf(index, "close");
  const found = firstIn(placed, sentence) ?? firstIn(passive, sentence);
  if (found === null || close?.value == null) return null;
  const lead = sentence.slice(0, found.index);
  const [subject = ""] = lead.split(/[;:]|, (?:and|but|while) |\b(?:and|but|while|whereas) (?=the \w+ )/).slice(-1);
  const own = occurs(listed, lead) || occurs(every, lead) ? lead : subject;
  if (occurs(otherSubject, own.replaceAll(/\b(mean|average) (?:closing price|close|price)\b/gi, "$1"))) return null;
  const none = firstIn(noLine, own);
  const lines = (none === null ? linesIn(own, index) : linesIn("all means", index)).filter(
    ({ unit }) => unit === close.unit,
  );
  if (lines.length === 0) return null;
  const isPlaced = firstIn(placed, sentence) !== null;
  // A line above the price is one that the price is below.
  const isPriceAbove = isPlaced ? found[2] !== undefined : found[1] !== undefined;
  const { value } = close;
  const word = found[1] ?? found[2] ?? "";
  const start = found.index + found[0].length - word.length;
  const isSo = (line: Evidence): boolean =>
    line.value !== null && (isPriceAbove ? value > line.value : value < line.value);
  const holds = none === null ? lines.every(isSo) : lines.some(isSo) === isDenied(sentence, start);
  return { start, end: start + word.length, holds, items: [close, ...lines] };
});

const fromTo =
  /\bfrom [$€£₹]?(\d[\d,]*(?:\.\d+)?)\b[^.;]{0,32}? to [$€£₹]?(\d[\d,]*(?:\.\d+)?)\b[^.;]{0,40}?\b(?:is|was|makes?|means|marks|comes to|amounts to) (?:a |an )?(?:(gain|rise|advance|climb|increase)|(loss|fall|drop|decline|decrease))\b/i;

/** "From 359.38 to 370.84 is a loss": of the two numbers that are printed. */
export const moveTold = needing([fromTo], (sentence) => {
  const found = firstIn(fromTo, sentence);
  const [from, to] = [found?.[1], found?.[2]].map((digits) => Number((digits ?? "").replaceAll(",", "")));
  if (found === null || from === undefined || to === undefined || from === to) return null;
  const word = found[3] ?? found[4] ?? "";
  const start = found.index + found[0].length - word.length;
  return { start, end: start + word.length, holds: to > from === (found[3] !== undefined), items: [] };
});

const inOneDay =
  /\b(?:in|within|over) (?:one|a single|a) (?:trading )?(?:day|session)\b|\bfrom one (?:day|session) to the next\b|\bovernight\b|\bin one go\b/i;

const oneStepWords = /\bfrom [$€£₹]?([\d,]+(?:\.\d+)?)(?: [A-Z]{3}| dollars)? to [$€£₹]?(?=\d)/i;

/** "From 66.73 to 60.03 in one day": of two closes, one right behind the other. */
export const oneStep = needing([inOneDay], (sentence, index) => {
  const day = firstIn(inOneDay, sentence);
  const found = firstIn(oneStepWords, sentence);
  const list = closesOf(index);
  if (day === null || found === null || list === null) return null;
  const [first, second] = findNumbers(sentence).filter(({ offset }) => offset >= found.index);
  if (first === undefined || second === undefined) return null;
  const near = (a: number, { value, halfUnit }: { value: number; halfUnit: number }): boolean =>
    Math.abs(a - value) <= halfUnit * 1.01;
  const { closes, item } = list;
  if (!closes.some(({ value }) => near(value, second))) return null;
  const holds = closes.some(
    ({ value }, at) => near(value, second) && at > 0 && near(closes[at - 1]?.value ?? 0, first),
  );
  return { start: day.index, end: day.index + day[0].length, holds, items: [item] };
});
