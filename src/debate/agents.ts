import type { z } from "zod";
import {
  type Reading,
  type Agent,
  AnalystAnswer,
  PlanAnswer,
  type Point,
  ProposalAnswer,
  ResearcherAnswer,
  RiskAnswer,
  ThesisAnswer,
  VerdictAnswer,
} from "#src/contract/run/answers.ts";
import type { AnswerBase } from "#src/debate/reasoners/reasoner.ts";
import type { Analyst } from "#src/contract/jobs/analysis.ts";
import { sizing } from "#src/contract/run/instruction.ts";
import type { ProposedCondition } from "#src/contract/run/conditions.ts";
import { statedRating } from "./opinion/read-rating.ts";

/** The parts of a structured answer that others, the report and the checks use. */
export interface Digest {
  /** Line of the live view; `null`: the first claim or the prose. */
  readonly headline: string | null;
  /** What later agents read beside the points. */
  readonly summary: string;
  readonly points: readonly Point[];
  readonly fields: Readonly<Record<string, string | number | null>>;
  /** Other texts of the answer, checked like its prose. */
  readonly texts?: Readonly<Record<string, string>>;
  /** What conditions say of the present is checked, not what may come. */
  readonly conditions?: Readonly<Record<string, string>>;
  /** Numbers this agent set itself, which later texts may repeat without evidence. */
  readonly proposed: readonly { readonly label: string; readonly value: number }[];
}

/** An answer as it was read. */
export interface Said<A> {
  readonly text: string;
  readonly answer: A | null;
  /** `undefined` where it came in its form. */
  readonly reading: Reading | undefined;
}

/** Whether a field was stated, even as `null`. */
export function isStated<A>({ answer, reading }: Said<A>, field: keyof A & string): boolean {
  return answer !== null && reading?.missing.includes(field) !== true;
}

/** A voice: what it is asked, how it answers, what is taken from the answer. */
export interface Role<A extends AnswerBase> {
  readonly agent: Agent;
  readonly depth: "deep" | "quick";
  readonly answer: z.ZodType<A>;
  /** What is missing, in words for the model; `null`: nothing. */
  lacks?(said: Said<A>): string | null;
  /** Whether an answer without its field still serves. */
  serves?(said: Said<A>): boolean;
  /** The answer format, where several agents get the same prompt in that round. */
  form?(round: number): string;
  /** The instruction, the last part of the prompt. */
  ask(round: number): string;
  digest(answer: A): Digest;
  withTexts?(answer: A, texts: Readonly<Record<string, string>>): A;
}

/** The numbers among named values, as proposals. */
export function proposals(agent: Agent, values: Readonly<Record<string, number | null>>): Digest["proposed"] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [{ label: `${agent} ${name}`, value }],
  );
}

const subject: Record<Analyst, string> = {
  market:
    "You are the market analyst. Judge trend, momentum, volatility and relative strength: which indicators agree, which do not, and where the price stands against support and resistance.",
  social:
    "You are the social analyst. Judge the tone, its change and its volume. Posts are noise until shown otherwise: say how many there are, and doubt what looks coordinated or promotional.",
  news: "You are the news analyst. Say what has happened, what of it is new, and what it means for the instrument. Separate events from opinions about them, and weigh the macro figures when they are given.",
  fundamentals:
    "You are the fundamentals analyst. For a company judge growth, margins, cash flow, leverage, dilution and valuation from the filings as known; for a coin its volatility, drawdown, volume and funding.",
};

const report =
  "YOUR REPORT. Write 250 to 500 words in `text`, with a reference for every figure and the ids of all else that you rest on. Give `score` from -2 (strongly against owning it) to 2 (strongly for), and at most 5 `points`, each one sentence of at most 10 words with the one or two ids it rests on and its side. If the evidence is thin, say so and score 0.";

export function analystRole(analyst: Analyst): Role<AnalystAnswer> {
  return {
    agent: analyst,
    depth: "quick",
    answer: AnalystAnswer,
    form: () => report,
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

interface Trading {
  readonly allowShort: boolean;
  readonly isIndex: boolean;
}

/** The allowed position, in words for the model. */
function terms({ allowShort, isIndex }: Trading): string {
  if (isIndex) return "An index cannot be traded itself: give the action, and null for everything else.";
  return allowShort
    ? "A sell may open a short position, with levels and a size of its own."
    : "Positions are long only: a sell closes what is held and has no entry, stop, target or size.";
}

export const trader = (trading: Trading): Role<ProposalAnswer> => ({
  agent: "trader",
  depth: "quick",
  answer: ProposalAnswer,
  ask: () =>
    `You are the trader. Turn the plan into a proposal: \`action\` (buy, sell or hold), \`entry\`, \`stop\` and \`target\` as prices in the instrument's currency on today's basis, and \`size_pct\`, the percentage of the portfolio, at most ${sizing.most}: such that the stop costs ${sizing.stopLoss} % of the portfolio in a strong case and half of that in a weaker one. ${terms(trading)} Anchor the levels in the price, the average true range and the support and resistance given as evidence; use null where a level makes no sense. Explain it in 80 to 180 words in \`text\` with references and ids, your own levels as {{entry}}, {{stop}}, {{target}} and {{size}}.`,
  lacks: (said) => (isStated(said, "action") ? null : 'The field "action" must be "buy", "sell" or "hold".'),
  digest: ({ action, entry, stop, target, size_pct }) => ({
    headline: [action ?? "no action", level("entry", entry), level("stop", stop), level("target", target)]
      .filter((part) => part !== "")
      .join(", "),
    summary: `action ${action ?? "none"}; entry ${show(entry)}; stop ${show(stop)}; target ${show(target)}; size ${show(size_pct)} %`,
    points: [],
    fields: { action, entry, stop, target, size_pct },
    proposed: proposals("trader", { entry, stop, target, size_pct }),
  }),
});

function level(name: string, value: number | null): string {
  return value === null ? "" : `${name} ${value}`;
}

function show(value: number | null): string {
  return value === null ? "none" : String(value);
}

export const riskVoices = ["aggressive", "neutral", "conservative"] as const;
export type RiskVoice = (typeof riskVoices)[number];

const stance: Record<RiskVoice, string> = {
  aggressive: "You are the aggressive risk voice. Ask whether the proposal leaves too much on the table.",
  neutral:
    "You are the neutral risk voice. Ask whether the proposal's reward is worth its risk, and whether its size fits the doubt.",
  conservative:
    "You are the conservative risk voice. Ask how the proposal loses money, how much, and what the debate has overlooked.",
};

const riskOpening =
  "The other two voices speak at the same time and you have not heard them: do not invent their arguments.";
const riskRebuttal = "Answer what the other two said in the last round.";

const riskForm =
  "Write 80 to 180 words in `text` with references and ids, give `size_pct`, the share of the portfolio from 0 to 100 you would risk on it (null for no view), and at most 3 `points`, each one sentence of at most 10 words.";

export function riskRole(agent: RiskVoice): Role<RiskAnswer> {
  return {
    agent,
    depth: "quick",
    answer: RiskAnswer,
    form: (round) => `${round === 1 ? riskOpening : riskRebuttal} ${riskForm}`,
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
function conditionField(index: number): string {
  return `condition_${index + 1}`;
}
