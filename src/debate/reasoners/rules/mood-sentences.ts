import type { Sentences, Wording } from "./wording.ts";

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

export const moodSentences: Readonly<Record<string, Sentences>> = {
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
