import {
  localBasisPointWords,
  localPercentWords,
  localPointWords,
  localScaleWords,
  localTimesWords,
} from "./local-words.ts";

/* How digits, their scales and their units are printed. */

export const body =
  /(\d{1,3}(?:,\d{3}){1,6}(?!\d)|\d{1,3}(?:[ \u00A0\u202F'’]\d{3}){1,4}(?= (?:millions?|billions?|milliards?|millones|Millionen|Milliarden|Mio|Mrd|thousand|dollars|euros|points)(?![A-Za-z]))|\d{1,3}(?:[ \u00A0\u202F\u2009'’]\d{3}){2,4}(?![\d'’]|[.,](?!\d{1,2}(?!\d)|\s|$)|[ \u00A0\u202F]\d{3})|\d{1,3}(?:[\u00A0\u202F\u2009'’]\d{3})(?![\d'’]|[.,](?!\d{1,2}(?!\d)|\s|$))|\d{1,2}(?:,\d{2}){1,5},\d{3}(?!\d|,\d)|\d*)(?:\.(\d+))?(?:(?:[eE]| ?[×x*·⋅] ?10(?:\^|\*\*))([+−-]?\d{1,3})(?![A-Za-z0-9_])| ?[×x*·⋅] ?10([⁺⁻]?[⁰¹²³⁴-⁹]{1,3}))?/y;
/** The power of ten that an exponent tells, of whichever characters: `8`, `−2`, `⁸`. */
export function powerOf(exponent: string): number {
  return Number(exponent.normalize("NFKC").replace("−", "-"));
}

/**
 * Digits with a decimal comma, told by the unit that follows: `3,5 %`, `1.234,5 €`. `1,234` keeps its thousands.
 */
export const commaBody =
  /(\d{1,3}(?:[.\u00A0\u202F]\d{3}){0,6}|\d+),(\d{1,2}|\d{4,8})(?=(?<=(?<![\d,.(/-])\d{1,4},\d{1,2})(?!\d|,\d|\.\d|[-/]| ?(?:and|or|to) \d)|[ \u00A0\u202F]?(?:%|‰|[€£₹]|(?:EUR|USD|bn|mn|billion|million|Mrd|Mio|Mln|Millionen|Milliarden|millions?|milliards?|millones|Prozent|pour cent|por ciento|percent|per cent|dollars)(?![A-Za-z])))/y;
export const suffix = new RegExp(
  String.raw`(?:[ \u00A0\u202F-]?(thousand million|thousand|hundred(?= (?:dollars|euros|pounds|points|USD|EUR)\b)|lakh crores?|lakhs?|million|crores?|cr|billion|trillion|mln|bln|trn|bn|mn|tn|Mio|bio|Mrd|Millionen|Milliarden|milliards?|millions|millones|${localScaleWords})(?![A-Za-z])|([万萬亿億兆])|(mm|[kmbt])(?![A-Za-z0-9_]))?(?:[ \u00A0\u202F]?([%])|[ \u00A0\u202F-]?(percentage[ -]points?|per cent|percent|pct?|ppts?|pps?|Prozent(?:punkte?)?|pour cent|por ciento|${localPointWords}|${localPercentWords})(?![A-Za-z])|[ \u00A0\u202F-]?(basis[ -]points?|bps?|‰|${localBasisPointWords})(?![A-Za-z])|([x×](?![A-Za-z0-9_])|[ -]times(?![A-Za-z])|:1(?![\d.:])|[ \u00A0\u202F]?(?:${localTimesWords})(?![A-Za-z]))|[ -]?(fold)(?![A-Za-z]))?`,
  "iy",
);
export const currencyAfter =
  /[ \u00A0\u202F]?(?:([A-Z]{3,4})(?![A-Za-z0-9_])|([€£¥￥₹₩₿$])(?![−–-]?\d)|(?:-|US )?(dollars?|bucks?|cents?|euros?)(?![A-Za-z]))/y;
export const powers: ReadonlyMap<string, number> = new Map([
  ...["k", "thousand"].map((name) => [name, 3] as const),
  ["hundred", 2] as const,
  ["thousand million", 9] as const,
  ...["lakh crore", "lakh crores"].map((name) => [name, 12] as const),
  ...["万", "萬"].map((name) => [name, 4] as const),
  ...["lakh", "lakhs"].map((name) => [name, 5] as const),
  ...["m", "mm", "mn", "mln", "mio", "million", "millions", "millionen", "millones"].map((name) => [name, 6] as const),
  ...["crore", "crores", "cr"].map((name) => [name, 7] as const),
  ...["亿", "億"].map((name) => [name, 8] as const),
  ...["b", "bn", "bio", "bln", "mrd", "billion", "milliarden", "milliard", "milliards"].map(
    (name) => [name, 9] as const,
  ),
  ...["t", "tn", "trn", "trillion", "兆"].map((name) => [name, 12] as const),
]);

/** "Between 5 and 6 %", "caught within", "bracketed by". */
export const enclosing =
  /\b(?:between|within|(?:bracketed|framed|enclosed|bounded|flanked|hemmed in|fenced in|boxed in|surrounded|limited|delimited|confined|contained|sandwiched) (?:by|to|in)) (?:about |roughly |minus )?$/i;
