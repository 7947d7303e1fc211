import type { Point } from "#src/contract/run/answers.ts";
import {
  companySentences,
  coinSentences,
  type Subject,
  ref,
  sentence,
  type Sentences,
  type Wording,
} from "./wording.ts";
import type { Reason } from "./rules.ts";

/* Sentences about prices, by the key of the rule. */

const risk: Sentences = {
  theme: () => "the reward for the risk",
  fact: {
    for: ({ it }) => `at an annualised volatility of ${it}, the premium that shares pay over cash is worth the risk`,
    neutral: ({ it }) =>
      `at an annualised volatility of ${it}, the premium that shares pay over cash is about worth the risk`,
    against: ({ s, it }) =>
      s.isPaid
        ? `at an annualised volatility of ${it}, the premium that shares pay over cash is hardly worth the risk`
        : `no record is long enough to show a premium for holding ${s.the} at an annualised volatility of ${it}`,
  },
  argued: {
    for: ({ it }) =>
      `shares as a whole have paid a premium over cash, and an annualised volatility of ${it} is a fair price for it`,
    against: ({ s, it }) =>
      s.isPaid
        ? `an annualised volatility of ${it} is too high a price for the premium that shares pay over cash`
        : `nothing on record pays holders of ${s.the} for an annualised volatility of ${it}`,
  },
};

const marketSentences: Readonly<Record<string, Sentences>> = {
  volatility_63: risk,
  volatility_21: risk,
  return_252d: {
    theme: ({ year }) => `the return of the past ${year}`,
    fact: {
      for: ({ s, size }) => `the price rose ${size} in ${s.year}`,
      neutral: ({ s, it, value }) =>
        value === 0
          ? `the price is where it was ${s.year} earlier`
          : `the price moved little for its swings in ${s.year}, with a return of ${it}`,
      against: ({ s, size }) => `the price fell ${size} in ${s.year}`,
    },
    argued: {
      for: ({ s, size }) => `what has risen for long tends to go on rising, and this price is up ${size} in ${s.year}`,
      against: ({ s, size }) =>
        `what has fallen for long tends to go on falling, and this price is down ${size} in ${s.year}`,
    },
    ends: (side, _at, { year }) =>
      `${year === "eight months" ? "an eight-month" : "a twelve-month"} return ${side} zero`,
  },
  beta_252: {
    theme: () => "the size of the swings",
    fact: {
      for: ({ ratio }) =>
        `the shares swung ${ratio} as much as the benchmark in the past year, which is calm for a stock`,
      neutral: ({ ratio }) =>
        `the shares swung ${ratio} as much as the benchmark in the past year, which is usual for a stock`,
      against: ({ ratio }) =>
        `the shares swung ${ratio} as much as the benchmark in the past year, which is wild for a stock`,
    },
    argued: {
      for: ({ ratio }) =>
        `calm stocks have earned more than wild ones, and this one swung only ${ratio} as much as the benchmark in the past year`,
      against: ({ ratio }) =>
        `wild stocks have earned less than calm ones, and this one swung ${ratio} as much as the benchmark in the past year`,
    },
  },
  close_vs_sma_200: {
    theme: () => "the distance from the 200-day average",
    fact: {
      for: ({ s, at, size }) => `${s.the} closed${at} ${size} above ${s.their} 200-day average`,
      neutral: ({ s, at, size, value }) =>
        value === 0
          ? `${s.the} closed${at} exactly on ${s.their} 200-day average`
          : `${s.the} closed${at} within ${size} of ${s.their} 200-day average`,
      against: ({ s, at, size }) => `${s.the} closed${at} ${size} below ${s.their} 200-day average`,
    },
  },
  drawdown_from_high_252: {
    theme: () => "the distance from the high of the year",
    fact: {
      for: ({ s }) => `${s.the} ${s.are} at a ${s.yearHigh}`,
      neutral: ({ s, size, value }) =>
        value === 0
          ? `${s.the} ${s.are} at a ${s.yearHigh}`
          : `${s.the} ${s.are} ${size} below ${s.their} ${s.yearHigh}`,
      against: ({ s, size }) => `${s.the} ${s.are} ${size} below ${s.their} ${s.yearHigh}`,
    },
  },
};

/* What is said about the tone of news and posts, by the rule's key. */

interface Tone {
  readonly period: "week" | "month";
  /** One item, and several. */
  readonly items: readonly [one: string, many: string];
  readonly theme: string;
  /** Items from which it counts in full. */
  readonly wanted: number;
}

function toneOf({ period, items: [one, many], theme, wanted }: Tone): Sentences {
  const these = ({ count }: Wording): string =>
    count === null
      ? `the ${period}'s ${many}`
      : count.value === 1
        ? `the ${period}'s one ${one}`
        : `the ${period}'s ${count.ref} ${many}`;
  const by = (words: Wording, verb: string): string => (words.count?.value === 1 ? `${verb}s` : verb);
  return {
    theme: () => theme,
    fact: {
      for: (words) => `${these(words)} ${by(words, "lean")} positive, with an average tone of ${words.it}`,
      neutral: (words) =>
        (words.count?.value ?? 0) < wanted
          ? `${these(words)} ${words.count?.value === 1 ? "is" : "are"} too little to judge by, with an average tone of ${words.it}`
          : `${these(words)} ${by(words, "give")} no clear lead, with an average tone of ${words.it}`,
      against: (words) => `${these(words)} ${by(words, "lean")} negative, with an average tone of ${words.it}`,
    },
  };
}

const newsItems = ["news item", "news items"] as const;

const moodSentences: Readonly<Record<string, Sentences>> = {
  news_tone_7d: toneOf({
    period: "week",
    items: newsItems,
    theme: "the news of the week",
    wanted: 5,
  }),
  news_tone_30d: toneOf({
    period: "month",
    items: newsItems,
    theme: "the news of the month",
    wanted: 10,
  }),
  social_tone_7d: toneOf({
    period: "week",
    items: ["post", "posts"],
    theme: "talk on social media",
    wanted: 20,
  }),
  social_bullish_share_7d: {
    theme: () => "the balance of opinion on social media",
    fact: {
      for: ({ it }) => `among posts whose authors took a side, ${it} were bullish`,
      neutral: ({ it, value }) =>
        value > 40 && value < 60
          ? `among posts whose authors took a side, ${it} were bullish, close to an even split`
          : `among posts whose authors took a side, ${it} were bullish, but they are too few to judge by`,
      against: ({ it }) => `among posts whose authors took a side, only ${it} were bullish`,
    },
  },
};

/** One entry for each rule, by its key. */
export const sentences: Readonly<Record<string, Sentences>> = {
  ...marketSentences,
  ...companySentences,
  ...coinSentences,
  ...moodSentences,
};

/** @throws where a rule has no sentences, which a test rules out */
function sentencesFor({ rule }: Pick<Reason, "rule">): Sentences {
  const found = sentences[rule.key];
  if (found === undefined) throw new Error(`no sentences for ${rule.key}`);
  return found;
}

function wordingOf({ item, value, others }: Reason, s: Subject, close?: { readonly id: string } | null): Wording {
  const counted = others.find(({ unit }) => unit === "count");
  const [other] = others;
  return {
    s,
    it: ref(item),
    size: ref(item, "|abs"),
    value,
    ratio: other === undefined ? "" : `{{${item.id}/${other.id}}}`,
    other: other === undefined ? "" : ref(other),
    count: counted === undefined || counted.value === null ? null : { ref: ref(counted), value: counted.value },
    at: close === undefined || close === null ? "" : ` at ${ref(close)},`,
  };
}

/** As a clause. @param close told along, where it belongs */
export function factOf(reason: Reason, s: Subject, close?: { readonly id: string } | null): string {
  return sentencesFor(reason).fact[reason.reads](wordingOf(reason, s, close));
}

/** The same in the words of the side that it supports. */
export function argumentOf(reason: Reason, s: Subject): string {
  const { reads } = reason;
  const { argued } = sentencesFor(reason);
  return reads === "neutral" || argued === undefined ? factOf(reason, s) : argued[reads](wordingOf(reason, s));
}

export function themeOf(reason: Reason, s: Subject): string {
  return sentencesFor(reason).theme(s);
}

/** `null` where no one bound ends it. */
export function endOf(reason: Reason, isFor: boolean, s: Subject): { side: "above" | "below"; text: string } | null {
  const { turns } = reason.rule;
  const { ends } = sentencesFor(reason);
  if (turns === undefined || ends === undefined) return null;
  const side = (turns.speaksFor === "above") === isFor ? "below" : "above";
  const unit = reason.item.unit === "x" || reason.item.unit === "%" ? reason.item.unit : "";
  return { side, text: ends(side, `${turns.at}${unit}`, s) };
}

/** A reason in an agent's words, with all its evidence. */
export function pointOf(reason: Reason, s: Subject): Point {
  return { claim: sentence(factOf(reason, s), reason.item.id), evidence: [...reason.rests] };
}

/** In order, without what an earlier round said. */
export function pickFor<T>(
  round: number,
  all: readonly T[],
  { opening, rebuttal }: { readonly opening: number; readonly rebuttal: number },
): T[] {
  return round === 1
    ? all.slice(0, opening)
    : all.slice(opening + (round - 2) * rebuttal, opening + (round - 1) * rebuttal);
}
