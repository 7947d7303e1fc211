import type { Evidence } from "#src/contract/evidence.ts";
import { changesCited } from "./cited-moves.ts";
import { itemOf, needing, type Reader } from "./claim-reader.ts";
import { comparativesIn } from "./comparatives.ts";
import { directionsIn, isDenied } from "./direction-words.ts";
import { spansIn } from "./evidence-index.ts";
import { returnsNamed } from "./move-claims.ts";
import { findNumbers } from "./numbers.ts";
import { firstIn } from "./pattern-search.ts";
import { mentionsIn } from "./subjects.ts";
import { fits } from "./support.ts";

/* Where words place something without setting it against a number: far from overbought, off its high, in a half of the bands. */

const far =
  /\b(?:nowhere near|far from(?: being)?|a long way (?:from|off)(?: being)?|(?:well |just |a little )?(?:short|shy) of(?: being)?|(?:has|leaves?|still has|with) (?:some |ample |plenty of )?room (?:left )?(?:before|until) (?:(?:it|the (?:stock|price|share|index|coin|indicator)) (?:gets|becomes|turns|is) )?|yet to (?:reach|become|get|turn|enter)|outside(?: of)?|emerged from|(?:has |have )?(?:just |now |already )?(?:left|exited|escaped)|(?:climbed|come|came|risen|moved|fallen|dropped) out of) ?(?:the |an? )?(overbought|oversold)\b/i;
const crossed =
  /\b(?:crossed|passed|topped|breached|exceeded|cleared|entered|reached|broken (?:above|through)|moved (?:above|into)|risen (?:above|into)) (?:above |into |over |through )?(?:the |its )?(overbought)(?: (?:line|threshold|mark|level|territory|zone))?/i;
const oscillators: readonly (readonly [words: RegExp, key: string, low: number, high: number])[] = [
  [/\b(?:rsi|relative[- ]strength)\b/i, "rsi_14", 30, 70],
  [/\b(?:mfi|money[- ]flow)\b/i, "mfi_14", 20, 80],
];

/** "RSI is nowhere near overbought", "has crossed the overbought line". */
const stretch = needing([far, crossed], (clause, index, cited) => {
  const away = firstIn(far, clause);
  const found = away ?? firstIn(crossed, clause);
  const named = oscillators.filter(([words]) => words.test(clause));
  const ids = oscillators.filter(([, key]) => cited.has(index.byKey.get(key)?.[0]?.id ?? ""));
  const [one, another] = named.length === 0 ? ids : named;
  const item = one === undefined || another !== undefined ? null : itemOf(index, one[1]);
  if (found === null || one === undefined || item?.value == null) return null;
  const isStretched = /overbought/i.test(found[1] ?? "") ? item.value >= one[3] : item.value <= one[2];
  return {
    start: found.index,
    end: found.index + found[0].length,
    holds: isStretched === (away === null),
    items: [item],
  };
});

const extremeOrNotWords =
  /\b(?:(?:at|in|reached|hit|near|—|–|-|:) ?(?:an? |its )?(extremes?)(?! of)|(no extremes?|middle of the road|mid-range|in the middle of its range))\b/i;

/** "RSI is at an extreme", "middle of the road". */
const extremeOrNot = needing([extremeOrNotWords], (clause, index) => {
  const found = firstIn(extremeOrNotWords, clause);
  const one = oscillators.find(([words]) => words.test(clause));
  const item = one === undefined ? null : itemOf(index, one[1]);
  if (found === null || one === undefined || item?.value == null) return null;
  const isExtreme = item.value >= one[3] || item.value <= one[2];
  return {
    start: found.index,
    end: found.index + found[0].length,
    holds: isExtreme === (found[1] !== undefined),
    items: [item],
  };
});

const bandHalfWords =
  /\b(?:in|into|within|at|to|near) (?:the|their|its) (upper|lower|top|bottom) (?:half|end|third|quarter|fifth|part|portion|edge|reaches)\b/i;

/** "In the lower half of the bands". */
const bandHalf = needing([bandHalfWords], (clause, index) => {
  const found = firstIn(bandHalfWords, clause);
  const item = itemOf(index, "bollinger_percent_b");
  if (found === null || item?.value == null || item.value === 0.5) return null;
  const isOfBands = /\b(?:bollinger|bands?|envelope)\b/i.test(clause) || new RegExp(`\\[${item.id}\\]`).test(clause);
  if (!isOfBands) return null;
  return {
    start: found.index,
    end: found.index + found[0].length,
    holds: item.value > 0.5 === /upper|top/i.test(found[1] ?? ""),
    items: [item],
  };
});

const highest =
  "(?:(?:highest|best|record|peak|high) close|closing (?:high|peak)|(?:52-week|252-session|one-year|yearly) (?:closing )?(?:high|peak))";
const offHigh = new RegExp(
  String.raw`\b(?:(well|far|a long way|miles|some way|clearly|plainly|markedly|visibly|noticeably|still|finished|closed|ended|stands|sits|remains) (?:short of|shy of|off|below|under|away from|short of|from)|(?:sits?|stands?|is|are|closed|trades?|finished|back) (?:right |back |again )?(at)) (?:the |its |their |a )?${highest}`,
  "i",
);

/** "Well off its highest close", "sits at its high close": of the fall from it. */
const fromHigh = needing([offHigh], (clause, index) => {
  const found = firstIn(offHigh, clause);
  // Without a window it may be the highest close there has ever been.
  const keys = /252|52-|year/i.test(found?.[0] ?? "")
    ? ["drawdown_from_high_252"]
    : ["drawdown_from_high_252", "drawdown_from_high"];
  const items = keys.flatMap((key) => itemOf(index, key) ?? []);
  const falls = items.flatMap(({ value }) => (value == null ? [] : [-value]));
  if (found === null || falls.length === 0) return null;
  // Between the two lies what either may be said of.
  const isVague = found[1] !== undefined && !/far|long|miles/i.test(found[1]);
  if (isVague && falls.some((fall) => fall > 0.05 && fall <= 2)) return null;
  const holds = falls.some((fall) => (found[1] === undefined ? fall < 2 : fall > 2));
  return { start: found.index, end: found.index + found[0].length, holds, items };
});

const withinHigh = new RegExp(String.raw`\bwithin [^,;]{1,24} of (?:the |its |their )?${highest}`, "i");

/** "Within 2 % of its best close". */
const withinOf = needing([withinHigh], (clause, index) => {
  const found = firstIn(withinHigh, clause);
  const item = itemOf(index, "drawdown_from_high_252");
  const number = found === null ? undefined : findNumbers(found[0]).find(({ unit }) => unit === "%");
  if (found === null || number === undefined || item?.value == null) return null;
  return {
    start: found.index,
    end: found.index + found[0].length,
    holds: -item.value <= number.value + number.halfUnit,
    items: [item],
  };
});

const recovering =
  /\b(?:recoup(?:s|ed|ing)?|recover(?:s|ed|ing)?|regain(?:s|ed|ing)?|eras(?:es|ed|ing)|ma(?:de|kes?|king) (?:up|good)|w(?:on|ins?) back|claw(?:s|ed|ing)? back|revers(?:es|ed|ing)|wip(?:es|ed|ing) out) (?:all (?:of )?|the whole of |every bit of |the )?(?:its |the |their )?(?:[\w-]+ )?(?:loss(?:es)?|fall|drop|decline|slide|slump)\b/i;

/** "Has recouped its three-month loss": then the return is no loss any more. */
const recouped = needing([recovering], (clause, index, _cited, { windows }) => {
  const found = firstIn(recovering, clause);
  if (found === null || /\b(?:part|some|most|half|third|much|bit|fraction) of\b/i.test(clause)) return null;
  const cited = changesCited(clause, index);
  const drawdown = [...clause.matchAll(/\[([A-Z]\d+)\]/g)]
    .flatMap(([, id = ""]) => index.items.get(id) ?? [])
    .filter(({ key }) => key.startsWith("drawdown_from_high"));
  const items = drawdown.length > 0 ? drawdown : cited.length > 0 ? cited : returnsNamed(windows, index);
  const [item, another] = items;
  if (item?.value == null || another !== undefined) return null;
  return { start: found.index, end: found.index + found[0].length, holds: item.value >= -0.5, items };
});

const families = ["volatility_", "news_tone_", "social_tone_"];

function familyOf(key: string): string | undefined {
  return families.find((family) => key.startsWith(family));
}

/** "Volatility has come down: 16.84 % over 21 sessions against 20.43 % over 63": the shorter window is the later one. */
const acrossWindows: Reader = (sentence, index, cited) => {
  const named = [...mentionsIn(sentence).flatMap(({ keys }) => keys), ...spokenOf(sentence)];
  const pool = [...index.items.values()].filter(
    ({ id, key, value }) => value !== null && familyOf(key) !== undefined && (cited.has(id) || named.includes(key)),
  );
  if (pool.length < 2) return null;
  const numbers = findNumbers(sentence).filter(({ text }) => /[\d]/.test(text));
  const printed = numbers.flatMap((number) => {
    const item = pool.find((one) => (index.ofId.get(one.id) ?? []).some((entry) => fits(number, entry)));
    return item === undefined ? [] : [{ number, item }];
  });
  const [one, other, third] = printed;
  if (one === undefined || other === undefined || third !== undefined || one.item.id === other.item.id) return null;
  if (familyOf(one.item.key) !== familyOf(other.item.key)) return null;
  const lead = sentence.slice(0, one.number.offset);
  if (/\bthan\b/i.test(sentence)) return null;
  const words = [...directionsIn(lead), ...comparativesIn(lead)];
  const [word] = words;
  if (
    word === undefined ||
    new Set(words.map(({ way }) => way)).size > 1 ||
    words.some(({ start }) => isDenied(lead, start))
  )
    return null;
  const [short, long] = [one.item, other.item].toSorted((a, b) => lengthOf(a) - lengthOf(b));
  if (short?.value == null || long?.value == null || short.value === long.value) return null;
  return { start: word.start, end: word.end, holds: (short.value - long.value) * word.way > 0, items: [short, long] };
};

/** Families that other words speak of: "price swings", "the mood in the press". */
function spokenOf(sentence: string): string[] {
  const isOfPress = /\b(?:press|coverage|news|headlines|articles)\b/i.test(sentence);
  const isOfPosts = /\b(?:posts|social|crowd|chatter)\b/i.test(sentence);
  return [
    ...(/\b(?:swings?|turbulence|nerves|choppiness|gyrations)\b/i.test(sentence)
      ? ["volatility_21", "volatility_63"]
      : []),
    ...(isOfPress && !isOfPosts ? ["news_tone_7d", "news_tone_30d"] : []),
    ...(isOfPosts && !isOfPress ? ["social_tone_7d", "social_tone_30d"] : []),
  ];
}

function lengthOf({ label }: Evidence): number {
  return Number.parseInt(spansIn(label)[0] ?? "0", 10);
}

export const stanceReaders: readonly Reader[] = [stretch, extremeOrNot, bandHalf, fromHigh, withinOf, recouped];
export const stanceOfSentence: readonly Reader[] = [acrossWindows];
