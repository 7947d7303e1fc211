import type { Analyst } from "#src/contract/analysis.ts";
import type { Answer, Ground } from "./ground.ts";
import { factOf, pointOf } from "./phrases.ts";
import { reasonsOf, scoreOf, tellingFrom, type Reason, type Side } from "./rules.ts";
import { joined, ref, sentence } from "./wording.ts";

export function analystSays(analyst: Analyst, ground: Ground): Answer {
  const { s } = ground;
  const reasons = reasonsOf(analyst, ground.brief.evidence);
  const sum = scoreOf(reasons) ?? 0;
  const score = wholeScore(sum);
  const telling = reasons.filter(({ part }) => Math.abs(part) >= tellingFrom);
  return {
    text: reasons.length === 0 ? silent : report(analyst, ground, reasons, score, sum),
    score,
    points: reasons.map((reason) => ({
      ...pointOf(reason, s),
      side: !telling.includes(reason) ? "context" : reason.part > 0 ? "for" : "against",
    })),
  };
}

const silent = "None of the measures that the rules engine weighs is available, so its score is zero.";

/** The verdict, what carries it, what does not, and what else a reader of these figures should know. */
function report(analyst: Analyst, ground: Ground, reasons: readonly Reason[], score: number, sum: number): string {
  const told = (side: Side): string[] =>
    reasons
      .filter(({ reads }) => reads === side)
      .map((reason) => sentence(factOf(reason, ground.s, ground.find("close")), reason.item.id));
  const [major, minor] = sum >= 0 ? (["for", "against"] as const) : (["against", "for"] as const);
  const [carrying, opposing, neutral] = [told(major), told(minor), told("neutral")];
  const opening = `On ${topicOf(analyst, ground)}, the rules engine is ${stances[score]}.`;
  const paragraphs = [
    [opening, ...carrying],
    opposing.length === 0 ? [] : [...(carrying.length === 0 ? [] : [turn[major][analyst]]), ...opposing],
    neutral.length === 0 ? [] : [...(reasons.length === neutral.length ? [] : [rest(neutral.length)]), ...neutral],
    beside[analyst](ground),
  ];
  return paragraphs
    .filter((words) => words.length > 0)
    .map((words) => words.join(" "))
    .join("\n\n");
}

function topicOf(analyst: Analyst, { s }: Ground): string {
  return {
    market: "price action",
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

/** Before what goes against a report that is positive, and one that is negative. */
const turn: Readonly<Record<"for" | "against", Readonly<Record<Analyst, string>>>> = {
  for: {
    market: "Not every signal agrees.",
    fundamentals: "There are weak spots too.",
    news: "Not all of it is good.",
    social: "Not all of it is good.",
  },
  against: {
    market: "Not every signal agrees.",
    fundamentals: "There are strong points too.",
    news: "Not all of it is bad.",
    social: "Not all of it is bad.",
  },
};

function rest(count: number): string {
  return count === 1
    ? "One reading carries little weight either way."
    : "Other readings carry little weight either way.";
}

const beside: Readonly<Record<Analyst, (ground: Ground) => string[]>> = {
  market({ find, s }) {
    const close = find("close_vs_sma_200") === null ? find("close") : null;
    const [low, high, range, volatility] = ["support_20", "resistance_20", "atr_14", "volatility_21"].map(find);
    const moves = [
      ...(range ? [`an average day spans ${ref(range)}`] : []),
      ...(volatility ? [`annualised volatility is ${ref(volatility)}`] : []),
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
  news: () => ["Tone is read from a word list, which is a weak guide, so it counts for little."],
  social: () => ["Tone and opinions on social media are a weak guide, so they count for little."],
};

/** Halves away from 0 on both sides, so that a case for and its mirror image against score alike. */
function wholeScore(score: number): number {
  const size = Math.round(Math.abs(score));
  return size === 0 ? 0 : Math.sign(score) * size;
}
