import type { Sentences } from "./wording.ts";

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

export const marketSentences: Readonly<Record<string, Sentences>> = {
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
