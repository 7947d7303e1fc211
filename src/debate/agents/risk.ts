import { RiskAnswer } from "#src/contract/run/answers.ts";
import { proposals, type Role } from "./role.ts";

export const riskVoices = ["aggressive", "neutral", "conservative"] as const;
export type RiskVoice = (typeof riskVoices)[number];

const stance: Record<RiskVoice, string> = {
  aggressive: "You are the aggressive risk voice. Ask whether the proposal leaves too much on the table.",
  neutral:
    "You are the neutral risk voice. Ask whether the proposal's reward is worth its risk, and whether its size fits the doubt.",
  conservative:
    "You are the conservative risk voice. Ask how the proposal loses money, how much, and what the debate has overlooked.",
};

const opening =
  "The other two voices speak at the same time and you have not heard them: do not invent their arguments.";
const rebuttal = "Answer what the other two said in the last round.";

const form =
  "Write 80 to 180 words in `text` with references and ids, give `size_pct`, the share of the portfolio from 0 to 100 you would risk on it (null for no view), and at most 3 `points`, each one sentence of at most 10 words.";

export function riskRole(agent: RiskVoice): Role<RiskAnswer> {
  return {
    agent,
    depth: "quick",
    answer: RiskAnswer,
    form: (round) => `${round === 1 ? opening : rebuttal} ${form}`,
    ask: () => stance[agent],
    digest: ({ size_pct, points }) => ({
      headline: size_pct === null ? null : `size ${size_pct} %`,
      summary: size_pct === null ? "no view on size" : `size ${size_pct} %`,
      points,
      fields: { size_pct },
      proposed: proposals(agent, { size_pct }),
    }),
  };
}
