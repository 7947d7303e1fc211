import type { GroundedNumber } from "#src/contract/judgement.ts";
import type { NamedDay } from "./dates.ts";
import { spanName, type EvidenceIndex } from "./evidence-index.ts";
import type { FoundNumber } from "./found-number.ts";
import type { Sentence } from "./sentences.ts";
import { measureBefore, type Mention } from "./subjects.ts";
import type { Qualifier } from "./support.ts";
import type { Window } from "./windows.ts";

/** What is said of one number. */
export type Judgement = Pick<GroundedNumber, "verdict" | "evidence" | "cited" | "basis">;

/** One number with what surrounds it. */
export interface Spot {
  readonly number: FoundNumber;
  readonly text: string;
  readonly sentence: Sentence;
  readonly clause: Clause;
  /** Of the sentence, at their places in the text. */
  readonly mentions: readonly Mention[];
  /** Of the sentence too. */
  readonly windows: readonly Window[];
  readonly days: readonly NamedDay[];
  /** Of the sentence. */
  readonly numbers: readonly FoundNumber[];
  /** What the number is said to rest on; empty where nothing is cited. */
  readonly ids: ReadonlySet<string>;
  readonly qualifier: Qualifier;
  readonly before: FoundNumber | undefined;
  readonly after: FoundNumber | undefined;
  /** The last number before it that is no part of a name. */
  readonly quantity: FoundNumber | undefined;
}

export interface Clause {
  readonly start: number;
  readonly end: number;
}

/** The parts of a sentence between commas and such words as "while". */
export function clausesOf(text: string, sentence: Sentence): Clause[] {
  return partsOf(
    text,
    sentence,
    /[;,:](?=\s)(?![^[\]]{0,120}\])|\s(?:while|whereas|but|although|though|(?<!\b(?:not|never|as|hasn't|haven't|isn't) )yet|because|and)\s|\s[–—]\s/g,
  );
}

/** The same with what "and" joins in one: "less debt than cash and securities". */
export function wideClausesOf(text: string, sentence: Sentence): Clause[] {
  return partsOf(
    text,
    sentence,
    /[;,:](?=\s)(?![^[\]]{0,120}\])|\s(?:while|whereas|but|although|though|(?<!\b(?:not|never|as|hasn't|haven't|isn't) )yet|because)\s|\s[–—]\s/g,
  );
}

function partsOf(text: string, { start, end }: Sentence, boundary: RegExp): Clause[] {
  const clauses: Clause[] = [];
  let from = start;
  for (const found of text.slice(start, end).matchAll(boundary)) {
    clauses.push({ start: from, end: start + found.index });
    from = start + found.index + found[0].length;
  }
  return [...clauses, { start: from, end }];
}

/** Where a text repeats the label of some evidence to the letter. */
export function labelSpans(text: string, { labels }: EvidenceIndex): { start: number; end: number; id: string }[] {
  return labels.flatMap(({ id, label }) => {
    const found = [];
    for (let at = text.indexOf(label); at >= 0; at = text.indexOf(label, at + label.length))
      found.push({ start: at, end: at + label.length, id });
    return found;
  });
}

const spanAfter =
  /^[ -](?:trading |calendar )?(day|session|week|month|quarter|year)s?(?![A-Za-z])(?! (?:in a row|running|straight|on end))/i;
/** The same in other languages. All of these are counted in sessions or days. */
const daysAfter = /^ ?(?:Sitzung(?:en)?|Tage?n?|séances?|jours?|sesion(?:es)?|sesiones|días?|日|天|个交易日|個交易日)/i;

/** "Ten days have passed": so many, and no window of a measure. */
const elapsed =
  /^(?:[ -](?:trading |calendar )?(?:day|session|week|month|quarter|year)s?)? (?:(?:have|has|had) (?:\w+ )?(?:passed|gone|elapsed)|passed|gone|since|old|left|remain)(?![A-Za-z])/i;

/** The measure whose name the number is part of: "over 63 sessions" of "Return over 63 sessions". It supports nothing else. */
export function nameOf(
  { number, text, windows }: Spot,
  spans: readonly { readonly start: number; readonly end: number; readonly id: string }[],
  index: EvidenceIndex,
): Judgement | null {
  const { labels } = index;
  const end = number.offset + number.text.length;
  const inside = spans.find((span) => span.start <= number.offset && end <= span.end);
  if (inside !== undefined) return { verdict: "evidence", evidence: [inside.id], cited: false, basis: null };
  if (number.unit !== null || !/^(?:[\d０-９]+|[a-z]+(?:-[a-z]+)?)$/i.test(number.text)) return null;
  const ahead = text.slice(end, end + 24);
  const unit = spanAfter.exec(ahead)?.[1] ?? (daysAfter.test(ahead) ? "session" : undefined);
  // "Over 5, 21 or 63 sessions", "26.9 % over 21 sessions, 39.9 % over 63".
  const shared = windows.find((one) => one.start <= number.offset && end <= one.end);
  // "The highest of the 12 closes shown".
  const list = /^ (?:last |listed |latest )?closes\b/.test(ahead) ? index.byKey.get("recent_closes")?.[0] : undefined;
  if (list !== undefined) return { verdict: "evidence", evidence: [list.id], cited: false, basis: null };
  if (unit === undefined && shared === undefined) return null;
  if (elapsed.test(text.slice(end, end + 48))) return null;
  const names = unit === undefined ? [...(shared?.names ?? [])] : [spanName(String(number.value), unit)];
  const named = labels.filter((label) => names.some((name) => label.spans.includes(name))).map(({ id }) => id);
  return named.length === 0 ? null : { verdict: "evidence", evidence: named.slice(0, 1), cited: false, basis: null };
}

/** The words nearest to a number, those right behind it, those of its sentence, and whether they speak of some measure. */
export function wordsAround({ text, clause, sentence, mentions, number }: Spot, { byKey }: EvidenceIndex) {
  const named = measureBefore(text, mentions, number.offset);
  const units = (named?.keys ?? []).flatMap((key) => (byKey.get(key) ?? []).map(({ unit }) => unit));
  return {
    near: text.slice(clause.start, clause.end),
    ahead: text.slice(number.offset + number.text.length, number.offset + number.text.length + 32),
    // A row of a table speaks in the words of its head.
    wider: /^\s*\|/.test(text.slice(sentence.start)) ? text : text.slice(sentence.start, sentence.end),
    aboutAnother: named !== null || mentions.some((one) => one.start >= clause.start && one.end <= clause.end),
    isReading: units.length > 0 && units.every((unit) => unit === null || !/^[A-Z]{3,5}/.test(unit)),
  };
}
