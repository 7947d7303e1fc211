import type { OwnLevels } from "./around.ts";
import { type Found, needing, type Reader } from "./claim-reader.ts";
import { findNumbers } from "./numbers.ts";
import { ownHorizon } from "./own-horizon-claims.ts";
import { ownPayoff, ownWays } from "./own-payoff-claims.ts";
import { firstIn } from "./pattern-search.ts";

/* Which way an agent's own trade goes: "we would short at 102.93" and "exit below 92.74", against the levels that it set. */

/** Whether the levels are of a purchase: the stop below, the target above where it starts; `null` where they do not say. */
function isLong(own: OwnLevels): boolean | null {
  const [entry, stop, target] = ["entry", "stop", "target"].map((role) => {
    const [one, another] = own.get(role) ?? [];
    return another === undefined ? one : undefined;
  });
  if (stop !== undefined && target !== undefined && stop !== target) return stop < target;
  if (entry === undefined) return null;
  if (stop !== undefined && stop !== entry) return stop < entry;
  return target !== undefined && target !== entry ? target > entry : null;
}

const acting =
  /\b(?:we|I)(?:['’]d|['’]ll| would| will| intend to| plan to| want to| are| am)? (?:be )?(?:(?:a )?(buy|buyers?|long|buying)|(?:a )?(sell short|short|shorting|sellers?))(?: (?:it|the (?:stock|shares|name)))? (?:here |now )?(?:at|around|near|from) [$€£₹]?(?=\d)|(?:^|[:;,.] )\W*(?:(?:go )?(long|buy)|(?:go )?(short|sell short)) (?:at|from|around) [$€£₹]?(?=\d)/i;

/** "We would short at 102.93" of a target above it. */
const ownAction = needing([acting], (sentence, _index, _cited, { own }) => {
  const found = firstIn(acting, sentence);
  const long = found === null ? null : isLong(own);
  if (found === null || long === null) return null;
  const word = found[1] ?? found[2] ?? found[3] ?? found[4] ?? "";
  const start = found.index + found[0].toLowerCase().lastIndexOf(word.toLowerCase());
  const isBuy = (found[1] ?? found[3]) !== undefined;
  return { start, end: start + word.length, holds: isBuy === long, items: [] };
});

const leaving =
  /\b(?:exit|out|get out|bail|stopped out|wrong|invalid(?:ated)?|invalidation|cut|close|abandon|cover)(?: (?:is|it|the (?:trade|position|idea)|(?:on )?a (?:daily )?close|losses))?:? (?:(above|over)|(below|under|beneath)) [$€£₹]?(?=\d)/i;

/** "Exit below 92.74": a stop is below of a purchase, and above of a sale. */
const ownExit = needing([leaving], (sentence, _index, _cited, { own }) => {
  const found = firstIn(leaving, sentence);
  const long = found === null ? null : isLong(own);
  if (found === null || long === null) return null;
  // "As long as it does not close above 72.53".
  if (/\b(?:not|never|as long as|so long as|while|unless|until)\b|n['’]t\b/i.test(sentence.slice(0, found.index)))
    return null;
  const number = findNumbers(sentence).find(({ offset }) => offset >= found.index);
  const isStop = (own.get("stop") ?? []).some(
    (level) => number !== undefined && Math.abs(level - number.value) <= number.halfUnit * 1.001,
  );
  if (!isStop) return null;
  const word = found[1] ?? found[2] ?? "";
  const start = found.index + found[0].indexOf(word);
  const holds = (found[1] === undefined) === long;
  return { start, end: start + word.length, holds, items: [] } satisfies Found;
});

const distances: readonly (readonly [words: RegExp, isFar: boolean])[] = [
  [
    /\btarget\b(?:[^.;,]|\.(?=\d)){0,48}?\b(?:(upside|above|higher)|(downside|below|lower))\b(?= ?(?:[.,;:)[\]]|$)| (?:(?:the |our |my )?(?:entry|start|purchase|stop|last|latest)|it|us|from|to|and|while|so|which|that|for|in|if|on|at|with|when|against|than (?:the |our |my )?(?:entry|start|stop)|here|there)\b)/i,
    true,
  ],
  [
    /\bstop\b[^.;]{0,32}?\d[\d.,]* ?(?:%|percent|per cent|dollars|points)? (?:(above|over)|(below|under|beneath)) (?:the |our |my )?(?:entry|start|purchase price)\b/i,
    false,
  ],
];

/** "The target implies 14.4 % downside", "the stop is placed 6.6 % below the entry". */
const ownDistance: Reader = (sentence, _index, _cited, { own }) => {
  const long = isLong(own);
  if (
    long === null ||
    /\b(?:analysts?|consensus|street|resistance|support|mean|average|band|close|high|low|highs|lows|EMA|SMA|VWMA|VWAP)\b/i.test(
      sentence,
    )
  )
    return null;
  for (const [words, isFar] of distances) {
    const found = words.exec(sentence);
    if (found === null || !/\d ?(?:%|percent|per cent|dollars|points)/.test(found[0])) continue;
    const word = found[1] ?? found[2] ?? "";
    const start = found.index + found[0].length - word.length;
    const isAbove = found[1] !== undefined;
    const at = isFar ? start : found.index + found[0].indexOf(word);
    return { start: at, end: at + word.length, holds: isAbove === (isFar ? long : !long), items: [] };
  }
  return null;
};

const ofOwn =
  /\b(?:stop(?:-loss)?|targets?|aim(?:s|ing)? for|take-profit|goal|objective|entry|exit|orders?)\b[^;]{0,48}\d[\d.,]*,?\s*$/i;
const placing =
  /^\W*(?:(?:slightly|just|right|well|far|still|a \w+) )?(?:above|over|below|under|beneath|beyond|past|short of)\b/i;

const ownHead =
  /^\W*(?:(?:the|my|our|this|that) )?(?:price )?(?:stop|target|objective|entry|take-profit)\b(?:[^.;]|\.(?=\d)){0,72}\b(?:above|below|over|under|beneath)\b(?:[^.;]|\.(?=\d)){0,48}\b(?:and|but|yet)(?: still| also| well)?\s*$/i;

/** "We aim for 82.61, above the year's high": a part that goes on about an own level states nothing of the price. */
export function isOfOwnLevel(lead: string, part: string): boolean {
  return placing.test(part) && (ofOwn.test(lead) || ownHead.test(lead));
}

const ownSide =
  /\b(?:(?:this|it) is an? |(?:the |this |my |our )?(?:plan|trade|idea|call|position|bet|proposal|proposition|order|set-?up|suggestion|recommendation) (?:here )?is (?:an? )?|(?:this|my|our) )(?:(long|purchase|buy)|(short|sale))(?: (?:position|trade|idea|call|bet|sale))?(?=[.,;:]| [–—-] | (?:and|with|at|from|for|is|was|has|has|pays|works|ends|runs|needs|to)\b|$)/i;

const placed =
  /\b(?:from|against|measured from|compared with) (?:today['’]s |the )?(?:(?:last |latest )?(?:close|price)|(entry))(?: of [$€£¥₹]?[\d.,]*\d)?,? (?:the |my |our )?(?:objective|(target|goal)|(stop))(?: (?:is|lies|sits|stands))? (?:(higher|above)|lower|below)\b/i;

/** "From today's close of 47.86 my objective is higher, at 44.52". */
const ownBesideClose = needing([placed], (sentence, index, _cited, { own }) => {
  const found = firstIn(placed, sentence);
  if (found === null) return null;
  const [, entry, , stop, above] = found;
  const [level, another] = own.get(stop === undefined ? "target" : "stop") ?? [];
  const from = entry === undefined ? index.byKey.get("close")?.[0]?.value : own.get("entry")?.[0];
  if (level === undefined || another !== undefined || from == null || from === level) return null;
  const word = /\w+$/.exec(found[0])?.[0] ?? "";
  const end = found.index + found[0].length;
  return { start: end - word.length, end, holds: level > from === (above !== undefined), items: [] } satisfies Found;
});

const atPrice =
  /\b(?:(?:buying|entering|entry|enter|buy|going long|shorting|selling short|short|start)(?: it| the (?:stock|shares))?(?: (?:at|from|of|price of))+ [$€£₹]?(?<price>\d[\d,]*(?:\.\d+)?),?(?: USD)?(?: (?:means|is|would mean|and that is|that is|which is|i\.e\.|lies|sits))? (?:paying |selling |getting in )?(?:an? )?(?:[$€£₹]?\d[\d.,]*\d |little |bit |touch |shade |slightly |just |well )*(?:dollars |cents |points )?(?:(?<more>more than|above|over|higher than)|(?<less>less than|below|under|lower than)) (?:the |its )?(?:last |latest )?(?:close|price)\b)/i;

/** "Buying at 40.45 means paying a bit less than the last close". */
const entryBesideClose = needing([atPrice], (sentence, index, _cited, { own }) => {
  const found = firstIn(atPrice, sentence);
  const close = index.byKey.get("close")?.[0]?.value;
  const price = Number((found?.groups?.["price"] ?? "").replaceAll(",", ""));
  if (found?.groups === undefined || found === null || close == null || close === price) return null;
  if (!(own.get("entry") ?? []).some((level) => Math.abs(level - price) < 0.006)) return null;
  const { more, less } = found.groups;
  const word = more ?? less ?? "";
  const start = found.index + found[0].lastIndexOf(word);
  return { start, end: start + word.length, holds: price > close === (more !== undefined), items: [] } satisfies Found;
});

/** "I trust this short" of a target above the entry. */
const ownKind = needing([ownSide], (sentence, _index, _cited, { own }) => {
  const found = firstIn(ownSide, sentence);
  const long = found === null ? null : isLong(own);
  if (found === null || long === null) return null;
  return {
    start: found.index,
    end: found.index + found[0].length,
    holds: (found[1] !== undefined) === long,
    items: [],
  };
});

export const ownSides: readonly Reader[] = [
  ownAction,
  ownExit,
  ownDistance,
  ownBesideClose,
  ownKind,
  entryBesideClose,
  ownHorizon,
  ownPayoff,
  ownWays,
];
