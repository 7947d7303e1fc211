import type { Rating } from "#src/contract/jobs/analysis.ts";
import type { ReviewCode } from "#src/contract/run/run.ts";
import type { Decision } from "./agents.ts";
import type { DebateOutcome } from "./debate.ts";
import { statedRating } from "./opinion/read-rating.ts";
import { firstSentence, type Turn } from "./turns/read-turn.ts";
import { isAbsent } from "./turns/turn.ts";

interface Review {
  readonly code: ReviewCode;
  readonly reason: string;
}

/** Of what the portfolio manager said. Runs that disagree are `REVIEW` by contract/run/agreement.ts. */
export function ratingOrReview({ verdict }: DebateOutcome): { rating: Rating; review: Review | null } {
  if (isAbsent(verdict)) {
    const code = verdict.isRefusal ? "refused" : "unreadable_answer";
    return { rating: "REVIEW", review: { code, reason: `the portfolio manager did not decide: ${verdict.reason}` } };
  }
  const stated = statedRating(verdict.answer, verdict.report.text, verdict.reading);
  if (stated.ok) return { rating: stated.rating, review: null };
  const isOverBudget = stated.code !== "no_opinion" && verdict.reading?.steps.includes("over_budget") === true;
  const code = isOverBudget ? "budget" : stated.code;
  return { rating: "REVIEW", review: { code, reason: reviewReason(stated.code, verdict) } };
}

function reviewReason(
  code: "no_opinion" | "conflict" | "unreadable_answer",
  { answer, report }: Turn<Decision>,
): string {
  if (code === "conflict") return "the portfolio manager gave two different ratings";
  if (code === "no_opinion") {
    const why = answer?.thesis ?? firstSentence(report.text);
    return `the portfolio manager has no opinion${why === "" ? "" : `: ${why.replace(/\.$/, "")}`}`;
  }
  const { problem } = report;
  return `the portfolio manager gave no rating that can be read${problem === null ? "" : ` (${problem})`}`;
}
