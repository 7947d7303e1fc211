import { PlanAnswer, ResearcherAnswer } from "#src/contract/run/answers.ts";
import { isStated, type Role } from "./role.ts";

const side = {
  bull: "You are the bull. Argue for owning it over the next weeks and months.",
  bear: "You are the bear. Argue against owning it over the next weeks and months.",
};

const opening =
  "This is the opening. The other side speaks at the same time and you have not heard it: do not invent its arguments. Make your strongest case from the evidence and the analysts' points.";

const rebuttal =
  "This is a rebuttal. Answer the other side's strongest points of the last round by the evidence: concede what holds, refute what does not, and add nothing that you have said before.";

const form =
  "Write 150 to 300 words in `text` with a reference for every figure and ids for all else, and at most 4 `points`, each one sentence of at most 10 words with its one or two ids.";

export function researcherRole(agent: "bull" | "bear"): Role<ResearcherAnswer> {
  return {
    agent,
    depth: "quick",
    answer: ResearcherAnswer,
    form: (round) => `${round === 1 ? opening : rebuttal} ${form}`,
    ask: () => side[agent],
    digest: ({ points }) => ({
      headline: null,
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
    "You are the research manager. Weigh the bull against the bear: say which points survived, which did not, and what would change your mind. Do not split the difference: Hold needs reasons like any other view. Write the plan in 150 to 300 words in `text` with references and ids, give `lean` (null when the evidence carries no opinion) and at most 4 `points` that decided it, each one sentence of at most 10 words.",
  lacks: (said) =>
    isStated(said, "lean")
      ? null
      : 'The field "lean" must be "Buy", "Overweight", "Hold", "Underweight", "Sell", or null for no opinion.',
  digest: ({ lean, points }) => ({
    headline: lean === null ? "no lean" : `leans ${lean}`,
    summary: lean === null ? "no lean" : `lean ${lean}`,
    points,
    fields: { lean },
    proposed: [],
  }),
};
