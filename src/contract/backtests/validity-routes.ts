import { always, file, json, problem, type Declared } from "../api/route.ts";
import { BacktestValidity, ValidityFigure, ValidityReport, ValiditySection, ValidityTable } from "./validity.ts";

/** As they are named in the API's description. */
export const validitySchemas = { BacktestValidity, ValidityReport, ValiditySection, ValidityFigure, ValidityTable };

const path_parameters = {
  backtest_id: { description: "The ID of the backtest.", example: "bt_7m3k9q0x2v5c8b1n4h6t" },
};
const none = {
  name: "NoValidity",
  ...problem("The backtest does not exist, belongs to another owner or has no validity report."),
};

export const validityRoutes = {
  getBacktestValidity: {
    method: "get",
    path: "/v1/backtests/{backtest_id}/validity",
    tag: "backtests",
    summary: "Get the validity report of a backtest",
    description:
      "What the backtest proves, what it does not, and what cannot be told: a verdict for each test, its figures, their formulas and where these come from. " +
      "A backtest with models gets its report by itself; for others, ask with `POST`. `report` is the last one that was made, also while the next is under way. Scope: `backtests:read`.",
    path_parameters,
    answers: {
      200: { description: "The report, or how far it is.", body: json(BacktestValidity) },
      404: none,
      ...always,
    },
  },
  getBacktestValidityMarkdown: {
    method: "get",
    path: "/v1/backtests/{backtest_id}/validity.md",
    tag: "backtests",
    summary: "Get the validity report of a backtest as Markdown",
    description: "The same file that `conclave study validity` writes. Scope: `backtests:read`.",
    path_parameters,
    answers: { 200: file("text/markdown", "The report."), 404: none, ...always },
  },
  submitBacktestValidity: {
    method: "post",
    path: "/v1/backtests/{backtest_id}/validity",
    tag: "backtests",
    summary: "Make the validity report of a backtest",
    description:
      "Returns immediately; the report is made in the background, at no cost: decisions are repeated with the rules engine or with answers that are kept. " +
      "Made again, it counts the trials made since. Sent again while it is under way, it changes nothing. Send no body. Scope: `backtests:write`.",
    path_parameters,
    answers: {
      202: {
        description: "The report is queued.",
        body: json(BacktestValidity),
        headers: { Location: "Where to poll it.", "Retry-After": "Seconds to wait before polling." },
      },
      404: { name: "NoBacktest", ...problem("The backtest does not exist or belongs to another owner.") },
      409: problem("The backtest has no result yet, or you already have a validity report running."),
      ...always,
    },
  },
} as const satisfies Record<string, Declared>;
