import type { Analyst } from "#src/contract/analysis.ts";
import type { Brief } from "../reasoner.ts";
import { breaksOf } from "./breaks.ts";
import { confidenceOf, outlookOn, ratingFor, type Outlook } from "./opinion.ts";
import { capitalised, claim, digits, pickFor, pointOf, show, neutralBelow } from "./phrases.ts";
import { riskVoiceSays } from "./risk-voices.ts";
import { reasonsOf, scoreOf, type Reason } from "./rules.ts";

/** What every voice argues from. */
interface Ground {
  readonly brief: Brief<unknown>;
  readonly outlook: Outlook;
  readonly find: (key: string) => { readonly id: string; readonly value: number } | null;
}

/** The answer of one agent, in the shape of its schema; the caller parses it. */
export function answerOf(brief: Brief<unknown>): Record<string, unknown> & { text: string } {
  const { agent, round } = brief;
  const ground = groundOf(brief);
  switch (agent) {
    case "market":
    case "social":
    case "news":
    case "fundamentals":
      return analystSays(agent, brief);
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
      return { ...riskVoiceSays(agent, { ...ground, round, size: levels(ground).size_pct }) };
    case "portfolio_manager":
      return verdict(ground);
  }
}

function groundOf(brief: Brief<unknown>): Ground {
  return {
    brief,
    outlook: outlookOn(brief.evidence),
    find: (key) => {
      const item = brief.evidence.find((one) => one.key === key);
      return item === undefined || item.value === null ? null : { id: item.id, value: item.value };
    },
  };
}

function analystSays(analyst: Analyst, brief: Brief<unknown>): Record<string, unknown> & { text: string } {
  const reasons = reasonsOf(analyst, brief.evidence);
  const score = wholeScore(scoreOf(reasons) ?? 0);
  const telling = reasons.filter(({ part }) => Math.abs(part) >= 0.05);
  const lines = reasons.map((reason) => `- ${capitalised(claim(reason))}.`);
  const text =
    reasons.length === 0
      ? "None of the measures that the rules read is there. No score can be given, so it is 0."
      : [`By the rules this scores ${signed(score)} on a scale from -2 to +2.`, "", ...lines].join("\n");
  return {
    text,
    computations: [],
    score,
    points: reasons.map((reason) => ({
      claim: capitalised(claim(reason)),
      evidence: reason.rests,
      side: !telling.includes(reason) ? "context" : reason.part > 0 ? "for" : "against",
    })),
  };
}

/** In the opening, and in each rebuttal. */
const argued = { opening: 4, rebuttal: 2 } as const;

function researcherSays(
  agent: "bull" | "bear",
  { brief: { round, instrument }, outlook }: Ground,
): Record<string, unknown> & { text: string } {
  const isMine = ({ part }: Reason): boolean => (agent === "bull" ? part > neutralBelow : part < -neutralBelow);
  const isTheirs = ({ part }: Reason): boolean => (agent === "bull" ? part < -neutralBelow : part > neutralBelow);
  const side = agent === "bull" ? "for" : "against";
  const points = pickFor(round, outlook.reasons.filter(isMine), argued).map(pointOf);
  const lines = points.map((point) => `- ${point.claim}.`);
  if (round === 1) {
    const opening =
      points.length === 0
        ? `Nothing that the rules read speaks ${side} owning ${instrument.symbol}.`
        : `The strongest that speaks ${side} owning ${instrument.symbol}:`;
    return { text: [opening, ...lines].join("\n"), computations: [], points };
  }
  // What the other side said last, strongest first: by now it is known.
  const conceded = pickFor(round - 1, outlook.reasons.filter(isTheirs), argued).slice(0, 1);
  const further =
    points.length === 0
      ? `Nothing further speaks ${side} owning ${instrument.symbol}; the case stands as it was made.`
      : `What else speaks ${side} owning ${instrument.symbol}:`;
  const concession = conceded.map((reason) => `\nConceded to the other side: ${claim(reason)}.`);
  return { text: [further, ...lines, ...concession].join("\n"), computations: [], points };
}

function plan({ outlook, find }: Ground): Record<string, unknown> & { text: string } {
  if (outlook.tooThin !== null)
    return { text: `There is no lean: ${outlook.tooThin}.`, computations: [], lean: null, points: [] };
  const volatility = find("volatility_21");
  const lean = ratingFor(outlook.score, volatility?.value ?? null);
  const deciding = outlook.reasons.slice(0, 3);
  const doubt =
    volatility === null
      ? ""
      : ` Prices move by ${show(volatility.value)} % a year [${volatility.id}], which sets how much a score must be worth.`;
  return {
    text: `The weighted rules lean to ${lean}. What decides: ${deciding.map(claim).join("; ")}.${doubt}`,
    computations: [],
    lean,
    points: deciding.map(pointOf),
  };
}

/** Stop and target in average true ranges from the entry; a trade risks 1 % of the portfolio. */
const stopRanges = 2;
const targetRanges = 3;
const mostSize = 20;

function levels({ outlook, find }: Ground): {
  action: "buy" | "sell" | "hold";
  entry: number | null;
  stop: number | null;
  target: number | null;
  size_pct: number | null;
} {
  const close = find("close");
  const range = find("atr_14");
  const rating = outlook.tooThin === null ? ratingFor(outlook.score, find("volatility_21")?.value ?? null) : "Hold";
  const action = rating === "Hold" ? "hold" : rating === "Buy" || rating === "Overweight" ? "buy" : "sell";
  if (action === "hold" || close === null) return { action, entry: null, stop: null, target: null, size_pct: null };
  const entry = tick(close.value);
  if (range === null || range.value <= 0) return { action, entry, stop: null, target: null, size_pct: null };
  const way = action === "buy" ? 1 : -1;
  const stop = tick(close.value - way * stopRanges * range.value);
  const target = tick(close.value + way * targetRanges * range.value);
  // A range below a tick sets no level either.
  if (stop <= 0 || target <= 0 || stop === entry || target === entry)
    return { action, entry, stop: null, target: null, size_pct: null };
  const size = Math.min(mostSize, close.value / (stopRanges * range.value));
  return { action, entry, stop, target, size_pct: Math.round(size * 10) / 10 };
}

function proposal(ground: Ground): Record<string, unknown> & { text: string } {
  const { action, entry, stop, target, size_pct } = levels(ground);
  const close = ground.find("close");
  const range = ground.find("atr_14");
  const { currency, symbol } = ground.brief.instrument;
  const words: string[] = [];
  if (action === "hold")
    words.push(
      ground.outlook.tooThin === null
        ? "Hold: the rules give no reason to trade."
        : `No trade: ${ground.outlook.tooThin}.`,
    );
  else
    words.push(
      `${capitalised(action)} ${symbol} at ${entry === null ? "no price" : digits(entry)} ${currency}${close === null ? "" : `, the last close [${close.id}]`}.`,
    );
  if (stop !== null && target !== null && range !== null)
    words.push(
      `The stop at ${digits(stop)} is two average true ranges of ${show(range.value)} [${range.id}] away, the target at ${digits(target)} three.`,
      `A share of ${String(size_pct)} % of the portfolio puts one percent of it at risk, or less.`,
    );
  else if (action !== "hold") words.push("There is no trading range to set a stop and a target by.");
  return { text: words.join(" "), computations: [], action, entry, stop, target, size_pct };
}

const horizonDays = 30;

function verdict(ground: Ground): Record<string, unknown> & { text: string } {
  const { outlook, find } = ground;
  if (outlook.tooThin !== null) {
    const thesis = `${capitalised(outlook.tooThin)}.`;
    return {
      text: `No opinion. ${thesis}`,
      computations: [],
      rating: null,
      thesis,
      target: null,
      horizon_days: null,
      confidence: null,
      conditions: [],
    };
  }
  const rating = ratingFor(outlook.score, find("volatility_21")?.value ?? null);
  const { stop, target } = levels(ground);
  const confidence = confidenceOf(outlook);
  const [first] = outlook.reasons.filter(({ part }) => (outlook.score >= 0 ? part > 0 : part < 0));
  const thesis = `By the weighted rules the evidence comes to ${rating}${first === undefined ? "" : `; most of all ${claim(first)}`}.`;
  const text = `${thesis} Confidence ${confidence} reflects how much of the evidence was there and how far it agrees; it is no probability.\n\nRating: ${rating}`;
  const { reasons, score } = outlook;
  const { tradeDate, instrument } = ground.brief;
  const conditions = breaksOf({
    rating,
    score,
    reasons,
    stop,
    find,
    currency: instrument.currency,
    tradeDate,
    horizonDays,
  });
  return { text, computations: [], rating, thesis, target, horizon_days: horizonDays, confidence, conditions };
}

/** Prices of a dollar and more to the cent, smaller ones to four significant digits. */
function tick(price: number): number {
  return price >= 1 ? Math.round(price * 100) / 100 : Number(price.toPrecision(4));
}

/** Halves away from 0 on both sides, so that a case for and its mirror image against score alike. */
function wholeScore(score: number): number {
  const size = Math.round(Math.abs(score));
  return size === 0 ? 0 : Math.sign(score) * size;
}

function signed(score: number): string {
  return score > 0 ? `+${score}` : String(score);
}
