/** Examples of portfolios, by `operationId status`; a test checks each against its schema. */
const lot = { symbol: "AAPL", quantity: "120", cost_per_unit: "153.33", acquired: "2024-03-01" };
const body = { name: "Retirement", currency: "USD", cash: "10000", lots: [lot] };

const portfolio = {
  ...body,
  id: "pf_7m3k9q0x2v5c8b1n4h6t",
  version: 1,
  lots: [{ ...lot, currency: null, note: null }],
  limits: { largest_position_pct: null, largest_loss_pct: null, no_shorts: false },
  horizon_days: null,
  alerts: { day_change_pct: 5, drawdown_pct: null, position_pct: null, ratings: true },
  created_at: "2025-06-02T09:00:00.000Z",
  changed_at: "2025-06-02T09:00:00.000Z",
};

const computed = { symbols: ["AAPL"], from: "2024-06-03", to: "2025-06-02" };

export const portfolioBodies = {
  createPortfolio: { one: { summary: "One lot and cash", value: body } },
  replacePortfolio: { whole: { summary: "The whole portfolio", value: { ...body, cash: "8000", version: 1 } } },
  submitPortfolioAnalyses: { all: { summary: "Each position, for at most $5", value: { budget_usd: "5.00" } } },
};

export const portfolioAnswers = {
  "listPortfolios 200": { data: [portfolio] },
  "createPortfolio 201": portfolio,
  "getPortfolio 200": portfolio,
  "replacePortfolio 200": { ...portfolio, cash: "8000", version: 2 },
  "getPortfolioValuation 200": {
    portfolio_id: portfolio.id,
    date: "2025-06-02",
    currency: "USD",
    value: "34204.00",
    positions_value: "24204.00",
    cash: "10000.00",
    cost: "18399.60",
    dividends: "151.20",
    profit: "5955.60",
    positions: [
      {
        symbol: "AAPL",
        quantity: "120",
        splits: [],
        price: 201.7,
        price_date: "2025-06-02",
        price_currency: "USD",
        value: "24204.00",
        weight_pct: 70.76,
        cost: "18399.60",
        dividends: "151.20",
        profit: "5955.60",
        notes: [],
      },
    ],
    drawdown: { now_pct: -22.14, worst_pct: -33.36, ...computed },
    beta: { value: 0.86, benchmark: "SPY", ...computed },
    concentration: {
      largest: { symbol: "AAPL", share_pct: 100 },
      hhi: 1,
      ...computed,
      from: "2025-06-02",
    },
    correlation: { average: null, matrix: [[1]], symbols: ["AAPL"], from: null, to: null },
    days: [
      {
        date: "2025-06-02",
        positions_value: "24204.00",
        profit: "5955.60",
        day_profit: "102.00",
        return_pct: 0.42,
        drawdown_pct: -22.14,
      },
    ],
    missing: [],
    notes: [],
  },
};
