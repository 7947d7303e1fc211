import { firstIn } from "./pattern-search.ts";
import { mentionsIn } from "./subjects.ts";
import { itemOf, needing } from "./claim-reader.ts";

/* What words state of momentum by how it changes: "downward momentum is building", "recovered from its oversold state". */

const momentum = new RegExp(
  String.raw`\b(?:(upward|up|bullish|positive|buying|upside)|(downward|down|bearish|negative|selling|downside))[- ](?:side )?(?:momentum|pressure|impulse|drive|thrust|trend)(?: (?:is|are|has|has been|keeps|continues to|still|now|clearly|visibly|slowly|steadily|in|on)){0,3} (?:(build(?:s|ing)?|buil(?:t|ding) up|gather(?:s|ed|ing)|grow(?:s|n|ing)?|strengthen(?:s|ed|ing)?|increas(?:es|ed|ing)|accelerat(?:es|ed|ing)|pick(?:s|ed|ing) up|mount(?:s|ed|ing)?|intensif(?:ies|ied|ying)|deepen(?:s|ed|ing)?|ascend\w+)|(fad(?:es|ed|ing)|wan(?:es|ed|ing)|weaken(?:s|ed|ing)?|eas(?:es|ed|ing)|slacken(?:s|ed|ing)?|ebb(?:s|ed|ing)?|d(?:ies|ied|ying)|los(?:es|t|ing) (?:steam|strength|force)|diminish(?:es|ed|ing)?|shr(?:inks|unk|inking)|abat(?:es|ed|ing)|dissipat(?:es|ed|ing)|retreat\w*|running out|ran out))\b`,
  "i",
);

/** "Downward momentum is building, with the MACD line at −458 and its signal at −487". */
export const momentumBuilds = needing([momentum], (sentence, index, cited) => {
  const found = firstIn(momentum, sentence);
  const [line, signal] = [itemOf(index, "macd"), itemOf(index, "macd_signal")];
  if (found === null || line?.value == null || signal?.value == null || line.value === signal.value) return null;
  const isSpokenOf = [line, signal, itemOf(index, "macd_hist")].some((item) => item !== null && cited.has(item.id));
  if (!isSpokenOf && !/\bmacd\b|\bhistogram\b/i.test(sentence)) return null;
  const isUp = (found[1] !== undefined) === (found[3] !== undefined);
  const word = found[3] ?? found[4] ?? "";
  const start = found.index + found[0].lastIndexOf(word);
  return { start, end: start + word.length, holds: line.value > signal.value === isUp, items: [line, signal] };
});

const left =
  /\b((?:recover(?:s|ed|ing)?|bounc(?:es|ed|ing)|emerg(?:es|ed|ing)|climb(?:s|ed|ing)? (?:back )?out|c(?:ome|omes|ame|oming) out|r(?:isen|ose|ising)(?: back)? out|mov(?:es|ed|ing) (?:back )?out|work(?:s|ed|ing)? off|exit(?:s|ed|ing)?|escap(?:es|ed|ing)|left|leav(?:es|ing)|fallen back|c(?:ome|ame) (?:back )?down|retreat(?:s|ed|ing)?|cool(?:s|ed|ing)?(?: off| down)?|back|out))(?: from| of)? (?:its |the |an? |being |having been )?(?:deeply |heavily |former |earlier |recent |previously )?(?:(oversold)|overbought)\b/i;

/** "The stock has recovered from its oversold state". */
export const recovered = needing([left], (sentence, index) => {
  const found = firstIn(left, sentence);
  const item = itemOf(index, /\bmoney[- ]flow|\bmfi\b/i.test(sentence) ? "mfi_14" : "rsi_14");
  if (found === null || item?.value == null || /\bdivergence\b/i.test(sentence)) return null;
  const [low, high] = item.key === "mfi_14" ? [20, 80] : [30, 70];
  const holds = found[2] !== undefined ? item.value >= low : item.value <= high;
  return { start: found.index, end: found.index + found[0].length, holds, items: [item] };
});

const zone =
  /\b(?:in|into|inside|within|entered|reached|hit|touching) (?:the |an? )?(?:(?:deeply|clearly|firmly|well|extremely|plainly) )?(?:(oversold)|overbought)(?: (?:territory|zone|ground|region|area|levels?|range|waters))?\b/i;
const midline =
  /\b(?:(above|over|north of|the upper side of|the right side of)|below|under|beneath|south of|the lower side of|the wrong side of) (?:its |the |their )?(?:midline|mid-line|mid-?point|centre line|center line|neutral line|halfway (?:line|mark)|50[- ](?:line|mark|level))\b/i;

/** "The oscillator is well into overbought territory", "just over its midline", of the one oscillator that is cited. */
export const zoned = needing([zone, midline], (sentence, index, cited) => {
  const all = [itemOf(index, "rsi_14"), itemOf(index, "mfi_14")];
  const own = all.filter((one) => one !== null && cited.has(one.id));
  const [item, another] =
    own.length > 0 || cited.size > 0
      ? own
      : all.filter((one) => mentionsIn(sentence).some(({ keys }) => one !== null && keys[0] === one.key));
  if (item?.value == null || another !== undefined) return null;
  const [low, high] = item.key === "mfi_14" ? [20, 80] : [30, 70];
  const found = firstIn(zone, sentence) ?? firstIn(midline, sentence);
  if (found === null || item.value === 50) return null;
  const place = { start: found.index, end: found.index + found[0].length, items: [item] };
  if (!/bought|sold/i.test(found[0])) return { ...place, holds: item.value > 50 === (found[1] !== undefined) };
  return { ...place, holds: found[1] !== undefined ? item.value < low : item.value > high };
});
