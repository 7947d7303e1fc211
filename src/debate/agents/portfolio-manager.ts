import { VerdictAnswer } from "#src/contract/answers.ts";
import { proposals, type Role } from "./role.ts";

export const portfolioManager: Role<VerdictAnswer> = {
  agent: "portfolio_manager",
  depth: "deep",
  answer: VerdictAnswer,
  ask: () =>
    "You are the portfolio manager and decide. Give `rating`: Buy, Overweight, Hold, Underweight or Sell, or null when the evidence does not carry an opinion; null is an honest answer and is not a weak Hold. Give the `thesis` in two or three sentences, a `target` price on today's basis, the `horizon_days` in calendar days, and your `confidence` from 0 to 1, each null when you have none. Explain the decision in 120 to 250 words in `text` with evidence ids in square brackets, and end the text with one line of the form `Rating: X`.",
  digest: ({ rating, thesis, target, horizon_days, confidence }) => ({
    headline: rating ?? "no opinion",
    summary: `rating ${rating ?? "none"}`,
    points: [],
    texts: { thesis },
    fields: { rating, thesis, target, horizon_days, confidence },
    proposed: proposals("portfolio_manager", { target, horizon_days, confidence }),
  }),
};
