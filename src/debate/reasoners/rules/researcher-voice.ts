import {
  type Answer,
  type Ground,
  type Outlook,
  type Weighed,
  uncertainPoint,
  uncertaintyOf,
  type Uncertainty,
} from "./opinion.ts";
import { argumentOf, factOf, pickFor, pointOf, themeOf } from "./phrases.ts";
import { type Subject, sentence } from "./wording.ts";

interface Manner {
  readonly leads: readonly [agrees: string, balanced: string, opposes: string];
  /** With nothing to say in the opening. */
  readonly empty: string;
  readonly concedes: readonly [first: string, later: string];
  readonly heaviest: string;
  readonly beyond: string;
  readonly last: string;
  readonly still: string;
  readonly also: string;
  readonly rests: string;
  readonly nothing: string;
}

const manners = {
  bull: ({ the, them }: Subject): Manner => ({
    leads: [
      `On balance, the evidence favours owning ${the}.`,
      "The evidence is finely balanced, and this is the case for buying.",
      `The weight of evidence is against ${the}, but there is a case for ${them}.`,
    ],
    empty: `No measure that the rules engine weighs is an argument for owning ${the}.`,
    concedes: ["The bear is right that", "It is also true, as the bear says, that"],
    heaviest: "That outweighs any single argument of the bull.",
    beyond: "Beyond that,",
    last: "Finally,",
    still: "Still,",
    also: "In addition,",
    rests: "The bull has no further argument and rests on what has been said.",
    nothing: "The bull has nothing to add.",
  }),
  bear: ({ the }: Subject): Manner => ({
    leads: [
      `On balance, the evidence is a reason to stay away from ${the}.`,
      "The evidence is finely balanced, and this is the case for caution.",
      `The weight of evidence favours ${the}, but the risks deserve a hearing.`,
    ],
    empty: `No measure that the rules engine weighs is an argument against owning ${the}.`,
    concedes: ["The bull has a point:", "This, too, can be granted to the bull:"],
    heaviest: "That outweighs any single argument of the bear.",
    beyond: "What is more,",
    last: "Lastly,",
    still: "Even so,",
    also: "Besides,",
    rests: "The bear has no further argument and rests on what has been said.",
    nothing: "The bear has nothing to add.",
  }),
};

/** In the opening, and in each rebuttal. */
const spoken = { opening: 4, rebuttal: 2 } as const;

export function researcherSays(agent: "bull" | "bear", ground: Ground): Answer {
  const { outlook, s } = ground;
  const { round } = ground.brief;
  const own = outlook.reasons.filter(({ side }) => side === (agent === "bull" ? "for" : "against"));
  const theirs = outlook.reasons.filter(({ side }) => side === (agent === "bull" ? "against" : "for"));
  const picked = pickFor(round, own, spoken);
  // The other side's last arguments, strongest first.
  const [conceded] = round === 1 ? [] : pickFor(round - 1, theirs, spoken);
  const manner = manners[agent](s);
  // No case is empty: missing data is an argument too.
  const unknown = round === 1 && picked.length === 0 ? uncertaintyOf(ground, agent === "bull" ? "gain" : "loss") : null;
  const text =
    round === 1
      ? opening(manner, picked, unknown, lean(outlook, agent), s)
      : rebuttal(manner, picked, conceded ?? null, own[0] ?? null, round, s);
  return {
    text,
    points: [...picked.map((reason) => pointOf(reason, s)), ...(unknown === null ? [] : [uncertainPoint(unknown)])],
  };
}

/** As the rating leans, so that nobody calls evidence heavy that is too light for one. */
function lean({ rating, score }: Outlook, agent: "bull" | "bear"): 0 | 1 | 2 {
  if (rating === "Hold") return 1;
  return score > 0 === (agent === "bull") ? 0 : 2;
}

function opening(
  manner: Manner,
  picked: readonly Weighed[],
  unknown: Uncertainty | null,
  stands: 0 | 1 | 2,
  s: Subject,
): string {
  if (unknown !== null) return `${manner.empty} ${sentence(`Still, ${unknown.clause}`)}`;
  if (picked.length === 0) return manner.empty;
  const told = picked.map((reason, index) => {
    const clause = argumentOf(reason, s);
    const link = index === 2 ? manner.beyond : index === 3 ? manner.last : null;
    return sentence(link === null ? clause : `${link} ${clause}`, reason.item.id);
  });
  return [manner.leads[stands], ...told].join(" ");
}

function rebuttal(
  manner: Manner,
  picked: readonly Weighed[],
  conceded: Weighed | null,
  strongest: Weighed | null,
  round: number,
  s: Subject,
): string {
  if (conceded === null && picked.length === 0) return manner.nothing;
  const [first, later] = manner.concedes;
  const granted =
    conceded === null
      ? []
      : round === 2
        ? [sentence(`${first} ${factOf(conceded, s)}`, conceded.item.id), ...weighed(manner, conceded, strongest, s)]
        : [sentence(`${later} ${factOf(conceded, s)}`, conceded.item.id)];
  const added = picked.map((reason, index) => {
    const link = index > 0 ? manner.also : conceded === null ? null : manner.still;
    return sentence(link === null ? argumentOf(reason, s) : `${link} ${argumentOf(reason, s)}`, reason.item.id);
  });
  return [...granted, ...(added.length === 0 && round === 2 ? [manner.rests] : added)].join(" ");
}

function weighed(manner: Manner, conceded: Weighed, strongest: Weighed | null, s: Subject): string[] {
  if (strongest === null) return [];
  return Math.abs(conceded.part) > Math.abs(strongest.part)
    ? [manner.heaviest]
    : [`That weighs less than ${themeOf(strongest, s)}.`];
}
