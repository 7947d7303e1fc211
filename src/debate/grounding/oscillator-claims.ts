import { isSoft, itemOf, needing, positive, reader, type Reader, soft } from "./claim-reader.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { firstIn, occurs } from "./pattern-search.ts";

/* What words state of oscillators: overbought, oversold, above and below a line, where in the bands. */

const stretchedWords =
  /\b(?:is|are|looks?|appears?|seems?|remains?|stays?|clearly|deeply|now|(?:qualif(?:ies|y)|counts?|rates?|passes|classed|marked|labell?ed) as|(?:means|says|shows|signals) (?:that )?(?:it|the (?:stock|price)) is|spells|makes (?:it|the stock)|(?:calls?|called|deems?|consider) (?:it|this|(?:the |this )?(?:stock|shares|share|coin|index|market|name))) (?:\w+ )?(overbought|oversold)\b(?! (?:threshold|level|line))/i;

/** "Oversold" without a name, of the one oscillator that is cited. */
const stretched = needing([stretchedWords], (clause, index, cited) => {
  const found = firstIn(stretchedWords, clause);
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
});

function lineOf(names: string): RegExp {
  return new RegExp(
    String.raw`\b(?:${names})\b[^;]{0,60}?\b(above|over|past|below|under|beneath|(?:higher|lower|less|more|greater) than|exceed(?:s|ed)|crossed|passed|surpass(?:es|ed)|tops|topped|reclaim(?:s|ed)?|clear(?:s|ed)|retak(?:en|es)|regain(?:s|ed)|hold|holds|held|on the (?:upper|higher|lower) side of) (?:the |its |an )?(?:overbought |oversold |classic |neutral )*(?:(?:threshold|mark|line|midline|midpoint|level|boundary) )?(?:of |at )?(\d{1,2}(?:\.\d+)?)(?![\d%]| ?%|\.\d|[- ](?:sessions?|days?|points?))`,
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

const besideLine = lines.map(({ pattern, key }) =>
  needing([pattern], (clause, index) => {
    const found = pattern.exec(clause);
    const item = itemOf(index, key);
    if (found === null || item?.value == null || item.value === Number(found[2])) return null;
    const [, place = "", line = ""] = found;
    const start = found.index + found[0].lastIndexOf(place);
    return { start, end: start + place.length, holds: item.value > Number(line) === positive(place), items: [item] };
  }),
);

/** Where the lines end that a sentence holds readings of the evidence against. */
export function oscillatorLines(sentence: string, index: EvidenceIndex): number[] {
  if (isSoft(sentence)) return [];
  return lines.flatMap(({ pattern, key }) => {
    const found = pattern.exec(sentence);
    return found === null || itemOf(index, key) === null ? [] : [found.index + found[0].length];
  });
}

const inBandsWords =
  /\b(inside|within|outside|left(?= (?:the|its|their|both))|escaped(?= (?:the|its|their))|exited|(?:broken|broke|burst|breaks|bursts|breaking) out) (?:of )?(?:the |its |their |both )?(?:(?:bollinger )?bands|bollinger envelope)\b/i;

/** "Inside the bands". */
const inBands = needing([inBandsWords], (clause, index) => {
  const found = firstIn(inBandsWords, clause);
  const item = itemOf(index, "bollinger_percent_b");
  // "Close within the Bollinger bands" is the measure's own name.
  if (
    found === null ||
    item?.value == null ||
    /\b(?:position|place|location)(?: of the (?:last )?(?:close|price))? $|(?<!\b(?:not|n['’]t|to|never) )\bclose $/i.test(
      clause.slice(0, found.index),
    )
  )
    return null;
  const inside = item.value >= 0 && item.value <= 1;
  const holds = /out|left|escaped|exited/i.test(found[1] ?? "") !== inside;
  return { start: found.index, end: found.index + found[0].length, holds, items: [item] };
});

const beyondBandWords = /\b(?:outside|beyond|through) (?:of )?(?:the |its )?(upper|lower) (?:bollinger )?band\b/i;

/** "Closed outside its upper band", beyond the one side. */
const beyondBand = needing([beyondBandWords], (clause, index) => {
  const found = firstIn(beyondBandWords, clause);
  const item = itemOf(index, "bollinger_percent_b");
  if (found === null || item?.value == null) return null;
  const holds = /upper/i.test(found[1] ?? "") ? item.value > 1 : item.value < 0;
  return { start: found.index, end: found.index + found[0].length, holds, items: [item] };
});

const atBandWords =
  /\b(?:hug(?:s|ging|ged)?|pinned (?:to|against|at)|press(?:es|ed|ing) (?:on|against|up against)|rid(?:es|ing)|near|(?<!\b(?:the|last) )close to|right at|(?:is|sits|stands|trades) at|touch(?:es|ing)|tags?|tagging)\b(?: \w+){0,2} (upper|lower) (?:bollinger )?band/i;

/** "Hugging the upper band": within a fifth of the bands' width of it, or beyond. */
const atBand = needing([atBandWords], (clause, index) => {
  const found = firstIn(atBandWords, clause);
  const item = itemOf(index, "bollinger_percent_b");
  if (found === null || item?.value == null) return null;
  const upper = /upper/i.test(found[1] ?? "");
  const holds = upper ? item.value >= 0.8 : item.value <= 0.2;
  return { start: found.index, end: found.index + found[0].length, holds, items: [item] };
});

const away =
  /\b(?:nowhere near|far (?:away )?(?:from|off)|(?:short|shy|clear) of|(?:some|a (?:good|long|fair|considerable)|quite (?:some|a)) (?:way|distance) (?:away |off )?(?:from|off|to)|room (?:left )?(?:before|until)|yet to|outside|before|emerged from|left|exited|escaped|out of)\b[^;,]{0,32}\b(?:overbought|oversold)\b/i;
/** "Close to overbought"; "near 60" is about the reading alone. */
const nearStretched =
  /\b(?:near(?:s|ly|ing)?|almost|approach(?:es|ing)?|close to|not far from|towards?|short of|verge of|points?(?: and a half)? (?:away )?(?:from|short of|shy of)|(?:whisker|hair|stone['’]s throw|step|touch) (?:away )?from|brink of|edge of|borderline|flirting with)\b[^\d;]{0,32}\b(?:overbought|oversold)\b/i;
/** What is far from a line is told by another reader. */
const plainly = (test: Reader): Reader =>
  needing(test.needs, (clause, index, cited, around) =>
    occurs(away, clause) || occurs(nearStretched, clause) ? null : test(clause, index, cited, around),
  );

function neutral(names: string, key: string, low: number, high: number): Reader {
  const pattern = new RegExp(
    String.raw`\b(?:${names})\b[^;,]{0,40}?\b(neutral)\b(?! (?:50|line|mark|level|midline|midpoint)\b)`,
    "i",
  );
  return needing([pattern], (clause, index) => {
    const found = pattern.exec(clause);
    const item = itemOf(index, key);
    if (found === null || item?.value == null) return null;
    const start = found.index + found[0].length - "neutral".length;
    const isOutside = /\b(?:outside|beyond|out of|left|leaves|leaving|exited)\b[^;,]{0,16}$/i.test(
      clause.slice(0, start),
    );
    const isIn = item.value > low && item.value < high;
    return { start, end: found.index + found[0].length, holds: isIn !== isOutside, items: [item] };
  });
}

const noneStretchedWords =
  /\b(?:nothing|none|not one|no (?:oscillator|indicator)|neither (?:oscillator|indicator|(?:of )?(?:the )?(?:two )?(?:oscillators|indicators|gauges)|gauge|reading))\b[^.;,]{0,24}?\b(overbought|oversold)\b/i;

/** "RSI 75 and MFI 80: nothing overbought here". */
const noneStretched = needing([noneStretchedWords], (sentence, index) => {
  const found = firstIn(noneStretchedWords, sentence);
  if (found === null) return null;
  const named = [
    [/\b(?:rsi|relative strength)\b/i, "rsi_14", 30, 70],
    [/\b(?:mfi|money flow)\b/i, "mfi_14", 20, 80],
  ] as const;
  const spoken = named.filter(([words]) => words.test(sentence));
  const known = (spoken.length > 0 ? spoken : named).flatMap(([, key, low, high]) => {
    const item = itemOf(index, key);
    return item?.value == null ? [] : [{ item, isHigh: item.value >= high, isLow: item.value <= low }];
  });
  if (known.length === 0) return null;
  const isHigh = /overbought/i.test(found[1] ?? "");
  const holds = !known.some((one) => (isHigh ? one.isHigh : one.isLow));
  return { start: found.index, end: found.index + found[0].length, holds, items: known.map(({ item }) => item) };
});

/** "RSI is in the lower half of its scale". */
const halves = [
  [rsi, "rsi_14"],
  [moneyFlow, "mfi_14"],
].map(([names = "", key = ""]) =>
  reader(
    new RegExp(
      String.raw`\b(?:${names})\b[^;,]{0,48}?\b(?:in|on|within|inside|into|occupies|holds) (?:the |its )(upper|lower|top|bottom) half\b(?! of (?:the |its )?(?:bollinger )?bands)`,
      "i",
    ),
    key,
    (value, [, word]) => (/upper|top/i.test(word ?? "") ? value > 50 : value < 50),
  ),
);

export const stretchOfSentence: readonly Reader[] = [noneStretched];

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
    /\b(?:nearer|closer)(?: to)? (?:the |its )?(upper|lower)(?: than to)?\b/i,
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
  plainly(
    reader(
      /\b(?:rsi|relative strength index)\b(?:(?!\b(?:that (?:marks|means|signals|separates|defines)|at which|where)\b)[^;]){0,60}?\b(overbought|oversold)\b(?! (?:(?:threshold|level|line|mark|boundary)s?\b|zone of|territory (?:is|lies|starts)))/i,
      "rsi_14",
      (value, [, word]) => (/overbought/i.test(word ?? "") ? value >= 70 : value <= 30),
    ),
  ),
  plainly(
    reader(
      /\b(overbought|oversold)\b(?! (?:neither|not|nor|lines?|thresholds?|levels?|marks?)\b)[^;]{0,40}?\brsi\b/i,
      "rsi_14",
      (value, [, word]) => (/overbought/i.test(word ?? "") ? value >= 70 : value <= 30),
    ),
  ),
  plainly(
    reader(
      /\b(?:mfi|money flow(?: index)?)\b(?:(?!\b(?:that (?:marks|means|signals|separates|defines)|at which|where)\b)[^;]){0,60}?\b(overbought|oversold)\b(?! (?:threshold|level|line|mark|boundary)s?\b)/i,
      "mfi_14",
      (value, [, word]) => (/overbought/i.test(word ?? "") ? value >= 80 : value <= 20),
    ),
  ),
  plainly(
    reader(
      /(?<!\b(?:and|or|nor|than)(?: the| an)? )\b(overbought|oversold)(?: (?:reading|state|condition|signal|print|level|territory))? (?:in|of|on|from|by|at) (?:the |its )?(?:[\w-]+ )?(?:mfi|money flow)\b/i,
      "mfi_14",
      (value, [, word]) => (/overbought/i.test(word ?? "") ? value >= 80 : value <= 20),
    ),
  ),
  ...halves,
  reader(/\bmacd\b[^;,]{0,40}?\b(above|over|below|under) (?:its |the )?signal/i, "macd_hist", (value, [, word]) =>
    positive(word) ? value > 0 : value < 0,
  ),
  reader(
    /\bhistogram(?: of (?:[A-Z][\w&.’']* ?|& ?){1,4})?(?: ?(?:is|stays|remains|(?:has |have )?(?:turned|flipped|moved|gone|crossed|pushed|slipped|dipped)|went|was))?(?: (?:back|up|down|again|still|now|not|no longer|in|into|to|firmly|deeply|just)){0,3} (positive|negative|above zero|below zero|over zero|under zero|green|red)\b/i,
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
