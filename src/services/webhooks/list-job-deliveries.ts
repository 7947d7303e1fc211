import type { WebhookDelivery, WebhookDeliveryList } from "#src/contract/jobs.ts";
import { findAnalysis } from "#src/db/queries/analyses.ts";
import { listDeliveriesOf, type JobDelivery } from "#src/db/queries/webhook-deliveries.ts";
import { toIso } from "#src/platform/clock.ts";
import { NotFound } from "#src/platform/errors.ts";
import { requireScope, type Context } from "../context.ts";
import { isAccepted } from "./lib/post.ts";
import { retryDelaysMs } from "./lib/retry-delays.ts";

/**
 * The attempts to tell a job's webhook of its end, newest first.
 * @param input `cursor` is what the page before gave as `next_cursor`
 * @throws Forbidden without the scope; NotFound for an unknown or foreign id
 */
export async function listJobDeliveries(
  ctx: Context,
  { id, ...page }: { readonly id: string; readonly cursor: string | null; readonly limit: number },
): Promise<WebhookDeliveryList> {
  const { db, actor } = ctx;
  requireScope(ctx, "analyses:read");
  const stored = await findAnalysis(db.sql, id, actor.owner);
  if (stored === null) throw new NotFound(`there is no analysis ${id}`);
  const found = await listDeliveriesOf(db.sql, id, { before: page.cursor, limit: page.limit + 1 });
  const listed = found.slice(0, page.limit);
  return {
    data: listed.map((one) => ({
      ...told(one, db.vault.open(one.url)),
      next_attempt_at: nextAttempt(one, `analysis.${stored.job.status}`),
    })),
    next_cursor: found.length > page.limit ? (listed.at(-1)?.id ?? null) : null,
  };
}

function told(
  { id, event, attempt, status, error, at }: JobDelivery,
  url: string,
): Omit<WebhookDelivery, "next_attempt_at"> {
  return { id, event, url, attempt, status, error, created_at: toIso(at) };
}

/** About when it is tried again. Not at all once a cancel has made another event the one to tell. */
function nextAttempt({ event, attempt, followed, at, ...answered }: JobDelivery, toTell: string): string | null {
  const delay = retryDelaysMs[attempt];
  if (followed || isAccepted(answered) || event !== toTell || delay === undefined) return null;
  return toIso(at + delay);
}
