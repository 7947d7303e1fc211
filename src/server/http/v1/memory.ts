import { cancelJob, getJob } from "#src/product/jobs/jobs.ts";
import { memoryJob } from "#src/product/jobs/public/kinds.ts";
import { estimateMemory, listMemory, orderMemory } from "#src/product/memory/memory.ts";
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
