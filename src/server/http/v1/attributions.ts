import type { Hono } from "hono";
import type { z } from "zod";
import type { AttributionJob } from "#src/contract/attribution.ts";
import type { AttributionAnswer } from "#src/contract/attribution-routes.ts";
import { routes } from "#src/contract/routes.ts";
import { NotFound } from "#src/core/errors.ts";
import { cancelAttribution } from "#src/product/attributions/cancel-attribution.ts";
import { estimateAttribution } from "#src/product/attributions/estimate-attribution.ts";
import { getAttribution } from "#src/product/attributions/get-attribution.ts";
import { orderAttribution } from "#src/product/attributions/order-attribution.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "../env.ts";
import { answerJson, jobIdOf, mount } from "../mount.ts";
import { readBody } from "../read-body.ts";
import { validateBody } from "../validation.ts";

/** With the rules engine it takes seconds. */
const askAgainSeconds = "2";

export function mountAttributions(app: Hono<Env>, deps: Deps): void {
  mount(app, deps, routes.getAttributionEstimate, async (c, ctx) => {
    const wish = validateBody(routes.getAttributionEstimate.body, await readBody(c.env.incoming));
    return answerJson(200, await estimateAttribution(ctx, { id: jobIdOf(c), plan: deps.attributionPlanner, wish }));
  });

  mount(app, deps, routes.submitAttribution, async (c, ctx) => {
    const { budget_usd: budgetUsd = null, ...wish } = validateBody(
      routes.submitAttribution.body,
      await readBody(c.env.incoming),
    );
    const id = jobIdOf(c);
    const job = await orderAttribution(ctx, { id, plan: deps.attributionPlanner, wish, budgetUsd });
    const headers = { location: `/v1/analyses/${id}/attribution`, "retry-after": askAgainSeconds };
    return answerJson(202, told(job), headers);
  });

  mount(app, deps, routes.getAttribution, async (c, ctx) => {
    const job = await getAttribution(ctx, jobIdOf(c));
    if (job === null) throw new NotFound("this analysis does not exist or has no attribution");
    return answerJson(200, told(job));
  });

  mount(app, deps, routes.cancelAttribution, async (c, ctx) =>
    answerJson(200, told(await cancelAttribution(ctx, jobIdOf(c)))),
  );
}

/** As the API names things. */
function told({ planned, done, ...job }: AttributionJob): z.input<typeof AttributionAnswer> {
  const { repetitions, estimate, changes } = planned;
  return { ...job, progress: { done, total: changes.length }, repetitions, estimate };
}
