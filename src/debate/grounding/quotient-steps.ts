import { firstIn, occurs } from "./pattern-search.ts";
import { about, alike, namedBy, quotient, sign, siblingOf } from "./step-names.ts";
import type { Figure, Step, Told } from "./step.ts";
import { valueNamesIn } from "./value-names.ts";

/*
 * Which of two figures a sentence divides by the other, wherever the two stand: "the upper band is 1.20 times the lower
 * band", "set against the lower band, the upper band is 1.20x", "cash over debt makes 1.46", "cash covers debt 1.46 times".
 */

const part = String.raw`([A-Za-z\d][\w&^’'/() -]{2,96}?(?: \[[^\]]*\])*)`;
const start = String.raw`(?:^\W*|[,;:] )(?:(?:taking|dividing|setting|putting) )?(?:the |its )?`;
const verb =
  "(?:is|are|was|were|equals?|makes?(?: up)?|accounts? for|represents?|constitutes?|forms?|corresponds? to|(?:is|are|was|were) (?:equal|equivalent) to|takes?(?: up)?|took(?: up)?|adds? up to|reached|has|have|had|gives?|yields?|(?:does|do|did|would) (?:not|n['’]t) (?:even |quite )?(?:reach|come to|amount to|make|get to|exceed|top)|fails? to reach|reach(?:es)?|exceeds?|tops?|falls? short of|(?:stays?|lies|runs?|remains?) (?=above|below|under|over)|stands? at|comes? (?:to|out at)|amounts? to|works? out (?:at|to)|runs? (?:at|to)|lies at|sits at|measures|results in|reads)";
const bound =
  "(?:(?:(?:well|far|a little|slightly|just) )?(?:not (?:more|less) than|upwards? of|in excess of|short of|less than|more than|over|under|above|below|at least|at most|no more than|no less than|not even|not quite|fewer than) )?";
const end = `${about}${bound}${about}${sign}$`;

const isTimes = new RegExp(String.raw`${start}${part},? ${verb} ${end}`, "i");
const timesOther =
  /^(?: times|x| ?×)?(?: (?:as (?:high|large|big|much|great|many|far|wide|long)(?: away| off)?(?: from (?:the |our )?entry)? as|the (?:size|level|height|amount) of|of))? ?(?:(?:that|those) of )?(?:the |its )?([A-Za-z\d][^.,;:)[\]]{2,96})/i;
const cut = / (?:over|in|for|and|which|while|but|so|last|on|at|as|from|both|by|of [A-Z])\b(?=[^.,;:]*$)/;
const covers = new RegExp(
  String.raw`${start}${part} (?:(?:would|could|can) )?(?:covers?|repays?|exceeds?|outweighs?) (?:the |its |all )?${part},? ${end}`,
  "i",
);
const over = new RegExp(
  String.raw`${start}${part},? (?:over|divided by|(?:set |held |measured |put )?(?:against|beside)|(?:measured|expressed|counted|reckoned|stated|priced|given|quoted) in|relative to|as a (?:ratio to|(?:multiple|share|part|fraction|proportion|percentage) of)|in (?:terms|multiples|units) of) (?:the |its )?${part},? ${verb} ${end}`,
  "i",
);
const quotientOf = new RegExp(
  String.raw`\b(?:quotient|ratio) (?:of|between|from) (?:the |its )?${part} (?:and|to|over|by|against) (?:the |its )?${part},? ${verb} ${end}`,
  "i",
);
const against = new RegExp(
  String.raw`(?:^\W*|[,;:] |\b(?:and|that) )(?:(?:when |if )?(?:set|held|measured|put|placed|taken|weighed|compared|seen|expressed|divided|stood|counted|reckoned|stated|told|priced|given|quoted) )?(?:against|relative to|beside|next to|with|by|(?:out )?of|(?<=\b(?:put|set|divided|taken|held|placed) )over|(?<=\b(?:measured|expressed|counted|reckoned|stated|told|put|priced|taken|seen|given|quoted) )in|as a (?:multiple|ratio|share|part|fraction|proportion|percentage) (?:of|to)|in (?:terms|multiples|units|parts|percent) of) (?:the |its )?${part}, (?:the |its )?${part},? ${verb} ${end}`,
  "i",
);
const result = /^(?: times\b|x\b| ?×)?(?: \[[^\]]*\])*\s*(?:[.,;:)]|$| (?:and|which|so|while|but)\b)/i;
const led = /\b(?:that|and|since|as|because|where|with|while|so) (?:the |its )?/gi;

/** The figure that the end of what stands before a verb names: "I find that cash". */
function atEnd(words: string, told: Told): Figure | null {
  const whole = namedBy(words, told);
  if (whole !== null) return whole;
  for (const found of words.matchAll(led)) {
    const named = namedBy(words.slice(found.index + found[0].length), told);
    if (named !== null) return named;
  }
  return null;
}

/** The figure that the beginning of what follows names, by as many words as make a name. */
function atHead(words: string, like: Figure | null, told: Told): Figure | null {
  for (let rest = words; ;) {
    const named = namedBy(rest, told) ?? siblingOf(like, rest, told);
    const next = rest.search(cut);
    if (named !== null || next < 0) return named;
    rest = rest.slice(0, next);
  }
}

const price = /^(?:close$|sma_|ema_|vwma_|bollinger_[ul]|high_|low_|support_|resistance_|atr_14$|macd)/;

/** Prices are divided by prices, and amounts by amounts. */
function isPrice({ ids }: Figure, { grounds }: Told): boolean {
  return ids.every((id) => price.test(grounds.index.items.get(id)?.key ?? ""));
}

function divided(a: Figure | null, b: Figure | null, told: Told): Step | null {
  if (a === null || b === null || a.name === b.name || b.value === 0 || !alike(a, b)) return null;
  if (a.quantity.money === 1 && isPrice(a, told) !== isPrice(b, told)) return null;
  // "My stop is 2.0 times the ATR from my entry" tells how far it is.
  if (/^(?:entry|stop|target)$/.test(a.name) && b.ids.some((id) => told.grounds.index.items.get(id)?.key === "atr_14"))
    return null;
  const step = quotient(a, b, told);
  return step === null ? null : { ...step, isMultiple: true };
}

/** Whether what two parts and the word between them make is the name of one measure: "price to book". */
function isOneName(found: RegExpExecArray): boolean {
  const written = found[0].slice(found[0].indexOf(found[1] ?? ""));
  const joint = (found[1] ?? "").length;
  return valueNamesIn(written).some(
    (name) => name.start < joint && name.end > joint + 1 && !/ratio|quotient/i.test(written.slice(0, 8)),
  );
}

const asFar =
  /^(?: times)? (?:as far|further|farther)(?: away| off)?(?: from (?:the |our )?entry)?(?: as| than)? (?:the |our |my )?(stop|target)\b/i;
const ofLevel = /\b(target|stop)(?: price| level)?,? (?:is|lies|sits|stands) (?:about |roughly |some |only )?$/i;

/** "The target is 1.58 times as far away as the stop". */
function levelsApart(told: Told): Step | null {
  const [role, other] = [firstIn(ofLevel, told.lead)?.[1], firstIn(asFar, told.ahead)?.[1]];
  if (role === undefined || other === undefined) return null;
  return divided(namedBy(`distance to the ${role}`, told), namedBy(`distance to the ${other}`, told), told);
}

const atPart =
  /(?:^\W*|[,;:] |\bthat )(?:standing |lying |now )?at (?:(?:about|around|roughly|nearly|almost|some|just|only|over|under|more than|less than|at least|at most|no more than|no less than|well over|well under) )*$/i;
const ofWholeFirst = new RegExp(
  String.raw`^ of (?:the |its )?${part}, (?:the |its )?${part} (?:is|are|was|were|has|have|looks?|deserves?|needs?|stays?|remains?|counts?|gives?|tells?|seems?|speaks?|leaves?|can|may|does|makes?|stands?|lies|sits)\b`,
  "i",
);
const setBehind = new RegExp(
  String.raw`^,? (?:when |if |once )?(?:set|held|measured|put|taken|weighed|seen|compared|expressed)(?: up)? (?:against|beside|next to|relative to|as a (?:share|part|fraction|proportion|percentage) of) (?:the |its )?([A-Za-z\d][\w&^’'/() -]{2,96}?)(?=[.,;:)]|$| \[| (?:and|which|so|while|but)\b)`,
  "i",
);
const partTold = new RegExp(String.raw`${start}${part},? ${verb} ${end}`, "i");

/** "At half of B, A is low", "A comes to half when measured against B": the names behind the share. */
function partBehind(told: Told): Step | null {
  const { lead, ahead } = told;
  const whole = occurs(atPart, lead) ? firstIn(ofWholeFirst, ahead) : null;
  if (whole !== null) return divided(namedBy(whole[2] ?? "", told), namedBy(whole[1] ?? "", told), told);
  const [by, of] = [firstIn(setBehind, ahead), firstIn(partTold, lead)];
  return by === null || of === null ? null : divided(atEnd(of[1] ?? "", told), namedBy(by[1] ?? "", told), told);
}

const ofWhole =
  /^(?: ?%| percent| per cent)? of (?:(?:that|those) of )?(?:the |its |all )?([A-Za-z\d][^.,;:)[\]]{2,96})/i;

/** "The low makes 74 % of Microsoft's latest close". */
function partOfWhole(told: Told): Step | null {
  const whole = firstIn(ofWhole, told.ahead);
  const found = whole === null ? null : firstIn(partTold, told.lead);
  const a = found === null ? null : atEnd(found[1] ?? "", told);
  return a === null ? null : divided(a, atHead(whole?.[1] ?? "", a, told), told);
}

/** The share of one figure that another is, where words name both ahead of it, or behind. */
export function shareBetween(told: Told): Step | null {
  const behind = partBehind(told) ?? partOfWhole(told);
  if (behind !== null) return behind;
  if (!occurs(shareEnds, told.ahead)) return null;
  const found = firstIn(over, told.lead);
  const a = found === null || isOneName(found) ? null : atEnd(found[1] ?? "", told);
  const step =
    a === null ? null : divided(a, namedBy(found?.[2] ?? "", told) ?? siblingOf(a, found?.[2] ?? "", told), told);
  if (step !== null) return step;
  const turned = firstIn(against, told.lead);
  if (turned === null) return null;
  const whole = namedBy(turned[1] ?? "", told);
  return divided(namedBy(turned[2] ?? "", told) ?? siblingOf(whole, turned[2] ?? "", told), whole, told);
}

const shareEnds =
  /^ ?(?:%|percent|per cent)?(?: of (?:it|that|this))?(?: \[[^\]]*\])*\s*(?:[.,;:)]|$| (?:and|which|so|while|but)\b)/i;

/** The quotient that words tell of two figures by name; `null` where they tell none. */
export function quotientBetween(told: Told): Step | null {
  const { lead, ahead } = told;
  const far = levelsApart(told);
  if (far !== null) return far;
  const times = firstIn(isTimes, lead);
  const other = times === null ? null : firstIn(timesOther, ahead);
  if (times !== null && other !== null) {
    const a = atEnd(times[1] ?? "", told);
    const step = divided(a, a === null ? null : atHead(other[1] ?? "", a, told), told);
    if (step !== null) return step;
  }
  if (!occurs(result, ahead)) return null;
  for (const pattern of [covers, quotientOf, over]) {
    const found = firstIn(pattern, lead);
    if (found === null || isOneName(found)) continue;
    const a = atEnd(found[1] ?? "", told);
    const step = divided(
      a,
      a === null ? null : (namedBy(found[2] ?? "", told) ?? siblingOf(a, found[2] ?? "", told)),
      told,
    );
    if (step !== null) return step;
  }
  const turned = firstIn(against, lead);
  if (turned === null) return null;
  const whole = namedBy(turned[1] ?? "", told);
  return divided(namedBy(turned[2] ?? "", told) ?? siblingOf(whole, turned[2] ?? "", told), whole, told);
}
