import { VerdictAnswer } from "#src/contract/answers.ts";
import { statedRating } from "../stated-rating.ts";
import { isStated, proposals, type Role } from "./role.ts";

export const portfolioManager: Role<VerdictAnswer> = {
  agent: "portfolio_manager",
  depth: "deep",
  answer: VerdictAnswer,
  ask: () =>
    "You are the portfolio manager and decide. Give `rating`: Buy, Overweight, Hold, Underweight or Sell, or null when the evidence does not carry an opinion; null is not a weak Hold. Give the `thesis` in two or three sentences, a `target` price on today's basis, the `horizon_days` in calendar days, and your `confidence` from 0 to 1, each null when you have none. Explain the decision in 120 to 250 words in `text` with evidence ids in square brackets, and end the text with one line of the form `Rating: X`.",
  lacks(said) {
    const stated = statedRating(said.answer, said.text, said.reading);
    if (!stated.ok && stated.code === "conflict")
      return 'It gives two different ratings. Say in the field "rating" which one you mean, and end "text" with the same one.';
    return isStated(said, "rating")
      ? null
      : 'The field "rating" must be "Buy", "Overweight", "Hold", "Underweight", "Sell", or null for no opinion.';
  },
  serves: ({ answer, text, reading }) => statedRating(answer, text, reading).ok,
  digest: ({ rating, thesis, target, horizon_days, confidence }) => ({
    headline: rating ?? "no opinion",
    summary: `rating ${rating ?? "none"}`,
    points: [],
    texts: thesis === null ? {} : { thesis },
    fields: { rating, thesis, target, horizon_days, confidence },
    proposed: proposals("portfolio_manager", { target, horizon_days, confidence }),
  }),
};
