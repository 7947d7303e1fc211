import { z } from "zod";
import { AnalysisRequest, Analyst, TradeDate } from "../jobs/analysis.ts";
import { Batch } from "../jobs/batches.ts";
import { OwnModel } from "../jobs/model-keys.ts";
import { OwnLimitUsd } from "../jobs/usage.ts";
import { laxInt } from "../api/pydantic-coercion.ts";
import { type Declared, always, created, idempotencyKey, invalid, json, later, limits, problem } from "../api/route.ts";
import {
  Lot,
  Portfolio,
  PortfolioBody,
  PortfolioDay,
  PortfolioPosition,
  PortfolioValuation,
  portfolioLimits,
} from "./portfolios.ts";
import {
  Book,
  ForHoldings,
  HeldPosition,
  HoldingLimits,
  Holdings,
  HoldingsOfAnalysis,
  ValuedPosition,
} from "../holdings/holdings.ts";

/** A portfolio as a program changes it: the whole of it each time. */
const ReplacePortfolio = PortfolioBody.safeExtend({
  /** As it was read. */
  version: laxInt(1, 2_147_483_647),
});

const AnalyzePortfolio = z.strictObject({
  budget_usd: OwnLimitUsd,
  trade_date: TradeDate.nullish(),
  analysts: z.array(Analyst).min(1).exactOptional(),
  max_debate_rounds: laxInt(1, 10).nullable().default(null),
  language: AnalysisRequest.shape.language,
  own_model: OwnModel.nullish(),
});
export type AnalyzePortfolio = z.infer<typeof AnalyzePortfolio>;

/** As they are named in the API's description. */
export const portfolioSchemas = {
  Portfolio,
  Lot,
  SavePortfolio: PortfolioBody,
  ReplacePortfolio,
  AnalyzePortfolio,
  PortfolioValuation,
  PortfolioPosition,
  PortfolioDay,
};

const portfolio_id = { description: "The ID of the portfolio.", example: "pf_7m3k9q0x2v5c8b1n4h6t" };
const notFound = { name: "NoPortfolio", ...problem("The portfolio does not exist or belongs to another owner.") };
const portfolio = { description: "The portfolio.", body: json(Portfolio) };
const badBody = {
  413: problem("The body is larger than 64 KB."),
  415: problem("The Content-Type is not application/json."),
  422: invalid,
};
const shared = { tag: "portfolios", isPrivate: true } as const;

export const portfolioRoutes = {
  listPortfolios: {
    ...shared,
    method: "get",
    path: "/v1/portfolios",
    summary: "List your portfolios, oldest first",
    description: "Returns all of them, without pagination. Scope: `portfolios:read`.",
    answers: {
      200: { description: "Your portfolios.", body: json(z.object({ data: z.array(Portfolio) })) },
      ...always,
    },
  },
  createPortfolio: {
    ...shared,
    method: "post",
    path: "/v1/portfolios",
    summary: "Save a portfolio",
    description:
      `At most ${portfolioLimits.portfolios} portfolios, each with up to ${portfolioLimits.lots} lots of ${portfolioLimits.symbols} symbols. It is stored encrypted, and only you can read it: ` +
      "no shared report, proof, webhook, email or request log has any of it. Scope: `portfolios:write`.",
    headers: idempotencyKey,
    body: PortfolioBody,
    answers: {
      201: { ...portfolio, headers: created },
      409: problem(
        "You have as many portfolios as an account can have, or the Idempotency-Key was already used with a different body or for a portfolio that has been deleted.",
      ),
      ...always,
      ...badBody,
    },
  },
  getPortfolio: {
    ...shared,
    method: "get",
    path: "/v1/portfolios/{portfolio_id}",
    summary: "Get a portfolio",
    description: "Scope: `portfolios:read`.",
    path_parameters: { portfolio_id },
    answers: { 200: portfolio, 404: notFound, ...always },
  },
  replacePortfolio: {
    ...shared,
    method: "put",
    path: "/v1/portfolios/{portfolio_id}",
    summary: "Change a portfolio",
    description:
      "The body replaces the portfolio, so send all fields, with the `version` you read. If it was changed since, 409: read it again. Scope: `portfolios:write`.",
    path_parameters: { portfolio_id },
    body: ReplacePortfolio,
    answers: {
      200: portfolio,
      404: notFound,
      409: problem("The portfolio was changed since you read it."),
      ...always,
      ...badBody,
    },
  },
  deletePortfolio: {
    ...shared,
    method: "delete",
    path: "/v1/portfolios/{portfolio_id}",
    summary: "Delete a portfolio",
    description:
      "Erases it at once. Analyses you started with it keep the holdings they were given. Scope: `portfolios:write`.",
    path_parameters: { portfolio_id },
    answers: { 204: { description: "The portfolio is deleted." }, 404: notFound, ...always },
  },
  submitPortfolioAnalyses: {
    ...shared,
    method: "post",
    path: "/v1/portfolios/{portfolio_id}/analyses",
    summary: "Analyse what a portfolio holds",
    description:
      "Starts a batch with one analysis for each position, each with the portfolio as its holdings. It stops within the budget; the runs count towards the " +
      "monthly quota. Follow it under /v1/batches. Scopes: `portfolios:read` and `analyses:write`.",
    path_parameters: { portfolio_id },
    headers: idempotencyKey,
    body: AnalyzePortfolio,
    answers: {
      202: {
        description: "The batch is queued.",
        body: json(Batch),
        headers: { ...created, "Retry-After": "Seconds to wait before polling.", ...limits },
      },
      404: notFound,
      409: problem("Too many open batches, or the Idempotency-Key was already used with a different body."),
      ...always,
      ...badBody,
      503: later("The prices could not be read in time, or the database cannot be reached."),
    },
  },
  getPortfolioValuation: {
    ...shared,
    method: "get",
    path: "/v1/portfolios/{portfolio_id}/valuation",
    summary: "What a portfolio is worth",
    description:
      "Value, profit, drawdown, beta, concentration and correlation, with the prices, splits and dividends known at the close of `as_of`. " +
      "`days` has a point for each day with a close, of the lots you hold now. What has no price or no exchange rate is in `missing`, and in no sum. Scope: `portfolios:read`.",
    path_parameters: { portfolio_id },
    query: z.object({
      as_of: TradeDate.optional().meta({ description: "The last day. Omitted: today." }),
      from: TradeDate.optional().meta({
        description: `The first day of the series, at most ${portfolioLimits.years} years earlier. Omitted: a year earlier.`,
      }),
    }),
    answers: {
      200: { description: "The valuation.", body: json(PortfolioValuation) },
      404: notFound,
      422: invalid,
      ...always,
      503: later("The prices could not be read in time, or the database cannot be reached."),
    },
  },
} as const satisfies Record<string, Declared>;

/** As they are named in the API's description. */
export const holdingsSchemas = {
  Holdings,
  HeldPosition,
  HoldingLimits,
  HoldingsOfAnalysis,
  ForHoldings,
  Book,
  ValuedPosition,
};

const path = "/v1/analyses/{job_id}/holdings";
const noHoldings = problem("The analysis does not exist, belongs to another owner, or has no holdings.");

export const holdingsRoutes = {
  getHoldings: {
    method: "get",
    path,
    tag: "analyses",
    summary: "What the rating means for your holdings",
    description:
      "The holdings you gave with the analysis, and what its opinion means for them. Only you can read this: it is in no shared report, proof, webhook or email. " +
      "`for_holdings` is null until the analysis has succeeded. Scope: `analyses:read`.",
    answers: {
      200: { description: "The holdings and what the opinion means for them.", body: json(HoldingsOfAnalysis) },
      404: noHoldings,
      ...always,
    },
  },
  deleteHoldings: {
    method: "delete",
    path,
    tag: "analyses",
    summary: "Delete the holdings of an analysis",
    description:
      "Erases the holdings and what was said about them. The analysis and its rating stay. Scope: `analyses:write`.",
    answers: { 204: { description: "The holdings are deleted." }, 404: noHoldings, ...always },
  },
} as const satisfies Record<string, Declared>;
