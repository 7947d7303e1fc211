import type { Point } from "#src/contract/run/answers.ts";
import { levelsOf, type Answer, type Ground } from "./opinion.ts";
import { factOf, pickFor, themeOf } from "./phrases.ts";
import { costOf } from "./plan-and-proposal.ts";
import type { Side } from "./rules.ts";
import { listed, ref, sentence } from "./wording.ts";

export type RiskVoice = "aggressive" | "neutral" | "conservative";

/** The viewpoint of a voice, as a clause. */
interface Argument {
  readonly clause: string;
  readonly theme: string | null;
  readonly evidence: readonly string[];
}

interface Manner {
  /** Of the proposed size. */
  readonly part: number;
  /** Opens with a position. */
  readonly sized: string;
  /** No trade, or a sale of what is held. */
  readonly idle: Unsized;
  readonly sale: Unsized;
  /** `null`: say the arguments themselves. */
  readonly weighs: string | null;
  /** After the arguments of the opening, with a position. */
  readonly closing: (cost: string) => string;
  /** Opens the first rebuttal, with a position. */
  readonly answer: string;
  /** Before the argument of a rebuttal, with a position. */
  readonly further: string;
  readonly nothing: string;
}

/** What is said without a position. */
interface Unsized {
  readonly opens: string;
  /** Without anything to argue from either. */
  readonly alone: string;
  readonly weighs: string;
  readonly further: string;
}

const manners: Readonly<Record<RiskVoice, Manner>> = {
  aggressive: {
    part: 1.5,
    sized: "The aggressive view is to take {{size}} of the portfolio, half as much again as proposed.",
    idle: {
      opens: "No trade is proposed, but standing aside can cost money too.",
      alone: "No trade is proposed, and there is no argument for one.",
      weighs: "argue for going in",
      further: "A further reason not to wait is that",
    },
    sale: {
      opens: "Selling ends the risk, and the chance of a recovery with it.",
      alone: "A sale is proposed, and there is no argument for staying in.",
      weighs: "argue for staying in",
      further: "A further reason to stay in is that",
    },
    weighs: "favour the trade",
    closing: (cost) => `At that size, two average days against the position would cost ${cost} of the portfolio.`,
    answer: "Without a stop the position can sit out a setback, which is what paid in the years it was tried on.",
    further: "A further reason for the larger size is that",
    nothing: "The aggressive view has no further argument.",
  },
  neutral: {
    part: 1,
    sized: "The neutral view is to keep the proposed {{size}}.",
    idle: {
      opens: "With no trade on the table, the question is what a later one would have to withstand.",
      alone: "With no trade on the table, there is nothing to size.",
      weighs: "",
      further: "One finding is no reason to act either way:",
    },
    sale: {
      opens: "With a sale on the table, the question is how far the price may move until it is made.",
      alone: "With a sale on the table, there is nothing to size.",
      weighs: "",
      further: "One finding is no reason to act either way:",
    },
    weighs: null,
    closing: (cost) => `Two average days against the position would cost ${cost} of the portfolio.`,
    answer:
      "The proposed size already limits what an ordinary setback can cost, so neither more nor less is called for.",
    further: "One finding favours neither a larger nor a smaller size:",
    nothing: "The neutral view has no further argument.",
  },
  conservative: {
    part: 0.5,
    sized: "The conservative view is to take {{size}}, half of what is proposed.",
    idle: {
      opens: "Standing aside is right, and there should be no hurry to change that.",
      alone: "With no trade proposed, there is no risk to reduce.",
      weighs: "argue for patience",
      further: "A further reason to wait is that",
    },
    sale: {
      opens: "Selling is right, and there should be no hurry to come back.",
      alone: "What is sold can lose nothing more.",
      weighs: "argue for the sale",
      further: "A further reason for the sale is that",
    },
    weighs: "argue against the trade",
    closing: (cost) => `At half the size, two average days against the position would cost ${cost} of the portfolio.`,
    answer: "Without a stop a long fall is suffered in full, and only a smaller size protects against that.",
    further: "A further reason for the smaller size is that",
    nothing: "The conservative view has no further argument.",
  },
};

/** In the opening, and in each rebuttal. */
const spoken = { opening: 2, rebuttal: 1 } as const;

/** Each voice uses its own evidence, and says nothing twice. */
export function riskVoiceSays(voice: RiskVoice, ground: Ground): Answer {
  const manner = manners[voice];
  const { round, instrument } = ground.brief;
  const { action, size_pct } = levelsOf(ground);
  const size = size_pct === null ? null : Math.round(Math.min(100, size_pct * manner.part) * 10) / 10;
  const said = pickFor(round, argumentsOf(voice, ground, size !== null), spoken);
  const isSale = action === "sell" && instrument.assetType !== "index";
  const range = ground.find("atr_14");
  const unsized = size !== null && range !== null ? null : isSale ? manner.sale : manner.idle;
  const cost = range === null ? "" : costOf(range);
  const words = round === 1 ? opening(manner, unsized, cost, said) : rebuttal(manner, unsized, round, said);
  return {
    text: words.join(" "),
    size_pct: size,
    points: said.map((argument): Point => ({ claim: told(argument), evidence: [...argument.evidence] })),
  };
}

/** @param cost the loss of two average days at the voice's size */
function opening(manner: Manner, unsized: Unsized | null, cost: string, said: readonly Argument[]): string[] {
  const words = weighed(manner, unsized, said);
  if (unsized === null) return [manner.sized, ...words, manner.closing(cost)];
  return words.length === 0 ? [unsized.alone] : [unsized.opens, ...words];
}

function rebuttal(manner: Manner, unsized: Unsized | null, round: number, said: readonly Argument[]): string[] {
  const link = (unsized ?? manner).further;
  const words = said.map((argument) => told(argument, `${link} `));
  if (unsized === null && round === 2) return [manner.answer, ...words];
  return words.length === 0 ? [manner.nothing] : words;
}

/** Short where there is a theme, as the points give the facts. */
function weighed({ weighs }: Manner, unsized: Unsized | null, said: readonly Argument[]): string[] {
  const themes =
    weighs === null ? [] : said.flatMap(({ theme, evidence }) => (theme === null ? [] : [`${theme} [${evidence[0]}]`]));
  const rest = said.filter(({ theme }) => weighs === null || theme === null).map((argument) => told(argument));
  if (weighs === null || themes.length === 0) return rest;
  const verb = unsized?.weighs ?? weighs;
  return [sentence(`${listed(themes)} ${themes.length > 1 ? verb : verb.replace(" ", "s ")}`), ...rest];
}

function told({ clause, evidence }: Argument, link = ""): string {
  return sentence(`${link}${clause}`, ...evidence.slice(0, 1));
}

/** Strongest first, none of them another voice's. */
function argumentsOf(voice: RiskVoice, ground: Ground, isSized: boolean): Argument[] {
  const { reasons, score } = ground.outlook;
  // Without a position they argue about owning it.
  const way = !isSized || score >= 0 ? 1 : -1;
  const onSide = (side: Side): Argument[] =>
    reasons
      .filter((reason) => reason.side === side)
      .map((reason) => ({
        clause: factOf(reason, ground.s),
        theme: themeOf(reason, ground.s),
        evidence: reason.rests,
      }));
  switch (voice) {
    case "aggressive":
      return [...onSide(way === 1 ? "for" : "against"), ...levelAhead(ground, way, true)];
    case "conservative":
      return [...onSide(way === 1 ? "against" : "for"), ...levelAhead(ground, way, false)];
    case "neutral":
      return [...moves(ground), ...onSide("neutral")];
  }
}

function moves({ find }: Ground): Argument[] {
  const volatility = find("volatility_63") === null ? null : find("volatility_21");
  const range = find("atr_14");
  return [
    ...(volatility === null
      ? []
      : [
          {
            clause: `annualised volatility of the past month is ${ref(volatility)}`,
            theme: null,
            evidence: [volatility.id],
          },
        ]),
    ...(range === null ? [] : [{ clause: `an average day spans ${ref(range)}`, theme: null, evidence: [range.id] }]),
  ];
}

function levelAhead({ find, s }: Ground, way: 1 | -1, isWithView: boolean): Argument[] {
  const isUp = (way === 1) === isWithView;
  const close = find("close");
  const level = find(isUp ? "resistance_20" : "support_20");
  if (close === null || level === null) return [];
  const isBeyond = isUp ? close.value > level.value : close.value < level.value;
  const of = `the previous 20-day ${isUp ? "high" : "low"} of ${ref(level)}`;
  const clause = isBeyond
    ? `${s.the} closed at ${ref(close)}, ${isUp ? "above" : "below"} ${of}`
    : isWithView
      ? `there is room for a ${isUp ? "rise" : "fall"} from ${ref(close)} to ${of}`
      : `a ${isUp ? "rise" : "fall"} from ${ref(close)} would first meet ${of}`;
  return [{ clause, theme: null, evidence: [close.id, level.id] }];
}
