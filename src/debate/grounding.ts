import { LRUCache } from "lru-cache";
import type { Point } from "#src/contract/answers.ts";
import { isEnglish } from "#src/contract/language.ts";
import {
  isSupported,
  type GroundedNumber,
  type Grounding,
  type UnreadQuantity,
  type WordClaim,
} from "#src/contract/judgement.ts";
import { sha256 } from "#src/platform/hash.ts";
import { aroundOf } from "./grounding/around.ts";
import { judge, type Computation } from "./grounding/computations.ts";
import {
  type Claim,
  closingClaims,
  comparisonClaims,
  lastClaims,
  sentenceClaims,
  turnedAhead,
  wordClaims,
} from "./grounding/word-claims.ts";
import { prepareEvidence, type EvidenceIndex } from "./grounding/evidence-index.ts";
import { namesIn } from "./grounding/expression.ts";
import { daysIn } from "./grounding/dates.ts";
import { outsideCount } from "./grounding/counted-sessions.ts";
import type { FoundNumber } from "./grounding/found-number.ts";
import { answeredClaims } from "./grounding/answered-claims.ts";
import { isToldByNews } from "./grounding/news-told.ts";
import { impliedClaims } from "./grounding/implied-ids.ts";
import { withOrder, withoutCircles, type Judged } from "./grounding/judged-numbers.ts";
import { idsBeside, partsOf } from "./grounding/list-items.ts";
import { localClaims } from "./grounding/local-directions.ts";
import { rememberedOf } from "./grounding/memoized.ts";
import { findNumbers } from "./grounding/numbers.ts";
import { isOfOwnLevel } from "./grounding/own-side-claims.ts";
import { ownLevels, prepareProposals, type Proposed } from "./grounding/proposals.ts";
import { boundIds, bracketedIds, idsOf, sentencesOf, type Sentence } from "./grounding/sentences.ts";
import { clausesOf, type Clause, labelSpans, nameOf, wideClausesOf, type Spot } from "./grounding/number-in-context.ts";
import { mentionsIn } from "./grounding/subjects.ts";
import { readable } from "./grounding/readable.ts";
import { qualifierOf } from "./grounding/support.ts";
import { windowsIn } from "./grounding/windows.ts";
import type { Grounds } from "./grounding/grounds.ts";
import { isConditioned } from "./grounding/supposed.ts";
import { asShown, saidOnce } from "./grounding/said-once.ts";
import { ofKnownSource } from "./grounding/found-evidence.ts";
import { groundNumber } from "./grounding/verdict.ts";

export { prepareEvidence, type EvidenceIndex };

/**
 * Ties every number of a statement, in its prose, its points' claims and its other texts, to what it rests on, and holds
 * the words that give directions against the evidence (docs/grounding.md has the rules and what they miss).
 *
 * A number in a sentence that cites evidence must be one of the cited values, or follow from them: by a declared
 * computation, or as the quotient, difference, sum or change of two of them. It may also repeat a number that an agent
 * set, in words that speak of it. In a sentence without citations any evidence will do. A value matches when it lies
 * within half a unit of the last printed digit ("about" and "more than" reach further) and the units can be the same.
 *
 * @param index from `prepareEvidence`, over the evidence the agent had
 * @param proposed what this agent and those before it set
 * Of a text in another language than English the numbers are tied to values, and the names, windows and roles that a
 * number stands with are not read; directions are where a lexicon knows the language (local-directions.ts).
 * @param fields other texts of the answer by name, such as the thesis
 * @param language of the texts when it is not English
 */
export function ground(statement: Stated): Grounding {
  const { index, ...said } = statement;
  const key = sha256(JSON.stringify([index.digest, said]));
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = groundAnew(statement);
  known.set(key, found);
  return found;
}

interface Stated {
  readonly text: string;
  readonly points: readonly Point[];
  readonly computations: readonly Computation[];
  readonly index: EvidenceIndex;
  readonly proposed: readonly Proposed[];
  readonly fields?: Readonly<Record<string, string>>;
  readonly language?: string | undefined;
}

/**
 * Reading takes most of a turn's time, and a statement on the same evidence reads the same. Whoever proves that nothing
 * known later moves a decision makes each run several times over. Turns of a few runs, some kilobytes each.
 */
const known = new LRUCache<string, Grounding>({ max: 256 });

function groundAnew(args: Stated): Grounding {
  const { text, points, index, fields = {} } = args;
  const judged = args.computations.map((computation) => judge(computation, index));
  const grounds: Grounds = {
    index,
    computed: judged.filter((one) => "ids" in one),
    proposals: prepareProposals(args.proposed, index),
    language: isEnglish(args.language) ? undefined : args.language,
  };
  const texts: Passage[] = [
    { text, point: null, field: null, ids: [] },
    ...points.map(({ claim, evidence }, point) => ({ text: claim, point, field: null, ids: evidence })),
    ...Object.entries(fields).map(([field, written]) => ({ text: written, point: null, field, ids: [] })),
  ];
  const read = texts.map((passage) => readPassage(passage, grounds, args));
  const numbers = read.flatMap((one) => one.numbers);
  const supported = numbers.filter(isSupported).length;
  const cited = [
    ...texts.flatMap((passage) => bracketedIds(passage.text)),
    ...points.flatMap((point) => point.evidence),
    ...args.computations.flatMap((computation) => namesIn(computation.expression)),
  ];
  return {
    numbers,
    supported,
    unsupported: numbers.length - supported,
    words: read.flatMap((one) => one.words),
    unread: read.flatMap((one) => one.unread),
    bad_computations: judged.filter((one) => "reason" in one),
    unknown_ids: [...new Set(cited)].filter((id) => !index.items.has(id)),
  };
}

interface Passage {
  readonly text: string;
  readonly point: number | null;
  readonly field: string | null;
  /** What the whole text is said to rest on. */
  readonly ids: readonly string[];
}

/** What was read of a text on the same evidence: agents repeat the claims of those before them. */
const passageOf = rememberedOf<EvidenceIndex, Read>();

function readPassage(passage: Passage, grounds: Grounds, { computations, proposed, language }: Stated): Read {
  const parts = partsOf(passage.text).map(({ start, text }) => {
    const part = { ...passage, text, ids: idsBeside(text, passage.ids) };
    const key = JSON.stringify([text, part.ids, computations, proposed, language]);
    const read = passageOf(grounds.index, key, () => groundPassage(part, grounds));
    const placed = <T extends { readonly offset: number }>(all: readonly T[]) =>
      all.map((one) => ({ ...one, point: passage.point, field: passage.field, offset: one.offset + start }));
    return { numbers: placed(read.numbers), words: placed(read.words), unread: placed(read.unread) };
  });
  return {
    numbers: parts.flatMap(({ numbers }) => numbers),
    words: parts.flatMap(({ words }) => words),
    unread: parts.flatMap(({ unread }) => unread),
  };
}

interface Read {
  readonly numbers: GroundedNumber[];
  readonly words: WordClaim[];
  readonly unread: UnreadQuantity[];
}

function shifted<T extends { readonly start: number; readonly end: number }>(places: readonly T[], by: number): T[] {
  return places.map((one) => ({ ...one, start: one.start + by, end: one.end + by }));
}

/** The part of a sentence that a number stands in; of one that reaches over a border ("three hundred and five"), both parts. */
function clauseOf(clauses: readonly Clause[], start: number, end: number): Clause | undefined {
  const first = clauses.find((clause) => start < clause.end);
  const last = clauses.find((clause) => end <= clause.end);
  return first === undefined || last === undefined ? first : { start: first.start, end: last.end };
}

/** What the words of a sentence state, part by part and as a whole. */
function claimsOf(
  text: string,
  sentence: Sentence,
  clauses: readonly Clause[],
  { ids, point, field }: Passage,
  { index, proposals }: Grounds,
): readonly WordClaim[] {
  const own = ownLevels(proposals);
  const written = text.slice(sentence.start, sentence.end);
  const words: WordClaim[] = [];
  const add = (claims: readonly Claim[], { start }: Clause): void => {
    words.push(...claims.map((claim) => ({ ...turnedAhead(claim, text, sentence.start, start), point, field })));
  };
  for (const clause of clauses) {
    const cited = new Set([...ids, ...idsOf(text, sentence, clause)]);
    const lead = text.slice(sentence.start, clause.start);
    if (isConditioned(lead) || isOfOwnLevel(lead, text.slice(clause.start, clause.end))) continue;
    const around = aroundOf(written, clause.start - sentence.start, clause.end - sentence.start, own);
    add(wordClaims(text.slice(clause.start, clause.end), clause.start, cited, index, around), clause);
  }
  for (const clause of wideClausesOf(text, sentence)) {
    const cited = new Set([...ids, ...idsOf(text, sentence, clause)]);
    add(comparisonClaims(text.slice(clause.start, clause.end), clause.start, cited, index), clause);
  }
  const closing = new Set([...ids, ...boundIds(text, sentence, sentence.end, sentence.end)]);
  add(sentenceClaims(written, sentence.start, closing, index, own), sentence);
  for (const clause of clauses) {
    if (words.some(({ offset }) => offset >= clause.start && offset < clause.end)) continue;
    const lead = text.slice(sentence.start, clause.start);
    if (isConditioned(lead) || isOfOwnLevel(lead, text.slice(clause.start, clause.end))) continue;
    const cited = new Set([...ids, ...idsOf(text, sentence, clause)]);
    add(lastClaims(text.slice(clause.start, clause.end), clause.start, cited, index), clause);
  }
  const all = new Set([...ids, ...sentence.citations.flatMap((group) => group.ids)]);
  add(closingClaims(written, sentence.start, all, index, words), sentence);
  if (words.length === 0 && sentence.citations.length > 1)
    add(lastClaims(written, sentence.start, all, index), sentence);
  return outsideCount(words, { start: sentence.start, text: written }, index);
}

/** What the words of a sentence state, answer to the one before, and say of the measures whose figures they print. */
function saidIn(
  text: string,
  [last, sentence]: readonly [Sentence | undefined, Sentence],
  clauses: readonly Clause[],
  figures: readonly Judged[],
  passage: Passage,
  grounds: Grounds,
): WordClaim[] {
  const { ids, point, field } = passage;
  const { index } = grounds;
  const answers = answeredClaims(text, [last, sentence], ids, figures, index).map((one) => ({ ...one, point, field }));
  const all = [...claimsOf(text, sentence, clauses, passage, grounds), ...answers];
  const whole = text.slice(sentence.start, sentence.end);
  const claims = all.filter((one) => one.verdict !== "contradicted" || !isToldByNews(whole, one, index));
  if (claims.length > 0 || ids.length > 0 || sentence.citations.length > 0) return claims;
  const written = text.slice(sentence.start, sentence.end);
  return impliedClaims(written, sentence.start, figures, index).map((one) => ({ ...one, point, field }));
}

function groundPassage(passage: Passage, grounds: Grounds): Read {
  const { point, field } = passage;
  const { language } = grounds;
  const { text, placeOf, isInserted, shown, unread } = readable(passage.text, language, grounds.index);
  const found = findNumbers(text, language).filter(({ offset }) => !isInserted(offset));
  const labels = labelSpans(text, grounds.index);
  const judged: Judged[] = [];
  const words: WordClaim[] = [];
  let next = 0;
  let quantity: FoundNumber | undefined;
  let previous: readonly FoundNumber[] = [];
  const sentences = sentencesOf(text);
  for (const [place, sentence] of sentences.entries()) {
    const written = text.slice(sentence.start, sentence.end);
    const placed = {
      mentions: shifted(mentionsIn(written), sentence.start),
      windows: shifted(windowsIn(written), sentence.start),
      days: shifted(daysIn(written), sentence.start),
    };
    const clauses = clausesOf(text, sentence);
    const past = found.findIndex(({ offset }, at) => at >= next && offset >= sentence.end);
    const inSentence = found.slice(next, past < 0 ? undefined : past);
    const from = judged.length;
    for (let number = found[next]; number !== undefined && number.offset < sentence.end; number = found[next]) {
      const start = number.offset;
      const bound = boundIds(text, sentence, start, start + number.text.length);
      const spot: Spot = {
        number,
        text,
        sentence,
        clause: clauseOf(clauses, start, start + number.text.length) ?? sentence,
        ...placed,
        numbers: inSentence,
        previous,
        ids: new Set([...passage.ids, ...bound].filter((id) => grounds.index.items.has(id))),
        qualifier: qualifierOf(text, start, start + number.text.length),
        before: found[next - 1],
        after: found[next + 1],
        quantity,
      };
      const name = nameOf(spot, labels, grounds.index);
      if (name === null) quantity = number;
      next += 1;
      const judgement = name ?? ofKnownSource(groundNumber(spot, grounds), spot, bound, grounds.index);
      if (judgement !== null) judged.push({ spot, judgement, isName: name !== null });
    }
    previous = inSentence;
    if (language === undefined) {
      const ordered = withOrder(judged.slice(from), text, sentence);
      judged.splice(from, ordered.length, ...ordered);
    }
    if (language !== undefined) {
      const claims = localClaims(text, sentence, inSentence, passage.ids, grounds.index, language);
      words.push(...claims.map((claim) => ({ ...claim, point, field })));
      continue;
    }
    words.push(...saidIn(text, [sentences[place - 1], sentence], clauses, judged.slice(from), passage, grounds));
  }
  return {
    numbers: withoutCircles(judged, grounds).map((one) => numberOf(one, passage, placeOf)),
    words: saidOnce(words).map((one) => asShown(one, shown, placeOf)),
    unread: unread.map((one) => ({ ...one, point, field })),
  };
}

function numberOf(
  { spot: { number }, judgement }: Judged,
  { text, point, field }: Passage,
  placeOf: (offset: number) => number,
): GroundedNumber {
  const { value, unit } = number;
  const { verdict, evidence, cited, basis } = judgement;
  const offset = placeOf(number.offset);
  const printed = text.slice(offset, placeOf(number.offset + number.text.length));
  return { point, field, offset, text: printed, value, unit, verdict, evidence, cited, basis };
}
