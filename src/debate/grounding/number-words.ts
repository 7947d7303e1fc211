import type { FoundNumber } from "./found-number.ts";

const smalls: ReadonlyMap<string, number> = new Map(
  (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
    "eighteen nineteen"
  )
    .split(" ")
    .map((word, value) => [word, value] as const),
);
const tens: ReadonlyMap<string, number> = new Map(
  "twenty thirty forty fifty sixty seventy eighty ninety".split(" ").map((word, at) => [word, (at + 2) * 10] as const),
);
const scales: ReadonlyMap<string, number> = new Map([
  ["hundred", 2],
  ["thousand", 3],
  ["lakh", 5],
  ["million", 6],
  ["crore", 7],
  ["billion", 9],
  ["trillion", 12],
]);
const fractions: ReadonlyMap<string, number> = new Map([
  ["half", 0.5],
  ["quarter", 0.25],
]);

const counting = [...smalls.keys(), ...tens.keys()].join("|");
const scaling = [...scales.keys()].join("|");
const phrase = new RegExp(
  String.raw`(?<![\w-])(?:an?|half|${counting})(?![A-Za-z])(?:(?:[ -]| and | and a | point )(?:${counting}|${scaling}|half|quarter)(?![A-Za-z])){0,12}`,
  "gi",
);
const unitAfter =
  /[ -]?(?:(?:of )?(?:an? )?(percentage[ -]points?|per cent|percent|pct)|(basis[ -]points?|bps)|(times|fold)|(dollars|cents|euros)|%)(?![A-Za-z])/iy;
/** What is counted in evidence too, so that a number word in front of it is a figure. */
/** "RSI stands at forty-seven". */
const readingBefore =
  /\b(?:rsi|mfi|money flow(?: index)?|relative strength index|beta)\b(?: now)? (?:is|at|of|reads|stands at|sits at|stood at|comes in at)(?: about| around| roughly)? $/i;
/** "The tone of the news: seventeen", "at forty-one days [F37]": what stands where a value does is one. */
const valueBefore =
  /(?:\b(?:is|was|are|were|at|shows?|showing|been|reads?|gives?|prints?|equals?|reach(?:es|ed)|holds?|covers?|spans?|counts?|numbers|totals?|of|to)|:)(?: (?:now|currently|about|around|roughly|nearly|almost|just|only|exactly|some|approximately|over|under|a little (?:over|under)|just (?:over|under)))? $/i;
const measured =
  /\b(?:tone|index|rsi|mfi|beta|ratio|multiple|number|count|items|posts|score|reading|average|mean|range|yield|margin|growth|returns?|volatility|age|days|sessions|since|history)\b/i;
const valueEnds =
  /(?: (?:points?|(?:trading |calendar )?(?:days|sessions)(?: of (?:\w+ )?(?:prices|history|data|trading))?|units))?(?= ?[[(;:]|[.,](?!\d)|\s*$| (?:and|while|but|which|where|so|as)\b)/iy;
const pointsAfter = / points(?![A-Za-z])/iy;
const dozens =
  /(?<![\w-])(?:(half a)|(an?|one|two|three)) dozen(?= (?:or so )?(?:news |average )?(?:items|stories|articles|headlines|sessions|days)\b)/gi;
const countedAfter =
  /[ -](?:average true ranges?|atrs?|(?:news )?(?:items|stories|articles|headlines)|(?:trading |calendar )?(?:days?|sessions?|weeks?|months?)(?= (?:(?:have|has|had) (?:\w+ )?(?:passed|gone|elapsed)|since|ago|old|back)))(?![A-Za-z])/iy;

/** A share as a word is a round figure: a twentieth of it either way is still "a third". */
const roundShare = 0.05;
const shares: ReadonlyMap<string, number> = new Map([
  ["half", 1 / 2],
  ["third", 1 / 3],
  ["quarter", 1 / 4],
  ["fourth", 1 / 4],
  ["fifth", 1 / 5],
  ["tenth", 1 / 10],
]);
const share =
  /(?<![\w-])(?:(an?|one|two|three|four)[ -])?(half|third|quarter|fourth|fifth|tenth)s?(?![A-Za-z])(?=( of (?!(?:the|its) (?:year|month|week|fiscal|propos\w+|position|size|plan|risk|time)\b|(?:19|20)\d\d|growth|losses|gains|trading)| (?:its|their|all)\b| (?:below|above|lower|higher)\b)?)/gi;
const before =
  /\b(?:by|up|down|lost|gained|added|shed|shrank|grew|rose|fell|nearly|almost|about|around|approximately|roughly|over|some) $/i;
const ordinalHalf = /\b(?:first|second|last|latter|other|next|previous|final|upper|lower|top|bottom|better)[ -]$/i;

const folds: ReadonlyMap<string, number> = new Map([
  ["doubl", 2],
  ["tripl", 3],
  ["quadrupl", 4],
  ["halv", 0.5],
  ["twofold", 2],
  ["threefold", 3],
  ["fourfold", 4],
  ["fivefold", 5],
  ["tenfold", 10],
]);
const fold =
  /(?<![\w-])(?:(doubl|tripl|quadrupl|halv)(?:ed|ing)(?! down)|(twofold|threefold|fourfold|fivefold|tenfold)|(twice|double|triple|half)(?= (?:the|its|their|that|what|as|total|net|gross|free|operating)\b(?! (?:much|many|again|propos\w+|position|size|way|time)\b)))(?![A-Za-z])/gi;
const multiples: ReadonlyMap<string, number> = new Map([
  ["twice", 2],
  ["double", 2],
  ["triple", 3],
  ["half", 0.5],
]);

/**
 * The quantities that a text states in words: `forty percent`, `two and a half billion`, `a third of`, `doubled`,
 * `twice its`. A count without unit or scale (`three analysts`) is left out. `doubled` has the unit `fold`.
 */
export function findNumberWords(text: string): FoundNumber[] {
  const found = [...text.matchAll(phrase)].flatMap((match) => inWords(text, match[0], match.index));
  return [...found, ...sharesIn(text), ...foldsIn(text), ...dozensIn(text)]
    .toSorted((a, b) => a.offset - b.offset || b.text.length - a.text.length)
    .reduce<FoundNumber[]>((kept, number) => {
      const last = kept.at(-1);
      return last !== undefined && number.offset < last.offset + last.text.length ? kept : [...kept, number];
    }, []);
}

function inWords(text: string, written: string, offset: number): FoundNumber[] {
  const read = valueOf(written.toLowerCase().split(/[ -]+/));
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
          ? times.toLowerCase() === "fold"
            ? "fold"
            : "x"
          : named === undefined
            ? null
            : named === "euros"
              ? "EUR"
              : "$";
  // "A hundred reasons" and "two sides" are no figures; "two million" is one.
  countedAfter.lastIndex = offset + written.length;
  const isReading = readingBefore.test(text.slice(Math.max(0, offset - 48), offset));
  if (unit === null && read.scale < 6 && !isReading && !countedAfter.test(text) && !isValue(text, offset, written))
    return [];
  const cents = named === "cents" ? 0.01 : 1;
  return [
    {
      text: text.slice(offset, offset + written.length + tail.length),
      offset,
      value: read.value * cents,
      halfUnit: read.halfUnit * cents,
      unit,
      sign: null,
    },
  ];
}

/** Whether number words stand where a value does. */
function isValue(text: string, offset: number, written: string): boolean {
  const end = offset + written.length;
  if (/ point /i.test(written)) return true;
  if (/^an?$/i.test(written) || /^one$/i.test(written)) return false;
  pointsAfter.lastIndex = end;
  valueEnds.lastIndex = end;
  const lead = text.slice(Math.max(0, offset - 80), offset);
  if (pointsAfter.test(text)) return true;
  // "The second of two" counts no evidence.
  return (
    valueEnds.test(text) &&
    valueBefore.test(lead) &&
    ((smalls.get(written.toLowerCase()) ?? 13) > 12 || measured.test(lead))
  );
}

/** The value of number words, with half a unit of their last place; `null` when they make no number. */
function valueOf(words: readonly string[]): { value: number; halfUnit: number; scale: number } | null {
  let total = 0;
  let current = 0;
  let digits: string | null = null;
  let step = 1;
  let scale = 0;
  let counted = false;
  for (const word of words) {
    const small = smalls.get(word) ?? tens.get(word);
    const power = scales.get(word);
    const part = fractions.get(word);
    if (word === "point") digits = "";
    else if (word === "a" || word === "an" || word === "and") continue;
    else if (small !== undefined) {
      if (digits === null) {
        current += small;
        // "One thousand and forty-nine" is told to the last one.
        if (total > 0) step = 1;
      } else digits += String(small);
      counted = true;
    } else if (part !== undefined) {
      current += part;
      step = 0.1;
      counted = true;
    } else if (power !== undefined) {
      const amount = digits === null ? current : current + Number(`0.${digits}`);
      if (digits !== null) step = 10 ** -digits.length;
      digits = null;
      scale = Math.max(scale, power);
      if (power === 2) current = (amount === 0 ? 1 : amount) * 100;
      else {
        total += (amount === 0 ? 1 : amount) * 10 ** power;
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
  return { value: total + current, halfUnit: step / 2, scale };
}

function sharesIn(text: string): FoundNumber[] {
  return [...text.matchAll(share)].flatMap((match) => {
    const [printed, count, name = "", ahead] = match;
    const led = text.slice(Math.max(0, match.index - 12), match.index);
    const part = shares.get(name.toLowerCase());
    const half = name.toLowerCase() === "half";
    // "A quarter" alone is three months, and "the second half" is a time too.
    const told = ahead !== undefined || (before.test(led) && (count !== undefined || half));
    if (part === undefined || !told || (count === undefined && !half) || ordinalHalf.test(led)) return [];
    const times = count === undefined ? 1 : /^an?$/i.test(count) ? 1 : (smalls.get(count.toLowerCase()) ?? 1);
    // "A third of a percent" is no third of anything.
    const ofPercent = /^ of (?:an? |one )?(?:percent|per cent|percentage point)/i.test(
      text.slice(match.index + printed.length),
    );
    const value = part * times * (ofPercent ? 1 : 100);
    return [
      { text: printed, offset: match.index, value, halfUnit: value * roundShare, unit: "%", sign: null } as const,
    ];
  });
}

function foldsIn(text: string): FoundNumber[] {
  return [...text.matchAll(fold)].flatMap((match) => {
    const [printed, verb, adverb, multiple] = match;
    const value =
      folds.get((verb ?? adverb ?? "").toLowerCase()) ?? multiples.get((multiple ?? "").toLowerCase()) ?? null;
    if (value === null) return [];
    const unit = multiple === undefined ? "fold" : "x";
    return [{ text: printed, offset: match.index, value, halfUnit: value * roundShare, unit, sign: null } as const];
  });
}

function dozensIn(text: string): FoundNumber[] {
  return [...text.matchAll(dozens)].map(({ index, 0: printed, 1: half, 2: count = "" }) => ({
    text: printed,
    offset: index,
    value: half === undefined ? 12 * (smalls.get(count.toLowerCase()) ?? 1) : 6,
    halfUnit: 0.5,
    unit: null,
    sign: null,
  }));
}

const vague =
  /(?<![\w-])(?:(?:(?:high|mid|low)[- ])?(?:single|double|triple)[- ]digits?|(?:a few|several|a couple of|dozens of|hundreds of|tens of|scores of) (?:percent|percentage points|basis points|million|billion|thousand)s?|(?:low|mid|high)[- ](?:teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties))(?![A-Za-z])|百分之[零一二三四五六七八九十百点]{1,8}|[一二三四五六七八九]成|(?<![\p{L}\d])\p{L}{3,20} (?:Prozent|pour cent|por ciento|per cento)(?!\p{L})/giu;

/** What every vague quantity holds: most texts have none. */
const vagueAtAll = /digit|few|several|couple|(?:dozen|hundred|ten|score)s|teens|ties|百|成|prozent|cent/iu;

/** Quantities that a text states in a form that is not read, such as `high single digits` or `百分之四十`. */
export function findUnread(text: string): { text: string; offset: number }[] {
  if (!vagueAtAll.test(text)) return [];
  return [...text.matchAll(vague)].map((match) => ({ text: match[0], offset: match.index }));
}
