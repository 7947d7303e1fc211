/*
 * What the `rules` reasoner takes from published evidence: the sizes as their papers state them, and nothing fitted
 * since. docs/rules.md has the same table in words, with what was left out.
 */

/**
 * Of shares over cash, percent a year: from earnings growth, 1951 to 2000. The average return of those years was 7.43,
 * more than anybody could have expected.
 * @see E. F. Fama and K. R. French, The Equity Premium, Journal of Finance 57 (2002)
 */
export const equityPremium = 4.32;

/**
 * What is left of a published return once it is published.
 * @see R. D. McLean and J. Pontiff, Does Academic Research Destroy Stock Return Predictability?, Journal of Finance 71 (2016)
 */
const leftAfterPublication = 1 - 0.58;

/**
 * Percent a month between the two extreme groups of a paper. A stock in one of them gets half of it, over a year and
 * after publication.
 */
function ofSpread(percentMonthly: number): number {
  return (percentMonthly / 2) * 12 * leftAfterPublication;
}

/** Percent a year that a measure adds at a strength of 1: of a stock in an extreme group of its paper. */
export const sizes = {
  /**
   * 5.79 % a year, ranked and held for six months, US stocks 1946 to 2013.
   * @see A. Goyal and N. Jegadeesh, Cross-Sectional and Time-Series Tests of Return Predictability, RFS 31 (2018)
   */
  stockMomentum: ofSpread(5.79 / 12),
  /** @see S. Basu, Investment Performance of Common Stocks in Relation to Their Price-Earnings Ratios, Journal of Finance 32 (1977) */
  value: ofSpread(0.58),
  /** @see K. Hou, C. Xue and L. Zhang, Digesting Anomalies, Review of Financial Studies 28 (2015) */
  profitability: ofSpread(0.58),
  /** @see N. Hafzalla, R. Lundholm and E. M. Van Winkle, Percent Accruals, The Accounting Review 86 (2011) */
  accruals: ofSpread(0.97),
  /** @see A. Ang, R. J. Hodrick, Y. Xing and X. Zhang, The Cross-Section of Volatility and Expected Returns, Journal of Finance 61 (2006) */
  lowRisk: ofSpread(0.97),
  /**
   * 4.4 % over four months, by revenue surprise.
   * @see N. Jegadeesh and J. Livnat, Post-Earnings-Announcement Drift: The Role of Revenue Surprises, FAJ 62 (2006)
   */
  drift: ofSpread(1.1),
} as const;

/**
 * The same of an index or a coin for each percent of its volatility: 1.58 % a month from positions of 40 % volatility
 * in each of 58 futures. Coins are none of them.
 * @see T. Moskowitz, Y. H. Ooi and L. H. Pedersen, Time Series Momentum, Journal of Financial Economics 104 (2012)
 */
export const momentumPerVolatility = ((1.58 * 12) / 40) * leftAfterPublication;

/** Where a measure is for neither side, and how far from there the extreme groups of its paper lie. */
export const middles = {
  /** An earnings yield of 6.67 %, a P/E of 15: Basu's middle fifth, and the median of the S&P 500 since 1871. */
  earningsYield: { at: 100 / 15, reach: 3.7 },
  /** Round numbers, about the median and the outer thirds of US companies. */
  returnOnEquity: { at: 12, reach: 10 },
  /**
   * Operating cash flow over net income; the tenth with the highest accruals has −0.1.
   * @see K. Chan, L. K. C. Chan, N. Jegadeesh and J. Lakonishok, Earnings Quality and Stock Returns, Journal of Business 79 (2006), table 3
   */
  cashConversion: { at: 1.3, reach: 1.4 },
  /** Volatility over that of the benchmark: the median and the outer fifths of the 20 stocks of stocknet-2014. */
  relativeVolatility: { at: 1.6, reach: 0.5 },
  /** Growth of the last quarter's revenue less that of the year's, percentage points; round numbers. */
  revenueSurprise: { at: 0, reach: 10 },
} as const;

/** Days after a report for which its surprise still drifts: the four months of Jegadeesh and Livnat. */
export const driftDays = 120;

/** Calendar days ahead for which an opinion is given: about the quarter for which most of these papers hold or rank. */
export const horizonDays = 90;

/** The chance of earning more than cash from which an opinion is one; the other side mirrored. Chosen on index-2000 and stocknet-2014. */
export const chances = { overweight: 0.52, buy: 0.55 } as const;
