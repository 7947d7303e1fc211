import type { Opinion } from "#src/contract/jobs/analysis.ts";
import type { Reading } from "#src/contract/run/answers.ts";
import type { ReviewCode } from "#src/contract/run/run.ts";
import { leaningOf, parseRating } from "./rating.ts";

export type StatedRating =
  | { readonly ok: true; readonly rating: Opinion }
  | { readonly ok: false; readonly code: ReviewCode & ("no_opinion" | "conflict" | "unreadable_answer") };

interface Stating {
  readonly rating: Opinion | null;
  readonly thesis?: string | null;
}

/**
 * Its field, unless a label says another; without a field, the label. Two ratings are none.
 * @param reading `undefined` where it came in its form
 */
export function statedRating(answer: Stating | null, text: string, reading: Reading | undefined): StatedRating {
  const stated = ratingBeside(answer, text, reading);
  const leanings = answer === null ? [] : [leaningOf(answer.thesis ?? ""), leaningOf(text)];
  const isDenied = stated.ok && leanings.some((leaning) => leaning !== null && leaning !== stated.rating);
  return isDenied ? { ok: false, code: "conflict" } : stated;
}

function ratingBeside(answer: Stating | null, text: string, reading: Reading | undefined): StatedRating {
  const label = parseRating(text);
  const refuses = (code: "no_opinion" | "conflict" | "unreadable_answer") => ({ ok: false, code }) as const;
  if (reading?.disputed.includes("rating") === true) return refuses("conflict");
  if (!label.ok && label.reason === "conflict") return refuses("conflict");
  if (answer === null || reading?.missing.includes("rating") === true) {
    if (label.ok) return label;
    return refuses(label.reason === "review" ? "no_opinion" : "unreadable_answer");
  }
  const { rating } = answer;
  if (rating === null) return refuses(label.ok ? "conflict" : "no_opinion");
  if (label.ok ? label.rating !== rating : label.reason === "review") return refuses("conflict");
  return { ok: true, rating };
}
