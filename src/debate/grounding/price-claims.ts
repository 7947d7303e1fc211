import { itemOf, needing, positive, type Reader, soft } from "./claim-reader.ts";
import { alternation } from "./direction-lexicon.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { allForms } from "./inflection.ts";
import { comparisonsIn, namedIn, type Measured } from "./measure-pairs.ts";
import { findNumbers } from "./numbers.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { mentionsIn } from "./subjects.ts";

/* What words state of the price: above or below what it stands, and which highs and lows it has reached. */

/** Prices of an agent's own, and what others say of prices. */
const otherPrices =
  /\b(?:stops?|targets?|entry|entries|exits?|orders?|levels?|limits?|bids?|triggers?|analysts?|estimates?|consensus|volume|turnover|average|mean|band|support|resistance|highs?|lows?|sizes?|positions?|wrong(?! to\b)|thesis|idea|(?:the|our|my|this) trade|plan|argument)\b/i;

const meanWords =
  /\b(above|over|below|under|beneath) (?:its |the |their )?(\d{1,3})[- ](?:day|session|period|bar)s?(?:'s)? (simple |exponential )?(?:moving )?(?:average|mean|sma|ema|ma)\b/i;
const meanOtherWords = /\b(above|over|below|under|beneath) (?:its |the |their )?(?:SMA|EMA|MA)[ (]?(\d{1,3})()/i;

/** `sma_50` and the like against the close, for "above its 50-day average". */
const mean = needing([meanWords, meanOtherWords], (clause, index, cited, { carried }) => {
  // "Above its 20-session average" of what is cited for volume.
  if ([...cited].some((id) => index.items.get(id)?.key.startsWith("volume_") === true)) return null;
  if (carried !== null && !carried.keys.some((key) => key === "close" || priceLines.has(key))) return null;
  if (carried !== null && carried.keys.some((key) => key.startsWith("volume_"))) return null;
  const found = firstIn(meanWords, clause) ?? firstIn(meanOtherWords, clause);
  if (found === null) return null;
  const [, place = "", count = "", style = ""] = found;
  const exponential = /expo/i.test(style) || /\bema\b/i.test(found[0]);
  const close = itemOf(index, "close");
  const line = itemOf(index, `${exponential ? "ema" : "sma"}_${count}`);
  const against = exponential ? null : itemOf(index, `close_vs_sma_${count}`);
  const value = against?.value ?? (close?.value != null && line?.value != null ? close.value - line.value : null);
  if (value === null || value === 0) return null;
  // "The close over its 50-session mean is 0.88" divides.
  if (/^over$/i.test(place) && /\b(?:close|price) $/i.test(clause.slice(0, found.index))) return null;
  // "The 20-day average is above the 50-day one", and volume above its own, speak of no price.
  const subject = clause.slice(0, found.index);
  // "The stop, 92, | is below the 50-session mean": what it is of stands before.
  if (carried === null && /^\W*(?:is|was|sits|stands|lies)\b/i.test(subject)) return null;
  if (occurs(otherPrices, subject) || /\b(?:sma|ema)\b/i.test(subject)) return null;
  if (mentionsIn(subject).some(({ keys }) => !keys.includes("close"))) return null;
  const items = against === null ? [close, line].flatMap((item) => item ?? []) : [against];
  return { start: found.index, end: found.index + place.length, holds: value > 0 === positive(place), items };
});

const lostMeanWords =
  /\b(?:failed to hold|(?:has |have )?lost|surrendered|given up|gave up) (?:its |the )?(\d{2,3})[- ](?:session|day) (?:mean|average)/i;

/** "Failed to hold its 50-session mean". */
const lostMean = needing([lostMeanWords], (clause, index) => {
  const found = firstIn(lostMeanWords, clause);
  const item = itemOf(index, `close_vs_sma_${found?.[1] ?? ""}`);
  if (found === null || item?.value == null) return null;
  return { start: found.index, end: found.index + found[0].length, holds: item.value < 0, items: [item] };
});

const regaining = new RegExp(
  String.raw`\b(?:${alternation(allForms("regain reclaim recapture retake/retook/retaken recover hold/held defend"))}) (?=(?:its |the |their )[\w -]{0,24}(?:mean|average|line|sma|ema|support|resistance|band|floor|ceiling)\b)`,
  "i",
);

/** "Has yet to regain the 50-day mean": the close beyond it or not. */
const regained = needing([regaining], (clause, index) => {
  const found = firstIn(regaining, clause);
  const close = itemOf(index, "close");
  if (found === null || close?.value == null || occurs(otherPrices, clause.slice(0, found.index))) return null;
  // "We hold the 200-session mean to be 91.69" thinks so.
  if (/^hold|^held/i.test(found[0]) && /\b(?:we|I)(?: \w+)? $/i.test(clause.slice(0, found.index))) return null;
  const line = lineIn(clause.slice(found.index + found[0].length), index);
  if (line === null || line.unit !== close.unit || line.value === close.value) return null;
  const end = found.index + found[0].trimEnd().length;
  return { start: found.index, end, holds: close.value > line.value, items: [close, line] };
});

const losing = new RegExp(
  String.raw`\b(?:(?:(?:fail|struggl|fought)\w*|unable|failed) to (?:hold|keep|defend|stay above|regain|reclaim|retake|clear|overcome)|${alternation(allForms("lose/lost surrender forfeit relinquish cede"))}|(?:give|gives|giving|gave|given)_up) (?=(?:on (?:to )?)?(?:its |the |their )[\w -]{0,24}(?:mean|average|line|sma|ema|support|band|floor)\b)`.replaceAll(
    "_",
    " ",
  ),
  "i",
);

/** "Has yet to lose its 200-day average", "could not hold the mean": the close below it or not. */
const surrendered = needing([losing], (clause, index) => {
  const found = firstIn(losing, clause);
  const close = itemOf(index, "close");
  if (found === null || close?.value == null || occurs(otherPrices, clause.slice(0, found.index))) return null;
  const line = lineIn(clause.slice(found.index + found[0].length), index);
  if (line === null || line.unit !== close.unit || line.value === close.value) return null;
  const end = found.index + found[0].trimEnd().length;
  return { start: found.index, end, holds: close.value < line.value, items: [close, line] };
});

/** What a price may stand above or below. */
export const priceLines: ReadonlySet<string> = new Set(
  "sma_20 sma_50 sma_200 ema_10 ema_20 vwma_20 bollinger_upper bollinger_lower support_20 resistance_20 high_252 low_252".split(
    " ",
  ),
);

/** "Price is north of its 10-session exponential mean", "has closed over its upper Bollinger band". */
const levels: Reader = (clause, index, cited, { carried }) => {
  const close = itemOf(index, "close");
  // "It did not come on heavier volume; it was under the mean".
  if (carried !== null && carried.keys.some((key) => key.startsWith("volume_"))) return null;
  if (close?.value == null || [...cited].some((id) => index.items.get(id)?.key.startsWith("volume_") === true))
    return null;
  for (const { start, end, more, left, right } of comparisonsIn(clause)) {
    // "Under no reading is the close above the mean" denies.
    if (/^ no\b/i.test(right)) continue;
    // ", above the upper band": of what stands before the comma.
    if (
      /^\W*(?:above|over|below|under|beneath)\b(?! no\b)/i.test(clause) ||
      occurs(otherPrices, left) ||
      findNumbers(left).some(({ value }) => value !== close.value) ||
      mentionsIn(left).some(({ keys }) => !keys.includes("close"))
    )
      continue;
    const line = lineIn(right, index);
    if (line === null || line.unit !== close.unit || line.value === close.value) continue;
    return { start, end, holds: close.value > line.value === more, items: [close, line] };
  }
  return null;
};

/** The line named first on the right of a comparison. */
function lineIn(right: string, index: EvidenceIndex): Measured | null {
  const [first, second] = mentionsIn(right);
  if (first === undefined || !first.keys.some((key) => priceLines.has(key)) || first.start > 48) return null;
  // "Above $85, with the mean at 91" and "less than a dollar above the band" compare something else; "the 214.56 high" does not.
  const ahead = right.slice(0, first.start);
  if (/^ (?:an?|one|half|just|about) /i.test(ahead)) return null;
  if (findNumbers(ahead).some(({ offset, text }) => first.start - offset - text.length > 2)) return null;
  return namedIn(right.slice(0, second?.start), index);
}

const placed =
  /\b(?:(above|over|north of|beyond)|(below|under|beneath|south of)) (?:the |its |a )(?:[\w-]+ ){0,3}(?:mean|average|line|band|support|resistance|floor|ceiling|high|low|level)s? (?:of|at) [$€£₹]?(?=\d)/i;

/** "Far under its long-run mean of 90.15": the line is told by its value. */
const besideValue = needing([placed], (clause, index) => {
  const found = firstIn(placed, clause);
  const close = itemOf(index, "close");
  if (found === null || close?.value == null) return null;
  const lead = clause.slice(0, found.index);
  if (
    occurs(otherPrices, lead) ||
    findNumbers(lead).length > 0 ||
    mentionsIn(lead).some(({ keys }) => !keys.includes("close"))
  )
    return null;
  const at = found.index + found[0].length;
  const number = findNumbers(clause).find(({ offset, text }) => offset <= at && offset + text.length > at);
  const lines = [...priceLines].flatMap((key) => itemOf(index, key) ?? []);
  const line = lines.find(
    ({ value }) => value !== null && number !== undefined && Math.abs(value - number.value) <= number.halfUnit * 1.001,
  );
  if (line?.value == null || line.value === close.value || number?.unit === "%") return null;
  const word = found[1] ?? found[2] ?? "";
  return {
    start: found.index,
    end: found.index + word.length,
    holds: close.value > line.value === (found[1] !== undefined),
    items: [close, line],
  };
});

const everyMean =
  /\b(above|over|below|under|beneath|north of|south of) (both|all|all three|each|every one|all of)(?: of)?(?: (?:its|the|three|two|3|2|main|moving|simple|key|major|of)){0,4} (?:averages|means|SMAs|MAs)\b/i;

/** "Above all three averages", "under both its means, the 20- and the 50-session one". */
const means = needing([everyMean], (sentence, index) => {
  const found = firstIn(everyMean, sentence);
  const close = itemOf(index, "close");
  if (found === null || close?.value == null || occurs(otherPrices, sentence.slice(0, found.index))) return null;
  const known = ["sma_20", "sma_50", "sma_200"].flatMap((key) => itemOf(index, key) ?? []);
  const named = known.filter(({ key }) => new RegExp(String.raw`\b${key.slice(4)}-`).test(sentence));
  const lines = /both/i.test(found[2] ?? "") ? (named.length === 2 ? named : known.length === 2 ? known : []) : known;
  if (lines.length === 0) return null;
  const isAbove = positive(found[1]) || /north/i.test(found[1] ?? "");
  const { value } = close;
  return {
    start: found.index,
    end: found.index + (found[1] ?? "").length,
    holds: lines.every((line) => line.value !== null && value > line.value === isAbove),
    items: [close, ...lines],
  };
});

const extremeWords =
  /\b(?:at|print(?:s|ed|ing)?|register(?:s|ed)?|log(?:s|ged)|scor(?:es|ed)|carv(?:es|ed) out|touch(?:es|ed)|tag(?:s|ged)|establish(?:es|ed)|clos(?:es|ed) at|hits?|hitting|reach(?:es|ed|ing)?|sets?|setting|made|makes?|marks?|marked|notch(?:es|ed)?|post(?:s|ed)?|is|was|(?:rose|rises?|risen|climbed|rallied|jumped|broke|pushed|surged|ran|fell|dropped|slid|sank|tumbled) (?:out )?to) (?:a |an |its |the |their )?(?:new |fresh )?((record|all-time|52-week|252-session|252-day|one-year|12-month|20-session|20-day) (high|low|record|peak)|(?:new|fresh) (high|low) (?:for|of|over|in) (?:the |its )?(252-session|52-week|one-year|20-session|20-day)(?= (?:window|range|stretch|period|span))|record(?= (?:for|in|on) |[.,;]| ?\[|$))s?\b(?! (?:of|at) [$€£₹]?\d)(?! (?:minus|less|plus|over|divided|times|against)\b|(?::|,| of| at| –| =) ?[$€£₹]?(?:USD )?[\d０-９])/i;

/** "One fact is the 252-session high" says which line is meant. */
const identified =
  /\b(?:facts?|figures?|numbers?|points?|levels?|lines?|references?|values?|anchors?|input|marks?|question|barrier|ceiling|hurdle|basis|keep|note|watch|matters?|counts?)(?: [a-z]+){0,2} $/i;

/** "At a 52-week high" against the highest high there is. */
const extreme = needing([extremeWords], (clause, index) => {
  const found = firstIn(extremeWords, clause);
  const close = itemOf(index, "close");
  if (found === null || close?.value == null || occurs(identified, clause.slice(0, found.index))) return null;
  const [, phrase = ""] = found;
  const [span = "record", side = "high"] = [found[2] ?? found[5], found[3] ?? found[4]];
  const isLow = side.toLowerCase() === "low";
  const start = found.index + found[0].indexOf(phrase);
  const place = { start, end: start + phrase.length };
  const short = span.startsWith("20");
  const wanted = isLow ? ["low_252", "support_20"] : ["high_252", "resistance_20"];
  const line = (short ? wanted.slice(1) : wanted).map((key) => itemOf(index, key)).find((item) => item !== null);
  const fall = itemOf(index, "drawdown_from_high");
  // Where only the highest close is known, a price far from it is at no record.
  if (line?.value == null && !short && !isLow && fall?.value != null && fall.value < -0.5)
    return { ...place, holds: false, items: [fall] };
  if (line?.value == null) return null;
  // The highest close of the year is a high of it, though a price within a day may have been higher.
  const fromClose = short || isLow ? null : (itemOf(index, "drawdown_from_high_252")?.value ?? null);
  const isHighest = fromClose !== null && fromClose > -0.05;
  const reached = isHighest || (isLow ? close.value <= line.value * 1.005 : close.value >= line.value * 0.995);
  // Of what lies further back than the evidence nothing can be confirmed.
  if (reached && !(short || line.key.endsWith("_252"))) return null;
  return { ...place, holds: reached, items: [close, line] };
});

const closingHighWords =
  /\b(?:closing high|(?:highest|record) close|(?:its|their|the) highest(?: (?:level|price|point))?(?= (?:of|in) (?:the )?(?:past|last|whole|entire|year|252|52)))\b(?=[^;]{0,32}\b(?:(?:available|whole|entire) (?:history|record)|252|year|52 weeks|twelve months|since [A-Z]))|\b(?:252-session|52-week|one-year) closing high\b/i;

/** "At a new 252-session closing high". */
const closingHigh = needing([closingHighWords], (clause, index) => {
  const found = firstIn(closingHighWords, clause);
  const item = itemOf(
    index,
    /\bsince\b|\b(?:available|whole|entire) (?:history|record)\b/i.test(clause)
      ? "drawdown_from_high"
      : "drawdown_from_high_252",
  );
  const reached =
    /\b(?:at|is|was|hits?|reach(?:es|ed)?|sets?|made|makes?|marks?|mark(?:s|ed)|finished|closed|new|just)\b/i;
  const before = clause.slice(0, found?.index ?? 0);
  // "1.24 % below the highest close of the year" is far from there.
  const off =
    /\b(?:below|under|off|from|of|since|to|short of|shy of|against|than|above|over|beyond|past|through|exceed(?:s|ed)?|top(?:s|ped)?|times|\d ?[x×]|twice|half|double) (?:the |its )?$/i.test(
      before,
    );
  if (found === null || item?.value == null || off || !reached.test(before)) return null;
  // "Set its highest price of 252 sessions within the last 20 sessions" is of one of these.
  if (/\b(?:20|twenty) sessions\b/i.test(clause.slice(found.index))) return null;
  // "The highest high of the previous 20 sessions is also the highest price of 252 sessions" is of that line.
  if (mentionsIn(before).some(({ keys }) => keys.some((key) => priceLines.has(key)))) return null;
  // "1,370.58 was the highest price of 252 sessions" is of that price.
  const printed = findNumbers(before).at(-1)?.value;
  const close = itemOf(index, "close")?.value ?? null;
  if (printed !== undefined && close !== null && printed > close * 1.0005) return null;
  return { start: found.index, end: found.index + found[0].length, holds: item.value > -0.05, items: [item] };
});

const nearExtremeWords =
  /\b(?:near|(?<!\b(?:the|last|less|as|so|more) )close to|within reach of|just (?:below|above|off|shy of)|hovering (?:at|around)) (?:a |an |its |the |their )?(?:(?:252-session|252-day|52-week|one-year|12-month|yearly) (high|low)|(high|low) of the (?:year|last 252 sessions))\b/i;

/** "Hovering near its 52-week high": within a twentieth of it. */
const nearExtreme = needing([nearExtremeWords], (clause, index) => {
  const found = firstIn(nearExtremeWords, clause);
  const close = itemOf(index, "close");
  const high = /high/i.test(found?.[1] ?? found?.[2] ?? "");
  const line = itemOf(index, high ? "high_252" : "low_252");
  if (found === null || close?.value == null || line?.value == null) return null;
  // The highest close is a high of the year as well, and may lie below that of a day.
  const fromClose = high ? itemOf(index, "drawdown_from_high_252")?.value : null;
  const holds = Math.abs(close.value / line.value - 1) <= 0.05 || (fromClose != null && fromClose >= -5);
  return { start: found.index, end: found.index + found[0].length, holds, items: [close, line] };
});

export const priceOfSentence: readonly Reader[] = [means];

export const priceReaders: readonly Reader[] = [
  mean,
  lostMean,
  regained,
  surrendered,
  levels,
  besideValue,
  soft(extreme),
  soft(closingHigh),
  nearExtreme,
];
