import { itemOf, positive, soft, type Reader } from "./claim-reader.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { comparisonsIn, namedIn, type Measured } from "./measure-pairs.ts";
import { findNumbers } from "./numbers.ts";
import { mentionsIn } from "./subjects.ts";

/* What words state of the price: above or below what it stands, and which highs and lows it has reached. */

/** Prices of an agent's own, and what others say of prices. */
const otherPrices =
  /\b(?:stops?|targets?|entry|entries|exits?|orders?|levels?|limits?|bids?|triggers?|analysts?|estimates?|consensus|volume|turnover|average|mean|band|support|resistance|highs?|lows?|sizes?|positions?)\b/i;

/** `sma_50` and the like against the close, for "above its 50-day average". */
const mean: Reader = (clause, index) => {
  const found =
    /\b(above|over|below|under|beneath) (?:its |the |their )?(\d{1,3})[- ](?:day|session|period|bar)s?(?:'s)? (simple |exponential )?(?:moving )?(?:average|mean|sma|ema|ma)\b/i.exec(
      clause,
    ) ?? /\b(above|over|below|under|beneath) (?:its |the |their )?(?:SMA|EMA|MA)[ (]?(\d{1,3})()/i.exec(clause);
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
  if (otherPrices.test(subject) || /\b(?:sma|ema)\b/i.test(subject)) return null;
  if (mentionsIn(subject).some(({ keys }) => !keys.includes("close"))) return null;
  const items = against === null ? [close, line].flatMap((item) => item ?? []) : [against];
  return { start: found.index, end: found.index + place.length, holds: value > 0 === positive(place), items };
};

/** "Failed to hold its 50-session mean". */
const lostMean: Reader = (clause, index) => {
  const found =
    /\b(?:failed to hold|(?:has |have )?lost|surrendered|given up|gave up) (?:its |the )?(\d{2,3})[- ](?:session|day) (?:mean|average)/i.exec(
      clause,
    );
  const item = itemOf(index, `close_vs_sma_${found?.[1] ?? ""}`);
  if (found === null || item?.value == null) return null;
  return { start: found.index, end: found.index + found[0].length, holds: item.value < 0, items: [item] };
};

/** What a price may stand above or below. */
export const priceLines: ReadonlySet<string> = new Set(
  "sma_20 sma_50 sma_200 ema_10 ema_20 vwma_20 bollinger_upper bollinger_lower support_20 resistance_20 high_252 low_252".split(
    " ",
  ),
);

/** "Price is north of its 10-session exponential mean", "has closed over its upper Bollinger band". */
const levels: Reader = (clause, index) => {
  const close = itemOf(index, "close");
  if (close?.value == null) return null;
  for (const { start, end, more, left, right } of comparisonsIn(clause)) {
    // ", above the upper band": of what stands before the comma.
    if (
      /^\W*(?:above|over|below|under|beneath)\b/i.test(clause) ||
      otherPrices.test(left) ||
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

/** "At a 52-week high" against the highest high there is. */
const extreme: Reader = (clause, index) => {
  const found =
    /\b(?:at|hits?|hitting|reach(?:es|ed|ing)?|sets?|setting|made|makes?|marks?|marked|notch(?:es|ed)?|post(?:s|ed)?|is|was|(?:rose|rises?|risen|climbed|rallied|jumped|broke|pushed|surged|ran|fell|dropped|slid|sank|tumbled) (?:out )?to) (?:a |an |its |the )?(?:new |fresh )?((record|all-time|52-week|252-session|252-day|one-year|12-month|20-session|20-day) (high|low|record|peak)|record(?= (?:for|in|on) |[.,;]| ?\[|$))s?\b/i.exec(
      clause,
    );
  const close = itemOf(index, "close");
  if (found === null || close?.value == null) return null;
  const [, phrase = "", span = "record", side = "high"] = found;
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
  const reached = isLow ? close.value <= line.value * 1.005 : close.value >= line.value * 0.995;
  // Of what lies further back than the evidence nothing can be confirmed.
  if (reached && !(short || line.key.endsWith("_252"))) return null;
  return { ...place, holds: reached, items: [close, line] };
};

/** "At a new 252-session closing high". */
const closingHigh: Reader = (clause, index) => {
  const found =
    /\b(?:closing high|(?:highest|record) close)\b(?=[^;]{0,32}\b(?:(?:available|whole|entire) (?:history|record)|252|year|52 weeks|twelve months|since [A-Z]))|\b(?:252-session|52-week|one-year) closing high\b/i.exec(
      clause,
    );
  const item = itemOf(
    index,
    /\bsince\b|\b(?:available|whole|entire) (?:history|record)\b/i.test(clause)
      ? "drawdown_from_high"
      : "drawdown_from_high_252",
  );
  const reached = /\b(?:at|hits?|reach(?:es|ed)?|sets?|made|makes?|marks?|mark(?:s|ed)|finished|closed|new|just)\b/i;
  const before = clause.slice(0, found?.index ?? 0);
  // "1.24 % below the highest close of the year" is far from there.
  const off = /\b(?:below|under|off|from|to|short of|shy of|against|than) (?:the |its )?$/i.test(before);
  if (found === null || item?.value == null || off || !reached.test(before)) return null;
  return { start: found.index, end: found.index + found[0].length, holds: item.value > -0.05, items: [item] };
};

/** "Hovering near its 52-week high": within a twentieth of it. */
const nearExtreme: Reader = (clause, index) => {
  const found =
    /\b(?:near|(?<!\b(?:the|last) )close to|within reach of|just (?:below|above|off|shy of)|hovering (?:at|around)) (?:a |an |its |the )?(?:(?:252-session|252-day|52-week|one-year|12-month|yearly) (high|low)|(high|low) of the (?:year|last 252 sessions))\b/i.exec(
      clause,
    );
  const close = itemOf(index, "close");
  const high = /high/i.test(found?.[1] ?? found?.[2] ?? "");
  const line = itemOf(index, high ? "high_252" : "low_252");
  if (found === null || close?.value == null || line?.value == null) return null;
  const holds = Math.abs(close.value / line.value - 1) <= 0.05;
  return { start: found.index, end: found.index + found[0].length, holds, items: [close, line] };
};

export const priceReaders: readonly Reader[] = [mean, lostMean, levels, soft(extreme), soft(closingHigh), nearExtreme];
