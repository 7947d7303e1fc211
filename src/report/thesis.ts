import type { Grounding } from "#src/contract/judgement.ts";
import type { Reports } from "#src/contract/run.ts";
import { withMarks } from "./marked-text.ts";

/** The thesis with its flagged numbers and words marked, and what they were held against. */
export function thesisMarked(
  { verdict, portfolio_manager }: Reports,
  linked: boolean,
): { text: string; grounding: Grounding | null } {
  const thesis = verdict?.thesis ?? "";
  const grounding = portfolio_manager?.turns.at(-1)?.grounding ?? null;
  if (grounding === null) return { text: thesis, grounding };
  return { text: withMarks(thesis, grounding, { point: null, field: "thesis" }, linked), grounding };
}
