import { isSoft, itemOf, positive, reader, soft, type Reader } from "./claim-reader.ts";
import type { EvidenceIndex } from "./evidence-index.ts";

/* What words state of oscillators: overbought, oversold, above and below a line, where in the bands. */

/** "Oversold" without a name, of the one oscillator that is cited. */
const stretched: Reader = (clause, index, cited) => {
  const found =
    /\b(?:is|are|looks?|appears?|seems?|remains?|stays?|clearly|deeply|now) (?:\w+ )?(overbought|oversold)\b(?! (?:threshold|level|line))/i.exec(
      clause,
    );
  const items = ["rsi_14", "mfi_14"].flatMap((key) => itemOf(index, key) ?? []).filter(({ id }) => cited.has(id));
  const [item] = items;
  if (
    found === null ||
    item?.value == null ||
    items.length > 1 ||
    /\b(?:rsi|relative strength|mfi|money flow)\b/i.test(clause)
  )
    return null;
  const [low, high] = item.key === "rsi_14" ? [30, 70] : [20, 80];
  const word = found[1] ?? "";
  const start = found.index + found[0].length - word.length;
  const holds = /overbought/i.test(word) ? item.value >= high : item.value <= low;
  return { start, end: start + word.length, holds, items: [item] };
};

function lineOf(names: string): RegExp {
  return new RegExp(
    String.raw`\b(?:${names})\b[^;]{0,60}?\b(above|over|past|below|under|beneath|exceed(?:s|ed)|crossed|surpass(?:es|ed)|tops|topped|reclaim(?:s|ed)?|clear(?:s|ed)|retak(?:en|es)|regain(?:s|ed)|hold|holds|held) (?:the |its |an )?(?:overbought |oversold |classic |neutral )*(?:(?:threshold|mark|line|midline|midpoint|level|boundary) )?(?:of |at )?(\d{1,2}(?:\.\d+)?)(?![\d%]| ?%|\.\d|[- ](?:sessions?|days?|points?))`,
    "i",
  );
}

const rsi = "rsi|relative strength index";
const moneyFlow = "mfi|money flow(?: index)?";
/** "RSI is above 50": its own line, or any other that a sentence names. */
const lines = [
  { pattern: lineOf(rsi), key: "rsi_14" },
  { pattern: lineOf(moneyFlow), key: "mfi_14" },
] as const;

const besideLine = lines.map(({ pattern, key }): Reader => (clause, index) => {
  const found = pattern.exec(clause);
  const item = itemOf(index, key);
  if (found === null || item?.value == null || item.value === Number(found[2])) return null;
  const [, place = "", line = ""] = found;
  const start = found.index + found[0].lastIndexOf(place);
  return { start, end: start + place.length, holds: item.value > Number(line) === positive(place), items: [item] };
});

/** Where the lines end that a sentence holds readings of the evidence against. */
export function oscillatorLines(sentence: string, index: EvidenceIndex): number[] {
  if (isSoft(sentence)) return [];
  return lines.flatMap(({ pattern, key }) => {
    const found = pattern.exec(sentence);
    return found === null || itemOf(index, key) === null ? [] : [found.index + found[0].length];
  });
}

/** "Inside the bands". */
const inBands: Reader = (clause, index) => {
  const found = /\b(inside|within|outside) (?:of )?(?:the |its |both )?(?:bollinger )?bands\b/i.exec(clause);
  const item = itemOf(index, "bollinger_percent_b");
  // "Close within the Bollinger bands" is the measure's own name.
  if (
    found === null ||
    item?.value == null ||
    /\b(?:position|place|location)(?: of the (?:last )?(?:close|price))? $|\bclose $/i.test(
      clause.slice(0, found.index),
    )
  )
    return null;
  const inside = item.value >= 0 && item.value <= 1;
  const holds = /outside/i.test(found[1] ?? "") !== inside;
  return { start: found.index, end: found.index + found[0].length, holds, items: [item] };
};

/** "Closed outside its upper band", beyond the one side. */
const beyondBand: Reader = (clause, index) => {
  const found = /\b(?:outside|beyond|through) (?:of )?(?:the |its )?(upper|lower) (?:bollinger )?band\b/i.exec(clause);
  const item = itemOf(index, "bollinger_percent_b");
  if (found === null || item?.value == null) return null;
  const holds = /upper/i.test(found[1] ?? "") ? item.value > 1 : item.value < 0;
  return { start: found.index, end: found.index + found[0].length, holds, items: [item] };
};

/** "Hugging the upper band": within a fifth of the bands' width of it, or beyond. */
const atBand: Reader = (clause, index) => {
  const found =
    /\b(?:hug(?:s|ging|ged)?|pinned (?:to|against|at)|press(?:es|ed|ing) (?:on|against|up against)|rid(?:es|ing)|near|(?<!\b(?:the|last) )close to|right at|(?:is|sits|stands|trades) at|touch(?:es|ing)|tags?|tagging)\b(?: \w+){0,2} (upper|lower) (?:bollinger )?band/i.exec(
      clause,
    );
  const item = itemOf(index, "bollinger_percent_b");
  if (found === null || item?.value == null) return null;
  const upper = /upper/i.test(found[1] ?? "");
  const holds = upper ? item.value >= 0.8 : item.value <= 0.2;
  return { start: found.index, end: found.index + found[0].length, holds, items: [item] };
};

function neutral(names: string, key: string, low: number, high: number): Reader {
  const pattern = new RegExp(String.raw`\b(?:${names})\b[^;,]{0,40}?\b(neutral)\b`, "i");
  return (clause, index) => {
    const found = pattern.exec(clause);
    const item = itemOf(index, key);
    if (found === null || item?.value == null) return null;
    const start = found.index + found[0].length - "neutral".length;
    return { start, end: found.index + found[0].length, holds: item.value > low && item.value < high, items: [item] };
  };
}

export const oscillatorReaders: readonly Reader[] = [
  soft(stretched),
  atBand,
  soft(beyondBand),
  reader(
    /\b(above|over|below|under|upper|lower)(?: the (?:middle|midpoint|midline)| half) of (?:its |the )?(?:bollinger )?bands\b/i,
    "bollinger_percent_b",
    (value, [, word]) => (/above|over|upper/i.test(word ?? "") ? value > 0.5 : value < 0.5),
  ),
  inBands,
  reader(
    /\b(?:nearer|closer) to (?:the |its )?(upper|lower)(?: than to)?\b/i,
    "bollinger_percent_b",
    (value, [, side]) => (/upper/i.test(side ?? "") ? value > 0.5 : value < 0.5),
  ),
  reader(
    /\b(?:macd|line)\b[^;,]{0,30}?\b(above|over|below|under|beneath) (?:its |the )?signal\b/i,
    "macd_hist",
    (value, [, word]) => (positive(word) ? value > 0 : value < 0),
  ),
  reader(
    /(?<!histogram of (?:the )?)\bmacd\b(?! histogram)[^;,]{0,40}?\b(above|over|below|under) zero\b/i,
    "macd",
    (value, [, word]) => (positive(word) ? value > 0 : value < 0),
  ),
  ...besideLine.map(soft),
  neutral(rsi, "rsi_14", 30, 70),
  neutral(moneyFlow, "mfi_14", 20, 80),
  soft(
    reader(
      /\b(?:rsi|relative strength index)\b(?:(?!\bthat (?:marks|means|signals|separates|defines)\b)[^;]){0,60}?\b(overbought|oversold)\b(?! (?:(?:threshold|level|line|mark|boundary)s?\b|zone of|territory (?:is|lies|starts)))/i,
      "rsi_14",
      (value, [, word]) => (/overbought/i.test(word ?? "") ? value >= 70 : value <= 30),
    ),
  ),
  soft(
    reader(/\b(overbought|oversold)\b[^;]{0,40}?\brsi\b/i, "rsi_14", (value, [, word]) =>
      /overbought/i.test(word ?? "") ? value >= 70 : value <= 30,
    ),
  ),
  soft(
    reader(
      /\b(?:mfi|money flow(?: index)?)\b(?:(?!\bthat (?:marks|means|signals|separates|defines)\b)[^;]){0,60}?\b(overbought|oversold)\b(?! (?:threshold|level|line|mark|boundary)s?\b)/i,
      "mfi_14",
      (value, [, word]) => (/overbought/i.test(word ?? "") ? value >= 80 : value <= 20),
    ),
  ),
  reader(/\bmacd\b[^;,]{0,40}?\b(above|over|below|under) (?:its |the )?signal/i, "macd_hist", (value, [, word]) =>
    positive(word) ? value > 0 : value < 0,
  ),
  reader(
    /\bhistogram(?: of (?:[A-Z][\w&.’']* ?|& ?){1,4})?(?: ?(?:is|stays|remains|(?:has |have )?(?:turned|flipped|moved|gone|crossed|pushed|slipped|dipped)|went|was))?(?: (?:back|up|down|again|still|now|not|no longer|in|into|to|firmly|deeply|just)){0,3} (positive|negative|above zero|below zero|over zero|under zero)\b/i,
    "macd_hist",
    (value, [, word]) => (positive(word) ? value > 0 : value < 0),
  ),
  reader(
    /\bsignal line (?:is|stays|remains|(?:has |have )?turned|went|was) (?:still |now |not )?(positive|negative|above zero|below zero)\b/i,
    "macd_signal",
    (value, [, word]) => (positive(word) ? value > 0 : value < 0),
  ),
  reader(/\b(positive|negative) (?:macd )?histogram\b/i, "macd_hist", (value, [, word]) =>
    positive(word) ? value > 0 : value < 0,
  ),
  reader(
    /\bmacd(?: line)?(?: of (?:[A-Z][\w&.’']* ?|& ?){1,4})? ?(?:is|stays|remains|(?:has |have )?turned|went|was) (?:still |now |not )?(positive|negative|above zero|below zero)\b/i,
    "macd",
    (value, [, word]) => (positive(word) ? value > 0 : value < 0),
  ),
];
