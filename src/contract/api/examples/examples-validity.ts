/** Examples of validity reports, by `operationId status`; a test checks each against its schema. */
const id = "bt_7m3k9q0x2v5c8b1n4h6t";

const section = {
  id: "deflated_sharpe",
  protocol: null,
  title: "Deflated Sharpe ratio",
  verdict: "fail",
  reason: "within_luck",
  text: "The probability that the Sharpe ratio is above what luck gives the best after 12 trials is 0.412; it takes 0.95.",
  figures: [
    {
      key: "deflated_sharpe",
      label: "Deflated Sharpe ratio",
      unit: "p",
      value: 0.412,
      interval: null,
      formula: "Φ((SR − SR₀) √(n − 1) / √(1 − γ₃ SR + (γ₄ − 1)/4 SR²)), SR₀ what luck gives the best trial",
      source: "Bailey and López de Prado, The Deflated Sharpe Ratio, Journal of Portfolio Management 40 (2014)",
    },
  ],
  tables: [],
  notes: ["What was tried elsewhere is not known here."],
};
const validity = {
  backtest_id: id,
  status: "succeeded",
  report: {
    version: 1,
    backtest: {
      symbols: ["DEMO"],
      from: "2018-01-02",
      to: "2019-12-31",
      provider: "rules",
      deep: "rules",
      quick: "rules",
      decisions: 101,
      sha256: "9f2c4e6b8a0d1f3e5c7b9a8d6f4e2c0b1a3d5f7e9c8b6a4d2f0e1c3b5a7d9f8e",
    },
    verdict: "fail",
    counts: { pass: 0, fail: 1, cannot_tell: 0 },
    sections: [section],
  },
  error: null,
  created_at: "2026-06-03T09:05:00.000Z",
  started_at: "2026-06-03T09:05:00.400Z",
  finished_at: "2026-06-03T09:05:07.900Z",
};

export const validityAnswers = {
  "submitBacktestValidity 202": { ...validity, status: "queued", report: null, started_at: null, finished_at: null },
  "getBacktestValidity 200": validity,
  "getBacktestValidityMarkdown 200":
    "# Validity of the backtest of DEMO\n\n**1 test of 1 failed, 0 passed and 0 cannot tell.**\n",
};
