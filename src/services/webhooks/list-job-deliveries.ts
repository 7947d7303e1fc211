import type { WebhookDelivery, WebhookDeliveryList } from "#src/contract/jobs.ts";
import { findAnalysis } from "#src/db/queries/analyses.ts";
import { jobAttempts } from "#src/db/queries/outbox-log.ts";
import { toIso } from "#src/platform/clock.ts";
import { NotFound } from "#src/platform/errors.ts";
import { requireScope, type Context } from "../context.ts";

/**
 * The attempts to tell a job's webhook of its end, newest first.
 * @param input `cursor` is what the page before gave as `next_cursor`
 * @throws Forbidden without the scope; NotFound for an unknown or foreign id
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
    // Once a cancel has made another event the one to tell, this one is not tried again.
    const next = event === `analysis.${stored.job.status}` ? nextAt : null;
    const shown = { id: told.id, event, url: db.vault.open(url), attempt, status, error };
    return { ...shown, created_at: toIso(at), next_attempt_at: next === null ? null : toIso(next) };
  });
  return { data, next_cursor: found.length > limit ? (data.at(-1)?.id ?? null) : null };
}
