import { Decimal } from "decimal.js";
import { JobStatus } from "#src/contract/jobs/analysis.ts";
import type { UsageReport } from "#src/contract/jobs/jobs.ts";
import { sumBills } from "#src/product/usage/queries/usage.ts";
import { countJobs, sumUsage, type UsageSum } from "./queries/usage.ts";
import { toIso, type Instant } from "#src/core/clock.ts";
import { requireScope, type Context } from "../context.ts";

/** Started in `[from, to)`. @throws Forbidden */
export async function reportUsage(
  ctx: Context,
  { from, to }: { readonly from: Instant; readonly to: Instant },
): Promise<UsageReport> {
  const { db, actor } = ctx;
  requireScope(ctx, "analyses:read");
  const counts = await countJobs(db.sql, actor.owner, from, to);
  const sums = await sumUsage(db.sql, actor.owner, from, to);
  const bills = await sumBills(db.sql, actor.owner, from, to);
  const jobsWhere = (test: (count: (typeof counts)[number]) => boolean): number =>
    counts.reduce((total, count) => total + (test(count) ? count.jobs : 0), 0);
  const jobsOf = (status: JobStatus): number => jobsWhere((count) => count.status === status);
  const days = [...new Set(counts.map(({ day }) => day))];
  const statuses = JobStatus.options.filter((status) => jobsOf(status) > 0);
  return {
    from: toIso(from),
    to: toIso(to),
    jobs: {
      queued: jobsOf("queued"),
      running: jobsOf("running"),
      succeeded: jobsOf("succeeded"),
      failed: jobsOf("failed"),
      cancelled: jobsOf("cancelled"),
    },
    ...summed(sums),
    attributions: { count: bills.count, cost_usd: bills.costUsd },
    by_day: days.map((day) => ({
      day,
      jobs: jobsWhere((count) => count.day === day),
      ...summed(sums.filter((sum) => sum.day === day)),
    })),
    by_model: [...Map.groupBy(sums, ({ model }) => model)].map(([model, of]) => ({
      model,
      calls: of.reduce((total, { calls }) => total + calls, 0),
      ...summed(of),
    })),
    by_status: statuses.map((status) => ({
      status,
      jobs: jobsOf(status),
      ...summed(sums.filter((sum) => sum.status === status)),
    })),
  };
}

function summed(sums: readonly UsageSum[]): Pick<UsageReport, "input_tokens" | "output_tokens" | "cost_usd"> {
  return {
    input_tokens: sums.reduce((total, { inputTokens }) => total + inputTokens, 0),
    output_tokens: sums.reduce((total, { outputTokens }) => total + outputTokens, 0),
    cost_usd: sums.reduce((total, { costUsd }) => total.plus(costUsd), new Decimal(0)).toFixed(),
  };
}
