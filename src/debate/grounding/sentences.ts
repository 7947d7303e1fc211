import { remembered } from "./memoized.ts";
import { allIn, occurs } from "./pattern-search.ts";

/** Ids in one pair of brackets, or in several that stand together; or an id that stands as a word. */
export interface CitationGroup {
  readonly start: number;
  readonly end: number;
  readonly ids: readonly string[];
  readonly bracketed: boolean;
}

/** A sentence of a text with what it cites. */
export interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly citations: readonly CitationGroup[];
}

const id = "[MSNFD]\\d{1,4}";
const joiner = "(?:\\s?(?:[,;/&、，،؛]|and|to|–|-)\\s?){1,2}";
const lead = "(?:see |cf\\.? |per |evidence:? |sources?:? )?";
const bracketedGroup = new RegExp(
  String.raw`[[【]${lead}(?![QH][1-4]\b)[A-Z]\d{1,4}(?:${joiner}[A-Z]\d{1,4}){0,40}[\]】]|\(${lead}${id}(?:${joiner}${id}){0,40}\)`,
  "g",
);
const bareId = new RegExp(`(?<![A-Za-z0-9_])${id}(?![A-Za-z0-9_])`, "g");
const between = /^[\s,;]*$/;

/** A sentence that does not end is cut: what stands so far apart speaks of something else. */
const mostCharacters = 1200;

/** The sentences of a text in order, from end to end. Citations right behind a full stop belong to what they follow. */
export const sentencesOf = remembered((text: string): readonly Sentence[] => {
  const cited = citationsOf(text);
  const sentences: Sentence[] = [];
  let start = 0;
  let next = 0;
  for (const end of endsOf(text, cited)) {
    const citations: CitationGroup[] = [];
    for (let found = cited[next]; found !== undefined && found.start < end; found = cited[next]) {
      citations.push(found);
      next += 1;
    }
    sentences.push({ start, end, citations });
    start = end;
  }
  return sentences;
});

/** The bracketed ids of a text, ranges filled in. In square brackets any letter is taken, so that an id nobody gave is noticed. */
export function bracketedIds(text: string): string[] {
  return citationsOf(text).flatMap(({ ids, bracketed }) => (bracketed ? ids : []));
}

function citationsOf(text: string): CitationGroup[] {
  const brackets = allIn(bracketedGroup, text).map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
    ids: idsIn(found[0]),
    bracketed: true,
  }));
  const groups: CitationGroup[] = [];
  for (const found of brackets) {
    const last = groups.at(-1);
    if (last !== undefined && found.start - last.end < 4 && between.test(text.slice(last.end, found.start)))
      groups[groups.length - 1] = { ...last, end: found.end, ids: [...last.ids, ...found.ids] };
    else groups.push(found);
  }
  let next = 0;
  const bare = allIn(bareId, text).flatMap((found): CitationGroup[] => {
    for (let group = groups[next]; group !== undefined && group.end <= found.index; group = groups[next]) next += 1;
    const inside = groups[next];
    if (inside !== undefined && inside.start <= found.index) return [];
    return [{ start: found.index, end: found.index + found[0].length, ids: [found[0]], bracketed: false }];
  });
  return bare.length === 0 ? groups : [...groups, ...bare].toSorted((a, b) => a.start - b.start);
}

function idsIn(written: string): string[] {
  const ids: string[] = [];
  for (const [, joint = "", letter = "", digits = ""] of written.matchAll(
    /(?:(?<=\d)(\s?[–-]\s?|\s?to\s?))?([A-Z])(\d{1,4})(?!\w)/g,
  )) {
    const last = ids.at(-1);
    const to = Number(digits);
    const from = last?.startsWith(letter) === true && joint !== "" ? Number(last.slice(1)) : to;
    if (to - from <= 50)
      ids.push(...Array.from({ length: Math.max(0, to - from - 1) }, (_, step) => `${letter}${from + 1 + step}`));
    ids.push(`${letter}${digits}`);
  }
  return ids;
}

const boundary = /[.!?]+["'”’)\]]*(?=\s)|[。！？।॥؟۔]+|\n+/g;
const abbreviated =
  /(?:\b(?:vs|approx|e\.g|i\.e|cf|no|inc|corp|co|ltd|mr|ms|dr|st|est|ca|c|conf|avg|mrd|mio|tsd|bzw|u\.s|u\.k|q)\.)$/i;

function* endsOf(text: string, cited: readonly CitationGroup[]): Generator<number> {
  let next = 0;
  let floor = 0;
  for (const found of text.matchAll(boundary)) {
    let end = found.index + found[0].length;
    if (end <= floor) continue;
    while ((cited[next]?.end ?? Infinity) <= end) next += 1;
    const inside = cited[next];
    if (inside !== undefined && inside.start < end) continue;
    if (!found[0].includes("\n") && continues(text, found.index + 1, end)) continue;
    if (
      inside?.bracketed === true &&
      inside.start - end < 4 &&
      /^\s*$/.test(text.slice(end, inside.start)) &&
      !found[0].includes("\n")
    ) {
      // "… rose. [F2] And so on", but not "… rose. [F2] shows why".
      if (!/^\s+[a-z]/.test(text.slice(inside.end, inside.end + 3))) end = inside.end;
    }
    yield* cut(text, floor, end);
    floor = end;
  }
  yield* cut(text, floor, text.length);
}

function* cut(text: string, start: number, end: number): Generator<number> {
  let from = start;
  while (end - from > mostCharacters) {
    const space = text.lastIndexOf(" ", from + mostCharacters);
    from = space > from ? space : from + mostCharacters;
    yield from;
  }
  if (end > from) yield end;
}

/** "Nov. 5", "Tues. 3 May": a short name of a month or a weekday before its day. */
const beforeDay = /\b(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|thurs?|thu|fri|sat|sun)\.$/i;
const dayAhead = /^\s+(?:the )?(?:\d{1,2}(?!\d)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d)/i;

/** Whether a full stop ends no sentence: an abbreviation, or what follows begins small. */
function continues(text: string, stop: number, end: number): boolean {
  if (occurs(beforeDay, text.slice(Math.max(0, stop - 8), stop)) && occurs(dayAhead, text.slice(end, end + 24)))
    return true;
  if (occurs(abbreviated, text.slice(Math.max(0, stop - 8), stop))) return true;
  return /^\s+[a-z]/.test(text.slice(end, end + 3));
}

/** Which evidence a number at `start` to `end` is said to rest on: the citation that closes its part of the sentence. */
export function boundIds(text: string, sentence: Sentence, start: number, end: number): readonly string[] {
  const bracketed = sentence.citations.filter((group) => group.bracketed);
  const following = bracketed.find((group) => group.start >= end);
  const preceding = bracketed.findLast((group) => group.end <= start);
  const bare = sentence.citations.flatMap((group) => (group.bracketed ? [] : group.ids));
  // "[M1] stands at 190": a citation that goes on into words is the subject of what follows.
  const subject =
    preceding !== undefined &&
    (/^\s?['’\w]/.test(text.slice(preceding.end, preceding.end + 2)) ||
      // "Per [M16], the average true range stands at 11.92".
      /\b(?:per|according to|as|from|by|following) $/i.test(text.slice(sentence.start, preceding.start)));
  // "Both [S2] and [M34] matter: the tone is 8.4, the count 426" cites ahead for all that follows.
  if (following === undefined && bracketed.length > 1 && occurs(citedAhead, text.slice(sentence.start, start)))
    return [...bracketed.flatMap((group) => group.ids), ...bare];
  // "… was $8.67 [F11], and 33 days have passed": what goes on behind the last citation rests on none.
  if (following === undefined && preceding !== undefined && goesOn.test(text.slice(preceding.end, start))) return bare;
  if (following === undefined) return [...(preceding?.ids ?? []), ...bare];
  return [...following.ids, ...(subject ? preceding.ids : []), ...bare];
}

const citedAhead = /^[^\d[]*(?:\[[A-Z]\d{1,4}\][^\d[]*){2,}:/;
const goesOn = /^(?:, (?:and|so|but|though|while|yet) (?!it\b)[^;]{8,}|; (?!(?:it|this|that|which)\b).*)$/i;

/** What a part of a sentence cites: the brackets that stand in it, else those that close it. */
export function idsOf(
  text: string,
  sentence: Sentence,
  part: { readonly start: number; readonly end: number },
): readonly string[] {
  const inside = sentence.citations.filter(
    ({ bracketed, start, end }) => bracketed && start >= part.start && end <= part.end,
  );
  return inside.length > 0 ? inside.flatMap(({ ids }) => ids) : boundIds(text, sentence, part.end, part.end);
}
