import { itemOf, needing } from "./claim-reader.ts";
import { findNumbers } from "./numbers.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { priceLines } from "./price-claims.ts";
import { mentionsIn } from "./subjects.ts";

/*
 * What a part of a sentence says of the one line that it cites: "but below the 200-day [M5]", "has served as a floor". The
 * price is meant, where the part names nothing else. Read last, where no other reader found a statement.
 */

const place =
  /(?<![\w-])(?:(above|over|north of|clear of|on top of|atop|beyond|higher than|ahead of)|(below|under|underneath|beneath|south of|lower than|short of|shy of))(?![\w-])(?! (?:the (?:past|last)(?! clos| price)|\d+ (?:sessions|days)|(?:that|this|these|those|the|such|its)(?: (?:same|whole|entire|very|full|longer|shorter|given|stated|named))* (?:stretch|spans?|periods?|time|times|windows?|horizons?|intervals?|years?|months?|weeks?|sessions?|days?|same)\b))/i;
const otherSubject =
  /\b(?:stops?|targets?|entry|exit|levels?|limits?|orders?|volume|turnover|RSI|MACD|averages|means|one|ones|ATRs?|EMA|SMA|average|mean|band|line|lies|which|gap|distance|would|analysts?|risk|reward|room)\b/i;

const result =
  /\b(?:is|was|are|yields?|gives?|makes?|equals?|comes? to|works? out|results? in|returns?|leaves?|get|and (?:you|we) (?:get|have))\b[^\d;]{0,24}\d|= ?\d/i;

/** The close above or below the line. */
export const citedLine = needing([place], (clause, index, cited) => {
  const found = firstIn(place, clause);
  const close = itemOf(index, "close");
  const ids = [...cited].filter((id) => id !== close?.id);
  const line = ids.length === 1 ? index.items.get(ids[0] ?? "") : undefined;
  if (found === null || close?.value == null || line?.value == null || !priceLines.has(line.key)) return null;
  const lead = clause.slice(0, found.index);
  if (line.value === close.value || occurs(otherSubject, lead)) return null;
  // "The mean is no lower than 100": of the line itself.
  const isHeld = /^ (?:USD )?[$€£₹]?\d/.test(clause.slice(found.index + found[0].length));
  if (isHeld && mentionsIn(lead).some(({ keys }) => keys.includes(line.key))) return null;
  // "A whisker under the close": the line is.
  if (/^ (?:the |its )?(?:last |latest )?(?:close|price)\b/i.test(clause.slice(found.index + found[0].length)))
    return null;
  const ahead = clause.slice(found.index + found[0].length);
  // "The close over the upper band is 0.94", "the high over the close yields 3.08" divide.
  const named = mentionsIn(lead);
  if (/^over$/i.test(found[0]) && /\b(?:close|price)\W*$/i.test(lead)) return null;
  if (/^over$/i.test(found[0]) && /^\W*$/.test(lead.slice(named.at(-1)?.end ?? 0)) && occurs(result, ahead))
    return null;
  // "The 252-session high lies over the close": of the line itself.
  if (named.some(({ keys }) => keys.includes(line.key)) && !named.some(({ keys }) => keys.includes("close")))
    return null;
  // A number in front says how far, and is read by itself, unless it is the close.
  if (findNumbers(lead).some(({ value, halfUnit }) => Math.abs(value - (close.value ?? 0)) > halfUnit * 1.01))
    return null;
  const holds = close.value > line.value === (found[1] !== undefined);
  return { start: found.index, end: found.index + found[0].length, holds, items: [close, line] };
});

const serving =
  /\b(?:acts?|acted|acting|serv(?:es|ed|ing)|functions?|works?|worked|turned|turns|becomes?|became|used) (?:as |into )?(?:a |an |the )?(?:\w+ )?(?:(support|floor|cushion|springboard|safety net)|(resistance|ceiling|cap|lid|barrier|headwind))\b/i;

/** A line that "acts as support" lies below the price. */
export const servesAs = needing([serving], (clause, index, cited) => {
  const found = firstIn(serving, clause);
  const close = itemOf(index, "close");
  const ids = [...cited].filter((id) => id !== close?.id);
  const line = ids.length === 1 ? index.items.get(ids[0] ?? "") : undefined;
  if (found === null || close?.value == null || line?.value == null || !priceLines.has(line.key)) return null;
  if (line.value === close.value) return null;
  const word = found[1] ?? found[2] ?? "";
  const start = found.index + found[0].length - word.length;
  const holds = close.value > line.value === (found[1] !== undefined);
  return { start, end: start + word.length, holds, items: [close, line] };
});

const signal =
  /\b(?:(above|over|on top of|on the (?:bullish|positive|upper|right) side of)|(below|under|beneath|underneath|on the (?:bearish|negative|lower|wrong) side of)) (?:its |the )?signal\b/i;

/** "Has risen above its signal [M10]": of the line of the MACD. */
export const besideSignal = needing([signal], (clause, index, cited) => {
  const found = firstIn(signal, clause);
  const [line, own] = [itemOf(index, "macd"), itemOf(index, "macd_signal")];
  if (found === null || line?.value == null || own?.value == null || line.value === own.value) return null;
  if (![...cited].some((id) => index.items.get(id)?.key.startsWith("macd") === true)) return null;
  if (/\b(?:histogram|hist)\b/i.test(clause.slice(0, found.index))) return null;
  const word = found[1] ?? found[2] ?? "";
  const holds = line.value > own.value === (found[1] !== undefined);
  return { start: found.index, end: found.index + word.length, holds, items: [line, own] };
});

const trend =
  /\b(?:(bull market|uptrend|up-trend|trend (?:is|points|remains|stays) (?:still |now )?(?:up|upwards?|rising|positive)|right side of (?:its|the) [\w -]{0,16}(?:average|mean))|(bear market|downtrend|down-trend|trend (?:is|points|remains|stays) (?:still |now )?(?:down|downwards?|falling|negative)|wrong side of (?:its|the) [\w -]{0,16}(?:average|mean)))\b/i;

/** "A bear market": by the mean that is cited, alone or beside the close. */
export const trendOf = needing([trend], (clause, index, cited) => {
  const found = firstIn(trend, clause);
  const close = itemOf(index, "close");
  const ids = [...cited].filter((id) => id !== close?.id);
  const line = ids.length === 1 ? index.items.get(ids[0] ?? "") : undefined;
  if (found === null || close?.value == null || line?.value == null || !/^sma_(?:50|200)$/.test(line.key)) return null;
  if (line.value === close.value) return null;
  const holds = close.value > line.value === (found[1] !== undefined);
  return { start: found.index, end: found.index + found[0].length, holds, items: [close, line] };
});
