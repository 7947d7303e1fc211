import { z } from "zod";
import { ReviewCode } from "../run/run.ts";

/** What is counted of a model's answers. */
export const AnswerOutcome = z.enum([
  /** A statement that an agent gave with it. */
  "answer",
  /** Repaired, or values were converted. */
  "repaired",
  /** A statement in which something could not be read. */
  "incomplete",
  /** A statement for which the model was asked a second time. */
  "asked_again",
  /** A statement that the debate went on without. */
  "unheard",
  /** A run that ended because this model failed. */
  "failed",
  /** A decision of the portfolio manager. */
  "verdict",
]);
export type AnswerOutcome = z.infer<typeof AnswerOutcome>;

/** The codes with which a model's answer ends a run as REVIEW. */
export const ModelReview = ReviewCode.extract(["no_opinion", "conflict", "unreadable_answer", "refused", "budget"]);
export type ModelReview = z.infer<typeof ModelReview>;

export const CountedOutcome = z.union([AnswerOutcome, z.templateLiteral(["review_", ModelReview])]);
export type CountedOutcome = z.infer<typeof CountedOutcome>;

export interface AnswerCount {
  readonly provider: string;
  readonly model: string;
  readonly outcome: CountedOutcome;
  readonly count: number;
}
