import { Cancelled } from "#src/core/errors.ts";
import type { Analyst } from "#src/contract/jobs/analysis.ts";
import type { HoldingAction } from "#src/contract/holdings/holdings.ts";
import type { BookPlan, Brief, Reasoner } from "../reasoner.ts";
import { type Answer, type Ground, groundOf, isRisk, viewOf } from "./opinion.ts";
import { plan, proposal } from "./plan-and-proposal.ts";
import { researcherSays } from "./researcher-voice.ts";
import { riskVoiceSays } from "./risk-voices.ts";
import { verdict } from "./verdict-voice.ts";
import { factOf, pointOf } from "./phrases.ts";
import { type Reason, reasonsOf } from "./rules.ts";
import { capitalised, joined, ref, sentence } from "./wording.ts";

/** A free, deterministic rules engine in a model's seat, always named `rules`. */
export function createRulesReasoner(): Reasoner {
  return {
    provider: "rules",
    models: { deep: "rules", quick: "rules" },
    usesTools: false,
    isRepeatable: true,
    estimate: () => "0",
    async speak(brief, { signal, onDelta }) {
      if (signal.aborted) throw new Cancelled();
      const answer = brief.answer.parse(answerOf(brief));
      onDelta(answer.text);
      return {
        kind: "statement",
        text: answer.text,
        answer,
        problem: null,
        call: { model: "rules", tokens: { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 }, costUsd: "0" },
      };
    },
  };
}

export function answerOf(brief: Brief<unknown>): Answer {
  const { agent } = brief;
  if (brief.book !== undefined) return holdingsSay(brief, brief.book);
  const ground = groundOf(brief);
  switch (agent) {
    case "market":
    case "social":
    case "news":
    case "fundamentals":
      return analystSays(agent, ground);
    case "bull":
    case "bear":
      return researcherSays(agent, ground);
    case "research_manager":
      return plan(ground);
    case "trader":
      return proposal(ground);
    case "aggressive":
    case "neutral":
    case "conservative":
      return riskVoiceSays(agent, ground);
    case "portfolio_manager":
      return verdict(ground);
  }
}

function analystSays(analyst: Analyst, ground: Ground): Answer {
  const { s, brief } = ground;
  const { assetType } = brief.instrument;
  const reasons = reasonsOf(analyst, brief.evidence, assetType);
  const { score } = viewOf(analyst, reasons, assetType);
  return {
    text: reasons.length === 0 ? silent : report(analyst, ground, reasons, score),
    score,
    points: reasons.map((reason) => ({
      ...pointOf(reason, s),
      side: reason.side === "neutral" ? "context" : reason.side,
    })),
  };
}

const silent = "None of the measures that the rules engine reads is available, so its score is zero.";

function report(analyst: Analyst, ground: Ground, reasons: readonly Reason[], score: number): string {
  const close = ground.find("close");
  const told = (wanted: (reason: Reason) => boolean): string[] =>
    reasons.filter(wanted).map((reason) => sentence(factOf(reason, ground.s, close), reason.item.id));
  const sum = reasons.reduce((all, { part }) => all + part, 0);
  const [major, minor] = sum >= 0 ? (["for", "against"] as const) : (["against", "for"] as const);
  const [carrying, opposing] = [told(({ side }) => side === major), told(({ side }) => side === minor)];
  const faint = told(({ side, rule }) => side === "neutral" && rule.size !== null);
  const context = told(({ rule }) => rule.size === null);
  const paragraphs = [
    [`On ${topicOf(analyst, ground)}, the rules engine is ${stances[score]}.`, ...carrying],
    opposing.length === 0 ? [] : [...(carrying.length === 0 ? [] : [turn[major]]), ...opposing],
    faint,
    context.length === 0 ? [] : [...context, noWeight(reasons)],
    beside[analyst](ground, reasons),
  ];
  return paragraphs
    .filter((words) => words.length > 0)
    .map((words) => words.join(" "))
    .join("\n\n");
}

function noWeight(reasons: readonly Reason[]): string {
  if (reasons.every(({ rule }) => rule.size === null))
    return "None of this moves the rating, because the rules engine knows no published premium for it.";
  return reasons.filter(({ rule }) => rule.size === null).length > 1
    ? "These last figures do not move the rating."
    : "This last figure does not move the rating.";
}

function topicOf(analyst: Analyst, { s }: Ground): string {
  return {
    market: "price and risk",
    fundamentals: s.figures.name,
    news: "the tone of the news",
    social: "the tone of social media",
  }[analyst];
}

const stances: Readonly<Record<number, string>> = {
  2: "clearly positive",
  1: "moderately positive",
  0: "neutral",
  "-1": "moderately negative",
  "-2": "clearly negative",
};

/** Turns to what goes against the report. */
const turn: Readonly<Record<"for" | "against", string>> = {
  for: "Not everything is in favour.",
  against: "Not everything is against it.",
};

const beside: Readonly<Record<Analyst, (ground: Ground, reasons: readonly Reason[]) => string[]>> = {
  market({ find, s }, reasons) {
    const close = find("close_vs_sma_200") === null ? find("close") : null;
    const [low, high, range, volatility] = ["support_20", "resistance_20", "atr_14", "volatility_21"].map(find);
    const hasRisk = reasons.some((reason) => isRisk(reason) && reason.item.id === volatility?.id);
    const moves = [
      ...(range ? [`an average day spans ${ref(range)}`] : []),
      ...(volatility && !hasRisk ? [`annualised volatility of the past month is ${ref(volatility)}`] : []),
    ];
    return [
      ...(close ? [sentence(`${s.the} closed at ${ref(close)}`)] : []),
      ...(low && high ? [sentence(`the previous 20-day range runs from ${ref(low)} to ${ref(high)}`)] : []),
      ...(moves.length === 0 ? [] : [sentence(joined(moves))]),
    ];
  },
  fundamentals({ find }) {
    const age = find("days_since_last_filing");
    return age === null || age.value < 1 ? [] : [sentence(`the latest filing is ${ref(age)} old`)];
  },
  news: () => [],
  social: () => [],
};

/* The rules engine on a holder's book: it does what rating and limits come to, and each voice names its own figures. */

const doing: Readonly<Record<HoldingAction, string>> = {
  open: "open a position",
  add: "add to the position",
  keep: "keep what is held",
  trim: "trim the position",
  exit: "sell or cover all of it",
  stay_out: "stay out",
};

function holdingsSay(brief: Brief<unknown>, book: BookPlan): Answer {
  const figure = (key: string): string | null => {
    const item = brief.evidence.find((one) => one.key === key && one.value !== null);
    return item === undefined ? null : ref(item, key === "stop_profit" ? "|abs" : "");
  };
  const about = (key: string, words: (figure: string) => string): string[] => {
    const found = figure(key);
    return found === null ? [] : [`${capitalised(words(found))}.`];
  };
  const own = figuresOf[brief.agent]?.flatMap(({ key, words }) => about(key, words)) ?? [];
  const decides = brief.agent === "trader" || brief.agent === "portfolio_manager";
  const plain = `${book.reason}: ${doing[book.action]}.`;
  const trade = about("plan_quantity", (quantity) => `that is a trade of ${quantity}`);
  const aside = own.length === 0 ? [unopposed] : own;
  return {
    text: (decides ? [plain, ...trade, ...own] : aside).join(" "),
    action: book.action,
    quantity: book.quantity,
    points: [],
  };
}

const unopposed = "No figure of the book that this voice reads speaks for another trade.";

interface Named {
  readonly key: string;
  readonly words: (figure: string) => string;
}

const figuresOf: Readonly<Partial<Record<Brief<unknown>["agent"], readonly Named[]>>> = {
  trader: [{ key: "plan_weight", words: (share) => `afterwards the position is ${share} of the book` }],
  aggressive: [{ key: "target_profit", words: (gain) => `at the target the position after the trade gains ${gain}` }],
  neutral: [
    { key: "holding_weight", words: (share) => `the position is ${share} of the book now` },
    {
      key: "book_hhi",
      words: (index) => `the concentration index of the book is ${index}, where 1 is a single position`,
    },
  ],
  conservative: [
    { key: "stop_profit", words: (loss) => `at the stop the position after the trade loses ${loss}` },
    { key: "book_correlation", words: (r) => `its daily returns have a correlation of ${r} with the other positions` },
  ],
  portfolio_manager: [{ key: "plan_weight", words: (share) => `afterwards the position is ${share} of the book` }],
};
