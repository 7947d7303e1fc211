import { needing, type Found, type Reader } from "./claim-reader.ts";
import { closesOf } from "./closes.ts";
import { daysIn } from "./dates.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { first } from "./gap.ts";
import { firstIn, occurs } from "./pattern-search.ts";

/*
 * How the last close stands among those of a year or of all that is known, and the present fall from the highest of them
 * among the falls: "no close of the 252 sessions was higher than the last one", "is a record close", "within 252 sessions
 * there was a deeper fall than the present one".
 */

const now =
  "(?:now|today|at present|it (?:did|does|is|has|stands) (?:now|today|at present)|(?:at |on |in )?(?:the |its |this )?(?:last|latest|present|current|most recent|newest|final)(?: (?:one|close|session|day|level))?|(?:it|this|that)(?= (?:one|close)\\b|[.,;:]|$))";
const span =
  "(?:(?:(?:of|in|within|over|among|during|for) )?(?:all )?(?:the |its )?(?:(?:last|past|previous|whole) )?(?:252 (?:sessions|closes|days)|year|52 weeks|(?:available |price |known )?(?:history|record)))";
const verbs = "(?:is|was|has been|had been|stands|stood|lies|lay|came in|were)";
const high = "higher|above|greater|dearer|larger";
const low = "lower|below|smaller|cheaper";

const patterns = [
  // "No close of the 252 sessions was higher than the last one".
  String.raw`\bno (?:other )?clos(?:e|ing price)(?: ${span})? ${verbs} (?:(?<top>${high})|(?<bottom>${low}))(?: than)? ${now}`,
  String.raw`\b(?:none|not (?:even )?(?:one|a single one)) of (?:the |its |all )?(?:(?:other|earlier) )?closes(?: ${span})? ${verbs} (?:(?<top>${high})|(?<bottom>${low}))(?: than)? ${now}`,
  String.raw`\b(?:at least one|some|one|several|many|most) of (?:the |its |all )?(?:(?:other|earlier) )?closes(?: ${span})? (?:${verbs}|lie|are|stand) (?:(?<under>${high})|(?<over>${low}))(?: than)? ${now}`,
  // "Has never closed higher than now", "has not closed higher within 252 sessions than now".
  String.raw`\bnever (?:before )?(?:clos|finish|settl|end)ed (?:(?<top>higher|above)|(?<bottom>lower|below))(?: ${span})?(?: than)? ${now}`,
  String.raw`\bnever (?:before )?(?:clos|finish|settl|end)ed (?:(?<top>higher)|(?<bottom>lower)) ${span}(?=[.,;]|$)`,
  String.raw`\b(?:clos|finish|settl|end)ed (?:(?<under>higher|above)|(?<over>lower|below)) ${span} than ${now}`,
  String.raw`\b(?:within|in|over|during) ${span},? [^.;:]{3,48}? (?:has|had) (?:already |once )?(?:clos|finish|settl|end)ed (?:(?<under>higher)|(?<over>lower)) than ${now}`,
  // "There has not been a higher close within 252 sessions".
  String.raw`\b(?:there (?:is|are|was|were|has|have)|(?:has|have)) (?:(?:not|never|already|once|been|seen|had|known|recorded) )*(?:an? |any |no )?(?:(?<under>higher)|(?<over>lower)) (?:close|closing price)s? (?:${span}|than ${now})`,
  // "The last close marks the top of the closes of 252 sessions".
  String.raw`\bclose (?:also )?(?:marks|is|forms|sets|makes|was|stands at|lies at|sits at) (?:also |now |not |indeed )*(?:the |at the )(?:(?<top>top|high(?: point)?|highest|peak|summit|maximum|ceiling)|(?<bottom>bottom|low(?: point)?|lowest|trough|minimum|floor)) (?:of|in|among) (?:all )?(?:the |its )?closes(?: ${span})?`,
  // "Is a record close".
  String.raw`\b(?:is|was|marks|makes|sets|set|made|at|on) (?:also |now |not |no |indeed )*(?:an? |its |the )?(?:new |fresh |all-time )*(?<top>record) (?:high )?(?:close|closing price)(?! of)`,
].map((pattern) => new RegExp(pattern, "i"));

/** Whether the last close is the highest or the lowest there is; `null` where the evidence does not tell. */
function isExtreme(isHigh: boolean, sentence: string, index: EvidenceIndex): Pick<Found, "holds" | "items"> | null {
  const list = closesOf(index);
  const last = list?.closes.at(-1);
  if (isHigh) {
    const [year, ever] = [first(index, "drawdown_from_high_252"), first(index, "drawdown_from_high")];
    const isOfYear = /\b(?:252|year|52 weeks)\b/i.test(sentence);
    const known = [year, isOfYear && year !== null ? null : ever].flatMap((item) => item ?? []);
    if (known.length === 0) return null;
    return { holds: known.every(({ value }) => value >= -0.005), items: known };
  }
  const lowest = first(index, "low_252");
  if (list !== null && last !== undefined && list.closes.some(({ value }) => value < last.value))
    return { holds: false, items: [list.item] };
  // Some close lay within a day's swing of the lowest price.
  return lowest === null || last === undefined || last.value < lowest.value * 1.15
    ? null
    : { holds: false, items: [lowest] };
}

const elsewhere = /\b(?:benchmark|volume|turnover|RSI|money flow|stop|target|entry|if|would|could|should)\b|\?/i;

/** "No close of the 252 sessions was higher than the last one", "has closed higher within 252 sessions than now". */
const closeNow: Reader = needing(patterns, (sentence, index) => {
  const found = patterns.map((pattern) => firstIn(pattern, sentence)).find((match) => match !== null) ?? null;
  if (found?.groups === undefined || occurs(elsewhere, sentence) || daysIn(sentence).some(({ day }) => /\d/.test(day)))
    return null;
  const { top, under, over } = found.groups;
  const said = isExtreme((top ?? under) !== undefined, sentence, index);
  if (said === null) return null;
  const isInner = /\b(?:not?|never)\b/i.test(found[0].replace(/^(?:not?|never)\b/i, ""));
  const isSo = said.holds === ((under ?? over) === undefined);
  return { start: found.index, end: found.index + found[0].length, holds: isSo !== isInner, items: said.items };
});

const present = "(?:present|current|latest|ongoing|existing|today['’]s)";
const falling = "(?:fall|drawdown|drop|decline|slide|retreat|setback|distance|gap)";
const deeper = "deeper|worse|larger|bigger|steeper|greater";
const shallower = "shallower|smaller|milder|lesser|gentler|lighter";
const deepest = "(?:deepest|worst|largest|biggest|steepest|greatest|maximum)";
const some = "[^.;:,%]";
const falls = [
  // "The present fall from the highest close is the deepest of 252 sessions".
  String.raw`\b${present} ${falling}\b${some}{0,72}? (?:is|was|marks|equals|matches|makes|remains) (?:(?:also|now|not|no longer|itself|at the same time|as deep as) )*(?<most>(?:the |its )?${deepest})\b(?! close)`,
  // "Within 252 sessions there was a deeper fall than the present one".
  String.raw`\b(?:an? |some |any )(?<deeper>${deeper}) ${falling}\b${some}{0,72}? than (?:the |its |this )?${present}\b`,
  String.raw`\bno (?:other )?(?:${deeper}) ${falling}\b${some}{0,72}? than (?:the |its |this )?${present}\b`,
  String.raw`\bno (?:other )?${falling}\b${some}{0,48}? (?:is|was|has been|went) (?:${deeper}) than (?:the |its |this )?${present}\b`,
  String.raw`\b(?:an?|one|some|another) (?:earlier |previous |other )?${falling}\b${some}{0,48}? (?:is|was|has been|went) (?:(?:much|far|slightly|a little|even) )?(?<deeper>${deeper}) than (?:the |its |this )?${present}\b`,
  // "The deepest fall within 252 sessions was smaller than the current one".
  String.raw`\b${deepest} ${falling}\b${some}{0,72}? (?:is|was|has been|went) (?:(?:no|much|far|slightly|a little) )?(?:(?<deeper>${deeper})|(?<less>${shallower})) than (?:the |its |this )?${present}\b`,
  String.raw`\b${present} ${falling}\b${some}{0,72}? (?:is|was|remains) (?:(?:no|much|far|slightly|a little) )?(?:(?<less>${deeper})|(?<deeper>${shallower})) than (?:the |its )?${deepest}\b`,
].map((pattern) => new RegExp(pattern, "i"));

/** "The present fall from the highest close is the deepest of 252 sessions": of all falls the last one is as deep or not. */
const fallNow: Reader = needing(falls, (sentence, index) => {
  const found = falls.map((pattern) => firstIn(pattern, sentence)).find((match) => match !== null) ?? null;
  const [fall, most] = [first(index, "drawdown_from_high_252"), first(index, "max_drawdown_252")];
  if (found === null || fall === null || most === null || occurs(elsewhere, sentence)) return null;
  const isDeepest = Math.abs(Math.abs(fall.value) - Math.abs(most.value)) <= 0.05;
  const { deeper: beyond, less } = found.groups ?? {};
  // None is deeper than the deepest.
  const holds = (less === undefined && isDeepest === (beyond === undefined)) !== / (?:no|not) /.test(found[0]);
  return { start: found.index, end: found.index + found[0].length, holds, items: [fall, most] };
});

const ofYear = "(?:of|in|over|within) (?:the (?:last |past )?)?252 sessions";
const lately =
  "(?:(?<in>within|in|during|inside|over)|(?<before>before|outside|earlier than|further back than|more than)) (?:the )?(?:last |previous |past |latest |prior )?(?:20|twenty) sessions\\b";
const touches = [
  String.raw`\b(?:(?<high>highest|high)|lowest|low) (?:price )?${ofYear} (?:(?:was|is|has been|had been|came|dates?|fell|falls?|lies|occurred|does|did)\b)(?: (?:also|last|only|just|fall|date|lie))*(?<not> not(?: fall| date| lie)?)?(?: (?:touched|reached|set|made|seen|hit|printed|marked|struck|recorded))?(?: from| back to)? ${lately}`,
  String.raw`\b252-(?:session|day) (?:(?<high>high)|low) (?:(?:was|is|has been|came|dates?|fell|falls?|lies|occurred|does|did)\b)(?: (?:also|last|only|just))*(?<not> not(?: fall| date| lie)?)?(?: (?:touched|reached|set|made|seen|hit|printed|marked|struck|recorded))?(?: from| back to)? ${lately}`,
  String.raw`\b(?:touched|reached|set|made|saw|hit|printed|marked|struck|recorded) (?:its |the )?(?:(?:(?<high>highest)|lowest) price ${ofYear}|252-(?:session|day) (?:(?<top>high)|low))(?<not> not)? ${lately}`,
].map((pattern) => new RegExp(pattern, "i"));

/** "The highest price of 252 sessions was touched within the previous 20 sessions". */
const touchedLately: Reader = needing(touches, (sentence, index) => {
  const found = touches.map((pattern) => firstIn(pattern, sentence)).find((match) => match !== null) ?? null;
  if (found?.groups === undefined) return null;
  const isHigh = (found.groups["high"] ?? found.groups["top"]) !== undefined;
  const year = first(index, isHigh ? "high_252" : "low_252");
  const late = first(index, isHigh ? "resistance_20" : "support_20");
  if (year === null || late === null) return null;
  const isLate = Math.abs(year.value / late.value - 1) < 1e-4;
  // What the last session itself touched is in none of those before it.
  const holds = (isLate === (found.groups["before"] === undefined)) !== (found.groups["not"] !== undefined);
  return { start: found.index, end: found.index + found[0].length, holds, items: [year, late] };
});

export const nowExtremes: readonly Reader[] = [closeNow, fallNow, touchedLately];
