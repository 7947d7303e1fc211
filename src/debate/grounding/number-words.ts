import type { FoundNumber } from "./found-number.ts";
import { heldFor, isListedHorizon, ourHorizon } from "./horizons.ts";
import { allIn, occurs } from "./pattern-search.ts";
import { dollarAndCents } from "./cents.ts";
import { roughQuantities } from "./rough-quantities.ts";
import { foldsIn, sharesIn } from "./share-words.ts";
import { scales, smalls } from "./word-values.ts";

const tens: ReadonlyMap<string, number> = new Map(
  "twenty thirty forty fifty sixty seventy eighty ninety".split(" ").map((word, at) => [word, (at + 2) * 10] as const),
);
const fractions: ReadonlyMap<string, number> = new Map([
  ["half", 0.5],
  ["quarter", 0.25],
  ["quarters", 0.25],
  ["third", 1 / 3],
  ["thirds", 1 / 3],
]);

const counting = [...smalls.keys(), ...tens.keys()].join("|");
const scaling = [...scales.keys()].join("|");
const phrase = new RegExp(
  String.raw`(?<![\w-])(?:half an?(?= (?:${scaling})\b)|an?|half|${counting})(?![A-Za-z])(?:(?:[ -]| and | and a | point )(?:${counting}|${scaling}|half|quarter|(?<= and (?:a|one|two|three)[ -])(?:quarters?|thirds?))(?![A-Za-z])){0,12}`,
  "gi",
);
const unitAfter =
  /[ -]?(?:(?:of )?(?:an? )?(percentage[ -]points?|per cent|percent|pct)|(basis[ -]points?|bps)|(times|fold|to one(?= [a-z[]|[.,;]|$))|(dollars|bucks|cents|euros)|%)(?![A-Za-z])/iy;
const restAfter = new RegExp(
  String.raw`(?: and)? ((?:${[...tens.keys()].join("|")})(?:-(?:${[...smalls.keys()].join("|")}))?|${[...smalls.keys()].toReversed().join("|")})(?: cents?)?(?=,? (?:a|an|per|each|for|to)\b| ?\[|[.,;]|$)`,
  "iy",
);
const oftenAfter = /^(?: ?\[|[.,;)]|$| (?:in|over|since|and|but|within)\b)/;
const inARow = /^ (?:running|straight|in a row|on end|in succession|on the trot)\b/;
const oftenBefore =
  /\b(?:rose|fell|closed|gained|lost|dropped|advanced|declined|risen|fallen|tested|touched|higher|lower|up|down)(?: (?:only|just))? $/i;
/** "Three dollars and a quarter". */
const halfDollar = /^ and a (half|quarter)\b/i;
/** What is counted in evidence too, so that a number word in front of it is a figure. */
/** "RSI stands at forty-seven". */
const readingBefore =
  /\b(?:rsi|mfi|money flow(?: index)?|relative strength index|beta)\b(?: ?\(\d{1,2}\))?(?: now)?(?: (?:is|sits|stands|stood|reads|lies|comes in|runs|hovers|trades|remains|prints|was))?(?: (?:at|of|is|reads|scores|prints|shows|registers|measures|equals|hits|reaches|near|above|below|over|under|past|close to|north of|south of|(?:just|well|slightly|a little|far) (?:above|below|over|under|past|short of)))?(?: about| around| roughly)? $/i;
/** "The tone of the news: seventeen", "at forty-one days [F37]": what stands where a value does is one. */
const valueBefore =
  /(?:\b(?:a (?:shade|touch|little|bit|hair) (?:over|under|above|below)|is|was|are|were|at|shows?|showing|been|reads?|gives?|prints?|equals?|reach(?:es|ed)|holds?|covers?|spans?|counts?|numbers|totals?|of|to)|:)(?: (?:now|currently|about|around|roughly|nearly|almost|just|only|exactly|some|approximately|over|under|a little (?:over|under)|just (?:over|under)))? $/i;
/** "The ratio near forty-one". */
const nearBefore = /\b(?:near|close to|around|about|roughly|in the region of) $/i;
const measured =
  /\b(?:tone|index|rsi|mfi|beta|ratio|multiple|number|count|items|posts|score|reading|average|mean|range|yield|margin|growth|returns?|volatility|age|days|sessions|since|history)\b/i;
const valueEnds =
  /(?: (?:points?|(?:trading |calendar )?(?:days|sessions)(?: of (?:\w+ )?(?:prices|history|data|trading))?|units))?(?= ?[[(;:]|[.,](?!\d)|\s*$| (?:and|while|but|which|where|so|as)\b)/iy;
const pointsAfter = / (?:full |whole |entire |index )?points(?![A-Za-z])/iy;
/** "Sixty-seven: that is the number of news items". */
const namedBehind = /^: (?:that|this) (?:is|was) /i;
const countedAfter =
  /[ -](?:average (?:true |daily |trading )?ranges?|atrs?|(?:news |social )?(?:items|pieces of (?:news|coverage)|stories|articles|headlines|posts|messages|tweets)|(?:trading |calendar )?(?:days?|sessions?|weeks?|months?)(?= (?:(?:have|has|had) (?:\w+ )?(?:passed|gone|elapsed)|since|ago|old|back|in the past(?! (?:\w+ )?(?:days?|sessions?|weeks?|months?|quarters?|years?)\b)|behind us|(?:are|were|is) (?:missing|absent)|missing|of (?:price )?history|without)))(?![A-Za-z])/iy;

/**
 * The quantities that a text states in words: `forty percent`, `two and a half billion`, `a third of`, `doubled`,
 * `twice its`. A count without unit or scale (`three analysts`) is left out. `doubled` has the unit `fold`.
 */
export function findNumberWords(text: string): FoundNumber[] {
  const found = allIn(phrase, text).flatMap(
    (match) => rangeInWords(text, match[0], match.index) ?? inWords(text, match[0], match.index),
  );
  // "Over half" is a share before it is a number.
  return [...sharesIn(text), ...found, ...foldsIn(text), ...roughQuantities(text), ...dollarAndCents(text)]
    .toSorted((a, b) => a.offset - b.offset || b.text.length - a.text.length)
    .reduce<FoundNumber[]>((kept, number) => {
      const last = kept.at(-1);
      return last !== undefined && number.offset < last.offset + last.text.length ? kept : [...kept, number];
    }, []);
}

const ofRange = /\bbetween (?:about |roughly |some )?$/i;

/** "Between thirty-three and thirty-four percent": both ends, with the unit that is told once; `null` for no range. */
function rangeInWords(text: string, written: string, offset: number): FoundNumber[] | null {
  if (!occurs(ofRange, text.slice(Math.max(0, offset - 24), offset))) return null;
  const [left = "", right = "", more] = written.split(" and ");
  const low = valueOf(left.toLowerCase().split(/[ -]+/));
  if (low === null || right === "" || more !== undefined || /^(?:an?|half)\b/i.test(right)) return null;
  const [high] = inWords(text, right, offset + left.length + " and ".length);
  if (high === undefined || high.unit === null || high.value <= low.value) return null;
  return [{ ...high, text: left, offset, value: low.value, halfUnit: low.halfUnit }, high];
}

function inWords(text: string, written: string, offset: number): FoundNumber[] {
  // "A quarter" by itself is a share, or a time.
  if (/^(?:an?|one|two|three)[ -](?:half|halves|quarters?|thirds?)$/i.test(written)) return [];
  const read = spokenPrice(written) ?? valueOf(written.toLowerCase().split(/[ -]+/));
  if (read === null) return [];
  unitAfter.lastIndex = offset + written.length;
  const [tail = "", percent, bps, times, money] = unitAfter.exec(text) ?? [];
  const named = money?.toLowerCase();
  const unit =
    percent !== undefined || tail.trim() === "%"
      ? "%"
      : bps !== undefined
        ? "bps"
        : times !== undefined
          ? /fold/i.test(times)
            ? "fold"
            : "x"
          : named === undefined
            ? null
            : named === "euros"
              ? "EUR"
              : "$";
  const isPart =
    unit === null &&
    occurs(leftAfter, text.slice(offset + written.length)) &&
    occurs(outOfHundred, text.slice(Math.max(0, offset - 96), offset));
  if (isPart) return [{ text: written, offset, value: read.value, halfUnit: read.halfUnit, unit: "%", sign: null }];
  const isTime =
    occurs(heldFor, text.slice(Math.max(0, offset - 48), offset)) ||
    occurs(ourHorizon, text.slice(offset + written.length, offset + written.length + 40)) ||
    isListedHorizon(text, offset, offset + written.length);
  // "A hundred reasons" and "two sides" are no figures; "two million" is one.
  countedAfter.lastIndex = offset + written.length;
  const isReading = occurs(readingBefore, text.slice(Math.max(0, offset - 48), offset));
  if (
    unit === null &&
    read.scale < 6 &&
    !isReading &&
    !isTime &&
    !countedAfter.test(text) &&
    !isValue(text, offset, written)
  )
    return [];
  if (times !== undefined && countsHowOften(text, offset, offset + written.length + tail.length)) return [];
  const cents = named === "cents" ? 0.01 : 1;
  const end = offset + written.length + tail.length;
  restAfter.lastIndex = end;
  // "Two dollars eighty".
  const [rest = "", words = ""] =
    named === undefined || cents < 1 ? [] : (restAfter.exec(text) ?? halfDollar.exec(text.slice(end, end + 16)) ?? []);
  const part = fractions.get(words.toLowerCase());
  const more =
    rest === "" ? null : part === undefined ? valueOf(words.toLowerCase().split("-")) : { value: part * 100 };
  return [
    {
      text: text.slice(offset, end + rest.length),
      offset,
      value: read.value * cents + (more?.value ?? 0) / 100,
      halfUnit: more === null ? read.halfUnit * cents : 0.005,
      unit,
      sign: null,
    },
  ];
}

/** "Rose five times", "fell three times running". */
function countsHowOften(text: string, start: number, end: number): boolean {
  const ahead = text.slice(end);
  if (inARow.test(ahead)) return true;
  return oftenAfter.test(ahead) && occurs(oftenBefore, text.slice(Math.max(0, start - 24), start));
}

const belowHundred = String.raw`(?:(?:${[...tens.keys()].join("|")})(?:-(?:${[...smalls.keys()].join("|")}))?|ten|eleven|twelve|\w+teen)`;
const priceSpoken = new RegExp(`^(${belowHundred}) (${belowHundred})$`, "i");

/** "Seventy-four sixty-one" of 74.61. */
function spokenPrice(written: string): ReturnType<typeof valueOf> {
  const [whole, cents] = (priceSpoken.exec(written) ?? [])
    .slice(1)
    .map((words) => valueOf(words.toLowerCase().split("-"))?.value);
  if (whole === undefined || cents === undefined) return null;
  return { value: whole + cents / 100, halfUnit: 0.005, scale: 0 };
}

/** Whether number words stand where a value does. */
function isValue(text: string, offset: number, written: string): boolean {
  const end = offset + written.length;
  if (/ point /i.test(written)) return true;
  if (/^an?$/i.test(written) || /^one$/i.test(written)) return false;
  pointsAfter.lastIndex = end;
  valueEnds.lastIndex = end;
  const lead = text.slice(Math.max(0, offset - 80), offset);
  if (namedBehind.test(text.slice(end, end + 16))) return true;
  if (pointsAfter.test(text)) return true;
  // "The second of two" counts no evidence.
  return (
    valueEnds.test(text) &&
    (occurs(valueBefore, lead) || (occurs(nearBefore, lead) && occurs(measured, lead))) &&
    ((smalls.get(written.toLowerCase()) ?? 13) > 12 || occurs(measured, lead))
  );
}

/** "For every hundred dollars of sales, six remain": of a hundred. */
const outOfHundred =
  /\b(?:for|of|out of) (?:every|each) (?:hundred|100) (?:dollars|euros|rupees|cents|units)?[^,;.]{0,40},? (?:some |about |only |just |roughly )?$/i;
const leftAfter =
  /^ (?:dollars |euros |rupees |cents )?(?:remain|remains|are left|is left|stay|are kept|end up|go|goes|went|come|became)\b/i;

/** The value of number words, with half a unit of their last place; `null` when they make no number. */
function valueOf(words: readonly string[]): { value: number; halfUnit: number; scale: number } | null {
  let total = 0;
  let current = 0;
  let digits: string | null = null;
  let step = 1;
  let scale = 0;
  let counted = false;
  let times = 0;
  let last = "";
  for (const word of words) {
    const previous = last;
    last = word;
    const small = smalls.get(word) ?? tens.get(word);
    const power = scales.get(word);
    const part = fractions.get(word);
    if (word === "point") digits = "";
    else if (word === "a" || word === "an" || word === "and") continue;
    else if (small !== undefined) {
      if (digits === null) {
        current += small;
        times = previous === "and" && small <= 3 && current > small ? small : 0;
        // "One thousand and forty-nine" is told to the last one.
        if (total > 0) step = 1;
      } else digits += String(small);
      counted = true;
    } else if (part !== undefined) {
      // "Twelve and three-quarters": what stands before the part counts it.
      current += times === 0 ? part : times * part - times;
      // "Twelve and a half" is told to the half.
      step = 0.25;
      counted = true;
    } else if (power !== undefined) {
      const amount = digits === null ? current : current + Number(`0.${digits}`);
      if (digits !== null) step = 10 ** -digits.length;
      digits = null;
      scale = Math.max(scale, power);
      if (power === 2) {
        current = (amount === 0 ? 1 : amount) * 100;
        if (total > 0) step = 100;
      } else {
        // "One thousand seven hundred and fourteen million": all of it is millions.
        const isAll = total > 0 && total < 10 ** power;
        total = isAll ? (total + amount) * 10 ** power : total + (amount === 0 ? 1 : amount) * 10 ** power;
        current = 0;
        step *= 10 ** power;
      }
      counted = true;
    }
  }
  if (!counted) return null;
  if (digits !== null) {
    if (digits === "") return null;
    current += Number(`0.${digits}`);
    step = 10 ** -digits.length;
  }
  // "Fifty" is rounder than "fifty-one".
  const isRound = step === 1 && total === 0 && current >= 20 && current % 10 === 0;
  return { value: total + current, halfUnit: isRound ? 0.6 : step / 2, scale };
}
