import type { Database } from "#src/core/db/database.ts";
import type { JobQueue } from "#src/product/jobs/queries/job-queue.ts";
import { loadAnalysis } from "#src/product/analyses/queries/analyses.ts";
import { keepSpent, uncounted } from "#src/product/usage/queries/usage.ts";
import { keptCalls } from "#src/debate/turns/model-call.ts";
import { usageOf } from "#src/debate/budget.ts";

type Tools = { readonly db: Database; readonly queue: JobQueue };

const atOnce = 20;

/** Finished calls; what was dropped in flight is unknown. */
export async function countSpent({ db, queue }: Tools, id: string): Promise<void> {
  const stored = await loadAnalysis(db.sql, id);
  if (stored === null) return;
  const calls = keptCalls(await queue.finishedSteps(id));
  await keepSpent(db.sql, id, usageOf(calls, stored.setting.budgetUsd));
}

/** For runs whose worker died or that others ended. */
export async function countForgotten(tools: Tools): Promise<void> {
  for (const id of await uncounted(tools.db.sql, atOnce)) await countSpent(tools, id);
}
