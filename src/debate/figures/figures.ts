import type { Evidence } from "#src/contract/run/evidence.ts";
import { isEnglish } from "#src/contract/run/language.ts";
import type { Checked, TextSpan } from "#src/contract/run/spans.ts";
import type { Point } from "#src/contract/run/answers.ts";
import { type Citation, type Figure, type Grounds, citationsIn, passagesOf, sentencesOf } from "./passage.ts";
import { readDigits } from "./digits.ts";
import type { Term, Terms } from "./evidence-figures.ts";
import { labelNames } from "./words/measure-names.ts";
import { ReferenceWriter, type Resolver, type Written } from "./words/references.ts";
import { readWords } from "./words/words.ts";
import { localeOf } from "./words/locale.ts";
import { readNumbers } from "./numbers.ts";
import { readTies } from "./claims.ts";
export { sameCurrency } from "./words/locale.ts";

interface Prose {
  readonly text: string;
  readonly groups: readonly Citation[];
  readonly written: readonly Written[];
  readonly declared: readonly string[];
}

/** A sentence at a time. */
function readProse(
  { text, groups, written, declared }: Prose,
  grounds: Grounds,
): { readonly spans: TextSpan[]; readonly denials: string[] } {
  const references = written.flatMap(({ span, quantity }): Figure[] =>
    quantity === null
      ? []
      : [
          {
            from: span.from,
            to: span.to,
            ids: span.ids,
            name: span.expression ?? span.ids[0] ?? "",
            quantity,
            isPlain: span.expression === null,
          },
        ],
  );
  const spans: TextSpan[] = [];
  const denials: string[] = [];
  for (const passage of passagesOf({ text, groups, references, declared }, sentencesOf(text, groups), grounds)) {
    const digits = readDigits(passage, grounds);
    spans.push(...digits.spans);
    denials.push(...digits.denials);
    const figures = [...passage.references, ...digits.figures].toSorted((a, b) => a.from - b.from);
    const words = readWords(passage, figures, grounds);
    spans.push(...words.spans);
    denials.push(...words.denials);
  }
  return { spans, denials };
}

type Prepared = Pick<Grounds, "byKey" | "labels">;
const prepared = new WeakMap<ReadonlyMap<string, Evidence>, Prepared>();

/** Built when the first text of a run is read. */
function prepare(evidence: ReadonlyMap<string, Evidence>): Prepared {
  const known = prepared.get(evidence);
  if (known !== undefined) return known;
  // Of one key the first; look-ups are cited by id.
  const byKey = new Map([...evidence.values()].toReversed().map((one) => [one.key, one]));
  const made = { byKey, labels: labelNames(evidence.values()) };
  prepared.set(evidence, made);
  return made;
}

function groundsOf(
  statement: Terms & {
    readonly index: { readonly evidence: ReadonlyMap<string, Evidence> };
    readonly language?: string | undefined;
  },
): Grounds {
  const { index, own, proposed, currency, isIndex, language } = statement;
  return {
    evidence: index.evidence,
    ...prepare(index.evidence),
    terms: { own, proposed, currency, isIndex },
    language,
    isEnglish: isEnglish(language),
  };
}

/** A number that an agent set itself: `trader stop` 187.2. */
export type Proposed = Term;

/** Evidence, prepared once for all statements that use it. */
export interface FigureIndex {
  readonly evidence: ReadonlyMap<string, Evidence>;
}

export interface Statement {
  readonly text: string;
  readonly points: readonly Point[];
  /** Other texts of the answer by name, such as the thesis. */
  readonly fields: Readonly<Record<string, string>>;
  readonly index: FigureIndex;
  /** The currency that prices are in. */
  readonly currency: string;
  /** Prices are points of an index, and printed without a currency. */
  readonly isIndex?: boolean | undefined;
  /** What the speaker set: `entry`, `stop`, `target`, `size_pct`, `confidence`, `horizon_days`. */
  readonly own: Readonly<Record<string, number | null>>;
  /** What the agents before it set. */
  readonly proposed: readonly Proposed[];
  /** BCP 47; absent for English. */
  readonly language?: string | undefined;
  /** By code: references are filled in, words are not read. */
  readonly isTrusted?: boolean;
}

export interface ReadStatement {
  /** With every reference written out. */
  readonly text: string;
  /** Their evidence includes the ids of the references in the claim. */
  readonly points: readonly Point[];
  readonly fields: Readonly<Record<string, string>>;
  readonly checked: Checked;
  /** A sentence each, for the model that wrote it. */
  readonly denials: readonly string[];
}

const mostDenials = 8;

export function prepareFigures(evidence: readonly Evidence[]): FigureIndex {
  return { evidence: new Map(evidence.map((one) => [one.id, one])) };
}

/** Writes references out, and checks digits, words and citations. */
export function readStatement(statement: Statement): ReadStatement {
  const resolver = resolverOf(statement);
  const denials = new Set<string>();
  const read = (raw: string, declared: readonly string[]): ReadText => {
    const one = readText(raw, declared, statement, resolver);
    for (const denial of one.denials) denials.add(denial);
    return one;
  };
  const text = read(statement.text, []);
  const claims = statement.points.map((point) => ({ point, read: read(point.claim, point.evidence) }));
  const others = Object.entries(statement.fields).map(([name, raw]) => [name, read(raw, [])] as const);
  const isJudged = statement.isTrusted !== true && isEnglish(statement.language);
  const tied = (one: ReadText, ids: readonly string[]): ReadText => {
    if (!isJudged) return one;
    const cited = [...new Set([...ids, ...namedIn(one.spans)])].flatMap((id) => statement.index.evidence.get(id) ?? []);
    return { ...one, spans: inOrder([...one.spans, ...readTies({ ...one, cited })]) };
  };
  const points = claims.map(({ point, read: claim }) => ({ point, read: tied(claim, point.evidence) }));
  // The thesis rests on all that the statement cites.
  const whole = [
    ...namedIn([...text.spans, ...claims.flatMap((one) => one.read.spans)]),
    ...statement.points.flatMap(({ evidence }) => evidence),
  ];
  const fields = others.map(([name, one]) => [name, tied(one, whole)] as const);
  return {
    text: text.text,
    points: points.map(({ point, read: claim }) => ({
      ...point,
      claim: claim.text,
      evidence: [...new Set([...point.evidence, ...referencedIn(claim.spans)])],
    })),
    fields: Object.fromEntries(fields.map(([name, { text: written }]) => [name, written])),
    checked: {
      text: text.spans,
      points: points.map(({ read: claim }) => claim.spans),
      fields: Object.fromEntries(fields.map(([name, { spans }]) => [name, spans])),
    },
    denials: [...denials].slice(0, mostDenials),
  };
}

interface ReadText {
  readonly text: string;
  readonly spans: TextSpan[];
  readonly denials: readonly string[];
}

function readText(raw: string, declared: readonly string[], statement: Statement, resolver: Resolver): ReadText {
  const { evidence } = statement.index;
  const written: Written[] = [];
  const writer = new ReferenceWriter(resolver, (one) => written.push(one));
  const text = raw.includes("{{") ? writer.whole(raw) : raw;
  const citations = citationsIn(text);
  const spans: TextSpan[] = [
    ...written.map(({ span }) => span),
    ...citations.spans.map(({ from, to, ids }): TextSpan => {
      const isKnown = ids.every((id) => evidence.has(id));
      return { from, to, ids, kind: isKnown ? "citation" : "unknown_id", expression: null };
    }),
  ];
  const unknown = new Set([...citations.spans.flatMap(({ ids }) => ids), ...declared]);
  const denials = [
    ...written.flatMap(({ denial }) => denial ?? []),
    ...[...unknown].filter((id) => !evidence.has(id)).map((id) => `There is no evidence ${id}.`),
  ];
  if (statement.isTrusted === true) return { text, spans: inOrder(spans), denials };
  const found = readProse({ text, groups: citations.groups, written, declared }, groundsOf(statement));
  return { text, spans: inOrder([...spans, ...found.spans]), denials: [...denials, ...found.denials] };
}

/** All ids that a text is based on or cites. */
function namedIn(spans: readonly TextSpan[]): string[] {
  return spans.flatMap(({ ids }) => ids);
}

function referencedIn(spans: readonly TextSpan[]): string[] {
  return spans.flatMap(({ kind, ids }) => (kind === "reference" ? ids : []));
}

/** In order; of overlapping spans, the one given first. */
function inOrder(spans: readonly TextSpan[]): TextSpan[] {
  const kept: { readonly span: TextSpan; readonly place: number }[] = [];
  const placed = spans.map((span, place) => ({ span, place })).toSorted((a, b) => a.span.from - b.span.from);
  for (const one of placed) {
    const last = kept.at(-1);
    if (one.span.to <= one.span.from) continue;
    if (last === undefined || last.span.to <= one.span.from) kept.push(one);
    else if (one.place < last.place) kept[kept.length - 1] = one;
  }
  return kept.map(({ span }) => span);
}

export interface StreamedReferences {
  /** The part of the incoming text that can be shown already. */
  push(delta: string): string;
  /** The rest. */
  end(): string;
}

/**
 * Writes references as a text streams; what it passes on is the stored text.
 * @param args `open`: terms not known yet, shown as dots
 */
export function streamReferences(
  args: Pick<Statement, "index" | "currency" | "isIndex" | "proposed" | "language"> &
    Partial<Pick<Statement, "own">> & { readonly open?: readonly string[] },
): StreamedReferences {
  const writer = new ReferenceWriter({ ...resolverOf({ own: {}, ...args }), open: args.open ?? [] });
  return { push: (delta) => writer.push(delta), end: () => writer.end() };
}

function resolverOf({
  index,
  currency,
  isIndex,
  own,
  proposed,
  language,
}: Pick<Statement, "index" | "currency" | "isIndex" | "own" | "proposed" | "language">): Resolver {
  const terms: Terms = { own, proposed, currency, isIndex };
  return { evidence: index.evidence, terms, language: localeOf(language), known: new Map() };
}

/** `unit` is `%`, `bps`, `x`, a currency, or `null`. */
export function findFigures(
  text: string,
  language?: string,
): readonly { readonly text: string; readonly offset: number; readonly value: number; readonly unit: string | null }[] {
  return readNumbers(text, language)
    .filter(({ isSpan }) => !isSpan)
    .map(({ from, to, value, unit }) => ({
      text: text.slice(from, to),
      offset: from,
      value,
      unit: unit === null || !Object.hasOwn(plainUnits, unit) ? unit : (plainUnits[unit] ?? null),
    }));
}

const plainUnits: Readonly<Record<string, string | null>> = {
  pp: "%",
  points: null,
  shares: null,
  days: null,
  atr: "x",
};
