import type { GroundedNumber, Grounding } from "./judgement.ts";
import type { AgentTurn } from "./run.ts";
import type { Checked, SpanKind, TextSpan } from "./spans.ts";

/** What code found in a turn, also in one that was stored before texts had spans. */
export function checkedOf({
  text,
  points,
  fields,
  checked,
  grounding,
}: Pick<AgentTurn, "text" | "points" | "fields" | "checked" | "grounding">): Checked {
  if (checked !== undefined) return checked;
  if (grounding === undefined) return { text: [], points: points.map(() => []), fields: {} };
  const found = [...grounding.numbers, ...grounding.words, ...grounding.unread];
  const textOf = (name: string): string => (typeof fields[name] === "string" ? fields[name] : "");
  const cited = Object.keys(fields).filter((name) => citationsIn(textOf(name), grounding.unknown_ids).length > 0);
  const names = new Set([...found.flatMap(({ field }) => field ?? []), ...cited]);
  return {
    text: spansAt(grounding, { point: null, field: null }, text),
    points: points.map(({ claim }, point) => spansAt(grounding, { point, field: null }, claim)),
    fields: Object.fromEntries(
      [...names].map((field) => [field, spansAt(grounding, { point: null, field }, textOf(field))]),
    ),
  };
}

interface Place {
  readonly point: number | null;
  readonly field: string | null;
}

/** In order; of two that overlap the first stands, as old reports marked them. */
function spansAt({ numbers, words, unread, unknown_ids }: Grounding, place: Place, text: string): TextSpan[] {
  const at = <T extends Place>(all: readonly T[]): T[] =>
    all.filter(({ point, field }) => point === place.point && field === place.field);
  const found = [
    ...at(numbers).map((number) => spanOf(number, kindOf[number.verdict], number.evidence, number.basis)),
    ...at(words).map((claim) => spanOf(claim, claim.verdict === "holds" ? "agrees" : claim.verdict, claim.evidence)),
    ...at(unread).map((quantity) => spanOf(quantity, "unread", [])),
    ...citationsIn(text, unknown_ids),
  ];
  const spans: TextSpan[] = [];
  for (const span of found.toSorted((a, b) => a.from - b.from))
    if (span.from >= (spans.at(-1)?.to ?? 0)) spans.push(span);
  return spans;
}

const kindOf = {
  evidence: "supported",
  computation: "supported",
  proposal: "own",
  wrong_source: "wrong_source",
  contradicted: "contradicted",
  unsupported: "unsupported",
} as const satisfies Record<GroundedNumber["verdict"], SpanKind>;

function spanOf(
  { offset, text }: { readonly offset: number; readonly text: string },
  kind: SpanKind,
  ids: string[],
  expression: string | null = null,
): TextSpan {
  return { from: offset, to: offset + text.length, kind, ids, expression };
}

const brackets = /[[(【][^\][()【】]{2,200}[\])】]/g;
const idsAlone = /^.(?:[A-Z]\d{1,4}|[\s,;–-]|and|to|see)+.$/;
const oneId = /(?<!\w)[A-Z]\d{1,4}(?!\w)/g;

/** Ids between brackets; of letters that no evidence has, those alone that the old reader named. */
function citationsIn(text: string, unknownIds: readonly string[]): TextSpan[] {
  return [...text.matchAll(brackets)].flatMap(({ 0: group, index }) =>
    !idsAlone.test(group)
      ? []
      : [...group.matchAll(oneId)].flatMap(({ 0: id, index: within }): TextSpan[] => {
          const isUnknown = unknownIds.includes(id);
          if (!isUnknown && !/^[MSNFD]/.test(id)) return [];
          const kind = isUnknown ? "unknown_id" : "citation";
          return [spanOf({ offset: index + within, text: id }, kind, [id])];
        }),
  );
}
