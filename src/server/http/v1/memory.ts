import type { Hono } from "hono";
import { routes } from "#src/contract/routes.ts";
import { cancelJob } from "#src/product/jobs/cancel-job.ts";
import { getJob } from "#src/product/jobs/get-job.ts";
import { memoryJob } from "#src/product/jobs/public/kinds.ts";
import { estimateMemory } from "#src/product/memory/estimate-memory.ts";
import { listMemory } from "#src/product/memory/list-memory.ts";
import { orderMemory } from "#src/product/memory/order-memory.ts";
import type { Deps } from "../deps.ts";
import type { Env, RequestContext } from "../env.ts";
import { answerJson, idOf, mount } from "../mount.ts";
import { readBody } from "../read-body.ts";
import { validateBody } from "../validation.ts";

/** A model takes minutes. */
const askAgainSeconds = "10";
const memoryIdOf = (c: RequestContext): string => idOf(c, "memory_id", "measurement");

export function mountMemory(app: Hono<Env>, deps: Deps): void {
  const own = { environment: deps.analysisEnvironment, models: deps.ownModels };

  mount(app, deps, routes.getMemoryEstimate, async (c, ctx) => {
    const asked = validateBody(routes.getMemoryEstimate.body, await readBody(c.env.incoming));
    return answerJson(200, await estimateMemory(ctx, { asked, own }));
  });

  mount(app, deps, routes.submitMemory, async (c, ctx) => {
    const { budget_usd: budgetUsd, ...asked } = validateBody(routes.submitMemory.body, await readBody(c.env.incoming));
    const job = await orderMemory(ctx, { asked, own, budgetUsd });
    return answerJson(202, job, { location: `/v1/memory/${job.id}`, "retry-after": askAgainSeconds });
  });

  mount(app, deps, routes.listMemory, async (_c, ctx) => answerJson(200, { data: await listMemory(ctx) }));

  mount(app, deps, routes.getMemory, async (c, ctx) =>
    answerJson(200, await getJob(ctx, { kind: memoryJob, id: memoryIdOf(c) })),
  );

  mount(app, deps, routes.cancelMemory, async (c, ctx) =>
    answerJson(200, await cancelJob(ctx, { kind: memoryJob, id: memoryIdOf(c) })),
  );
}
