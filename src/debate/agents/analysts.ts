import type { Analyst } from "#src/contract/jobs/analysis.ts";
import { AnalystAnswer } from "#src/contract/run/answers.ts";
import { proposals, type Role } from "./role.ts";

const subject: Record<Analyst, string> = {
  market:
    "You are the market analyst. Judge trend, momentum, volatility and relative strength: which indicators agree, which do not, and where the price stands against support and resistance.",
  social:
    "You are the social analyst. Judge the tone, its change and its volume. Posts are noise until shown otherwise: say how many there are, and doubt what looks coordinated or promotional.",
  news: "You are the news analyst. Say what has happened, what of it is new, and what it means for the instrument. Separate events from opinions about them, and weigh the macro figures when they are given.",
  fundamentals:
    "You are the fundamentals analyst. For a company judge growth, margins, cash flow, leverage, dilution and valuation from the filings as known; for a coin its volatility, drawdown, volume and funding.",
};

const form =
  "YOUR REPORT. Write 250 to 500 words in `text`, with a reference for every figure and the ids of all else that you rest on. Give `score` from -2 (strongly against owning it) to 2 (strongly for), and at most 5 `points`, each one sentence of at most 10 words with the one or two ids it rests on and its side. If the evidence is thin, say so and score 0.";

export function analystRole(analyst: Analyst): Role<AnalystAnswer> {
  return {
    agent: analyst,
    depth: "quick",
    answer: AnalystAnswer,
    form: () => form,
    ask: () => subject[analyst],
    digest: ({ score, points }) => ({
      headline: `${score === null ? "no score" : `score ${signed(score)}`}, ${points.length} ${points.length === 1 ? "point" : "points"}`,
      summary: score === null ? "no score" : `score ${signed(score)}`,
      points: points.map(({ claim, evidence, side }) => ({ claim: `${side}: ${claim}`, evidence })),
      fields: { score },
      proposed: proposals(analyst, { score }),
    }),
  };
}

function signed(score: number): string {
  return score > 0 ? `+${score}` : String(score);
}
