import type { FoundNumber } from "./found-number.ts";
import { localSpanWords } from "./local-words.ts";

/*
 * Numbers as other languages print them, brought into the form that numbers.ts reads. Every offset stays, so that what is
 * read can be shown as it was written.
 */

/** How a language sets a number's marks. */
interface Marks {
  readonly decimalComma: boolean;
  /** Thousands stand apart by a space. */
  readonly spaced: boolean;
}

/**
 * @param text with ASCII digits
 * @param language BCP 47, not English
 */
export function localForms(text: string, language: string): string {
  const { decimalComma, spaced } = marksOf(language);
  const mark = decimalComma ? "." : ",";
  const grouped = text
    .replace(parameters, masked)
    .replace(spaced ? anyGroups : tightGroups, (found) => found.replaceAll(/\D/g, mark));
  const plain = decimalComma ? grouped.replace(commaNumber, turnedMarks) : grouped;
  return withoutNames(plain.replace(/(?<=\d)[\u200E\u200F\u061C](?=%)/g, " "), language);
}

const known = new Map<string, Marks>();

function marksOf(language: string): Marks {
  let marks = known.get(language);
  if (marks === undefined) {
    const parts = new Intl.NumberFormat(language, { numberingSystem: "latn" }).formatToParts(1_234_567.8);
    const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? "";
    marks = { decimalComma: part("decimal") === ",", spaced: /\s/.test(part("group")) };
    if (known.size > 500) known.clear();
    known.set(language, marks);
  }
  return marks;
}

const tightGroups = /(?<!\d|\d[.,])\d{1,3}(?:(?:['’]\d{3})+|(?:[\u00A0\u202F]\d{3})+)(?!\d)/g;
const anyGroups = /(?<!\d|\d[.,])\d{1,3}(?:(?:['’]\d{3})+|(?:[ \u00A0\u202F]\d{3})+)(?!\d)/g;

/**
 * `3,5`, `1.234` and `1.234,5`, and no list of a function's parameters (`MACD(12,26,9)`, `(20,2)`). What has its marks the
 * English way round, such as `1,234.5` or `43.74`, is left as it is.
 */
const commaNumber =
  /(?<!\d|\d[.,])(?<![A-Za-z]\()(?:\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d{1,3}(?:,\d{3})+,\d{1,2}|\d+,\d+)(?![\d]|[.,]\d)/g;

function turnedMarks(printed: string): string {
  const last = printed.lastIndexOf(",");
  return [...printed].map((char, at) => (char === "." ? "," : char === "," && at === last ? "." : char)).join("");
}

/** Dates, and windows such as `50 jours` or `20日`, which name something: their digits are taken out. */
function withoutNames(text: string, language: string): string {
  let rest = text
    .replace(numericDate, masked)
    .replace(spanNumber, masked)
    .replace(suspended, masked)
    .replace(elidedMean, masked);
  if (primary(language) === "th") rest = rest.replace(/(?<!\d|\d[.,])2[45]\d\d(?![\d%]|[.,]\d)/g, masked);
  return rest.replace(monthDates(language), masked);
}

function masked(found: string): string {
  return found.replaceAll(/\d/g, "_");
}

function primary(language: string): string {
  return language.split("-", 1)[0] ?? language;
}

const numericDate = /(?<!\d)\d{1,2}([./-])\d{1,2}\1\d{4}(?!\d)/g;
/** Of Bollinger's bands and the MACD, behind whatever their name is. */
const parameters = /\((?:20,\s?2|12,\s?26,\s?9)\)/g;
const spanNumber = new RegExp(
  String.raw`(?<!\d|\d[.,])\d{1,4}(?:(?:\s?[-–~～、,/]\s?|\s(?:und|et|y|e|i|و|и|और|และ|dan|và|to|bis|à|a|до)\s|[和至到或])\d{1,4}){0,4}[ \u00A0\u202F-]?(?=(?:(?:letzten|vergangenen|dernière?s|derniers|précédente?s|últim[oa]s|ultim[ie]|anteriores) )?(?:${localSpanWords}))`,
  "gi",
);

/** "Dem 20-, dem 50- und dem 200-Tage-Mittel". */
const suspended = /(?<!\d|\d[.,])\d{1,3}-(?=,\s|\s(?:und|oder|sowie|bzw|als|wie|noch)\b)/g;

/** "Sous celle à 200", "por debajo de la de 200": of a mean. */
const elidedMean = /(?<=\b(?:celle (?:à|de|des|sur)|la de) )(?:10|20|50|100|200)(?![\d%]|[.,]\d| ?%)/g;

const dates = new Map<string, RegExp>();

/** A day beside the name of a month: `3. Juni 2019`, `le 3 juin`, `3 يونيو`. */
function monthDates(language: string): RegExp {
  let found = dates.get(language);
  if (found === undefined) {
    const names = new Set<string>();
    for (let month = 0; month < 12; month += 1)
      for (const style of ["long", "short"] as const)
        for (const day of ["numeric", undefined] as const) {
          const format = new Intl.DateTimeFormat(language, {
            calendar: "gregory",
            timeZone: "UTC",
            month: style,
            ...(day !== undefined && { day }),
          });
          const parts = format.formatToParts(Date.UTC(2019, month, 15));
          const name = parts.find(({ type }) => type === "month")?.value.replace(/\.$/, "") ?? "";
          if (/\p{L}/u.test(name)) names.add(name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
        }
    const month = names.size === 0 ? "(?!)" : [...names].toSorted((a, b) => b.length - a.length).join("|");
    found = new RegExp(
      String.raw`(?<!\d|\d[.,])\d{1,2}(?:\.|º|er)?(?:\s?[-–]\s?\d{1,2}\.?)?\s(?:de |di )?(?:${month})|(?<!\p{L})(?:${month})\s\d{1,2}(?![\d%]|[.,]\d|\s?%)`,
      "giu",
    );
    if (dates.size > 100) dates.clear();
    dates.set(language, found);
  }
  return found;
}

/** `3兆2,000億`, `3억 2천만`, `3 करोड़ 25 लाख`: one number in two or more parts, each smaller than the one before. */
export function joinScales(text: string, numbers: readonly FoundNumber[]): FoundNumber[] {
  const joined: FoundNumber[] = [];
  for (const number of numbers) {
    const last = joined.at(-1);
    if (last === undefined || !continues(text, last, number)) joined.push(number);
    else {
      joined[joined.length - 1] = {
        ...number,
        text: text.slice(last.offset, number.offset + number.text.length),
        offset: last.offset,
        value: last.value + Math.sign(last.value || 1) * number.value,
        unit: number.unit ?? last.unit,
        sign: last.sign,
      };
    }
  }
  return joined;
}

function continues(text: string, last: FoundNumber, next: FoundNumber): boolean {
  const gap = text.slice(last.offset + last.text.length, next.offset);
  const part = /(?:[兆亿億万萬조억만]|करोड़|करोड़|लाख)$/.exec(last.text);
  if (part === null || gap.length > 1 || gap.trim() !== "" || next.sign !== null) return false;
  return last.unit === null && next.value < last.halfUnit * 2;
}
