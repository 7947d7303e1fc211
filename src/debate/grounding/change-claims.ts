import type { Evidence } from "#src/contract/evidence.ts";
import { besideBenchmark } from "./benchmark-claims.ts";
import { citedMoves, owned } from "./cited-moves.ts";
import { type Found, itemOf, needing, positive, reader, type Reader, soft } from "./claim-reader.ts";
import { spansIn, type EvidenceIndex } from "./evidence-index.ts";
import { isChange } from "./directions.ts";
import { pairingIn } from "./measure-pairs.ts";
import { besideNumber, breaches, capped, defended, mostly, profits, usualVolume } from "./level-claims.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { shareReaders } from "./share-claims.ts";
import { goodOrBad, pastPrice } from "./period-claims.ts";
import { dayMoves } from "./day-moves.ts";
import { dilutes, measureMoves, priceMoves } from "./move-claims.ts";
import { windowsIn, type Window } from "./windows.ts";

/* What words state of how measures changed, and of one against another. */

const sizes = /\b(?:loss|fall|drop|decline|lag|drawdown|gap|distance|discount)\b/i;

const relativeToPrice = /\b(?:share|stock|coin|price|index) (?:that|which) [^,;]*$/i;

export const paired: Reader = (clause, index, cited) => {
  const pairing = pairingIn(clause, index, cited);
  // "A negative MACD for a share that is above its mean" sets the price against the mean.
  if (pairing === null || relativeToPrice.test(clause.slice(0, pairing.start))) return null;
  // "Hardly better than" may be a little better or not at all.
  if (/\b(?:hardly|scarcely|barely|little) $/i.test(clause.slice(0, pairing.start))) return null;
  // "The RSI is above 30 and the money flow index above 20".
  if (/^ (?:the |its )?[$€£₹]?\d[\d.,]*(?: ?%)? and\b/i.test(clause.slice(pairing.end))) return null;
  const [first, second] = pairing.items;
  // "8.6 % above its 50-session mean and 23.4 % above its 200-session mean" tells two distances.
  if (/\d ?(?:%|percent) $/.test(clause.slice(0, pairing.start)) && [first, second].every(({ key }) => isChange(key)))
    return null;
  // A loss is the larger the further below zero it is, and so is a gap.
  const bySize = occurs(sizes, clause.slice(0, pairing.start)) && Math.sign(first.value) === Math.sign(second.value);
  // Of two gaps below a mean, the larger may be the one or the other.
  if (bySize && first.value < 0 && /\b(?:gap|distance|spread)\b/i.test(clause.slice(0, pairing.start))) return null;
  const [left, right] = [first, second].map(({ value }) => (bySize ? Math.abs(value) : value));
  if (left === undefined || right === undefined) return null;
  return { ...pairing, holds: pairing.more ? left > right : left < right };
};

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

const returnedWords = /\b(?:returns?|performance)\b[^;,]{0,60}?\b(positive|negative|above zero|below zero)\b/i;

/** "The return over 63 sessions is negative." */
const returned = needing([returnedWords], (clause, index) => {
  const found = firstIn(returnedWords, clause);
  if (found === null) return null;
  const of = windowsIn(clause).filter((window) => window.of === null);
  // "Neither the one-session nor the five-session return is negative."
  if (/\bneither\b/i.test(clause) && of.length === 2) return neitherReturn(found, clause, index);
  const item = returnOf(clause, index);
  if (item?.value == null || /\b(?:all|every|both)\b/i.test(clause)) return null;
  const start = found.index + found[0].lastIndexOf(found[1] ?? "");
  return { start, end: start + (found[1] ?? "").length, holds: item.value > 0 === positive(found[1]), items: [item] };
});

const relativeWords =
  /\b(?:(outperform\w*|beat(?:s|en)?|(?:did|fared) better than)|(underperform\w*|lag(?:s|ged|ging)?|trail(?:s|ed|ing)?|(?:did|fared) worse than)) (?:its |the )?(?:\^[A-Z]+(?: index)?|benchmark|btc|bitcoin|market|index|spy|s&p 500)\b/i;

/** "Underperformed its benchmark over 63 sessions." */
const relative = needing([relativeWords], (clause, index, cited) => {
  const found = firstIn(relativeWords, clause);
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
});

export const changeReaders: readonly Reader[] = [
  relative,
  soft(besideBenchmark),
  soft(measureMoves),
  soft(priceMoves),
  soft(dayMoves),
  citedMoves,
  goodOrBad,
  pastPrice,
  dilutes,
  owned,
  soft(besideNumber),
  soft(breaches),
  capped,
  defended,
  ...shareReaders,
  usualVolume,
  profits,
  mostly,
  returned,
  reader(
    /\bdebt (?:(exceeds|is (?:more|larger|higher|greater) than|is above|outweighs)|(?:is (?:less|smaller|lower) than|is below|falls short of)) (?:the |its |shareholders['’] )?equity\b/i,
    "debt_to_equity",
    (value, [, more]) => value > 1 === (more !== undefined),
  ),
  reader(
    /\b(?:current|short-term) assets (?:do not |don['’]t |no longer |fail to )?(?:(exceed|cover|top|outweigh|are (?:above|more than|larger than|higher than))|(?:are (?:(?:a little|slightly|somewhat|well|far|much|a touch|marginally) )?(?:below|less than|smaller than|lower than)|fall short of|trail)) (?:the |its )?(?:current|short-term) liabilities\b/i,
    "current_ratio",
    (value, [, more]) => value > 1 === (more !== undefined),
  ),
  reader(
    /\b(?:current|short-term) liabilities (?:(exceed|top|outweigh|are (?:above|more than|larger than|higher than))|(?:are (?:below|less than|smaller than|lower than)|fall short of)) (?:the |its )?(?:current|short-term) assets\b/i,
    "current_ratio",
    (value, [, more]) => value < 1 === (more !== undefined),
  ),
  reader(
    /\bworking capital (?:is |remains |stays |was )(positive|negative)\b/i,
    "current_ratio",
    (value, [, word]) => value > 1 === positive(word),
  ),
  reader(
    /\b(?:has|holds?|have|with|sits? on|carr(?:y|ies)|in|there (?:is|are)|there['’]s|shows?|boasts?|reports?|owns?|enjoys?|runs?) (?:a |its |no |any )?(?:large |small |solid |sizeable |sizable |huge |big |hefty |comfortable )?(net cash|net debt)\b(?! (?:at|of|as|is|:)[^;\d]{0,12}(?:[−–-] ?[$€£₹]?\d|\b(?:minus|negative)\b))/i,
    "net_debt",
    (value, [, word]) => (/cash/i.test(word ?? "") ? value < 0 : value > 0),
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
