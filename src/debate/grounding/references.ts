import { closesOf } from "./closes.ts";
import { daysIn, isDay, type NamedDay } from "./dates.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { allIn, firstIn, occurs } from "./pattern-search.ts";
import { sentencesOf, type Sentence } from "./sentences.ts";
import { mentionsIn, type Mention } from "./subjects.ts";

/*
 * What a sentence leaves to the one before: "It is overbought", "The price is above it", "a day later". The measure or
 * the day that is meant is written in its place, so that every rule reads the sentence as if it stood alone.
 */

interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/** A text with what it refers to written out, and the way back to the places of the original. */
export interface WrittenOut {
  readonly text: string;
  /** Where in the original a place of the text stands. */
  readonly placeOf: (offset: number) => number;
  /** Whether a place was written in and stands in no original. */
  readonly isInserted: (offset: number) => boolean;
}

const article = /^(?:the|its|their|an?|this|that|these|those|last|latest|current|trailing)\b/i;
const connector =
  "(?:(?:but|and|yet|still|so|however|now|moreover|also|even so|today|by contrast|at the same time|meanwhile|then),? )?";
/** A verb that a subject pronoun or a subject has behind it. */
const verb =
  /\b(?:is|was|are|were|has|have|had|does|did|do|stands?|stood|sits?|sat|reads?|remains?|remained|stays?|stayed|comes?|came|lies|lay|runs?|ran|prints?|printed|shows?|showed|equals?|amounts?|amounted|works?|hovers?|trades?|closed|finished|ended|rose|fell|grew|shrank|climbed|dropped|slipped|declined|advanced|gained|lost|widened|narrowed|expanded|contracted|improved|deteriorated|doubled|halved|exceeds?|exceeded|tops|topped|beats?|trails?|trailed|lags?|lagged|crossed|turned|looks?|keeps?|points?|signals?|tells?|puts?|leaves?|covers?|compares?|reached|hit|hits|set|sets|made|makes|totall?ed|totals?|matches|matched|leads?|led|went|goes|moved|swung|worsened|accelerated|slowed|cooled|eased|jumped|surged|soared|plunged|tumbled|sank|slid)\b/i;
const subjectPronoun = new RegExp(
  String.raw`^\s*${connector}(it|this|that|they|these|the (?:figure|reading|number|value|indicator|oscillator|measure))(?= ${verb.source})`,
  "i",
);
const bothPronoun = new RegExp(String.raw`^\s*${connector}(both|neither|they)(?= ${verb.source})`, "i");
const objectPronoun =
  /\b(?:above|below|over|under|beneath|than|off|past|through|beyond|short of|ahead of|behind|north of|south of|exceeds?|exceeded|tops|topped|beats?|trails?|cleared|clears|lost|broke|regained|reclaimed|crossed|holds?|held|from|back to|up to|down to|return to|retest) (it|that|this|that (?:level|line|mark|figure|average|mean)|this (?:level|line|mark|figure|average|mean))(?=[.,;:)]|$| \[| (?:by|again|now|today|for|and|but|yet|so|since)\b)/i;
/** What an "it" means as well: then it is not the measure beside it. */
const priced =
  /\b(?:[Ss]tock|[Ss]hares?|[Pp]rice|[Cc]ompany|[Ii]ndex|[Cc]oin|[Bb]itcoin|[Ee]ther|[Ii]t|[Tt]hey|[Ff]irm|[Bb]usiness|[Qq]uote|[Gg]roup|[Mm]arket)\b/;

/** The measure that a sentence is about: the one that stands before its verb, where no other does. */
function subjectOf(written: string): string | null {
  const [mention] = mentionsIn(written);
  if (mention === undefined) return null;
  const lead = written.slice(0, mention.start);
  if (lead.length > 40 || occurs(verb, lead) || occurs(priced, lead)) return null;
  const found = firstIn(verb, written.slice(mention.end));
  if (found === null || found.index > 48) return null;
  const phrase = written.slice(mention.start, mention.end + found.index);
  if (mentionsIn(phrase).length > 1 || /[;:]/.test(phrase)) return null;
  return nameOf(phrase);
}

/** "RSI (49) [M7], at 49": the name alone, with what tells its window. */
function nameOf(phrase: string): string | null {
  const plain = phrase
    .replaceAll(/ ?\([^()]*\)| ?\[[^\]]*\]/g, "")
    .replace(/,.*$/, "")
    .replace(/ (?:at|of) [$€£₹]?[\d.,]+ ?\S{0,12}$/, "")
    .trim();
  return plain === "" || plain.length > 60 ? null : occurs(article, plain) ? plain : `the ${plain}`;
}

/** The only measure that a sentence names. */
function onlyNamed(written: string): string | null {
  const mentions = mentionsIn(written);
  const [mention] = mentions;
  if (mention === undefined || distinct(mentions) > 1) return null;
  return nameOf(written.slice(mention.start, mention.end));
}

function distinct(mentions: readonly Mention[]): number {
  return new Set(mentions.map(({ keys }) => keys.join())).size;
}

function pairOf(written: string): readonly [string, string] | null {
  const mentions = mentionsIn(written);
  const [one, other] = mentions;
  if (one === undefined || other === undefined || mentions.length !== 2 || distinct(mentions) !== 2) return null;
  return [written.slice(one.start, one.end), written.slice(other.start, other.end)];
}

function pronounIn(written: string, before: string): Replacement[] {
  const both = firstIn(bothPronoun, written);
  const pair = both === null ? null : pairOf(before);
  if (both !== null && pair !== null) {
    const start = both.index + both[0].length - (both[1] ?? "").length;
    const [one, other] = pair;
    const by = /neither/i.test(both[1] ?? "") ? `neither the ${one} nor the ${other}` : `the ${one} and the ${other}`;
    return [{ start, end: both.index + both[0].length, by }];
  }
  const subject = firstIn(subjectPronoun, written);
  if (subject !== null && mentionsBefore(written, subject.index + subject[0].length) === 0) {
    const by = subjectOf(before);
    const end = subject.index + subject[0].length;
    const cited = citation.test(written) ? [...before.matchAll(new RegExp(citation, "g"))] : [];
    const source = cited.length === 1 ? ` ${cited[0]?.[0] ?? ""}` : "";
    if (by !== null) return [{ start: end - (subject[1] ?? "").length, end, by: `${by}${source}` }];
  }
  const bare = firstIn(bareComparative, written);
  const line = bare === null ? null : onlyNamed(before);
  if (bare !== null && line !== null) {
    const end = bare.index + bare[0].length;
    return [{ start: end, end, by: `${/^(?:higher|lower)$/i.test(bare[1] ?? "") ? " than" : ""} ${line}` }];
  }
  return objectIn(written, before);
}

/** "The last close is lower, at 221.47": than what the sentence before named. */
const bareComparative =
  /^\s*(?:the )?(?:last |latest )?(?:close|price|stock|shares?|index|coin) (?:is|was|stands?|sits?|trades?|lies|closed|finished) (?:\w+ )?(higher|lower|above|below|beneath)(?=[,.;]| \[|$)/i;

/** "The price is above it": of the measure before, in the same sentence or in the one before. */
function objectIn(written: string, before: string): Replacement[] {
  const object = firstIn(objectPronoun, written);
  if (object === null) return [];
  const end = object.index + object[0].length;
  const named = mentionsIn(written).filter(({ keys }) => !keys.every((key) => key === "close"));
  const [own, another] = named;
  const by =
    own === undefined
      ? onlyNamed(before)
      : another === undefined && own.end < object.index
        ? nameOf(written.slice(own.start, own.end))
        : null;
  return by === null ? [] : [{ start: end - (object[1] ?? "").length, end, by }];
}

const subjectOfEllipsis = String.raw`((?:the|its|their|that|those) (?:[^,;.()[\]\d]|\d{1,3}(?=[ -](?:session|day|week|month))){3,48}?)`;
/** "And so is the money flow index". */
const soIs = new RegExp(
  String.raw`(?:[,;]|\band|, and) so (?:is|are|was|were|has|have|did|does|do|stands|stand) ${subjectOfEllipsis}(?=[,;.()]| at \d| \[|$)`,
  "i",
);
/** "And the net margin did too", "but the 20-session mean is not". */
const tooIs = new RegExp(
  String.raw`(?:[,;]|\band|, and|\bbut|while|whereas) ${subjectOfEllipsis}( (?:is|are|was|were|has|have|did|does|do)(?: (?:so )?(?:too|as well|likewise)|( not|n['’]t)))(?=[,;.]| \[|$)`,
  "i",
);
/** What a clause says of its subject: "is oversold by a whisker", "widened". */
const predicates =
  /\b((?:is|are|was|were|stands?|sits?|lies|trades?) (?!(?:at|on|in|by|what|the|a|an|of)\b)[a-z][\w-]*(?: (?!and\b|but\b|by\b|at\b|while\b|so\b)[a-z\d][\w-]*){0,4}|(?:rose|fell|grew|shrank|widened|narrowed|contracted|expanded|improved|deteriorated|declined|increased|decreased|dropped|climbed|gained|lost|slipped|worsened|doubled|halved|accelerated|slowed|weakened|strengthened))\b/gi;

/** "The close is below its upper band, and the mean is not": below it. */
function denialOf(predicate: string, end: number): Replacement[] {
  const said = /^(?:is|are|was|were) (?!not\b)(.+)$/i.exec(predicate)?.[1];
  return said === undefined ? [] : [{ start: end, end, by: ` ${said}` }];
}

/** What "so is the other" and "the other did too" leave out, written in. */
function ellipsisIn(written: string): Replacement[] {
  const so = firstIn(soIs, written);
  const found = so ?? firstIn(tooIs, written);
  if (found === null) return [];
  const [predicate] = allIn(predicates, written.slice(0, found.index)).at(-1) ?? [];
  if (predicate === undefined) return [];
  const [all, subject = "", told = "", not] = found;
  const end = found.index + all.length;
  if (so === null)
    return not === undefined ? [{ start: end - told.length, end, by: ` ${predicate}` }] : denialOf(predicate, end);
  const start = end - subject.length;
  const lead = all.slice(0, all.length - subject.length);
  const from = start - (/so \w+ $/i.exec(lead)?.[0].length ?? 0);
  return [
    { start: from, end: start, by: "" },
    { start: end, end, by: ` ${predicate}` },
  ];
}

const citation = /\[[A-Z]\d{1,4}(?:, ?[A-Z]\d{1,4})*\]/;

function mentionsBefore(written: string, end: number): number {
  return mentionsIn(written).filter(({ start }) => start < end).length;
}

const steps = ["one", "two", "three", "four", "five"];
const relative =
  /\b(?:(a|one|two|three|four|five) (?:trading )?(day|session)s? (later|afterwards|(?:after|earlier|before)(?! (?:the|that|this|it|its|earnings|results|yesterday)\b))|the (?:trading )?(?:day|session) (after|before)(?! (?:the|that|this|it|its|earnings|results|yesterday)\b)|the (next|following|previous|preceding|prior) (?:trading )?(?:day|session))(?!['’\w])(?! (?:was|were|close)\b)/gi;

/** "A day later", counted from the day that is named before: the day itself. */
function relativeDays(text: string, index: EvidenceIndex): Replacement[] {
  const closes = closesOf(index)?.closes;
  if (closes === undefined) return [];
  let days: readonly NamedDay[] | null = null;
  return allIn(relative, text).flatMap((found): Replacement[] => {
    days ??= daysIn(text).filter(({ day }) => /\d/.test(day));
    const anchor = days.findLast(({ end }) => end <= found.index && found.index - end < 160);
    const at = anchor === undefined ? -1 : closes.findLastIndex((one) => isDay(one.day, anchor.day));
    const [printed, count = "one", unit = "day", said, edge, near] = found;
    const size = /^a$/i.test(count) ? 1 : steps.indexOf(count.toLowerCase()) + 1;
    // "Two days later" may count the days of the calendar.
    if (at < 0 || (size > 1 && unit.toLowerCase() === "day")) return [];
    const isBack = /earlier|before|previous|preceding|prior/i.test(said ?? edge ?? near ?? "");
    const day = closes[at + (isBack ? -size : size)]?.day;
    if (day === undefined) return [];
    const lead = /\b(?:on|of|from|to|by|since|at) $/i.test(text.slice(Math.max(0, found.index - 6), found.index));
    return [{ start: found.index, end: found.index + printed.length, by: `${lead ? "" : "on "}${spoken(day)}` }];
  });
}

const months = "January February March April May June July August September October November December".split(" ");

function spoken(day: string): string {
  return `${Number(day.slice(8, 10))} ${months[Number(day.slice(5, 7)) - 1] ?? ""}`;
}

const anyReference =
  /\b(?:it|this|that|they|these|both|neither|the (?:figure|reading|number|value|indicator|oscillator|measure)|(?:day|session)s? (?:later|after|earlier|before)|(?:next|following|previous|preceding|prior) (?:trading )?(?:day|session)|higher|lower|above|below|beneath|so|too|as well|likewise|not|n['’]t)\b/i;

/** A text with what its sentences refer to written in. */
export function writtenOut(text: string, index: EvidenceIndex): WrittenOut {
  const sentences = occurs(anyReference, text) ? sentencesOf(text) : [];
  const pronouns = sentences.flatMap((sentence: Sentence, at): Replacement[] => {
    const before = sentences[at - 1];
    const written = text.slice(sentence.start, sentence.end);
    const found =
      before === undefined ? objectIn(written, "") : pronounIn(written, text.slice(before.start, before.end));
    return [...found, ...ellipsisIn(written)].map(({ start, end, by }) => ({
      start: sentence.start + start,
      end: sentence.start + end,
      by,
    }));
  });
  const all = [...pronouns, ...(sentences.length === 0 ? [] : relativeDays(text, index))].toSorted(
    (a, b) => a.start - b.start,
  );
  return all.length === 0 ? asItStands(text) : replaced(text, all);
}

export function asItStands(text: string): WrittenOut {
  return { text, placeOf: (offset) => offset, isInserted: () => false };
}

function replaced(text: string, all: readonly Replacement[]): WrittenOut {
  let written = "";
  let from = 0;
  const places: { readonly start: number; readonly end: number; readonly of: Replacement }[] = [];
  for (const one of all) {
    if (one.start < from) continue;
    written += text.slice(from, one.start);
    places.push({ start: written.length, end: written.length + one.by.length, of: one });
    written += one.by;
    from = one.end;
  }
  return {
    text: written + text.slice(from),
    placeOf: (offset) => {
      const last = places.findLast(({ start }) => start <= offset);
      if (last === undefined) return offset;
      return offset < last.end ? last.of.start : last.of.end + offset - last.end;
    },
    isInserted: (offset) => places.some(({ start, end }) => offset >= start && offset < end),
  };
}
