import { isCurrencyCode } from "./currencies.ts";
import { occurs } from "./pattern-search.ts";

/*
 * Digits that name something instead of counting it. What stands here is taken out of the number check, so
 * each rule is as narrow as the names it means.
 */

const month =
  "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)(?![A-Za-z])";
const notMore = "(?![\\d%]|[.,]\\d| ?%)";
const span = "(?:day|session|close|week|month|quarter|year|hour|minute|bar|candle|period)";

/** Names that begin with their first digit. */
const ahead = new RegExp(
  [
    String.raw`\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?!\d)`, // 2025-06-02T16:00Z
    String.raw`\d{4}[/.]\d{1,2}[/.]\d{1,2}(?!\d)`,
    String.raw`\d{1,2}/\d{1,2}/(?:\d{4}|\d{2})(?!\d)`,
    String.raw`(?:19|20)\d{2}-(?:0[1-9]|1[0-2])${notMore}`, // 2025-06
    String.raw`(?:19|20)\d{2}[/–-]\d{2}${notMore}`, // 2024/25
    String.raw`\d{1,2}(?:st|nd|rd|th)?(?:(?:, \d{1,2}(?:st|nd|rd|th)?){0,4}(?:\s?[–-]\s?| to | and )\d{1,2}(?:st|nd|rd|th)?)?(?: of)?[ -]${month}`, // 2 June, 2–5 June, 2, 3 and 5 June
    String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AaPp]\.?[Mm](?![A-Za-z]))?(?!\d)`, // 16:00
    String.raw`\d{1,2}\s?[AaPp]\.?[Mm]\.?(?![A-Za-z])`, // 4 pm
    String.raw`\d{4,6}\.[A-Z]{1,3}(?![A-Za-z0-9])`, // 0700.HK
    String.raw`24/7(?!\d)`,
    String.raw`\d{1,2} (?:most recent|latest|last) (?:closes|sessions)(?![A-Za-z])`, // 12 most recent closes
    String.raw`(?<=\b(?:[Tt]he|[Ii]ts|[Tt]hese|[Tt]hose|[Oo]ur|[Aa]ll|of|stock['’]s) )\d{1,2} (?:recent |listed |reported |given |daily |known )?(?:closes|closing prices)(?![A-Za-z])`, // the 12 recent closes
    String.raw`\d{1,3}(?:, ?\d{1,3}){1,2}\) (?:Bollinger|MACD)(?![A-Za-z])`,
    String.raw`\d{1,2}/\d{1,2}(?:/\d{1,2})? MACD(?![A-Za-z])`, // 12/26 MACD // (20, 2) Bollinger
    String.raw`\d{1,3}(?:-?(?:/| and | or |, )\d{1,3}-?){0,3}[- ](?:SMA|EMA|DMA|WMA|MA)(?![A-Za-z])`, // 50/200 SMA
    String.raw`\d{1,3}(?:-?(?:/| and | or |, )(?:the |its )?\d{1,3}){1,3}-${span}`, // 50- and 200-day
  ].join("|"),
  "y",
);

const listMark = /\d{1,2}[.)、](?=[\s*_]|$)/y;
const nameTail = /[A-Za-z0-9_]*(?:\.\d+){0,9}(?:[/–-]\d{2,4}(?![\d.%])|['’]\d{2}(?!\d))?/y;
const dayOfMonth = new RegExp(
  String.raw`(?:[0-2]?\d|3[01])(?:st|nd|rd|th)?(?:\s?[–-]\s?\d{1,2}(?:st|nd|rd|th)?|(?:, (?:the )?\d{1,2}(?:st|nd|rd|th)?){0,3}(?:,? and| &) (?:the )?\d{1,2}(?:st|nd|rd|th)?(?! [a-z]+s\b| (?:million|billion|percent|points?)\b))?${notMore}`,
  "y",
);
const monthBefore = new RegExp(`^${month}$`);
const ordinalNames = new Set(
  "round rounds phase step section item form chapter rule part scenario iphone ipad galaxy pixel windows xbox playstation boeing airbus".split(
    " ",
  ),
);
const ordinals =
  /\d{1,3}(?:(?:, | and | or | to |[–-])\d{1,3})?(?![\d%]|[.,]\d| ?%|[A-Za-z]| (?:thousand|million|billion|trillion|[mb]n|percent|points|dollars|times)\b)/y;
const averages = new Set("sma smas emas mas average averages mean means one ema ma wma dma hma vwma kama".split(" "));
const oscillators = new Set(
  "rsi atr natr adx dmi macd mfi roc cci stochastic stoch bollinger bands band bb obv aroon r williams keltner donchian ichimoku supertrend cmf kdj tsi trix momentum settings parameters setup".split(
    " ",
  ),
);
const averageParameters = /\d{1,3}\)/y;
const parameterList = /\d{1,3}(?:\s?[,/]\s?\d{1,3}(?:\.\d{1,2})?){1,3}\)/y;
const customaryPeriod = /(?:2|3|5|6|7|8|9|10|12|13|14|20|21|25|26|50|100|200)\)/y;
/** "RSI(50)" gives a reading. */
const ownPeriod = /(?:2|3|5|6|7|9|10|14|21|25)\)/y;
/** "Beta(252) = 1.24", with the value behind it. */
const givenFor = /\d{1,3}\)(?= ?[=:] ?[$€£₹+−–-]{0,2}\d| (?:is|was|of|at|reads|stands at|comes to) [$€£₹+−–-]{0,2}\d)/y;
const averagePeriod = /\d{1,3}(?![\d%½⅓⅔¼¾⅕⅛]|[.,]\d| ?%|[A-Za-z])/y;
const fourteen = /14(?![\d%]|[.,]\d| ?%|[A-Za-z])/y;
const fiscalYear = /['’]?\d{2}(?:\d{2})?(?![\d%]|[.,]\d)/y;
const windowWords = new Set("last past next previous prior trailing first coming following".split(" "));
const windowSpan = new RegExp(
  String.raw`\d{1,3}(?:[–-]\d{1,3})?(?: (?:trading|calendar|full|consecutive|fiscal))?[ -]${span}s?(?![a-z])`,
  "y",
);
const scaleEnds = /\d{1,3}(?: ?[–-] ?| to | and )[+−–-]?\d{1,3}(?![\d%]|[.,]\d)/y; // a scale from -2 to +2
const outOf = /(?:5|10|100)(?![\d%]|[.,]\d)/y;
const indices: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    p: "100 400 500 600",
    russell: "1000 2000 3000",
    nasdaq: "100",
    nikkei: "225",
    ftse: "100 250 350",
    stoxx: "50 600",
    dow: "30",
    csi: "300 500",
    dax: "40",
    cac: "40",
    asx: "200",
    tsx: "60",
    topix: "500",
    kospi: "200",
    fortune: "100 500",
    ibex: "35",
  }).map(([name, sizes]) => [name, new Set(sizes.split(" "))]),
);
const integer = /\d+(?![\d%]|[.,]\d| ?%)/y;

/** Where the name ends whose digits start at `at`; `null` when they are no part of a name that can be told by what stands before and ahead. */
export function namedNumber(text: string, at: number): number | null {
  const before = text.charAt(at - 1);
  if (/[A-Za-z_\u0370-\u03FF]/.test(before)) {
    let start = at;
    while (start > 0 && at - start < 6 && /[A-Za-z0-9_]/.test(text.charAt(start - 1))) start -= 1;
    return isCurrencyCode(text.slice(start, at)) ? null : end(nameTail, text, at);
  }
  if (before === "#") return end(integer, text, at);
  return end(ahead, text, at) ?? (startsLine(text, at) ? end(listMark, text, at) : null) ?? namedByWord(text, at);
}

function namedByWord(text: string, at: number): number | null {
  let wordEnd = at;
  while (wordEnd > 0 && at - wordEnd < 3 && /[\s.('’_+−–-]/.test(text.charAt(wordEnd - 1))) wordEnd -= 1;
  let start = wordEnd;
  while (start > 0 && wordEnd - start < 12 && /[A-Za-z]/.test(text.charAt(start - 1))) start -= 1;
  const gap = text.slice(wordEnd, at);
  if (/['’]$/.test(gap)) return end(/\d{2}(?![\d%]|[.,]\d)/y, text, at); // '25
  if (start === wordEnd) return null;
  const written = text.slice(start, wordEnd);
  const word = written.toLowerCase();
  if (gap.includes("(")) {
    if (averages.has(word) && gap === "(") return end(averageParameters, text, at) ?? end(parameterList, text, at);
    const own = oscillators.has(word) || averages.has(word) ? indicatorParameters(word, text, at) : null;
    return own ?? (gap === "(" ? end(givenFor, text, at) : null);
  }
  if (averages.has(word)) return end(averagePeriod, text, at);
  if (oscillators.has(word)) return end(fourteen, text, at);
  const size = end(integer, text, at);
  if (size !== null && indices.get(word)?.has(text.slice(at, size)) === true) return size;
  if (/^\s[+−–-]?$/.test(gap) && /\bscale (?:from|of) $/.test(text.slice(Math.max(0, start - 6), wordEnd + 1))) {
    return end(scaleEnds, text, at);
  }
  if (!/^\.?\s$/.test(gap)) return null;
  if (occurs(monthBefore, written)) return end(dayOfMonth, text, at);
  if (ordinalNames.has(word)) return end(ordinals, text, at);
  if (word === "fy" || word === "cy") return end(fiscalYear, text, at);
  if (windowWords.has(word)) return end(windowSpan, text, at);
  if (word === "no" && gap.startsWith(".")) return end(integer, text, at);
  return word === "of" && /\bout of $/.test(text.slice(Math.max(0, start - 4), at)) ? end(outOf, text, at) : null;
}

/** `RSI(14)`, `MACD (12, 26, 9)`, `ATR (14)`; but `RSI(88)` and `RSI (55.3)` are readings. */
function indicatorParameters(word: string, text: string, at: number): number | null {
  return end(parameterList, text, at) ?? end(/^(?:rsi|mfi)$/.test(word) ? ownPeriod : customaryPeriod, text, at);
}

/** True when only list, heading and quote marks stand between the line's start and `at`. */
function startsLine(text: string, at: number): boolean {
  let start = at;
  while (start > 0 && at - start < 12 && /[ \t>*_#(+-]/.test(text.charAt(start - 1))) start -= 1;
  return start === 0 || text.charAt(start - 1) === "\n";
}

const compound = /-(?!to-|to |ish\b|point|dollar|cent|share|fold|times|percent|bp|basis)[A-Za-z]+(?:-[A-Za-z0-9]+)*/iy;
/** `a 35-day streak` counts days; `a 35-day average` names one. */
const streak = new RegExp(
  String.raw`-${span}s?[ -](?:winning |losing |unbroken |long |quiet |dry )?(?:streak|run|rally|slide|rout|decline|advance|winning|losing|drought|stretch|wait|lull|silence|pause|spell|old)(?![A-Za-z])|-(?:session|day) (?:window|sample|record|set|history|file|series) of (?:\w+ )?(?:prices|closes|bars|sessions|trading|history|data)(?![A-Za-z])|-(?:session|day) (?:price )?history(?![A-Za-z])`,
  "iy",
);
const version = /(?:\.\d+)+[A-Za-z0-9]*/y;
const tenor = /(?:1|3|6|9|12|18|24)M(?! (?:shares|units|users|customers|contracts|coins|tokens|barrels))/y;

/**
 * Where the name ends that a number without unit and scale turns out to be by what stands right around it,
 * such as `2nd`, `4Q25`, `50-day`, `10-K`, `COVID-19`, `[1]`, `8/10`, or a bare year; `null` for a quantity.
 * @param at where the digits start
 * @param bodyEnd where digits, decimals and exponent end
 */
export function nameAround(text: string, at: number, bodyEnd: number): number | null {
  const digits = text.slice(at, bodyEnd);
  const whole = /^\d+$/.test(digits);
  const before = text.charAt(at - 1);
  const after = text.charAt(bodyEnd);
  if (/[A-Za-z_]/.test(after)) return end(nameTail, text, bodyEnd);
  if (after === "." && /\d/.test(text.charAt(bodyEnd + 1))) return end(version, text, bodyEnd);
  if (!whole) return null;
  if (
    /^(?:19\d\d|20\d\d|2100)$/.test(digits) &&
    !/^ (?:days|sessions|weeks|dollars|points)\b/.test(text.slice(bodyEnd, bodyEnd + 10))
  )
    return bodyEnd;
  if (before === "[" && after === "]" && digits.length <= 3) return bodyEnd;
  if (before === "(" && after === ")" && digits.length === 1) return bodyEnd;
  if (before === "/" && /\d/.test(text.charAt(at - 2)) && /^(?:5|10|100)$/.test(digits)) return bodyEnd;
  if (before === "-" && /[A-Za-z]/.test(text.charAt(at - 2))) return bodyEnd;
  if (after === "-" && end(streak, text, bodyEnd) !== null) return null;
  return after === "-" ? end(compound, text, bodyEnd) : null;
}

/** `3M` alone is a company or a span of months, not three million. */
export function nameWithScale(text: string, at: number, numberEnd: number): number | null {
  const found = end(tenor, text, at);
  return found === numberEnd ? found : null;
}

function end(sticky: RegExp, text: string, at: number): number | null {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : null;
}
