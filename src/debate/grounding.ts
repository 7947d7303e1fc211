import type { Computation, Point } from "#src/contract/answers.ts";
import { isEnglish } from "#src/contract/language.ts";
import {
  isSupported,
  type GroundedNumber,
  type Grounding,
  type UnreadQuantity,
  type WordClaim,
} from "#src/contract/judgement.ts";
import { judge } from "./grounding/computations.ts";
import { sentenceClaims, comparisonClaims, wordClaims } from "./grounding/word-claims.ts";
import { prepareEvidence, type EvidenceIndex } from "./grounding/evidence-index.ts";
import { namesIn } from "./grounding/expression.ts";
import { daysIn } from "./grounding/dates.ts";
import { findUnread } from "./grounding/number-words.ts";
import type { FoundNumber } from "./grounding/found-number.ts";
import { findNumbers } from "./grounding/numbers.ts";
import { prepareProposals, type Proposed } from "./grounding/proposals.ts";
import { boundIds, bracketedIds, sentencesOf } from "./grounding/sentences.ts";
import { clausesOf, type Clause, labelSpans, nameOf, wideClausesOf, type Spot } from "./grounding/number-in-context.ts";
import { mentionsIn } from "./grounding/subjects.ts";
import { qualifierOf } from "./grounding/support.ts";
import { windowsIn } from "./grounding/windows.ts";
import { groundNumber, type Grounds } from "./grounding/verdict.ts";

export { prepareEvidence, type EvidenceIndex, type Proposed };

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
 * Of a text in another language than English the numbers are tied to values, and no word is read: neither directions nor
 * the names, windows and roles that a number stands with.
 * @param fields other texts of the answer by name, such as the thesis
 * @param language of the texts when it is not English
 */
export function ground(args: {
  readonly text: string;
  readonly points: readonly Point[];
  readonly computations: readonly Computation[];
  readonly index: EvidenceIndex;
  readonly proposed: readonly Proposed[];
  readonly fields?: Readonly<Record<string, string>>;
  readonly language?: string | undefined;
}): Grounding {
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
  const read = texts.map((passage) => groundPassage(passage, grounds));
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

function groundPassage(passage: Passage, grounds: Grounds): Read {
  const { text, point, field } = passage;
  const { language } = grounds;
  const found = findNumbers(text, language);
  const labels = labelSpans(text, grounds.index);
  const numbers: GroundedNumber[] = [];
  const words: WordClaim[] = [];
  let next = 0;
  let quantity: FoundNumber | undefined;
  for (const sentence of sentencesOf(text)) {
    const written = text.slice(sentence.start, sentence.end);
    const placed = {
      mentions: shifted(mentionsIn(written), sentence.start),
      windows: shifted(windowsIn(written), sentence.start),
      days: shifted(daysIn(written), sentence.start),
    };
    const clauses = clausesOf(text, sentence);
    const past = found.findIndex(({ offset }, at) => at >= next && offset >= sentence.end);
    const inSentence = found.slice(next, past < 0 ? undefined : past);
    for (let number = found[next]; number !== undefined && number.offset < sentence.end; number = found[next]) {
      const at = number.offset;
      const bound = boundIds(text, sentence, at, at + number.text.length);
      const spot: Spot = {
        number,
        text,
        sentence,
        clause: clauseOf(clauses, at, at + number.text.length) ?? sentence,
        ...placed,
        numbers: inSentence,
        ids: new Set([...passage.ids, ...bound].filter((id) => grounds.index.items.has(id))),
        qualifier: qualifierOf(text, at, at + number.text.length),
        before: found[next - 1],
        after: found[next + 1],
        quantity,
      };
      const name = nameOf(spot, labels, grounds.index);
      if (name === null) quantity = number;
      next += 1;
      const judgement = name ?? groundNumber(spot, grounds);
      if (judgement === null) continue;
      const { text: printed, value, unit } = number;
      numbers.push({ point, field, offset: at, text: printed, value, unit, ...judgement });
    }
    if (language !== undefined) continue;
    for (const clause of clauses) {
      const cited = new Set([...passage.ids, ...boundIds(text, sentence, clause.end, clause.end)]);
      const claims = wordClaims(text.slice(clause.start, clause.end), clause.start, cited, grounds.index);
      words.push(...claims.map((claim) => ({ ...claim, point, field })));
    }
    for (const clause of wideClausesOf(text, sentence)) {
      const cited = new Set([...passage.ids, ...boundIds(text, sentence, clause.end, clause.end)]);
      const claims = comparisonClaims(text.slice(clause.start, clause.end), clause.start, cited, grounds.index);
      words.push(...claims.map((claim) => ({ ...claim, point, field })));
    }
    const closing = new Set([...passage.ids, ...boundIds(text, sentence, sentence.end, sentence.end)]);
    words.push(
      ...sentenceClaims(written, sentence.start, closing, grounds.index).map((claim) => ({ ...claim, point, field })),
    );
  }
  // Clauses and sentences are read both; what both say is said once.
  const places = new Set<string>();
  const said = words.filter(({ offset, text: printed }) => {
    const place = `${offset} ${printed}`;
    return !places.has(place) && places.add(place);
  });
  return { numbers, words: said, unread: findUnread(text).map((one) => ({ ...one, point, field })) };
}
