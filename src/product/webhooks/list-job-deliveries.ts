import type { WebhookDelivery, WebhookDeliveryList } from "#src/contract/jobs/jobs.ts";
import { findAnalysis } from "#src/product/analyses/queries/analyses.ts";
import { jobAttempts } from "#src/product/outbox/queries/outbox-log.ts";
import { toIso } from "#src/core/clock.ts";
import { NotFound } from "#src/core/errors.ts";
import { requireScope, type Context } from "../context.ts";

/**
 * Newest first.
 * @param input `cursor` of the page before
 * @throws Forbidden; NotFound
 */
export async function listJobDeliveries(
  ctx: Context,
  { id, cursor: before, limit }: { readonly id: string; readonly cursor: string | null; readonly limit: number },
): Promise<WebhookDeliveryList> {
  const { db, actor } = ctx;
  requireScope(ctx, "analyses:read");
  const stored = await findAnalysis(db.sql, id, actor.owner);
  if (stored === null) throw new NotFound(`there is no analysis ${id}`);
  const found = await jobAttempts(db.sql, { analysis: id }, { before, limit: limit + 1 });
  const data = found.slice(0, limit).map(({ url, at, nextAt, event, ...told }): WebhookDelivery => {
    const { attempt, status, error } = told;
    // A cancel makes another event the one to tell.
    const next = event === `analysis.${stored.job.status}` ? nextAt : null;
    const shown = { id: told.id, event, url: db.vault.open(url), attempt, status, error };
    return { ...shown, created_at: toIso(at), next_attempt_at: next === null ? null : toIso(next) };
  });
  return { data, next_cursor: found.length > limit ? (data.at(-1)?.id ?? null) : null };
}
