import type { WebhookDelivery, WebhookDeliveryList } from "#src/contract/jobs.ts";
import { findAnalysis } from "#src/db/queries/analyses.ts";
import { listDeliveriesOf, type JobDelivery } from "#src/db/queries/webhook-deliveries.ts";
import { toIso } from "#src/platform/clock.ts";
import { Forbidden, NotFound } from "#src/platform/errors.ts";
import type { Context } from "../context.ts";
import { isTaken } from "./post.ts";
import { attemptDelaysMs } from "./schedule.ts";

/**
 * The attempts to tell a job's webhook of its end, newest first.
 * @param page `cursor` is what the page before gave as `next_cursor`
 * @throws Forbidden without the scope; NotFound for an unknown or foreign id
 */
export async function listJobDeliveries(
  { db, actor }: Pick<Context, "db" | "actor">,
  id: string,
  page: { readonly cursor: string | null; readonly limit: number },
): Promise<WebhookDeliveryList> {
  if (!actor.scopes.includes("analyses:read")) throw new Forbidden("the key lacks the scope analyses:read");
  const stored = await findAnalysis(db.sql, id, actor.owner);
  if (stored === null) throw new NotFound(`there is no analysis ${id}`);
  const found = await listDeliveriesOf(db.sql, id, { before: page.cursor, limit: page.limit + 1 });
  const shown = found.slice(0, page.limit);
  return {
    data: shown.map((one) => ({
      ...told(one, db.vault.open(one.url)),
      next_attempt_at: nextAttempt(one, `analysis.${stored.job.status}`),
    })),
    next_cursor: found.length > page.limit ? (shown.at(-1)?.id ?? null) : null,
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
  const delay = attemptDelaysMs[attempt];
  if (followed || isTaken(answered) || event !== toTell || delay === undefined) return null;
  return toIso(at + delay);
}
