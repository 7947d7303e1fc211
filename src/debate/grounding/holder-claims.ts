import type { Evidence } from "#src/contract/evidence.ts";
import { itemOf, needing, type Reader } from "./claim-reader.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { namedIn } from "./measure-pairs.ts";
import { returnsNamed } from "./move-claims.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { priceLines } from "./price-claims.ts";

/*
 * What words state of those who bought at a line or so long ago ("whoever bought at the 200-session mean is under water"),
 * and of the way that the price would have to go to a line ("it would take a rise to meet its mean").
 */

const holder =
  /\b(?:buyers?|bought|holders?|owners?|who(?:ever)? (?:paid|purchased|held|got in)|purchasers?|paid|those who|average (?:cost|price paid)|(?:a|one) (?:hundred|thousand|dollar)s?(?: dollars)? (?:invested|put|placed|staked)|\$?1,?000? (?:invested|put|placed)|investors?|longs)\b/i;
const won =
  "in (?:the )?(?:profit|money|green|black|plus)|to the good|sitting on (?:an? )?(?:\\w+ )?(?:gains?|profits?)|(?:has|have|with|at|on|showing|nursing) (?:an? )?(?:\\w+ )?(?:gains?|profits?)|richer|better off|ahead(?! of)|winning|winners?|up(?! to| until)|worth more|has made money|have made money|gained|profited|above water";
const lost =
  "under ?water|in (?:the )?(?:red|hole|minus|loss)|out of (?:the money|pocket)|to the bad|sitting on (?:an? )?(?:\\w+ )?loss(?:es)?|(?:has|have|with|at|on|showing|nursing) (?:an? )?(?:\\w+ )?loss(?:es)?|poorer|worse off|behind(?! the)|losing|losers?|down(?! to)|worth less|has lost money|have lost money|lost";
const state = new RegExp(
  String.raw`\b(?:is|are|was|were|be|been|sits?|stands?|has|have|would be|would now be|now|finds? (?:himself|herself|themselves|itself)|sitting|becomes?)\b(?: \w+){0,2}? (?:(${won})|(${lost}))(?![\w-])|\b(sitting on (?:an? )?(?:\w+ )?(?:gains?|profits?))|\b(sitting on (?:an? )?(?:\w+ )?loss(?:es)?)`,
  "i",
);
const otherwise =
  /\b(?:stops?|targets?|entry|entries|we|I|our|my|analysts?|dividend|short[- ]sellers?|shorts|sellers)\b/i;

/** The line or the window at which they bought: the close over the line, or the return since. */
function sinceThen(
  sentence: string,
  index: EvidenceIndex,
  windows: Parameters<typeof returnsNamed>[0],
): readonly [number, Evidence[]] | null {
  const close = itemOf(index, "close");
  const line =
    namedIn(sentence.replaceAll(/\b(?:last|latest) close\b|\bclosing price\b/gi, ""), index) ?? meanOf(sentence, index);
  if (close?.value != null && line !== null && priceLines.has(line.key))
    return line.value === close.value
      ? null
      : [close.value - line.value, [close, itemOf(index, line.key)].flatMap((one) => one ?? [])];
  if (
    line !== null ||
    !/\b(?:ago|earlier|back|before|(?:last|past) (?:month|quarter|year|week)|holding|over (?:the )?(?:past|last)?)\b/i.test(
      sentence,
    )
  )
    return null;
  const [item, another] = returnsNamed(windows, index);
  return item?.value == null || item.value === 0 || another !== undefined ? null : [item.value, [item]];
}

const ofWindow =
  /\b(?:average|mean|typical) (?:\w+ )?(?:holder|buyer|owner|price|cost|investor)s?\b[^.;]{0,24}\b(\d{2,3}) (?:sessions|days)\b/i;

/** "The average holder of the past 50 sessions": of that mean. */
function meanOf(sentence: string, index: EvidenceIndex): ReturnType<typeof namedIn> {
  const item = itemOf(index, `sma_${firstIn(ofWindow, sentence)?.[1] ?? ""}`);
  return item?.value == null ? null : { ...item, value: item.value };
}

/** "Buyers at the 20-session mean are ahead", "a hundred invested 252 sessions ago would be worth less". */
export const boughtThen: Reader = (sentence, index, _cited, { windows }) => {
  const found = occurs(holder, sentence) ? firstIn(state, sentence) : null;
  if (found === null || occurs(otherwise, sentence) || /\bif\b|\?/i.test(sentence)) return null;
  const since = sinceThen(sentence, index, windows);
  if (since === null) return null;
  const [change, items] = since;
  const up = found[1] ?? found[3];
  const word = up ?? found[2] ?? found[4] ?? "";
  const start = found.index + found[0].length - word.length;
  return { start, end: start + word.length, holds: change > 0 === (up !== undefined), items };
};

const going =
  /\b(?:(?:it|that|this) (?:would take|takes|would need|needs|requires|would require) (?:a|an|another) (?:\w+ )?(?:(rise|rally|climb|gain|advance|rebound|jump|bounce)|(fall|drop|decline|slide|slip|dip|retreat|loss|pullback|correction))|(?:would (?:first |still )?have to|has to|have to|must|needs? to|would need to|is required to) (?:first |still )?(?:(rise|rally|climb|gain|advance|rebound|jump|go up|add|move up)|(fall|drop|decline|slide|slip|dip|retreat|lose|come down|go down|move down|shed)))\b/i;
const reaching =
  /\b(?:to|for|before|until)\b[^.;]{0,48}?\b(?:meet(?:s|ing)?|reach(?:es|ed|ing)?|touch(?:es|ing)?|get(?:s|ting)? (?:back |down |up )?to|return(?:s|ing)? to|regain(?:s|ing)?|see|sees|test(?:s|ing)?|be (?:back )?(?:at|on)|hit(?:s|ting)?|match(?:es)?|revisit|retest)\b|\b(?:rise|rally|climb|gain|advance|fall|drop|decline|slide|slip|dip|come down|go down|go up)(?: (?:by )?[\d.,]+ ?%)? (?:back )?(?:down |up )?to\b/i;

/** "It would take a fall to meet the mean again": of a line below the price. */
export const wouldHaveTo = needing([going], (sentence, index) => {
  const found = firstIn(going, sentence);
  const close = itemOf(index, "close");
  if (found === null || close?.value == null || !occurs(reaching, sentence)) return null;
  if (/\b(?:stops?|targets?|entry|our|my|earnings|margin|RSI|volume|tone)\b/i.test(sentence)) return null;
  const line = namedIn(sentence.replaceAll(/\b(?:last|latest) close\b/gi, ""), index);
  if (line === null || !priceLines.has(line.key) || line.value === close.value) return null;
  const up = found[1] ?? found[3];
  const word = up ?? found[2] ?? found[4] ?? "";
  const start = found.index + found[0].length - word.length;
  const holds = line.value > close.value === (up !== undefined);
  return { start, end: start + word.length, holds, items: [close, line] };
});

const able =
  /\b((?:could(?: not|n['’]t)?|can(?:not|['’]t| not)?|is (?:not )?able to|are (?:not )?able to|(?:has|have|lacks?) (?:enough |the |sufficient )?(?:cash |funds |money |means |resources )?to|would (?:not )?be able to|is unable to|is in (?:no|a) position to)) (?:\w+ )?(?:pay(?: (?:off|back|down))?|repay|retire|settle|extinguish|redeem|clear|wipe out|cover|meet|discharge|honou?r|service) (?:all |every |the whole |off )*(?:of )?(?:its |the |their |that )?(?:(?:(?:total |gross |entire |whole )*(?:debts?|borrowings?|loans|obligations))|((?:current|short-term) (?:liabilities|obligations|debts?))|((?:annual )?interest(?: (?:bill|expense|costs?))?))\b/i;
const unable = /\b(?:not|n['’]t|cannot|unable|lacks?|no position)\b/i;

/** "It could pay off all its debt from cash and securities": cash against debt. */
export const couldPay = needing([able], (sentence, index) => {
  const found = firstIn(able, sentence);
  if (found === null || /\bif\b|\?/i.test(sentence.slice(0, found.index))) return null;
  const [cash, debt] = [itemOf(index, "cash_and_investments"), itemOf(index, "total_debt")];
  const ratio =
    found[2] !== undefined
      ? itemOf(index, "current_ratio")
      : found[3] !== undefined
        ? itemOf(index, "interest_coverage")
        : null;
  const isOfCash = /\b(?:cash|securities|liquid|funds|hand|pile)\b/i.test(sentence);
  // Denials in front are counted in by who reads this; those within are told here.
  const meant = unable.test(found[1] ?? "");
  const place = { start: found.index, end: found.index + found[0].length };
  if (found[2] !== undefined || found[3] !== undefined)
    return ratio?.value == null || ratio.value === 1
      ? null
      : { ...place, holds: ratio.value > 1 !== meant, items: [ratio] };
  if (
    !isOfCash ||
    cash?.value == null ||
    debt?.value == null ||
    /\b(?:part|half|some|most|third|quarter|%|percent)\b/i.test(sentence)
  )
    return null;
  return { ...place, holds: cash.value >= debt.value !== meant, items: [cash, debt] };
});
