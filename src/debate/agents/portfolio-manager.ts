import { ThesisAnswer, VerdictAnswer } from "#src/contract/run/answers.ts";
import type { ProposedCondition } from "#src/contract/run/conditions.ts";
import { statedRating } from "../opinion/stated-rating.ts";
import { isStated, proposals, type Role } from "./role.ts";

/** A verdict, with the conditions that would break it where the run asks for them. */
export type Decision = VerdictAnswer & { readonly conditions?: readonly ProposedCondition[] };

const decides = (allowShort: boolean): string =>
  `You are the portfolio manager and decide. Give \`rating\`: Buy, Overweight, Hold, Underweight or Sell, or null when the evidence does not carry an opinion; null is not a weak Hold. Hold opens nothing new, Sell means to hold none${allowShort ? " and to sell short" : ""}. Give the \`thesis\` in two or three sentences, a \`target\` price on today's basis, the \`horizon_days\` in calendar days, and your \`confidence\` from 0 to 1, each null when you have none. Explain the decision in 120 to 250 words in \`text\` with references and ids, and end the text with one line of the form \`Rating: X\`.`;

const breaks =
  " In `conditions` name up to five observations that would prove this rating wrong. Each has its words in `said`, the evidence id of a price, indicator or company figure in `measure`, `comparator` (below, at_or_below, above, at_or_above), `threshold` and `unit` as that evidence has them, and `by`, the last day as YYYY-MM-DD. Set `sessions` to how many closes in a row must meet it, or `next_filing` to true where the next report decides; the other is null. None may be true already. Code watches them and drops what it cannot decide.";

interface Deciding {
  /** The run asks what would break the rating. */
  readonly namesConditions: boolean;
  readonly allowShort: boolean;
}

/** @param doubts what the evidence does not support, in a sentence; `null`: nothing */
export function portfolioManager(
  { namesConditions, allowShort }: Deciding,
  doubts: string | null = null,
): Role<Decision> {
  return {
    agent: "portfolio_manager",
    depth: "deep",
    answer: namesConditions ? ThesisAnswer : VerdictAnswer,
    ask: () =>
      [`${decides(allowShort)}${namesConditions ? breaks : ""}`, ...(doubts === null ? [] : [doubts])].join("\n\n"),
    lacks(said) {
      const stated = statedRating(said.answer, said.text, said.reading);
      if (!stated.ok && stated.code === "conflict")
        return 'It gives two different ratings. Say in the field "rating" which one you mean, and end "text" with the same one.';
      return isStated(said, "rating")
        ? null
        : 'The field "rating" must be "Buy", "Overweight", "Hold", "Underweight", "Sell", or null for no opinion.';
    },
    serves: ({ answer, text, reading }) => statedRating(answer, text, reading).ok,
    digest: ({ rating, thesis, target, horizon_days, confidence, conditions = [] }) => ({
      headline: rating ?? "no opinion",
      summary: `rating ${rating ?? "none"}`,
      points: [],
      texts: {
        ...(thesis !== null && { thesis }),
      },
      conditions: Object.fromEntries(conditions.map(({ said }, index) => [conditionField(index), said])),
      fields: { rating, thesis, target, horizon_days, confidence },
      proposed: [
        ...proposals("portfolio_manager", { target, horizon_days, confidence }),
        ...conditions.flatMap(({ threshold, sessions }, index) =>
          proposals("portfolio_manager", {
            [`condition ${index + 1}`]: threshold,
            [`sessions of condition ${index + 1}`]: sessions,
          }),
        ),
      ],
    }),
    withTexts: (answer, texts) => ({
      ...answer,
      ...(answer.thesis !== null && { thesis: texts["thesis"] ?? answer.thesis }),
      ...(answer.conditions !== undefined && {
        conditions: answer.conditions.map((one, index) => ({ ...one, said: texts[conditionField(index)] ?? one.said })),
      }),
    }),
  };
}

/** Name of a condition's words, by its place in the answer. */
export function conditionField(index: number): string {
  return `condition_${index + 1}`;
}
