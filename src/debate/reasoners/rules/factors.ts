/* Sizes as their papers state them, nothing fitted. docs/rules.md has the table. */

/**
 * Percent a year, 1951 to 2000, from earnings growth; the average return of 7.43 was more than could be expected.
 * @see E. F. Fama and K. R. French, The Equity Premium, Journal of Finance 57 (2002)
 */
export const equityPremium = 4.32;

/**
 * What is left of a published return once it is published.
 * @see R. D. McLean and J. Pontiff, Does Academic Research Destroy Stock Return Predictability?, Journal of Finance 71 (2016)
 */
const leftAfterPublication = 1 - 0.58;

/** A stock in an extreme group gets half, over a year and after publication. */
function ofSpread(percentMonthly: number): number {
  return (percentMonthly / 2) * 12 * leftAfterPublication;
}

/** Percent a year at a strength of 1. */
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
 * Per percent of volatility: 1.58 % a month at 40 % volatility in 58 futures, none of them coins.
 * @see T. Moskowitz, Y. H. Ooi and L. H. Pedersen, Time Series Momentum, Journal of Financial Economics 104 (2012)
 */
export const momentumPerVolatility = ((1.58 * 12) / 40) * leftAfterPublication;

/** Neutral value, and the distance of a paper's extreme groups. */
export const middles = {
  /** A P/E of 15: Basu's middle fifth and the S&P 500's median. */
  earningsYield: { at: 100 / 15, reach: 3.7 },
  /** Round numbers near the median and the outer thirds of US companies. */
  returnOnEquity: { at: 12, reach: 10 },
  /**
   * Operating cash flow over net income; the tenth with the highest accruals has −0.1.
   * @see K. Chan, L. K. C. Chan, N. Jegadeesh and J. Lakonishok, Earnings Quality and Stock Returns, Journal of Business 79 (2006), table 3
   */
  cashConversion: { at: 1.3, reach: 1.4 },
  /** Median and outer fifths of stocknet-2014. */
  relativeVolatility: { at: 1.6, reach: 0.5 },
  /** Last quarter's growth less the year's, in percentage points; round numbers. */
  revenueSurprise: { at: 0, reach: 10 },
} as const;

/** The four months of Jegadeesh and Livnat. */
export const driftDays = 120;

/** About the quarter for which these papers hold. */
export const horizonDays = 90;

/** Chosen on index-2000 and stocknet-2014; the other side mirrored. */
export const chances = { overweight: 0.52, buy: 0.55 } as const;
