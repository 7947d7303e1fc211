import type { Job } from "#src/contract/jobs/analysis.ts";
import type { SubmitAnalysis } from "#src/contract/jobs/jobs.ts";
import { isTestOwner } from "#src/contract/api/test-mode.ts";
import { runBudgetUsd } from "../plans/public/monthly-quota.ts";
import { requireOwnModel } from "../model-keys/public/require-own-model.ts";
import { refuseHiddenHost } from "../webhooks/public/refuse-private-hosts.ts";
import { requireScope, type Context } from "../context.ts";
import { submitJob } from "./lib/submit-job.ts";
import { resolveRun } from "./public/resolve-run.ts";
import { requireTestTicker } from "./public/test-data.ts";

/**
 * Row, first event and place in the queue in one transaction (docs/adr/0016). An idempotency key gives the same job
 * again.
 * @throws Forbidden; InvalidField for a private webhook or a model without its key; QueueFull; RateLimited; Conflict
 * for a reused key
 */
export async function submitAnalysis(
  ctx: Context,
  { body, idempotencyKey }: { readonly body: SubmitAnalysis; readonly idempotencyKey: string | null },
): Promise<{
  readonly job: Job;
  /** The key stands for this job since an earlier submission. */
  readonly replayed: boolean;
}> {
  const { db, settings, actor } = ctx;
  requireScope(ctx, "analyses:write");
  const {
    webhook_url: webhookUrl = null,
    webhook_secret: webhookSecret = null,
    own_model: own,
    holdings = null,
    ...asked
  } = body;
  if (webhookUrl !== null) refuseHiddenHost("webhook_url", webhookUrl, settings);
  if (isTestOwner(actor.owner)) requireTestTicker(asked.ticker);
  const ownDefaults = own == null ? {} : await requireOwnModel(db.sql, actor.owner, own);
  const run = resolveRun(settings, asked, {
    // An own key's cost is no money of ours.
    budgetUsd: own == null ? runBudgetUsd(actor, settings.budgetUsd) : null,
    own: own == null ? null : { model: own, defaults: ownDefaults },
  });
  return submitJob(ctx, {
    ...run,
    webhook: webhookUrl === null ? null : { url: webhookUrl, secret: webhookSecret },
    idempotencyKey,
    holdings,
  });
}
