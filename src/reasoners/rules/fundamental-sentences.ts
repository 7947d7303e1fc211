import type { Sentences } from "./wording.ts";

/* What is said about a company's figures and a coin's market. By the key of the rule. */

const growth = (of: string, theme: string, argued: Sentences["argued"], are = "was"): Sentences => ({
  theme: () => theme,
  fact: {
    for: ({ size }) => `${of} rose ${size} from a year earlier`,
    neutral: ({ it, value }) =>
      value === 0
        ? `${of} ${are} unchanged from a year earlier`
        : `${of} ${are} little changed, with growth of ${it} from a year earlier`,
    against: ({ size }) => `${of} fell ${size} from a year earlier`,
  },
  argued,
});

export const companySentences: Readonly<Record<string, Sentences>> = {
  revenue_growth_yoy: {
    ...growth("twelve-month revenue", "sales growth", {
      for: ({ size }) => `the business is growing, with revenue up ${size} from a year earlier`,
      against: ({ size }) => `the business is shrinking, with revenue down ${size} from a year earlier`,
    }),
    ends: (side) => `revenue growth ${side} zero`,
  },
  eps_growth_yoy: {
    ...growth(
      "diluted earnings per share",
      "earnings growth",
      {
        for: ({ size }) => `each share earns more than it did, with diluted earnings up ${size} from a year earlier`,
        against: ({ size }) =>
          `each share earns less than it did, with diluted earnings down ${size} from a year earlier`,
      },
      "were",
    ),
    ends: (side) => `growth in earnings per share ${side} zero`,
  },
  operating_margin_change_yoy: {
    theme: () => "the operating margin",
    fact: {
      for: ({ size }) => `the operating margin widened by ${size} from a year earlier`,
      neutral: ({ it, value }) =>
        value === 0
          ? "the operating margin was unchanged from a year earlier"
          : `the operating margin hardly moved from a year earlier, with a change of ${it}`,
      against: ({ size }) => `the operating margin narrowed by ${size} from a year earlier`,
    },
    argued: {
      for: ({ size }) =>
        `more of each sale is left as profit, with the operating margin ${size} wider than a year earlier`,
      against: ({ size }) =>
        `less of each sale is left as profit, with the operating margin ${size} narrower than a year earlier`,
    },
    ends: (side) => `an operating margin ${side} that of a year earlier`,
  },
  fcf_yield: {
    theme: () => "the free cash flow yield",
    fact: {
      for: ({ it }) => `the shares offer a free cash flow yield of ${it}`,
      neutral: ({ it }) => `the free cash flow yield is a middling ${it}`,
      against: ({ it, value }) =>
        value < 0 ? `the free cash flow yield is negative, at ${it}` : `the free cash flow yield is only ${it}`,
    },
    argued: {
      for: ({ it }) => `buyers are paid to wait, with a free cash flow yield of ${it}`,
      against: ({ it, value }) =>
        value < 0
          ? `the company spends more cash than it takes in, which makes the free cash flow yield ${it}`
          : `buyers are paid little to wait, with a free cash flow yield of only ${it}`,
    },
    ends: (side, at) => `a free cash flow yield ${side} ${at}`,
  },
  pe_ttm: {
    theme: () => "the valuation",
    fact: {
      for: ({ it, value }) =>
        `at ${it} trailing earnings the shares are ${value < 12 ? "inexpensive" : "not expensive"}`,
      neutral: ({ it }) => `at ${it} trailing earnings the shares are neither cheap nor expensive`,
      against: ({ it, value }) => `at ${it} trailing earnings the shares are ${value > 35 ? "very " : ""}expensive`,
    },
    argued: {
      for: ({ it }) => `the price does not assume much, at ${it} trailing earnings`,
      against: ({ it }) => `a price of ${it} trailing earnings leaves little room for disappointment`,
    },
    ends: (side, at) => `a price ${side} ${at} trailing earnings`,
  },
  debt_to_equity: {
    theme: () => "the balance sheet",
    fact: {
      for: ({ it }) => `debt is moderate at ${it} equity`,
      neutral: ({ it }) => `debt of ${it} equity is neither low nor high`,
      against: ({ it }) => `debt is high at ${it} equity`,
    },
    argued: {
      for: ({ it }) => `the balance sheet can take a setback, with debt of ${it} equity`,
      against: ({ it }) => `the balance sheet leaves little room for a setback, with debt of ${it} equity`,
    },
    ends: (side, at) => `debt ${side} ${at} equity`,
  },
  dilution_yoy: {
    theme: () => "the share count",
    fact: {
      for: ({ size }) => `the diluted share count fell ${size} over the year`,
      neutral: ({ it, value }) =>
        value === 0
          ? "the diluted share count did not change over the year"
          : `the diluted share count hardly changed over the year, moving ${it}`,
      against: ({ size }) => `the diluted share count rose ${size} over the year`,
    },
    argued: {
      for: ({ size }) => `each share owns more of the company, with the diluted share count down ${size} over the year`,
      against: ({ size }) =>
        `each share owns less of the company, with the diluted share count up ${size} over the year`,
    },
    ends: (side) => `a diluted share count ${side} that of a year earlier`,
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
      for: ({ it }) => `the profit arrives in cash, with operating cash flow of ${it} net income`,
      against: ({ it, value }) =>
        value < 0
          ? `the profit has not arrived in cash, with operating cash flow of ${it} net income`
          : `too little of the profit arrives in cash, with operating cash flow of only ${it} net income`,
    },
    ends: (side, at) => `operating cash flow ${side} ${at} net income`,
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
    argued: {
      for: ({ size, value }) =>
        value === 0
          ? "the advance is intact, with the last close at the peak for the period on file"
          : `the advance is intact, with the last close within ${size} of the peak for the period on file`,
      against: ({ size }) => `the advance is broken, with the last close ${size} below the peak for the period on file`,
    },
  },
  volume_trend_30_90: {
    theme: () => "turnover",
    fact: {
      for: ({ it }) => `turnover of the past month is ${it} its 90-day average`,
      neutral: ({ it }) => `turnover shows no trend, with the past month at ${it} the 90-day average`,
      against: ({ it }) => `turnover of the past month is only ${it} its 90-day average`,
    },
    argued: {
      for: ({ it }) => `interest is growing, with turnover of the past month at ${it} its 90-day average`,
      against: ({ it }) => `interest is drying up, with turnover of the past month at only ${it} its 90-day average`,
    },
    ends: (side) => `monthly turnover ${side} its three-month average`,
  },
  funding_7d_annualised: {
    theme: () => "positioning in futures",
    fact: {
      for: ({ size }) => `short sellers of perpetual futures pay ${size} a year to keep their positions`,
      neutral: ({ it }) => `funding of perpetual futures, at ${it} a year, shows no crowding`,
      against: ({ size }) => `holders of perpetual futures pay ${size} a year to be long, a sign of crowding`,
    },
    argued: {
      for: ({ size }) => `the crowd is short, and sellers who pay ${size} a year can be squeezed`,
      against: ({ size }) => `the crowd is long, and holders who pay ${size} a year can be shaken out`,
    },
  },
};
