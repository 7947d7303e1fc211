/** Examples of holdings, by `operationId status`; a test checks each against its schema. */
const holdings = {
  currency: "USD",
  positions: [
    { symbol: "AAPL", quantity: "120", cost_basis: "18400" },
    { symbol: "MSFT", quantity: "40", cost_basis: "15200" },
  ],
  cash: "10000",
  limits: { largest_position_pct: 40, largest_loss_pct: 2, no_shorts: true },
  horizon_days: 180,
};
const aapl = {
  symbol: "AAPL",
  quantity: "120",
  price: 201.7,
  price_date: "2025-06-02",
  value: "24204.00",
  weight_pct: 45.92,
  profit: "5804.00",
  note: null,
};
const msft = {
  symbol: "MSFT",
  quantity: "40",
  price: 462.75,
  price_date: "2025-06-02",
  value: "18510.00",
  weight_pct: 35.11,
  profit: "3310.00",
  note: null,
};

export const holdingsAnswers = {
  "getHoldings 200": {
    holdings,
    for_holdings: {
      symbol: "AAPL",
      as_of: "2025-06-02T20:00:00.000Z",
      held: "120",
      price: 201.7,
      book: {
        currency: "USD",
        value: "52714.00",
        cash: "10000.00",
        gross_exposure_pct: 81.03,
        net_exposure_pct: 81.03,
        hhi: 0.5089,
        beta: 0.93,
        benchmark: "SPY",
        positions: [aapl, msft],
        notes: [],
      },
      correlation: 0.61,
      beta_to_book: 1.2,
      computed: { action: "trim", quantity: "16" },
      action: "trim",
      quantity: "16",
      after: { quantity: "104", weight_pct: 39.79 },
      stop: null,
      target: null,
      reasons: ["The position is above the holder's own limit."],
      checks: [{ id: "quantity", outcome: "pass", detail: "Action and quantity go with what is held." }],
      not_adopted: null,
      voices: [
        { agent: "trader", action: "trim", quantity: "16", text: "The position is above the holder's own limit." },
      ],
      problem: null,
      usage: {
        input_tokens: 41200,
        cached_input_tokens: 30100,
        output_tokens: 1900,
        calls: 5,
        cost_usd: "0.09",
        budget_usd: "1",
        agents: [],
      },
    },
  },
};
