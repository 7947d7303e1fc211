import { PlanAnswer, ResearcherAnswer } from "#src/contract/answers.ts";
import { firstSentence, type Role } from "./role.ts";

const side = {
  bull: "You are the bull. Argue for owning the instrument over the next weeks and months.",
  bear: "You are the bear. Argue against owning the instrument over the next weeks and months.",
};

const opening =
  "This is the opening. The other side speaks at the same time and you have not heard it: do not invent its arguments. Make your strongest case from the evidence and the analysts' points.";

const rebuttal =
  "This is a rebuttal. Answer the other side's strongest points of the last round by the evidence: concede what holds, refute what does not, and add nothing that you have said before.";

const form =
  "Write 150 to 300 words in `text` with evidence ids in square brackets for every figure, and at most 4 `points`, each one sentence of at most 15 words with its one or two ids.";

export function researcherRole(agent: "bull" | "bear"): Role<ResearcherAnswer> {
  return {
    agent,
    depth: "quick",
    answer: ResearcherAnswer,
    ask: (round) => `${side[agent]}\n\n${round === 1 ? opening : rebuttal}\n\n${form}`,
    digest: ({ text, points }) => ({
      headline: firstSentence(points[0]?.claim ?? text),
      summary: "",
      points,
      fields: {},
      proposed: [],
    }),
  };
}

export const researchManager: Role<PlanAnswer> = {
  agent: "research_manager",
  depth: "deep",
  answer: PlanAnswer,
  ask: () =>
    "You are the research manager. Weigh the bull against the bear: say which points survived, which did not, and what would change your mind. Do not split the difference out of politeness: Hold is a view that needs reasons like any other. Write the plan in 150 to 300 words in `text` with evidence ids in square brackets, give `lean` (null when the evidence carries no opinion) and at most 4 `points` that decided it, each one sentence of at most 15 words.",
  digest: ({ lean, points }) => ({
    headline: lean === null ? "no lean" : `leans ${lean}`,
    summary: lean === null ? "no lean" : `lean ${lean}`,
    points,
    fields: { lean },
    proposed: [],
  }),
};
