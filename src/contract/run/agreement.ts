import type { Opinion, Rating, RepeatedRuns, Repetition } from "../jobs/analysis.ts";
import type { Agreement } from "../signals/signals.ts";

export type AgreementVerdict =
  | {
      readonly ok: true;
      readonly rating: Opinion;
      readonly agreement: Agreement;
      /** Place of the run that is shown: the first that gave the rating. */
      readonly speaks: number;
    }
  | { readonly ok: false; readonly outcome: "review" | "failed"; readonly reason: string };

/**
 * The opinion that most repetitions gave, if enough did. Failed ones agree with nobody, and a tie is no agreement.
 * @param ratings `null` for a run without a result
 * @param threshold share of all runs that must agree, 0 to 1
 */
export function agreementOf(ratings: readonly (Rating | null)[], threshold: number): AgreementVerdict {
  const ended = ratings.filter((rating) => rating !== null);
  if (ended.length === 0) return { ok: false, outcome: "failed", reason: "no analysis produced a result" };
  const opinions = ended.filter((rating) => rating !== "REVIEW");
  const counts = [...Map.groupBy(opinions, (rating) => rating)]
    .map(([rating, of]) => ({ rating, agreeing: of.length }))
    .toSorted((a, b) => b.agreeing - a.agreeing);
  const [most, next] = counts;
  if (most === undefined) return { ok: false, outcome: "review", reason: "the debate had no opinion" };
  const runs = ratings.length;
  if (next?.agreeing === most.agreeing)
    return { ok: false, outcome: "review", reason: `${runs} runs disagree: ${said(counts)}` };
  if (most.agreeing / runs < threshold)
    return { ok: false, outcome: "review", reason: `only ${most.agreeing} of ${runs} runs agree: ${said(counts)}` };
  return {
    ok: true,
    rating: most.rating,
    agreement: { runs, agreeing: most.agreeing, ratings: [...ratings] },
    speaks: ratings.indexOf(most.rating),
  };
}

/** The same with what each repetition gave; without agreement the first with a rating is shown. */
export function repeatedRuns(
  repetitions: readonly Repetition[],
  threshold: number,
): { readonly verdict: AgreementVerdict; readonly runs: RepeatedRuns } {
  const ratings = repetitions.map(({ rating }) => rating);
  const verdict = agreementOf(ratings, threshold);
  const opinions = Map.groupBy(
    ratings.filter((rating) => rating !== "REVIEW" && rating !== null),
    (rating) => rating,
  );
  const agreeing = Math.max(0, ...[...opinions.values()].map((of) => of.length));
  const shown = verdict.ok
    ? verdict.speaks
    : Math.max(
        0,
        ratings.findIndex((rating) => rating !== null),
      );
  const agreement = Number((agreeing / repetitions.length).toFixed(4));
  return { verdict, runs: { agreeing, agreement, shown: shown + 1, repetitions: [...repetitions] } };
}

function said(counts: readonly { readonly rating: Opinion; readonly agreeing: number }[]): string {
  return counts.map(({ rating, agreeing }) => `${rating} ${agreeing}`).join(", ");
}
