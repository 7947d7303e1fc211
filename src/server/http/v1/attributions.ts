import type { z } from "zod";
import type { AttributionJob, AttributionAnswer } from "#src/contract/jobs/attribution.ts";
import { NotFound } from "#src/core/errors.ts";
import {
  cancelAttribution,
  estimateAttribution,
  getAttribution,
  orderAttribution,
} from "#src/product/attributions/attributions.ts";
import { created } from "../answers.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../mount.ts";

/** With the rules engine it takes seconds. */
const askAgain = "2";

export const attributionHandlers = ({ attributionPlanner: plan }: Deps) =>
  ({
    getAttributionEstimate: ({ ctx, path, body: wish }) => estimateAttribution(ctx, { id: path.job_id, plan, wish }),
    submitAttribution: async ({ ctx, path: { job_id: id }, body: { budget_usd: budgetUsd = null, ...wish } }) =>
      created(told(await orderAttribution(ctx, { id, plan, wish, budgetUsd })), `/v1/analyses/${id}/attribution`, {
        askAgain,
      }),
    getAttribution: async ({ ctx, path }) => {
      const job = await getAttribution(ctx, path.job_id);
      if (job === null) throw new NotFound("this analysis does not exist or has no attribution");
      return told(job);
    },
    cancelAttribution: async ({ ctx, path }) => told(await cancelAttribution(ctx, path.job_id)),
  }) satisfies Partial<Handlers>;

/** As the API names things. */
function told({ planned, done, ...job }: AttributionJob): z.output<typeof AttributionAnswer> {
  const { repetitions, estimate, changes } = planned;
  return { ...job, progress: { done, total: changes.length }, repetitions, estimate };
}
