import {
  Book,
  ForHoldings,
  HeldPosition,
  HoldingLimits,
  Holdings,
  HoldingsOfAnalysis,
  ValuedPosition,
} from "./holdings.ts";
import { always, json, problem, type Declared } from "../api/route.ts";

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
const notFound = problem("The analysis does not exist, belongs to another owner, or has no holdings.");

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
      404: notFound,
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
    answers: { 204: { description: "The holdings are deleted." }, 404: notFound, ...always },
  },
} as const satisfies Record<string, Declared>;
