import { lessThan, moreThan } from "./comparative-words.ts";
import { directionsIn, isDenied, isSupposed, placesIn, speaksOfLess, type Way } from "./direction-words.ts";
import type { Entry } from "./evidence-index.ts";
import type { FoundNumber } from "./found-number.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { saysDown } from "./pole-synonyms.ts";

/*
 * Whether the words around numbers say the same as the evidence: which way a change went, which of two is more. Only
 * what a sentence states plainly is looked at.
 */

/** Keys whose sign is a direction: a return, a growth, a distance. */
const change =
  /^(?:return_|relative_strength_|decision_return_|close_vs_|drawdown_|max_drawdown_|dilution_|revenue_growth_|eps_growth_|(?:\w+_)?volume_change$|\w+_change_yoy$)/;

export function isChange(key: string): boolean {
  return occurs(change, key);
}

interface Place {
  /** The sentence, or the part of it, that is looked at. */
  readonly text: string;
  /** Where the number stands in it. */
  readonly start: number;
  readonly end: number;
}

/**
 * Whether the words around a number that stands for these values say the opposite of their sign: "rose 4.8 %" of −4.8,
 * "a return of 15 %" of −15.
 */
export function contradictsSign(
  number: FoundNumber,
  entries: readonly Entry[],
  clause: Place,
  sentence: string,
): boolean {
  if (number.sign !== null || entries.length === 0 || isSupposed(clause.text)) return false;
  // What the one side gains the other loses.
  if (/\bshort[- ]sellers?\b|\bshorts\b/i.test(clause.text)) return false;
  if (number.unit === "fold" && /\d/.test(number.text) && !entries.some(({ key }) => isChange(key))) return false;
  if (number.unit === "fold") return foldWay(number) * Math.min(...entries.map(signedOf)) < 0;
  // "With the benchmark ahead by 4.2 points".
  if (occurs(ofIndex, clause.text) && entries.every(({ key }) => key.startsWith("relative_strength_"))) return false;
  const way = wayOf(clause);
  if (way !== null && entries.every(({ key }) => isChange(key))) return entries.every(({ value }) => value * way < 0);
  // "More cash than debt": only who says net debt says that there is some.
  if (
    entries.every(({ key, value }) => key === "net_debt" && value < 0) &&
    /\bcash\b|\b(?:has|have|holds?|owns?|sits? on)\b/i.test(sentence)
  )
    return false;
  // "The line reads 0.57 against a signal of -0.74": who prints one minus means the other figure without.
  if (minus.test(sentence) && !inWords.test(sentence) && entries.every(isBelowZero)) return true;
  return (
    entries.every(({ key, value, kind }) => value < 0 && kind !== "bare" && !saysDown(key, sentence)) &&
    !speaksOfLess(sentence.replace(againstMean, "close").replace(changeOver, "price").replace(isoDays, ""))
  );
}

/** A name that holds a word for what is less, and says nothing of it. */
const againstMean = /\bclose (?:against|versus|vs\.?|compared (?:with|to)|relative to)(?= (?:its|the) )/gi;

/** Days whose hyphens are no minus. */
const isoDays = /\b\d{4}-\d\d-\d\d\b/g;
/** The name of a move that goes either way. */
const changeOver = /\bprice change(?= (?:over|in|within|during|after|since|of)\b)/gi;

const minus = /(?<![\w.])[−-] ?[$€£₹]?\d/;
const inWords = /\b(?:minus|negative|below zero|red)\b/i;

function isBelowZero({ key, value }: Entry): boolean {
  return key.startsWith("macd") && value < 0;
}

const ofIndex =
  /^\W*(?:with |while |as )?(?:the |its )?(?:benchmark|index|market|s&p 500)(?: (?:was|is|being|having|finished|came in))? (?:ahead|behind|better|worse)/i;

function foldWay({ value }: FoundNumber): number {
  return value < 1 ? -1 : 1;
}

function signedOf({ key, value }: Entry): number {
  return isChange(key) ? value : 1;
}

/** Words that a number in front of them measures: "a 4.8 % drop", "4.8 % higher"; "4.8 % falls short" is another matter. */
const measuring =
  /^(?:higher|lower|up|down|rise|gain|bounce|rebound|recovery|dip|drop|fall|decline|increase|decrease|loss|growth|advance|jump|surge|rally|slump|slide|setback|descent|swoon|rout|stumble|ascent|uplift|upturn|contraction|expansion|improvement|outperformance|underperformance|drawdown|pullback|correction|depreciation|appreciation|retreat|widening|narrowing)$/i;

/** "29.65 % to the downside", "6.3 %, in an upward direction". */
const sidewards =
  /^,? (?:(?:to|on|towards) the (?:(up ?side|top ?side|plus side|positive side)|(?:down ?side|minus side|negative side))|in (?:the|an?) (?:(up|upward|rising|positive)|(?:down|downward|falling|negative)) direction|(?:(upwards?)|downwards?))(?![\w-])/i;

/** The way that the words give a number: "4.8 % higher", "fell by 4.8 %"; `null` without one, or for "rose to 4.8 %". */
export function wayOf({ text, start, end }: Place): Way | null {
  const ahead = text.slice(end, end + 32);
  const aside = firstIn(sidewards, ahead);
  if (aside !== null) {
    const way: Way = (aside[1] ?? aside[2] ?? aside[3]) === undefined ? -1 : 1;
    return isDenied(text, start) ? turned(way) : way;
  }
  const after = [
    ...directionsIn(ahead).filter((one) => occurs(measuring, ahead.slice(one.start, one.end))),
    ...placesIn(ahead),
  ]
    .toSorted((a, b) => a.start - b.start)
    .at(0);
  // "4.8 % is below" compares; "4.8 % below" says how far.
  if (
    after !== undefined &&
    /^(?:[ -]+(?!(?:is|was|are|were|stands?|stood|at|on|with|amid|and|to|falls?|fell|comes?|came|lags?|lagged|trails?|trailed|leads?|led|beats?|exceeds?)\b)\w+){0,2}[ -]+$/.test(
      text.slice(end, end + after.start),
    )
  )
    return isDenied(text, start) ? turned(after.way) : after.way;
  // "It is 4.8 % that the stock fell".
  const cleft = /^ that (?:[\w.’']+ ){1,4}?(?=(?:rose|fell|gained|lost|dropped|climbed|declined|advanced)\b)/i.exec(
    ahead,
  );
  const told = cleft === null ? undefined : directionsIn(text.slice(end + cleft[0].length)).at(0);
  if (told?.start === 0) return told.way;
  const before = directionsIn(text.slice(0, start)).at(-1);
  if (before === undefined) return null;
  const gap = text.slice(before.end, start).replace(/\b(?:more|less|better|no less|not more) than $/i, "");
  // Another number, or a level that something rose to, stands between.
  if (gap.length > 60 || /\d|\b(?:to|from|at|than|short of)\s+(?:\w+ )?$/.test(gap)) return null;
  return isDenied(text, before.start) ? turned(before.way) : before.way;
}

function turned(way: Way): Way {
  return way === 1 ? -1 : 1;
}

const comparing = new RegExp(
  String.raw`(?<![A-Za-z])(?:((?:${moreThan}) than|above|north of|clear of|in excess of|(?<= )>(?= )|(?<=\b(?:is|are|was|were|be|stands?|sits?|stood|sat|trades?|trading|closed?|finish(?:es|ed)|remains?|stays?|held|well|far|just|comfortably|slightly)(?: \w+)? )over(?! (?:the (?:past|last|previous|year|month|quarter|week)|\d|an? |one|two|three|five|six|twelve))|(?<=\ba (?:touch|hair|whisker|shade|bit|little) )over|beyond(?! (?:the |its )?(?:lower|oversold))|more than|higher than|greater than|ahead of|beat(?:s|ing)?|topp?(?:ed(?! by)|s|ing)|exceed(?:s|ed(?! by)|ing)?|surpass(?:es|ed(?! by)|ing)?|outpac(?:es|ed(?! by)|ing))|((?:${lessThan}) than|below|south of|beneath|underneath|(?<= )<(?= )|under|less than|lower than|fewer than|behind|short of|miss(?:es|ed|ing)?|trail(?:s|ed)|lag(?:s|ged|ging)?))(?: (?!but\b|while\b|zero\b)[\w’'()/-]+){0,9},?[ $€£]*$`,
  "i",
);
/** "29.80 (just above the mean of 29.89)": where one number stands by the other, whatever the rest of the sentence supposes. */
export const placedBeside =
  /^\)?(?: \[[^\]]*\])?,?(?: \(?(?:which|that|it|is|was|are|were|be|lies|lying|sits|sitting|stands|standing|runs|comes|would|will|itself|still|even|also|already|now|well|far|just|only|right|clearly|comfortably|safely|slightly|marginally|barely|a|an|little|touch|hair|whisker|shade|bit|i\.e\.|thus|so|and|some|way|there))* \(?(?:above|below|under|over|beneath|beyond|short of|higher than|lower than|north of|south of) [^,;:()]{0,48}$/i;
const distance =
  /^ ?(?:points?|percent(?:age points?)?|dollars?|cents?|ATRs?|average true ranges?|sessions?|days?)? ?(?:above|below|over|under|more than|less than|higher than|lower than|ahead of|behind|beyond|past|short of|shy of|away from|off|beneath|north of|south of)\b/i;
const fromTo = /\bfrom [^\d]{0,12}$/i;

/** Whether two numbers that follow one another are compared, or joined by "from … to", the wrong way round. */
export function contradictsOrder(text: string, a: FoundNumber, b: FoundNumber): boolean {
  // Brackets set values apart here: "7.6x (2024) against (7.7x)" is no accountant's minus.
  const [first, second] = [a, b].map(({ sign, value }) => (sign === "()" ? Math.abs(value) : value));
  if (first === undefined || second === undefined || !sameUnit(a, b) || first === second) return false;
  const end = a.offset + a.text.length;
  const gap = text.slice(end, b.offset);
  // "At 112.07, before climbing to 109.66".
  const onward =
    /^[^\d;]{0,24}?\b(?:before|then|and then|only to|and later) ([a-z]+) (?:back |up |down |further )?to (?:the )?[$€£₹]?$/i.exec(
      gap,
    );
  const turn = onward === null ? undefined : directionsIn(onward[1] ?? "").at(0);
  if (turn !== undefined) return (second - first) * turn.way < 0;
  if (gap.length > 110 || /[;:] /.test(gap)) return false;
  // "RSI 26.5 [M12], price below the band at −0.16 [M15]" goes on about another measure.
  if (
    /\],(?: and| but)? (?:the |its )?(?:price|close|stock|shares?|coin|index|volume|turnover|RSI|MFI|MACD) (?=[a-z])/i.test(
      gap,
    )
  )
    return false;
  // "Our target of 226 is below the high of 212" supposes nothing, and "would be below it" neither.
  const isOpen = isSupposed(text.replaceAll(/\b(?:targets?|risks?)\b/gi, "level")) && !occurs(placedBeside, gap);
  if (isOpen) return false;
  const compared = firstIn(comparing, gap);
  // "3.2 trillion for just under 15 billion" compares nothing.
  const aside =
    /\b(?:just|a little|slightly|marginally|a touch) $/i.test(gap.slice(0, compared?.index ?? 0)) &&
    /^(?:under|over|below|above|less than|more than)[ $€£]*$/i.test(compared?.[0] ?? "");
  // "10.8 %, over one year less than 1 %" tells each by its own time.
  const apart =
    /,[^,]*\b(?:over|in|for|within|on)\b[^,]*$/i.test(gap.slice(0, compared?.index ?? 0)) &&
    /^(?:less|more|fewer) than[ $€£]*$/i.test(compared?.[0] ?? "");
  if (compared !== null && !aside && !apart && !occurs(distance, gap)) {
    // A worse loss is the larger one.
    const isOfLoss =
      /^worse\b/i.test(compared[0].trim()) &&
      /\b(?:drawdown|loss|fall|drop|decline|slump|setback)\b/i.test(text.slice(0, end));
    const way: Way = (compared[1] === undefined) === isOfLoss ? 1 : -1;
    const meant = isDenied(text, end + compared.index) ? turned(way) : way;
    return (first - second) * meant < 0;
  }
  const moved = directionsIn(text.slice(0, a.offset)).at(-1);
  if (moved === undefined || a.offset - moved.end > 40) return false;
  // "Growth slowed to 1.7 % from 17.6 %" is of the growth.
  if (/^(?:growth|expansion|improvement)$/i.test(text.slice(moved.start, moved.end))) return false;
  const lead = text.slice(moved.end, a.offset);
  const step = second - first;
  if (/^(?: on (?:the )?[\w ,]{3,20}?)? to (?:the |its |an? )?[$€£₹]?$/.test(gap) && fromTo.test(lead))
    return step * moved.way < 0;
  return /^(?: (?:over|in|for|on|across) (?:the )?[\w-]+(?: \w+)?)?(?: \[[^\]]*\])?,? from (?:the |its |an? )?[$€£₹]?$/.test(
    gap,
  ) && /\bto [^\d]{0,12}$/i.test(lead)
    ? -step * moved.way < 0
    : false;
}

function sameUnit(a: FoundNumber, b: FoundNumber): boolean {
  const plain = (unit: string | null): boolean => unit === null || !/^(?:%|bps|x|fold)$/.test(unit);
  return a.unit === b.unit || (plain(a.unit) && plain(b.unit));
}
