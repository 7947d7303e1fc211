import type { Evidence } from "#src/contract/evidence.ts";
import { itemOf, positive, reader, soft, type Found, type Reader } from "./claim-reader.ts";
import { directionsIn } from "./direction-words.ts";
import { spansIn, type EvidenceIndex } from "./evidence-index.ts";
import { pairingIn } from "./measure-pairs.ts";
import { mentionsIn } from "./subjects.ts";
import { windowsIn, type Window } from "./windows.ts";

/* What words state of how measures changed, and of one against another. */

const sizes = /\b(?:loss|fall|drop|decline|lag|drawdown|gap|distance|discount)\b/i;

const relativeToPrice = /\b(?:share|stock|coin|price|index) (?:that|which) [^,;]*$/i;

export const paired: Reader = (clause, index, cited) => {
  const pairing = pairingIn(clause, index, cited);
  // "A negative MACD for a share that is above its mean" sets the price against the mean.
  if (pairing === null || relativeToPrice.test(clause.slice(0, pairing.start))) return null;
  const [first, second] = pairing.items;
  // A loss is the larger the further below zero it is, and so is a gap.
  const bySize = sizes.test(clause.slice(0, pairing.start)) && Math.sign(first.value) === Math.sign(second.value);
  const [left, right] = [first, second].map(({ value }) => (bySize ? Math.abs(value) : value));
  return left === undefined || right === undefined ? null : { ...pairing, holds: left > right === pairing.more };
};

/** Measures of change by the words for what changed. */
const changing: readonly (readonly [subject: RegExp, keys: readonly string[]])[] = [
  [/\b(?:revenues?|sales|top line)\b/i, ["revenue_growth_yoy", "revenue_growth_q"]],
  [/\b(?:eps|earnings (?:a|per) share)\b/i, ["eps_growth_yoy"]],
  [/\bgross margins?\b/i, ["gross_margin_change_yoy"]],
  [/\boperating margins?\b/i, ["operating_margin_change_yoy"]],
  [/\b(?:net|profit) margins?\b/i, ["net_margin_change_yoy"]],
  [/\b(?:diluted )?share counts?\b/i, ["dilution_yoy"]],
  [/\b(?:number of (?:social )?posts|posting|social (?:volume|activity))\b/i, ["social_volume_change"]],
  [/\b(?:number of news items|news (?:items|flow|volume|count))\b/i, ["news_volume_change"]],
];
/** A stock by another name, or by its symbol. */
const priced =
  /\b(?:[Pp]rice|[Nn]ame|[Ss]tock|[Ss]hares?|[Cc]lose|[Ii]t|[Bb]itcoin|[Ee]ther|[Cc]oin|(?!RSI\b|MFI\b|ATR\b|MACD\b|EPS\b|FCF\b|ROE\b|USD\b)[A-Z]{2,5})\b/;

const raised =
  "rais(?:ed?|es|ing)|increas(?:ed?|es|ing)|expand(?:ed|s|ing)?|gr[eo]w(?:s|n)?|widen(?:ed|s|ing)?|improv(?:ed?|es|ing)|boost(?:ed|s|ing)?|lift(?:ed|s|ing)?";
const lowered =
  "reduc(?:ed?|es|ing)|cut(?:s|ting)?|shr(?:ank|unk|inks?)|lower(?:ed|s|ing)|trim(?:med|s)?|narrow(?:ed|s|ing)?";
const changed = new RegExp(String.raw`\b(?:${raised}|${lowered}) `, "i");
/** "Reduced its share count": a verb right before what it changes. */
const transitive = new RegExp(String.raw`\b(?:(${raised})|(${lowered})) (?:its |the |their )?(?:\w+ )?$`, "i");
const ratio = /^(?:p[se]_ttm|pb|ev_to_|fcf_yield|fcf_margin)/;

/** The return over the one window that a clause names. */
function returnOf(clause: string, index: EvidenceIndex): Evidence | null {
  const windows = windowsIn(clause).filter(({ of }) => of === null);
  // "Monthly performance on the 21-session view" names one twice.
  const items = new Map(windows.flatMap((window) => returnsOver(window, index)).map((item) => [item.id, item]));
  const [item] = items.values();
  return item === undefined || items.size > 1 ? null : item;
}

function returnsOver({ names }: Window, index: EvidenceIndex): Evidence[] {
  return [...index.byKey].flatMap(([key, [item]]) =>
    key.startsWith("return_") && spansIn(item?.label ?? "").some((span) => names.has(span))
      ? (itemOf(index, key) ?? [])
      : [],
  );
}

function neitherReturn(found: RegExpExecArray, clause: string, index: EvidenceIndex): Found | null {
  const items = windowsIn(clause).flatMap((window) => returnsOver(window, index));
  const [word = ""] = found.slice(1);
  if (items.length !== 2) return null;
  const start = found.index + found[0].lastIndexOf(word);
  const holds = items.some(({ value }) => (value ?? 0) > 0 === positive(word) && value !== 0);
  return { start, end: start + word.length, holds, items };
}

/** "The return over 63 sessions is negative." */
const returned: Reader = (clause, index) => {
  const found = /\b(?:returns?|performance)\b[^;,]{0,60}?\b(positive|negative|above zero|below zero)\b/i.exec(clause);
  if (found === null) return null;
  const of = windowsIn(clause).filter((window) => window.of === null);
  // "Neither the one-session nor the five-session return is negative."
  if (/\bneither\b/i.test(clause) && of.length === 2) return neitherReturn(found, clause, index);
  const item = returnOf(clause, index);
  if (item?.value == null || /\b(?:all|every|both)\b/i.test(clause)) return null;
  const start = found.index + found[0].lastIndexOf(found[1] ?? "");
  return { start, end: start + (found[1] ?? "").length, holds: item.value > 0 === positive(found[1]), items: [item] };
};

/** The price, where a clause names it and the one window of a return. */
function priceOver(clause: string, index: EvidenceIndex) {
  const price = priced.exec(clause);
  const over = price === null ? null : returnOf(clause, index);
  return price === null || over === null
    ? undefined
    : { start: price.index, end: price.index + price[0].length, keys: [over.key] };
}

const moved: Reader = (clause, index, cited) => {
  const directions = directionsIn(clause);
  if ((directions.length === 0 && !changed.test(clause)) || /\d\s?%/.test(clause)) return null;
  // "Price to sales" speaks of no sales.
  const ratios = mentionsIn(clause).filter(({ keys }) => keys.some((key) => ratio.test(key)));
  const subjects = changing.flatMap(([subject, keys]) => {
    const at = subject.exec(clause);
    const within = ratios.some(({ start, end }) => at !== null && at.index >= start && at.index < end);
    return at === null || within ? [] : [{ start: at.index, end: at.index + at[0].length, keys }];
  });
  const about = subjects.length === 0 ? priceOver(clause, index) : subjects.length === 1 ? subjects[0] : undefined;
  const items = (about?.keys ?? []).flatMap((key) => itemOf(index, key) ?? []);
  const named = items.filter(({ id }) => cited.has(id));
  const held = named.length > 0 ? named : items;
  if (about === undefined || held.length === 0) return null;
  const word = directions.find(
    ({ start, end }) =>
      // "A quarter of the items fell in the last week."
      !(
        /^fell$/i.test(clause.slice(start, end)) &&
        /^ (?:in|on|within|due)\b/i.test(clause.slice(end)) &&
        /news/i.test(clause)
      ) &&
      start >= about.end &&
      start - about.end <= 32 &&
      !/growth/i.test(clause.slice(start, end)),
  );
  const made = transitive.exec(clause.slice(0, about.start));
  if (made !== null) {
    const way = made[1] === undefined ? -1 : 1;
    const holds = held.some(({ value }) => (value ?? 0) * way > 0);
    return { start: made.index, end: made.index + made[0].trimEnd().length, holds, items: held };
  }
  // "Revenue growth fell": the growth did, which is another matter.
  if (
    word === undefined ||
    /\b(?:growth|margins? growth|estimates?|guidance|outlook)\b/i.test(clause.slice(0, word.start))
  )
    return null;
  const holds = held.some(({ value }) => (value ?? 0) * word.way > 0);
  return { start: word.start, end: word.end, holds, items: held };
};

/** "There was no gain over 63 sessions", "Visa went up over 5 sessions [M22]": of the one return named or cited. */
const wholeMove: Reader = (clause, index, cited) => {
  const [id, second] = cited;
  const only = id === undefined || second !== undefined ? undefined : index.items.get(id);
  const item = only?.key.startsWith("return_") === true ? only : only === undefined ? returnOf(clause, index) : null;
  if (item?.value == null || item.value === 0 || /\d\s?(?:%|per)|\bnot as\b/i.test(clause)) return null;
  const [word, another] = directionsIn(clause).filter((one) => !/^growth$/i.test(clause.slice(one.start, one.end)));
  if (word === undefined || another !== undefined || mentionsIn(clause).some(({ keys }) => !keys.includes(item.key)))
    return null;
  // Without a citation only what speaks of nothing else.
  if (only === undefined && !/\bthere (?:was|has been|is) (?:no|an?) (?:\w+ )?$/i.test(clause.slice(0, word.start)))
    return null;
  return { start: word.start, end: word.end, holds: item.value * word.way > 0, items: [item] };
};

/** The tone of the week's news or the month's; of "the news" where both agree. */
const tone: Reader = (clause, index) => {
  const found =
    /\b(news|social|posts)\b[^;,]{0,24}?\b(positive|negative|bullish|bearish|above zero|below zero)\b/i.exec(clause);
  // "Positive items outnumber negative ones" compares counts.
  if (found === null || /\b(?:outnumber|outweigh)/i.test(clause)) return null;
  const [, kind = "", word = ""] = found;
  const spans = /\bweek|\b(?:7|seven)[- ]days?\b/i.test(clause)
    ? ["7d"]
    : /\bmonth|\b(?:30|thirty)[- ]days?\b/i.test(clause)
      ? ["30d"]
      : ["7d", "30d"];
  const of = /news/i.test(kind) ? "news" : "social";
  const items = spans.flatMap((span) => itemOf(index, `${of}_tone_${span}`) ?? []);
  const signs = new Set(items.map(({ value }) => Math.sign(value ?? 0)));
  const [sign] = signs;
  if (signs.size !== 1 || sign === undefined || sign === 0) return null;
  const start = found.index + found[0].lastIndexOf(word);
  return { start, end: start + word.length, holds: sign > 0 === positive(word), items };
};

/** "Underperformed its benchmark over 63 sessions." */
const relative: Reader = (clause, index, cited) => {
  const found =
    /\b(?:(outperform\w*|beat(?:s|en)?|(?:did|fared) better than)|(underperform\w*|lag(?:s|ged|ging)?|trail(?:s|ed|ing)?|(?:did|fared) worse than)) (?:its |the )?(?:\^[A-Z]+ index|benchmark|btc|bitcoin|market|index|spy|s&p 500)\b/i.exec(
      clause,
    );
  if (found === null) return null;
  const windows = windowsIn(clause).filter((window) => window.of === null);
  const items = ["relative_strength_63", "relative_strength_252"].flatMap((key) => itemOf(index, key) ?? []);
  const item =
    items.find(({ label }) => spansIn(label).some((span) => windows.some(({ names }) => names.has(span)))) ??
    (windows.length === 0 ? items.filter(({ id }) => cited.has(id)) : []).at(0);
  if (item?.value == null) return null;
  const [, up, down = ""] = found;
  const holds = item.value > 0 === (up !== undefined);
  return { start: found.index, end: found.index + (up ?? down).length, holds, items: [item] };
};

export const changeReaders: readonly Reader[] = [
  relative,
  reader(
    /\b(more|less|heavier|higher|lighter|lower|thinner) (?:trading )?volume than (?:its |the )?(?:[\w-]+ ){0,3}(?:average|mean)\b/i,
    "volume_ratio_20",
    (value, [, word]) => (/more|heavier|higher/i.test(word ?? "") ? value > 1 : value < 1),
  ),
  soft(moved),
  soft(wholeMove),
  returned,
  reader(
    /\bdebt (?:(exceeds|is (?:more|larger|higher|greater) than|is above|outweighs)|(?:is (?:less|smaller|lower) than|is below|falls short of)) (?:the |its |shareholders['’] )?equity\b/i,
    "debt_to_equity",
    (value, [, more]) => value > 1 === (more !== undefined),
  ),
  reader(
    /\bcurrent assets (?:(exceed|cover|top|outweigh|are (?:above|more than|larger than|higher than))|(?:are (?:below|less than|smaller than|lower than)|fall short of|trail)) (?:the |its )?current liabilities\b/i,
    "current_ratio",
    (value, [, more]) => value > 1 === (more !== undefined),
  ),
  reader(
    /\b(?:volume|turnover)\b(?!-)[^;,]{0,30}?\b(above|over|below|under|beats?|exceed(?:s|ed)|tops|topped|trails?|(?:higher|heavier|lighter|lower|more|less|thinner) than) (?:its |the )?(?:[\w-]+ ){0,3}(?:average|mean)\b/i,
    "volume_ratio_20",
    (value, [, word]) => (/above|over|higher|heavier|more|beat|exceed|top/i.test(word ?? "") ? value > 1 : value < 1),
  ),
  reader(
    /\b(?:has|holds?|have|with|sits? on|carr(?:y|ies)|in) (?:a |its |no )?(?:large |small |solid )?(net cash|net debt)\b/i,
    "net_debt",
    (value, [, word]) => (/cash/i.test(word ?? "") ? value < 0 : value > 0),
  ),
  tone,
  reader(/\b(above|below)-average (?:trading )?(?:volume|turnover)\b/i, "volume_ratio_20", (value, [, word]) =>
    positive(word) ? value > 1 : value < 1,
  ),
  reader(
    /\b(?:(positive)|negative) (?:news )?(?:items|stories|headlines) (outnumber(?:ed)?|exceed(?:ed)?|outweigh(?:ed)?)\b/i,
    "news_positive_share_7d",
    (value, [, positiveFirst]) => value > 50 === (positiveFirst !== undefined),
  ),
  reader(/\b(net (?:debtor|borrower))\b/i, "net_debt", (value) => value > 0),
  reader(
    /\bfunding(?: rates?)? (?:is|are|stays?|remains?|turned) (?:still |now )?(positive|negative)\b/i,
    "funding_7d_annualised",
    (value, [, word]) => (positive(word) ? value > 0 : value < 0),
  ),
];
