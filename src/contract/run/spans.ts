import { z } from "zod";

/*
 * What code wrote or found in a statement. Offsets count UTF-16 units, `to` is exclusive, spans are ordered and never
 * overlap.
 */

/**
 * - `reference`: written by code from the evidence: one value (`ids` has it), or `expression` worked out over several.
 * - `own`: a term that an agent set itself (entry, stop, target, size, confidence, horizon); `expression` names it.
 * - `supported`: digits the agent typed, which a cited or named value holds.
 * - `wrong_source`: digits the agent typed, which the cited evidence does not hold; `ids` has what does.
 * - `unsupported`: digits that nothing holds, or a reference that names nothing.
 * - `unread`: a number that no evidence decides. It is counted, and not flagged.
 * - `agrees`, `contradicted`: words such as "rose" or "above", held against `ids`.
 * - `citation`: one evidence id between brackets; `unknown_id`: one of which there is no evidence.
 * - `uncited`: what a point or the thesis is about, where nothing it cites speaks of that.
 * - `opinion`: words that are certain of the future.
 */
export const SpanKind = z.enum([
  "reference",
  "own",
  "supported",
  "wrong_source",
  "unsupported",
  "unread",
  "agrees",
  "contradicted",
  "citation",
  "unknown_id",
  "uncited",
  "opinion",
]);
export type SpanKind = z.infer<typeof SpanKind>;

export const TextSpan = z.object({
  from: z.int().nonnegative(),
  to: z.int().nonnegative(),
  kind: SpanKind,
  /** The evidence that it is based on, or that supports or contradicts it. */
  ids: z.array(z.string()),
  /** Such as `(F13 - F12) / F12`, or an own term; `null`: a plain value. */
  expression: z.string().nullable(),
});
export type TextSpan = z.infer<typeof TextSpan>;

/** The spans of all texts of a statement. */
export const Checked = z.object({
  text: z.array(TextSpan),
  /** By the place of the point. */
  points: z.array(z.array(TextSpan)),
  /** By the name of the field, such as `thesis` or `condition_1`. */
  fields: z.record(z.string(), z.array(TextSpan)),
});
export type Checked = z.infer<typeof Checked>;

/** What the evidence does not support. */
const doubtful: readonly SpanKind[] = ["wrong_source", "unsupported", "contradicted", "unknown_id", "uncited"];
const figures: readonly SpanKind[] = ["reference", "own", "supported"];
const missed: readonly SpanKind[] = ["wrong_source", "unsupported"];

/** Whether a reader is warned of it. */
export function isFlagged({ kind }: Pick<TextSpan, "kind">): boolean {
  return kind === "opinion" || isDoubtful({ kind });
}

/** An opinion about the future needs no evidence. */
export function isDoubtful({ kind }: Pick<TextSpan, "kind">): boolean {
  return doubtful.includes(kind);
}

export function allSpans({ text, points, fields }: Checked): TextSpan[] {
  return [...text, ...points.flat(), ...Object.values(fields).flat()];
}

/** How many figures are supported, and how many are not. */
export function countFigures(checked: Checked): { readonly supported: number; readonly unsupported: number } {
  const spans = allSpans(checked);
  return {
    supported: spans.filter(({ kind }) => figures.includes(kind)).length,
    unsupported: spans.filter(({ kind }) => missed.includes(kind)).length,
  };
}
