import { type Found, needing, type Reader } from "./claim-reader.ts";
import { closeOn } from "./closes.ts";
import { daysIn } from "./dates.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { comparisonsIn, measureNamed, namedIn, type Measured } from "./measure-pairs.ts";
import { findNumbers } from "./numbers.ts";
import { sameCurrency } from "./currencies.ts";
import { allIn, firstIn, occurs } from "./pattern-search.ts";
import { mentionsIn } from "./subjects.ts";
import { valueNamesIn } from "./value-names.ts";

/* What words state of an agent's own number by saying that it is the same as some evidence. */

/** "Which is also where the 50-session mean lies", "which coincides with the 252-session low", "equal to the ATR". */
const same =
  /(?:,? (?:which )?(?:is )?(?:also |just |exactly |precisely |right |roughly |about )?where|(?:,? (?:which |that )?)(?:coincid(?:es|ing)|lin(?:es|ing) up|matche?s?|matching|equals?|equal(?:ling)?|in line|identical)(?: exactly)?(?: to| with)?|(?:,? (?:which )?is )?the same (?:level|price|figure|number|percentage)? ?as|, which is also)(?= )/gi;
const sameAtAll = /where|coincid|lin(?:es|ing) up|match|equal|in line|identical|same|also/i;
/** Behind "where", words that say that it lies there, or nothing more. */
const lies =
  /^[^,;.\d]{0,40}?(?:\b(?:lies?|lay|sits?|sat|is|was|stands?|stood|runs?|ran|comes in|came in|begins?|waits?|now)\b)?[^,;.\d]{0,12}$/i;
/** How far a level may be from what it is said to be at: a hundredth. */
const reach = 0.01;

/** An agent's level or size that is said to be some measure's value, or a day's close, and is not. */
export const sameAs = needing([same], (sentence, index, cited) => {
  if (!occurs(sameAtAll, sentence)) return null;
  for (const found of allIn(same, sentence)) {
    const number = findNumbers(sentence.slice(0, found.index)).at(-1);
    if (number === undefined || found.index - number.offset - number.text.length > 48) continue;
    const behind = sentence.slice(found.index + found[0].length);
    // "Somewhere between 260 and 280 is where the lower band stands".
    if (
      /\b(?:above|below|over|under|beyond|beneath|more than|less than|at least|at most) (?:USD )?[$€£₹]?$/i.test(
        sentence.slice(0, number.offset),
      )
    )
      continue;
    if (/\b(?:between|from) [^.;]{1,16} (?:and|to) (?:USD )?[$€£₹]?$/i.test(sentence.slice(0, number.offset))) continue;
    // "Sits above where the 200-session mean runs".
    if (
      /where$/i.test(found[0]) &&
      /\b(?:above|below|over|under|beneath|from|beyond|past|than|near)$/i.test(sentence.slice(0, found.index))
    )
      continue;
    // "Equals 27.4 cents on every dollar of sales".
    if (/^ (?:about |roughly |some )?[$€£¥₹]?\d/.test(behind)) continue;
    const place = { start: found.index, end: found.index + found[0].length };
    const closed = /where$/i.test(found[0]) ? closedThere(behind, number.value, index, place) : null;
    if (closed !== null) return closed;
    const [part = ""] = behind.split(/[;.](?=\s|$)|,(?=\s)|\s(?:and|while|but)\s/);
    const item = lineNamed(part, index, cited);
    if (item === null || item.value === 0 || !sharesUnit(number.unit, item)) continue;
    if (/where$/i.test(found[0]) && !occurs(lies, part.replaceAll(/\[[^\]]*\]|\d+-\w+/g, ""))) continue;
    const value = number.unit === "x" || item.unit === "%" ? Math.abs(item.value) : item.value;
    const half = Math.max(number.halfUnit, Math.abs(item.value) * reach);
    return { ...place, holds: Math.abs(number.value - value) <= half, items: [item] };
  }
  return null;
});

/** "Where the stock closed on 22 July". */
function closedThere(behind: string, value: number, index: EvidenceIndex, place: Pick<Found, "start" | "end">) {
  if (
    !/^ (?:the |its )?(?:stock|shares?|price|it|index|coin|bitcoin|ether)\b[^,;]{0,12} (?:closed|finished|ended|settled)\b/i.test(
      behind,
    )
  )
    return null;
  const [day, another] = daysIn(behind);
  const found = day === undefined || another !== undefined ? null : closeOn(day.day, index);
  if (found === null) return null;
  return { ...place, holds: Math.abs(value / found.close - 1) <= reach / 2, items: [found.item] };
}

/** The measure that a part of a sentence names; of several, none. */
function lineNamed(part: string, index: EvidenceIndex, cited: ReadonlySet<string>): Measured | null {
  const mentions = mentionsIn(part);
  if (mentions.length !== 1) return null;
  const item = namedIn(part, index);
  return item !== null && (cited.size === 0 || cited.has(item.id) || cited.size > 1) ? item : null;
}

function sharesUnit(unit: string | null, { unit: of }: Measured): boolean {
  if (unit === null) return true;
  if (unit === "%" || unit === "x") return unit === of;
  return of !== null && /^[A-Z]{3}$/.test(of) && sameCurrency(unit, of);
}

const roles: readonly (readonly [words: RegExp, role: string])[] = [
  [/\b(?:stop(?:[- ]loss)?|invalidation(?: level)?)\b(?! (?:out|at nothing))/gi, "stop"],
  [/\b(?:(?:price |profit )?targets?|objective|take[- ]profit)\b/gi, "target"],
  [
    /\b(?:(?:price|level) at which (?:we|I)(?: would)? (?:start|enter|buy|sell|short|get in|come in)|where (?:we|I) (?:start|enter|buy|sell|short|get in|come in|stand)|entry(?: price| level)?|buy(?:ing)? (?:limit|level|price))\b/gi,
    "entry",
  ],
];
const ownSubject =
  /^(?:[ ,]*(?:(?:price|level|order)|(?:is|was|sits?|stands?|lies|goes|set|put|placed|in|right|keeps?|waits|rests|remains|stays|falls|fallen|comes|not|never|no longer|at|of|for|the|this|my|our|its|trade|plan|proposal|idea|call|position|set-?up|and|which|that|also|still|only|now|well|far|just|a little|slightly|comfortably|safely|tucked|a \w+|some way|(?:I|we) (?:have )?(?:set|chose|picked|have in mind|put in|use)|\[[^\]]*\])|\(|[(:=@]? ?(?:USD )?[$€£¥₹]?\d[\d.,]*\d? ?\)?(?:dollars|USD)?))*[ ,]*$/i;

/** "Our stop at 455 is below the 20-session low": an agent's level against what it is said to be beyond. */
export const ownBesideLine: Reader = (sentence, index, _cited, { own }) => {
  let last: { readonly role: string; readonly end: number } | undefined;
  for (const { start, end, more, left, right } of comparisonsIn(sentence)) {
    const named = roles
      .flatMap(([words, role]) =>
        [...left.matchAll(words)].map((found) => ({ role, end: found.index + found[0].length })),
      )
      .toSorted((a, b) => b.end - a.end);
    // "The target lies below my entry but above the low": the first is of what the second is said.
    const isSecond = last !== undefined && /\b(?:and|but|yet)(?: still| also| well)? $/i.test(left);
    const subject = isSecond ? last : named[0];
    if (subject === undefined) continue;
    const gap = left.slice(subject.end);
    if (occurs(ownSubject, gap.replace(/\d[\d.]* ?(?:%|percent|per cent)/, ""))) last = subject;
    if (!isSecond && !occurs(ownSubject, gap)) continue;
    const printed = findNumbers(left.slice(subject.end)).find(({ unit }) => unit !== "%" && unit !== "x");
    // "The target is $4,241.78 above the stop" says how far.
    const isFar =
      printed !== undefined &&
      occurs(adjacent, left) &&
      !(own.get(subject.role) ?? []).some((level) => Math.abs(level - printed.value) <= printed.halfUnit * 1.001);
    if (isFar && !isSecond) continue;
    if (/\d (?:dollars|euros|rupees|points|cents|USD) $/i.test(left)) continue;
    // "3 % below the low" says how far, which its own check reads.
    if (!isSecond && findNumbers(left.slice(subject.end)).some(({ unit }) => unit === "%" || unit === "x")) continue;
    const levels = printed === undefined ? (own.get(subject.role) ?? []) : [printed.value];
    const [level, another] = levels;
    const line = lineAhead(right, index, own);
    if (level === undefined || another !== undefined || line === null || line.value === level) continue;
    return { start, end, holds: level > line.value === more, items: line.items };
  }
  return ledByLine(sentence, index, own);
};

const measuredAgainst =
  /\b(?:(?:measured|set|held|seen|judged|compared|placed|put)(?: up)? )?(?:against|beside|next to|relative to|with)((?: [\w-]+){2,9}),? (?:the |my |our )(stop(?:-loss)?|target|objective|entry)(?: [$€£¥₹]?\d[\d.,]*\d)? (?:is|lies|sits|stands|comes out|falls)(?: (?:the|far|well|much|clearly|a \w+))? (?:(higher|above|dearer)|(?:lower|below|cheaper))(?: one| of the two)?(?=[.,;:)]|$)/i;

/** "Measured against the 50-session mean, the stop is lower". */
function ledByLine(sentence: string, index: EvidenceIndex, own: ReadonlyMap<string, readonly number[]>): Found | null {
  const found = firstIn(measuredAgainst, sentence);
  if (found === null) return null;
  const [, named = "", role = "", higher] = found;
  const [level, another] = own.get(role.toLowerCase().replace("-loss", "").replace("objective", "target")) ?? [];
  const line = lineAhead(named, index, own);
  if (level === undefined || another !== undefined || line === null || line.value === level) return null;
  const end = found.index + found[0].length;
  const start = end - (/\w+(?: one| of the two)?$/.exec(found[0])?.[0].length ?? 0);
  return { start, end, holds: level > line.value === (higher !== undefined), items: line.items };
}

interface Line {
  readonly value: number;
  readonly items: readonly Measured[];
}

/** A printed price right before what compares. */
const adjacent =
  /\b(?:is|are|was|lies|sits|stands|comes|ends)(?: (?:about|some|roughly|exactly|just|only))? (?:USD )?[$€£¥₹]?\d[\d.,]*\d? (?:USD )?$/i;
const ownAhead =
  /^(?: (?:the|my|our|its|this|that|proposed|planned|intended|suggested|chosen|set|trader['’]s|plan['’]s|price|level|of))* $/i;
const closeAhead =
  /^ (?:the |its |today['’]s |last |current |present )*(?:close|price|market|quote)\b(?! (?:of|on) \d)/i;

/** What a comparison sets a level against: a line of the evidence, the last close, or another own level. */
function lineAhead(right: string, index: EvidenceIndex, own: ReadonlyMap<string, readonly number[]>): Line | null {
  const close = index.byKey.get("close")?.[0];
  if (occurs(closeAhead, right) && close?.value != null)
    return { value: close.value, items: [{ ...close, value: close.value }] };
  const role = roles.find(([words]) => {
    const at = right.search(words);
    return at >= 0 && occurs(ownAhead, right.slice(0, at));
  })?.[1];
  const level = role === undefined ? undefined : own.get(role)?.[0];
  if (level !== undefined) return { value: level, items: [] };
  const [exact, next] = valueNamesIn(right);
  const whole =
    exact !== undefined && /^ (?:the |its |their )?$/i.test(right.slice(0, exact.start))
      ? measureNamed(right.slice(0, next?.start), index)
      : null;
  if (whole !== null && /^[A-Z]{3}$/.test(whole.unit ?? "")) return { value: whole.value, items: [whole] };
  const [first, second] = mentionsIn(right);
  if (
    first === undefined ||
    first.start > 32 ||
    findNumbers(right.slice(0, first.start).replace(/\b\d+[- ](?=session|day)/g, "")).length > 0
  )
    return null;
  const item = namedIn(right.slice(0, second?.start), index);
  return item === null || item.unit === null || !/^[A-Z]{3}$/.test(item.unit)
    ? null
    : { value: item.value, items: [item] };
}
