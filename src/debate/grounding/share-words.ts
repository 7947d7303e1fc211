import type { FoundNumber } from "./found-number.ts";
import { allIn, occurs } from "./pattern-search.ts";
import { scales, smalls } from "./word-values.ts";

/* Shares and multiples in words: "a third of", "doubled", "twice its". */

/** A share as a word is a round figure: a twentieth of it either way is still "a third". */
export const roundShare = 0.065;
const shares: ReadonlyMap<string, number> = new Map([
  ["half", 1 / 2],
  ["halve", 1 / 2],
  ["third", 1 / 3],
  ["quarter", 1 / 4],
  ["fourth", 1 / 4],
  ["fifth", 1 / 5],
  ["sixth", 1 / 6],
  ["seventh", 1 / 7],
  ["eighth", 1 / 8],
  ["ninth", 1 / 9],
  ["tenth", 1 / 10],
  ["twelfth", 1 / 12],
  ["fifteenth", 1 / 15],
  ["twentieth", 1 / 20],
  ["hundredth", 1 / 100],
]);
const share =
  /(?<![\w-])(?:(an?|one|two|three|four|five|six|seven|eight|nine)[ -])?(half|halve|third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth|twelfth|fifteenth|twentieth|hundredth)s?(?![A-Za-z])(?=( of (?!(?:the|its) (?:year|month|week|fiscal|propos\w+|position|size|plan|risk|time)\b(?!['’]s)|(?:19|20)\d\d|growth|losses|gains|trading)| (?:its|their|all)\b| (?:below|above|bigger|larger|greater|longer|shorter|thinner|wider|more|less|fewer|heavier|lighter|lower|higher|cheaper|dearer|smaller|larger)\b)?)/gi;
const before =
  /\b(?:by|up|down|lost|gained|added|shed|shrank|grew|rose|fell|return(?:ed|s)|made|earned|climbed|advanced|declined|dropped|slipped|jumped|surged|slid|plunged|tumbled|sank|soared|rallied|g(?:ave|iven|ives?) (?:back|up)|worth|exactly|just|only|nearly|almost|about|around|approximately|roughly|over|some|than|at least|under|below|above|exceed(?:s|ed)|reach(?:es|ed)?|most|upwards of|excess of|short of|close to) $/i;
const equals = /\b(?:is|was|to|at|of) $/i;
const timeSpan = /\b(?:in terms of|horizon of|period of|time ?frame of|course of|end of|space of|matter of) $/i;
const ordinalHalf = /\b(?:first|second|last|latter|other|next|previous|final|upper|lower|top|bottom|better)[ -]$/i;

const folds: ReadonlyMap<string, number> = new Map([
  ["doubl", 2],
  ["tripl", 3],
  ["trebl", 3],
  ["quadrupl", 4],
  ["quintupl", 5],
  ["sextupl", 6],
  ["halv", 0.5],
  ["twofold", 2],
  ["threefold", 3],
  ["fourfold", 4],
  ["fivefold", 5],
  ["tenfold", 10],
]);
const fold =
  /(?<![\w-])(?:(doubl|tripl|trebl|quadrupl|quintupl|sextupl|halv)(?:(?:ed|ing)(?! down)|(?<=\b(?:not|n['’]t|never|(?:fail|fails|failed) to)(?: (?:even|quite|yet|more than|nearly))? (?:doubl|tripl|trebl|quadrupl|halv))e(?! (?:the|its|their|that|what|down|up)\b))|(twofold|threefold|fourfold|fivefold|tenfold)|(twice|double|triple|quadruple|half)(?= (?:the|its|their|that|what|as|total|net|gross|free|operating|annuali[sz]ed|trailing|reali[sz]ed|buybacks?|volatility|revenue|debt|dividends|capital|earnings|sales)\b(?! (?:much|many|again|propos\w+|position|size|way|time)\b)))(?![A-Za-z])/gi;
const multiples: ReadonlyMap<string, number> = new Map([
  ["twice", 2],
  ["double", 2],
  ["triple", 3],
  ["quadruple", 4],
  ["half", 0.5],
]);

export function sharesIn(text: string): FoundNumber[] {
  return allIn(share, text).flatMap((match): FoundNumber[] => {
    const [printed, count, name = "", ahead] = match;
    const led = text.slice(Math.max(0, match.index - 20), match.index);
    const part = shares.get(name.toLowerCase());
    const half = name.toLowerCase() === "half";
    // "A quarter" alone is three months, and "the second half" is a time too.
    const behind = text.slice(match.index + printed.length, match.index + printed.length + 3);
    const isNamed = /^: (?:that|this) (?:is|was) /i.test(
      text.slice(match.index + printed.length, match.index + printed.length + 16),
    );
    const isWhole = isNamed || (equals.test(led) && /^(?: ?\[|[.,;]|$)/.test(behind));
    const told = ahead !== undefined || ((isWhole || occurs(before, led)) && (count !== undefined || half));
    if (part === undefined || !told || (count === undefined && !half) || occurs(ordinalHalf, led)) return [];
    if (/quarter/i.test(name) && occurs(timeSpan, led)) return [];
    // "Half a year back" is a time.
    const isTime = half && /^ an? (?:year|month|decade|century|week|day|session|quarter|dozen)\b/i;
    if (isTime !== false && isTime.test(text.slice(match.index + printed.length))) return [];
    // "Half as much again as normal" is one and a half times that.
    if (asMuchAgain.test(text.slice(match.index + printed.length))) return [];
    // "Only half that of the month" multiplies.
    if (
      half &&
      count === undefined &&
      ahead === undefined &&
      /^ (?:the|its|their|that|what|as)\b/i.test(text.slice(match.index + printed.length))
    )
      return [];
    // "38 % over a quarter" is a time.
    if (/^quarter$/i.test(name) && ahead === undefined && /\b(?:over|in|within|for|per|during) $/i.test(led)) return [];
    const times = count === undefined ? 1 : /^an?$/i.test(count) ? 1 : (smalls.get(count.toLowerCase()) ?? 1);
    // "Two thirds of a trillion dollars".
    const ofScale = /^ of an? (million|billion|trillion)( dollars)?\b/i.exec(text.slice(match.index + printed.length));
    if (ofScale !== null) {
      const size = part * times * 10 ** (scales.get((ofScale[1] ?? "").toLowerCase()) ?? 0);
      const unit = ofScale[2] === undefined ? null : "$";
      return [
        {
          text: `${printed}${ofScale[0]}`,
          offset: match.index,
          value: size,
          halfUnit: size * roundShare,
          unit,
          sign: null,
        } as const,
      ];
    }
    // "A third of a percent" is no third of anything.
    const ofPercent = /^ of (?:an? |one )?(?:percent|per cent|percentage point)/i.test(
      text.slice(match.index + printed.length),
    );
    const value = part * times * (ofPercent ? 1 : 100);
    return [{ text: printed, offset: match.index, value, halfUnit: value * roundShare, unit: "%", sign: null }];
  });
}

const again =
  /(?<![\w-])(?:an? )?(half|third|quarter|fifth|tenth) as (?:much|many|high|large|heavy) again(?= (?:as|than) )/gi;
const asMuchAgain = /^ as (?:much|many|high|large|heavy) again\b/i;

/** "Half as much again as normal": the whole and that share of it, where it is said of what. */
function againIn(text: string): FoundNumber[] {
  return allIn(again, text).flatMap(({ 0: printed, 1: name = "", index }) => {
    const value = 1 + (shares.get(name.toLowerCase()) ?? Number.NaN);
    return Number.isNaN(value)
      ? []
      : [{ text: printed, offset: index, value, halfUnit: value * roundShare, unit: "x", sign: null }];
  });
}

export function foldsIn(text: string): FoundNumber[] {
  const ofWhole = againIn(text);
  const multiplied = allIn(fold, text).flatMap((match): FoundNumber[] => {
    const [printed, verb, adverb, multiple] = match;
    const value =
      folds.get((verb ?? adverb ?? "").toLowerCase()) ?? multiples.get((multiple ?? "").toLowerCase()) ?? null;
    if (value === null) return [];
    const unit = multiple === undefined ? "fold" : "x";
    return [{ text: printed, offset: match.index, value, halfUnit: value * roundShare, unit, sign: null }];
  });
  return [...multiplied, ...ofWhole];
}
