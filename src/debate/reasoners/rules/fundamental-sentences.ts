import type { Sentences } from "./wording.ts";

/* What is said about a company's or a coin's figures, by the rule's key. */

export const companySentences: Readonly<Record<string, Sentences>> = {
  pe_ttm: {
    theme: () => "the valuation",
    fact: {
      for: ({ it, value }) =>
        `at ${it} trailing earnings the shares are ${value < 12 ? "inexpensive" : "not expensive"}`,
      neutral: ({ it }) => `at ${it} trailing earnings the shares are neither cheap nor expensive`,
      against: ({ it, value }) =>
        `at ${it} trailing earnings the shares are ${value > 35 ? "very expensive" : value > 20 ? "expensive" : "not cheap"}`,
    },
    argued: {
      for: ({ it }) => `cheap shares have earned more than expensive ones, and these cost ${it} trailing earnings`,
      against: ({ it }) => `expensive shares have earned less than cheap ones, and these cost ${it} trailing earnings`,
    },
    ends: (side, at) => `a price ${side} ${at} trailing earnings`,
  },
  roe_ttm: {
    theme: () => "profitability",
    fact: {
      for: ({ it }) => `the company earned ${it} on its equity`,
      neutral: ({ it }) => `a return on equity of ${it} is ordinary`,
      against: ({ it, value }) =>
        value < 0 ? `the return on equity is negative, at ${it}` : `the company earned only ${it} on its equity`,
    },
    argued: {
      for: ({ it }) => `profitable companies have been the better investment, and this one earned ${it} on its equity`,
      against: ({ it, value }) =>
        value < 0
          ? `unprofitable companies have been the worse investment, and the return on equity here is ${it}`
          : `unprofitable companies have been the worse investment, and this one earned only ${it} on its equity`,
    },
    ends: (side, at) => `a return on equity ${side} ${at}`,
  },
  cash_conversion: {
    theme: () => "the quality of earnings",
    fact: {
      for: ({ it }) => `operating cash flow is ${it} net income`,
      neutral: ({ it }) => `operating cash flow of ${it} net income is in line with profit`,
      against: ({ it, value }) =>
        value < 0
          ? `operating cash flow is negative, at ${it} net income`
          : `operating cash flow is only ${it} net income`,
    },
    argued: {
      for: ({ it }) => `profit that arrives in cash lasts longer, and operating cash flow is ${it} net income`,
      against: ({ it, value }) =>
        value < 0
          ? `profit without cash seldom lasts, and operating cash flow is negative, at ${it} net income`
          : `profit without cash seldom lasts, and operating cash flow is only ${it} net income`,
    },
    ends: (side, at) => `operating cash flow ${side} ${at} net income`,
  },
  revenue_growth_q: {
    theme: () => "the surprise of the latest report",
    fact: {
      for: ({ it, other }) => `quarterly revenue growth of ${it} is above the ${other} of the past twelve months`,
      neutral: ({ it, other }) =>
        `quarterly revenue growth of ${it} is no surprise after the ${other} of the past twelve months`,
      against: ({ it, other }) => `quarterly revenue growth of ${it} is below the ${other} of the past twelve months`,
    },
    argued: {
      for: ({ it, other }) =>
        `prices are slow to follow a good report, and quarterly revenue growth of ${it} is above the ${other} of the past twelve months`,
      against: ({ it, other }) =>
        `prices are slow to follow a poor report, and quarterly revenue growth of ${it} is below the ${other} of the past twelve months`,
    },
  },
  eps_growth_yoy: {
    theme: () => "earnings growth",
    fact: {
      for: ({ size }) => `diluted earnings per share rose ${size} from a year earlier`,
      neutral: ({ it, value }) =>
        value === 0
          ? "diluted earnings per share were unchanged from a year earlier"
          : `diluted earnings per share were little changed, with growth of ${it} from a year earlier`,
      against: ({ size }) => `diluted earnings per share fell ${size} from a year earlier`,
    },
  },
  debt_to_equity: {
    theme: () => "the balance sheet",
    fact: {
      for: ({ it }) => `debt is moderate at ${it} equity`,
      neutral: ({ it }) => `debt of ${it} equity is neither low nor high`,
      against: ({ it }) => `debt is high at ${it} equity`,
    },
  },
};

export const coinSentences: Readonly<Record<string, Sentences>> = {
  drawdown_from_high: {
    theme: () => "the distance from the peak",
    fact: {
      for: ({ s, size, value }) =>
        value === 0
          ? `${s.the} closed at ${s.their} peak for the period on file`
          : `${s.the} closed within ${size} of ${s.their} peak for the period on file`,
      neutral: ({ s, size }) => `${s.the} closed ${size} below ${s.their} peak for the period on file`,
      against: ({ s, size }) => `${s.the} closed ${size} below ${s.their} peak for the period on file`,
    },
  },
  volume_trend_30_90: {
    theme: () => "turnover",
    fact: {
      for: ({ it }) => `turnover of the past month is ${it} its 90-day average`,
      neutral: ({ it }) => `turnover shows no trend, with the past month at ${it} the 90-day average`,
      against: ({ it }) => `turnover of the past month is only ${it} its 90-day average`,
    },
  },
  funding_7d_annualised: {
    theme: () => "positioning in futures",
    fact: {
      for: ({ size }) => `short sellers of perpetual futures pay ${size} a year to keep their positions`,
      neutral: ({ it }) => `funding of perpetual futures, at ${it} a year, shows no crowding`,
      against: ({ size }) => `holders of perpetual futures pay ${size} a year to be long, a sign of crowding`,
    },
  },
};
