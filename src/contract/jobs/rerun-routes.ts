import { z } from "zod";
import { Job } from "./analysis.ts";
import { Agent } from "../run/answers.ts";
import { RerunAnalysis } from "./jobs.ts";
import { laxInt } from "../api/pydantic-coercion.ts";
import {
  always,
  created,
  idempotencyKey,
  invalid,
  json,
  limited,
  limits,
  noLongerKept,
  problem,
  type Declared,
} from "../api/route.ts";

export const rerunRoutes = {
  rerunAnalysis: {
    method: "post",
    path: "/v1/analyses/{job_id}/rerun",
    tag: "analyses",
    summary: "Rerun an analysis from one agent on",
    description:
      "Starts a new analysis that takes over the evidence and every statement made before the given agent, byte for byte and without paying " +
      "for them, and asks that agent and all after it anew. Agents that speak at the same time are asked together: `from=bear` also asks the bull. " +
      "Settings you omit are those of the original. A webhook of the original is told of the new analysis as well, signed by the same secret. Counts as one analysis of your monthly quota; only new calls cost money. " +
      "The manifest names the original in `rerun`, and marks calls that were taken over with `reused`. Scope: `analyses:write`.",
    headers: idempotencyKey,
    query: z.object({ from: Agent.meta({ description: "The first agent to ask anew." }) }),
    body: RerunAnalysis.extend({
      max_debate_rounds: laxInt(1, 10).exactOptional(),
      max_risk_discuss_rounds: laxInt(1, 10).exactOptional(),
      seed: laxInt(0, 2_147_483_647).exactOptional(),
    }),
    answers: {
      202: {
        description: "The new job.",
        body: json(Job),
        headers: {
          ...created,
          "Retry-After": "Seconds to wait before polling.",
          ...limits,
        },
      },
      404: { name: "NotFound", ...problem("The analysis does not exist or belongs to another owner.") },
      409: problem(
        "The analysis has not succeeded, ended without asking anyone, was made by an earlier release, or its statements are no longer stored; or the Idempotency-Key was already used with a different body.",
      ),
      410: noLongerKept,
      413: problem("The body is larger than 64 KB."),
      415: problem("The Content-Type is not application/json."),
      422: invalid,
      ...always,
      429: limited("Too many requests, or the queue is full."),
    },
  },
} as const satisfies Record<string, Declared>;
