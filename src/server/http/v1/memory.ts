import { cancelJob } from "#src/product/jobs/cancel-job.ts";
import { getJob } from "#src/product/jobs/get-job.ts";
import { memoryJob } from "#src/product/jobs/public/kinds.ts";
import { estimateMemory } from "#src/product/memory/estimate-memory.ts";
import { listMemory } from "#src/product/memory/list-memory.ts";
import { orderMemory } from "#src/product/memory/order-memory.ts";
import { created } from "../answers.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../mount.ts";

/** A model takes minutes. */
const askAgain = "10";

export const memoryHandlers = ({ analysisEnvironment: environment, ownModels: models }: Deps) => {
  const own = { environment, models };
  return {
    getMemoryEstimate: ({ ctx, body: asked }) => estimateMemory(ctx, { asked, own }),
    submitMemory: async ({ ctx, body: { budget_usd: budgetUsd, ...asked } }) => {
      const job = await orderMemory(ctx, { asked, own, budgetUsd });
      return created(job, `/v1/memory/${job.id}`, { askAgain });
    },
    listMemory: async ({ ctx }) => ({ data: await listMemory(ctx) }),
    getMemory: ({ ctx, path }) => getJob(ctx, { kind: memoryJob, id: path.memory_id }),
    cancelMemory: ({ ctx, path }) => cancelJob(ctx, { kind: memoryJob, id: path.memory_id }),
  } satisfies Partial<Handlers>;
};
