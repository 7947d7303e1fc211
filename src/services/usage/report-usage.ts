import { Decimal } from "decimal.js";
import type { UsageReport } from "#src/contract/jobs.ts";
import { sumUsage } from "#src/db/queries/usage.ts";
import { toIso, type Instant } from "#src/platform/clock.ts";
import { Forbidden } from "#src/platform/errors.ts";
import type { Context } from "../context.ts";

/** Jobs, tokens and cost of what the owner started in `[from, to)`. @throws Forbidden without the scope */
export async function reportUsage(
  { db, actor }: Pick<Context, "db" | "actor">,
  { from, to }: { readonly from: Instant; readonly to: Instant },
): Promise<UsageReport> {
  if (!actor.scopes.includes("analyses:read")) throw new Forbidden("the key lacks the scope analyses:read");
  const sums = await sumUsage(db.sql, actor.owner, from, to);
  const jobs = { queued: 0, running: 0, succeeded: 0, failed: 0, cancelled: 0 };
  for (const sum of sums) jobs[sum.status] = sum.jobs;
  return {
    from: toIso(from),
    to: toIso(to),
    jobs,
    input_tokens: sums.reduce((total, { inputTokens }) => total + inputTokens, 0),
    output_tokens: sums.reduce((total, { outputTokens }) => total + outputTokens, 0),
    cost_usd: sums.reduce((total, { costUsd }) => total.plus(costUsd), new Decimal(0)).toFixed(),
  };
}
