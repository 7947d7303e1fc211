import type { FoundNumber } from "./found-number.ts";
import { allIn } from "./pattern-search.ts";

/*
 * Quantities that words tell by where they lie: "low fifties", "mid-50s", "mid-teens", "high single digits", "two in three",
 * "three dozen". Each stands for a stretch of values, from whose middle half of it reaches either way.
 */

const decades: ReadonlyMap<string, number> = new Map(
  ["teens", "twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties"].map(
    (word, at) => [word, (at + 1) * 10] as const,
  ),
);
const places: ReadonlyMap<string, readonly [low: number, high: number]> = new Map([
  ["low", [0, 4]],
  ["lower", [0, 4]],
  ["mid", [3, 7]],
  ["middle", [3, 7]],
  ["high", [6, 9.99]],
  ["upper", [6, 9.99]],
  ["", [0, 9.99]],
]);
const inDecade = new RegExp(
  String.raw`(?<![\w-])(?:the )?(?:(low|lower|mid|middle|high|upper)(?:[- ](?:to[- ](?:mid|high)[- ])?))?(${[...decades.keys()].join("|")})(?![A-Za-z])( (?:percent|per cent|%))?`,
  "gi",
);
/** "The mid-50s", and "in the 30s"; the '90s and the 1990s are years. */
const inTens =
  /(?<![\w$€£-])(?:(?:the )?(low|lower|mid|middle|high|upper)[- ](?:to[- ](?:mid|high)[- ])?|(?<=\bin )the )([1-9]0)['’]?s(?![A-Za-z\d])( (?:percent|per cent|%))?/gi;
const digits =
  /(?<![\w-])(low|mid|high)[- ](single|double)[- ]digits?(?: (percent|per cent|percentage)(?:age)?(?: points?)?)?(?![A-Za-z])/gi;
const spans: Readonly<Record<string, readonly [number, number]>> = {
  "low single": [1, 3.5],
  "mid single": [3, 7],
  "high single": [6.5, 9.99],
  "low double": [10, 15],
  "mid double": [20, 60],
  "high double": [50, 99.9],
};

const ofOnes = new RegExp(
  String.raw`(?<![\w-])(?:the )?(low|mid|high)[- ](twos|threes|fours|fives|sixes|sevens|eights|nines)(?![A-Za-z])`,
  "gi",
);
const onesNames = ["twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines"];
const withinOne: Readonly<Record<string, readonly [number, number]>> = {
  low: [0, 0.4],
  mid: [0.3, 0.7],
  high: [0.6, 0.999],
};

const numbers =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );
const count = numbers.join("|");
const oneIn = new RegExp(
  String.raw`(?<![\w-])(${count})(?: [a-z]+)? (?:in|out of|of(?= (?:every |the |its )?(?:${count}) (?:news |recent )?(?:items|stories|headlines|articles|posts|messages|pieces)))(?: every)? (${count}|hundred)(?! ?-?(?:days?|sessions?|weeks?|months?|quarters?|years?|row)\b)(?![\w-])`,
  "gi",
);
const ordinals = ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
/** "Every fifth post". */
const everyNth = new RegExp(
  String.raw`(?<![\w-])every (${ordinals.join("|")}) (?=(?:news )?(?:item|story|post|message|article|headline|dollar|share|tweet)\b)`,
  "gi",
);
const dozens =
  /(?<![\w-])(?:(half a)|(an?|one|two|three|four|five|six)) dozen(?= (?:or so )?(?:[a-z]+ )?(?:items|stories|articles|headlines|posts|sessions|days|pieces|reports)\b)/gi;

function between(
  text: string,
  offset: number,
  [low, high]: readonly [number, number],
  unit: string | null,
): FoundNumber {
  return { text, offset, value: (low + high) / 2, halfUnit: (high - low) / 2, unit, sign: null };
}

/** The rough quantities of a text. The decades of a century ("the nineties") are no numbers without a place in them. */
export function roughQuantities(text: string): FoundNumber[] {
  const ofDecades = [...allIn(inDecade, text), ...allIn(inTens, text)].flatMap(
    ({ 0: printed, 1: place = "", 2: name = "", 3: percent, index }) => {
      const start = decades.get(name.toLowerCase()) ?? Number(name);
      const within = places.get(place.toLowerCase());
      if (within === undefined || (place === "" && /teens/i.test(name) && percent === undefined)) return [];
      const floor = /teens/i.test(name) && within[0] === 0 ? 1 : 0;
      return [
        between(
          printed,
          index,
          [start + Math.max(within[0], floor), start + within[1]],
          percent === undefined ? null : "%",
        ),
      ];
    },
  );
  const ofDigits = allIn(digits, text).flatMap(({ 0: printed, 1: place = "", 2: size = "", 3: percent, index }) => {
    const span = spans[`${place} ${size}`.toLowerCase()];
    return span === undefined ? [] : [between(printed, index, span, percent === undefined ? null : "%")];
  });
  const ofShares = allIn(oneIn, text).flatMap(({ 0: printed, 1: part = "", 2: whole = "", index }): FoundNumber[] => {
    const a = numbers.indexOf(part.toLowerCase()) + 1;
    const b = /hundred/i.test(whole) ? 100 : numbers.indexOf(whole.toLowerCase()) + 1;
    const value = (a / b) * 100;
    return a >= b
      ? []
      : [
          {
            text: printed,
            offset: index,
            value,
            halfUnit: b === 100 ? 0.5 : Math.min(value * 0.1, 50 / b),
            unit: "%",
            sign: null,
          },
        ];
  });
  const ofDozens = allIn(dozens, text).map(({ index, 0: printed, 1: half, 2: times = "" }): FoundNumber => ({
    text: printed,
    offset: index,
    value: half === undefined ? 12 * Math.max(1, numbers.indexOf(times.toLowerCase()) + 1) : 6,
    halfUnit: 0.5,
    unit: null,
    sign: null,
  }));
  const ofNths = allIn(everyNth, text).map(({ 0: printed, 1: nth = "", index }): FoundNumber => {
    const value = 100 / (ordinals.indexOf(nth.toLowerCase()) + 2);
    return { text: printed.trimEnd(), offset: index, value, halfUnit: value * 0.1, unit: "%", sign: null };
  });
  return [...ofDecades, ...ofNths, ...inOnes(text), ...ofDigits, ...ofShares, ...ofDozens];
}

/** "High sixes": from 6.6 on. */
function inOnes(text: string): FoundNumber[] {
  return allIn(ofOnes, text).flatMap(({ 0: printed, 1: place = "", 2: name = "", index }) => {
    const start = onesNames.indexOf(name.toLowerCase()) + 2;
    const [low, high] = withinOne[place.toLowerCase()] ?? [0, 0.999];
    return [between(printed, index, [start + low, start + high], null)];
  });
}
