import type { Evidence } from "#src/contract/evidence.ts";
import type { WordClaim } from "#src/contract/judgement.ts";
import { directionsIn, isDenied, isSupposed } from "./direction-words.ts";
import { spansIn, type EvidenceIndex } from "./evidence-index.ts";
import { pairingIn } from "./measure-pairs.ts";
import { mentionsIn } from "./subjects.ts";
import { windowsIn } from "./windows.ts";

/*
 * What words alone state of evidence: what stands above its average, what is overbought, which way something moved. Only
 * what is stated plainly of a measure that the words name is read; each reader says which.
 */

interface Found {
  readonly start: number;
  readonly end: number;
  readonly holds: boolean;
  readonly items: readonly Evidence[];
}

type Reader = (clause: string, index: EvidenceIndex, cited: ReadonlySet<string>) => Found | null;

/** What the words of a clause state of evidence, and whether it holds; nothing when they state nothing plainly. */
export function wordClaims(
  clause: string,
  offset: number,
  cited: ReadonlySet<string>,
  index: EvidenceIndex,
): Omit<WordClaim, "point" | "field">[] {
  if (isSupposed(clause)) return [];
  return readers.flatMap((read) => {
    const found = read(clause, index, cited);
    if (found === null) return [];
    const holds = isDenied(clause, found.start) ? !found.holds : found.holds;
    return [
      {
        offset: offset + found.start,
        text: clause.slice(found.start, found.end),
        verdict: holds ? ("holds" as const) : ("contradicted" as const),
        evidence: found.items.map(({ id }) => id),
      },
    ];
  });
}

function itemOf(index: EvidenceIndex, key: string): Evidence | null {
  const item = index.byKey.get(key)?.[0];
  return item === undefined || item.value === null ? null : item;
}

/** A claim that one pattern reads and one measure decides. */
function reader(
  pattern: RegExp,
  key: string,
  holds: (value: number, groups: readonly (string | undefined)[]) => boolean,
): Reader {
  return (clause, index) => {
    const found = pattern.exec(clause);
    const item = found === null ? null : itemOf(index, key);
    if (found === null || item === null || item.value === null) return null;
    const last = found[found.length - 1] ?? "";
    const start = found.index + found[0].lastIndexOf(last);
    return { start, end: start + last.length, holds: holds(item.value, found), items: [item] };
  };
}

const near = /\b(?:near(?:s|ly|ing)?|almost|approach(?:es|ing)?|close to|not far from|towards?|short of|neither)\b/i;
const soft =
  (test: Reader): Reader =>
  (clause, index, cited) =>
    near.test(clause) ? null : test(clause, index, cited);
const positive = (word: string | undefined): boolean => /positive|above|bullish|over|higher/i.test(word ?? "");

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
  // "The 20-day average is above the 50-day one", and volume above its own, speak of no price.
  const subject = clause.slice(0, found.index);
  if (/\b(?:average|mean|sma|ema|volume|turnover)\b/i.test(subject)) return null;
  if (mentionsIn(subject).some(({ keys }) => !keys.includes("close"))) return null;
  const items = against === null ? [close, line].flatMap((item) => item ?? []) : [against];
  return { start: found.index, end: found.index + place.length, holds: value > 0 === positive(place), items };
};

/** "At a 52-week high" against the highest high there is. */
const extreme: Reader = (clause, index) => {
  const found =
    /\b(?:at|hits?|hitting|reach(?:es|ed|ing)?|sets?|setting|made|makes?|marks?|marked|notch(?:es|ed)?|post(?:s|ed)?|to) (?:a |an |its |the )?(?:new |fresh )?((record|all-time|52-week|one-year|12-month|20-session|20-day) (high|low))s?\b/i.exec(
      clause,
    );
  const close = itemOf(index, "close");
  if (found === null || close?.value == null) return null;
  const [, phrase = "", span = "", side = ""] = found;
  const short = span.startsWith("20");
  const wanted = side.toLowerCase() === "high" ? ["high_252", "resistance_20"] : ["low_252", "support_20"];
  const line = (short ? wanted.slice(1) : wanted).map((key) => itemOf(index, key)).find((item) => item !== null);
  if (line?.value == null) return null;
  const reached = side.toLowerCase() === "high" ? close.value >= line.value * 0.995 : close.value <= line.value * 1.005;
  // Of what lies further back than the evidence nothing can be confirmed.
  if (reached && !(short || line.key.endsWith("_252"))) return null;
  const start = found.index + found[0].indexOf(phrase);
  return { start, end: start + phrase.length, holds: reached, items: [close, line] };
};

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

const paired: Reader = (clause, index, cited) => {
  const pairing = /\d\s?(?:%|points)/.test(clause) ? null : pairingIn(clause, index, cited);
  if (pairing === null) return null;
  const [first, second] = pairing.items;
  return { ...pairing, holds: first.value > second.value === pairing.more };
};

/** Measures of change by the words for what changed. */
const changing: readonly (readonly [subject: RegExp, keys: readonly string[]])[] = [
  [/\b(?:revenues?|sales|top line)\b/i, ["revenue_growth_yoy", "revenue_growth_q"]],
  [/\b(?:eps|earnings (?:a|per) share)\b/i, ["eps_growth_yoy"]],
  [/\bgross margins?\b/i, ["gross_margin_change_yoy"]],
  [/\boperating margins?\b/i, ["operating_margin_change_yoy"]],
  [/\b(?:net|profit) margins?\b/i, ["net_margin_change_yoy"]],
  [/\b(?:diluted )?share counts?\b/i, ["dilution_yoy"]],
];
const priced = /\b(?:price|stock|shares?|close|it)\b/i;

/** The return over the one window that a clause names. */
function returnOf(clause: string, index: EvidenceIndex): Evidence | null {
  const windows = windowsIn(clause).filter(({ of }) => of === null);
  const [window] = windows;
  if (window === undefined || windows.length > 1) return null;
  const found = [...index.byKey].find(
    ([key, [item]]) => key.startsWith("return_") && spansIn(item?.label ?? "").some((span) => window.names.has(span)),
  );
  return found === undefined ? null : itemOf(index, found[0]);
}

/** "The return over 63 sessions is negative." */
const returned: Reader = (clause, index) => {
  const found = /\breturns?\b[^;,]{0,30}?\b(positive|negative)\b/i.exec(clause);
  const item = found === null ? null : returnOf(clause, index);
  if (found === null || item?.value == null || /\b(?:all|every|both)\b/i.test(clause)) return null;
  const start = found.index + found[0].lastIndexOf(found[1] ?? "");
  return { start, end: start + (found[1] ?? "").length, holds: item.value > 0 === positive(found[1]), items: [item] };
};

const moved: Reader = (clause, index, cited) => {
  if (/\d\s?%/.test(clause)) return null;
  const subjects = changing.flatMap(([subject, keys]) => {
    const at = subject.exec(clause);
    return at === null ? [] : [{ end: at.index + at[0].length, keys }];
  });
  const price = priced.exec(clause);
  const over = returnOf(clause, index);
  const about =
    subjects.length === 1
      ? subjects[0]
      : subjects.length === 0 && price !== null && over !== null
        ? { end: price.index + price[0].length, keys: [over.key] }
        : undefined;
  const items = (about?.keys ?? []).flatMap((key) => itemOf(index, key) ?? []);
  const named = items.filter(({ id }) => cited.has(id));
  const held = named.length > 0 ? named : items;
  if (about === undefined || held.length === 0) return null;
  const word = directionsIn(clause).find(
    ({ start, end }) => start >= about.end && start - about.end <= 32 && !/growth/i.test(clause.slice(start, end)),
  );
  // "Revenue growth fell": the growth did, which is another matter.
  if (
    word === undefined ||
    /\b(?:growth|margins? growth|estimates?|guidance|outlook)\b/i.test(clause.slice(0, word.start))
  )
    return null;
  const holds = held.some(({ value }) => (value ?? 0) * word.way > 0);
  return { start: word.start, end: word.end, holds, items: held };
};

/** The tone of the week's news or the month's; of "the news" where both agree. */
const tone: Reader = (clause, index) => {
  const found = /\b(news|social|posts)\b[^;,]{0,24}?\b(positive|negative|bullish|bearish)\b/i.exec(clause);
  if (found === null) return null;
  const [, kind = "", word = ""] = found;
  const spans = /\bweek|\b7 days/i.test(clause) ? ["7d"] : /\bmonth|\b30 days/i.test(clause) ? ["30d"] : ["7d", "30d"];
  const of = /news/i.test(kind) ? "news" : "social";
  const items = spans.flatMap((span) => itemOf(index, `${of}_tone_${span}`) ?? []);
  const signs = new Set(items.map(({ value }) => Math.sign(value ?? 0)));
  const [sign] = signs;
  if (signs.size !== 1 || sign === undefined || sign === 0) return null;
  const start = found.index + found[0].lastIndexOf(word);
  return { start, end: start + word.length, holds: sign > 0 === positive(word), items };
};

const readers: readonly Reader[] = [
  mean,
  soft(extreme),
  paired,
  soft(moved),
  returned,
  soft(stretched),
  soft(
    reader(
      /\b(?:rsi|relative strength index)\b[^;]{0,60}?\b(overbought|oversold)\b(?! (?:threshold|level|line|territory (?:is|lies|starts)))/i,
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
    reader(/\b(?:mfi|money flow index)\b[^;]{0,60}?\b(overbought|oversold)\b/i, "mfi_14", (value, [, word]) =>
      /overbought/i.test(word ?? "") ? value >= 80 : value <= 20,
    ),
  ),
  reader(/\bmacd\b[^;,]{0,40}?\b(above|over|below|under) (?:its |the )?signal/i, "macd_hist", (value, [, word]) =>
    positive(word) ? value > 0 : value < 0,
  ),
  reader(
    /\bhistogram (?:is|stays|remains|turned|was) (?:still |now )?(positive|negative)\b/i,
    "macd_hist",
    (value, [, word]) => (positive(word) ? value > 0 : value < 0),
  ),
  reader(
    /\bmacd(?: line)? (?:is|stays|remains|turned|was) (?:still |now )?(positive|negative|above zero|below zero)\b/i,
    "macd",
    (value, [, word]) => (positive(word) ? value > 0 : value < 0),
  ),
  reader(
    /\bvolume\b[^;,]{0,30}?\b(above|over|below|under|(?:higher|heavier|lighter|lower|more|less|thinner) than) (?:its |the )?(?:[\w-]+ ){0,3}(?:average|mean)\b/i,
    "volume_ratio_20",
    (value, [, word]) => (/above|over|higher|heavier|more/i.test(word ?? "") ? value > 1 : value < 1),
  ),
  reader(
    /\b(?:has|holds|have|with|sits on|carries|in) (?:a |its )?(?:large |small |solid )?(net cash|net debt)\b/i,
    "net_debt",
    (value, [, word]) => (/cash/i.test(word ?? "") ? value < 0 : value > 0),
  ),
  tone,
  reader(
    /\bfunding(?: rates?)? (?:is|are|stays?|remains?|turned) (?:still |now )?(positive|negative)\b/i,
    "funding_7d_annualised",
    (value, [, word]) => (positive(word) ? value > 0 : value < 0),
  ),
];
