import type { Sentences } from "./wording.ts";

/* What is said about prices. By the key of the rule. */

const average = (days: 50 | 200) => (side: "above" | "below") => `a close ${side} the ${days}-day average`;

export const marketSentences: Readonly<Record<string, Sentences>> = {
  close_vs_sma_200: {
    theme: () => "the long-term trend",
    fact: {
      for: ({ s, at, size }) => `${s.the} closed${at} ${size} above ${s.their} 200-day average`,
      neutral: ({ s, at, size, value }) =>
        value === 0
          ? `${s.the} closed${at} exactly on ${s.their} 200-day average`
          : `${s.the} closed${at} within ${size} of ${s.their} 200-day average`,
      against: ({ s, at, size }) => `${s.the} closed${at} ${size} below ${s.their} 200-day average`,
    },
    argued: {
      for: ({ s, size, value }) =>
        value > 2
          ? `the long-term trend is up, with ${s.the} ${size} above ${s.their} 200-day average`
          : `the long-term trend is holding, if only just, with ${s.the} ${size} above ${s.their} 200-day average`,
      against: ({ s, size, value }) =>
        value < -2
          ? `the long-term trend is down, with ${s.the} ${size} below ${s.their} 200-day average`
          : `the long-term trend has slipped, with ${s.the} ${size} below ${s.their} 200-day average`,
    },
    ends: average(200),
  },
  close_vs_sma_50: {
    theme: () => "the trend of recent weeks",
    fact: {
      for: ({ size }) => `the price stands ${size} above the 50-day average`,
      neutral: ({ size, value }) =>
        value === 0
          ? "the price stands exactly on the 50-day average"
          : `the price stands within ${size} of the 50-day average`,
      against: ({ size }) => `the price stands ${size} below the 50-day average`,
    },
    argued: {
      for: ({ size }) =>
        `buyers have had the better of recent weeks, which leaves the price ${size} above its 50-day average`,
      against: ({ size }) =>
        `sellers have had the better of recent weeks, which leaves the price ${size} below its 50-day average`,
    },
    ends: average(50),
  },
  return_63d: {
    theme: ({ quarter }) => `the return of the past ${quarter}`,
    fact: {
      for: ({ s, size }) => `the price rose ${size} in ${s.quarter}`,
      neutral: ({ s, it, value }) =>
        value === 0
          ? `the price is where it was ${s.quarter} earlier`
          : `the price moved little in ${s.quarter}, with a return of ${it}`,
      against: ({ s, size }) => `the price fell ${size} in ${s.quarter}`,
    },
    argued: {
      for: ({ s, size, value }) =>
        value > 5
          ? `a gain of ${size} over the past ${s.quarter} shows that buyers are in charge`
          : `buyers have a slight edge, with a gain of ${size} over the past ${s.quarter}`,
      against: ({ s, size, value }) =>
        value < -5
          ? `a loss of ${size} over the past ${s.quarter} shows that sellers are in charge`
          : `sellers have a slight edge, with a loss of ${size} over the past ${s.quarter}`,
    },
    ends: (side, _at, s) =>
      s.quarter === "three months" ? `a three-month return ${side} zero` : `a 63-day return ${side} zero`,
  },
  relative_strength_63: {
    theme: () => "performance against the benchmark",
    fact: {
      for: ({ s, size }) => `${s.the} beat the benchmark by ${size} over the past ${s.quarter}`,
      neutral: ({ s, it, value }) =>
        value === 0
          ? `${s.the} matched the benchmark over the past ${s.quarter}`
          : `${s.the} kept pace with the benchmark over the past ${s.quarter}, with a difference of ${it}`,
      against: ({ s, size }) => `${s.the} trailed the benchmark by ${size} over the past ${s.quarter}`,
    },
    argued: {
      for: ({ s, size }) =>
        `this is more than the market at work, because ${s.the} beat the benchmark by ${size} over the past ${s.quarter}`,
      against: ({ s, size }) =>
        `the market is no excuse, because ${s.the} trailed the benchmark by ${size} over the past ${s.quarter}`,
    },
    ends: (side, _at, s) =>
      `a ${s.quarter === "three months" ? "three-month" : "63-day"} return ${side} that of the benchmark`,
  },
  macd_hist: {
    theme: () => "momentum",
    fact: {
      for: ({ size }) => `the MACD line is ${size} above its signal line`,
      neutral: ({ it }) => `MACD gives no clear signal, with a histogram of ${it}`,
      against: ({ size }) => `the MACD line is ${size} below its signal line`,
    },
    argued: {
      for: ({ size }) => `momentum is improving, with the MACD line ${size} above its signal line`,
      against: ({ size }) => `momentum is fading, with the MACD line ${size} below its signal line`,
    },
    ends: (side) => `a MACD line ${side} its signal line`,
  },
  rsi_14: {
    theme: () => "the RSI",
    fact: {
      for: ({ it }) => `an RSI of ${it} marks an oversold market`,
      neutral: ({ it, value }) =>
        value > 70
          ? `an RSI of ${it} is on the edge of overbought`
          : value < 30
            ? `an RSI of ${it} is on the edge of oversold`
            : `an RSI of ${it} is neither overbought nor oversold`,
      against: ({ it }) => `an RSI of ${it} marks an overbought market`,
    },
    argued: {
      for: ({ it }) => `selling looks overdone, and an oversold RSI of ${it} leaves room for a rebound`,
      against: ({ it }) => `buying looks overdone, and an overbought RSI of ${it} leaves room for a setback`,
    },
  },
  drawdown_from_high_252: {
    theme: () => "the distance from the high of the year",
    fact: {
      for: ({ s, size, value }) =>
        value === 0
          ? `${s.the} ${s.are} at a ${s.yearHigh}`
          : `${s.the} ${s.are} within ${size} of ${s.their} ${s.yearHigh}`,
      neutral: ({ s, size }) => `${s.the} ${s.are} ${size} below ${s.their} ${s.yearHigh}, an ordinary setback`,
      against: ({ s, size }) => `${s.the} ${s.have} fallen ${size} from ${s.their} ${s.yearHigh}`,
    },
    argued: {
      for: ({ s, size, value }) =>
        value === 0
          ? `at a ${s.yearHigh}, hardly any holder of the past year is sitting on a loss`
          : `few holders are sitting on losses with the price within ${size} of its ${s.yearHigh}`,
      against: ({ s, size }) =>
        `after a fall of ${size} from the ${s.yearHigh}, many holders will sell into any recovery to get out even`,
    },
  },
};
