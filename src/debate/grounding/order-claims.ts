import type { Evidence } from "#src/contract/evidence.ts";
import { itemOf, needing, type Reader } from "./claim-reader.ts";
import { closesOf } from "./closes.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { namedIn, type Measured } from "./measure-pairs.ts";
import { firstIn, occurs } from "./pattern-search.ts";

/* What words and symbols state of the order of several: averages that are stacked, "A < B < C", "above both means". */

const priceAlone = /^\W*(?:the |last |current )*(?:price|spot|stock|shares?|close|px|last|index|coin)\W*$/i;

/** "SMA20 < SMA50 < SMA200", "price > SMA 20". */
export const chained: Reader = (clause, index) => {
  const signs = [...clause.matchAll(/(?<=[\w)\]%] )([<>])(?= [\w$€£])/g)];
  if (signs.length === 0) return null;
  const sides = clause.split(/(?<=[\w)\]%] )[<>](?= [\w$€£])/).map((side) => sideOf(side, index));
  const items = sides.flatMap((side) => side ?? []);
  const unit = items[0]?.unit;
  if (items.length !== sides.length || items.some((item) => item.unit !== unit)) return null;
  const wrong = signs.findIndex(([sign], at) => {
    const [left, right] = [items[at]?.value ?? 0, items[at + 1]?.value ?? 0];
    return sign === "<" ? left >= right : left <= right;
  });
  const told = signs[Math.max(0, wrong)];
  if (told === undefined) return null;
  return { start: told.index, end: told.index + 1, holds: wrong < 0, items };
};

function sideOf(side: string, index: EvidenceIndex): Measured | null {
  const last = side.split(/[:;,]/).at(-1) ?? side;
  const close = occurs(priceAlone, last.replaceAll(/\d[\d.,]*|\[[^\]]*\]/g, "")) ? itemOf(index, "close") : null;
  return close?.value == null ? namedIn(last, index) : { ...close, value: close.value };
}

const stack =
  /\b((?:exponential |simple |moving )*(?:averages|means|MAs|EMAs|SMAs))\b[^.;,]{0,40}?\b(?:(bullish(?:ly)?|upward|ascending|rising order)|(bearish(?:ly)?|downward|descending|falling order))(?: (?:order|stack(?:ed)?|alignment|aligned|configuration|sequence))?\b/i;
const isStack = /\b(?:stack\w*|align\w*|lined up|order\w*|configuration|sequence|arranged)\b/i;

/** "The averages are stacked bearishly": the shorter under the longer. */
export const stacked = needing([stack], (sentence, index, cited) => {
  const found = firstIn(stack, sentence);
  if (found === null || !occurs(isStack, sentence)) return null;
  const keys = /expo|EMA/i.test(found[1] ?? "") ? ["ema_10", "ema_20"] : ["sma_20", "sma_50", "sma_200"];
  const all = keys.flatMap((key) => itemOf(index, key) ?? []);
  const own = all.filter(({ id }) => cited.has(id) || sentence.includes(`[${id}]`));
  const items = own.length > 1 ? own : all;
  if (items.length < 2) return null;
  const way = found[2] === undefined ? -1 : 1;
  const holds = items.slice(1).every(({ value }, at) => ((items[at]?.value ?? 0) - (value ?? 0)) * way > 0);
  const word = found[2] ?? found[3] ?? "";
  const start = found.index + found[0].indexOf(word);
  return { start, end: start + word.length, holds, items };
});

const ranked =
  /\b(?:is|are|was|stands as|ranks as|makes|forms) (?:(?:now|still|clearly|by far) )?the (?:(highest|top(?:most)?|largest|upper(?:most)?)|lowest|bottom(?:most)?|smallest|lower(?:most)?) (?:one )?(?:of|among) (?:the |its |all )?(?:three|four|two|simple|moving)? ?(?:means|averages)\b/i;

/** "The 200-session mean is the highest of the three means". */
export const rankedMean = needing([ranked], (sentence, index) => {
  const found = firstIn(ranked, sentence);
  if (found === null) return null;
  const lead = sentence.slice(0, found.index).split(/[;:,]/).at(-1) ?? "";
  const own = namedIn(lead, index);
  const all = ["sma_20", "sma_50", "sma_200"].flatMap((key) => itemOf(index, key) ?? []);
  if (own === null || all.length < 2 || !all.some(({ id }) => id === own.id)) return null;
  const values = all.flatMap(({ value }) => value ?? []);
  const holds = own.value === (found[1] === undefined ? Math.min(...values) : Math.max(...values));
  return { start: found.index, end: found.index + found[0].length, holds, items: all };
});

const place = "above|over|below|under|beneath|north of|south of";
const size = "(?:\\d{2,3}|ten|twenty|fifty|two[- ]hundred)";
/** "Its 20- and 50-day means", "the 20-day, 50-day and 200-day averages". */
const listed = new RegExp(
  String.raw`\b(${place}) (?:both |(?:all|each)(?: three| two)? (?:of )?)?((?:(?:its |the )?${size}(?:[- ](?:day|session|period))?-?(?:, and |,? and |, |/| & )){1,3}(?:its |the )?${size}(?:[- ](?:day|session|period))?) (?:simple |moving )*(exponential )?(?:moving )?(averages|means|lines|MAs|SMAs|EMAs|mean|average)\b`,
  "i",
);
const bothNamed = new RegExp(
  String.raw`\b(${place}) (?:both|all|either)(?: of)?(?: (?:the|its|two|ten|twenty))* (EMAs|exponential (?:moving )?(?:averages|means))\b`,
  "i",
);
const words: Readonly<Record<string, string>> = { ten: "10", twenty: "20", fifty: "50", "two hundred": "200" };
/** What stands above or below them is no price. */
const otherThanPrice = /\b(?:volume|turnover|average|mean|EMA|SMA|MACD|signal|stop|target|entry|volatility)\b/i;

/** "Back above its 20- and 50-day means", "below both EMAs". */
export const besideBoth: Reader = (sentence, index) => {
  // "Both its 20-day (287.71) and 50-day (281.79) averages".
  const plain = sentence.replaceAll(/ ?\([^()]*\)| ?\[[^\]]*\]/g, "");
  const named = firstIn(listed, plain);
  const found = named ?? firstIn(bothNamed, plain);
  const close = itemOf(index, "close");
  if (found === null || close?.value == null || occurs(otherThanPrice, plain.slice(0, found.index))) return null;
  const start = sentence.indexOf(found[1] ?? "", found.index);
  if (start < 0) return null;
  const lines = named === null ? pairOf(index, ["ema_10", "ema_20"]) : pairOf(index, keysOf(named));
  if (lines === null) return null;
  const isAbove = /above|over|north/i.test(found[1] ?? "");
  const { value } = close;
  const holds = lines.every((line) => line.value !== null && value > line.value === isAbove);
  return { start, end: start + (found[1] ?? "").length, holds, items: [close, ...lines] };
};

const oneOf =
  /\b(above|over|below|under|beneath) (?:the |its )(20|50|100|200|twenty|fifty|two[- ]hundred)[- ](?:session|day) one\b/i;
const lineFirst =
  /\b(?:mean|average|SMA|EMA)s? (?:is|are|stands?|lies?|sits?|has|have|remains?|was)\b|\bexponential\b|\bEMA/i;
const ofPrice = /\b(?:trades?|price|clos(?:e|ed|es)|stock|shares?|holds?|it|stands|sits|index|coin)\b/i;

/** "Below its 20- and 50-session means but above the 200-session one". */
export const besideOne = needing([oneOf], (sentence, index) => {
  const found = firstIn(oneOf, sentence);
  const close = itemOf(index, "close");
  if (found === null || close?.value == null) return null;
  const lead = sentence.slice(0, found.index);
  if (!/\b(?:means?|averages?|SMAs?)\b/i.test(lead) || occurs(lineFirst, lead) || !occurs(ofPrice, lead)) return null;
  const told = (found[2] ?? "").toLowerCase().replace("-", " ");
  const line = itemOf(index, `sma_${words[told] ?? told}`);
  if (line?.value == null || line.value === close.value) return null;
  const word = found[1] ?? "";
  const holds = close.value > line.value === /above|over/i.test(word);
  return { start: found.index, end: found.index + word.length, holds, items: [close, line] };
});

function keysOf([, , sizes = "", style, noun = ""]: RegExpExecArray): string[] {
  const family = style !== undefined || /EMA/i.test(noun) ? "ema" : "sma";
  return [...sizes.matchAll(new RegExp(size, "gi"))].map(
    ([one]) => `${family}_${words[one.toLowerCase().replace("-", " ")] ?? one}`,
  );
}

function pairOf(index: EvidenceIndex, keys: readonly string[]): Evidence[] | null {
  const items = keys.flatMap((key) => itemOf(index, key) ?? []);
  return items.length === keys.length ? items : null;
}

/** "Came with a higher close": of the last one. */
const besidePrevious =
  /\b(?:last|latest|final|most recent|newest) close (?:is|was|came(?: in)?|stands|lies|ended) (?:\w+ )?(?:(above|higher than|over|ahead of|better than)|(below|lower than|under|short of|worse than)) (?:the |that of the )?(?:(?:one|close|session|day) before(?: it)?|(?:previous|prior|preceding) (?:one|close|session|day))\b/i;

const lastCloseWords = /\b(?:with|on|saw|and|by) (?:a|the) (?:(higher)|(lower)) close\b(?! than)/i;

export const lastClose = needing([lastCloseWords, besidePrevious], (sentence, index) => {
  const found = firstIn(lastCloseWords, sentence) ?? firstIn(besidePrevious, sentence);
  const closes = closesOf(index);
  const [last, before] = [closes?.closes.at(-1)?.value, closes?.closes.at(-2)?.value];
  if (found === null || closes === null || last === undefined || before === undefined || last === before) return null;
  const way = found[1] === undefined ? -1 : 1;
  return {
    start: found.index,
    end: found.index + found[0].length,
    holds: (last - before) * way > 0,
    items: [closes.item],
  };
});
