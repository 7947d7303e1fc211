import { jobAttempts, type JobAttempt } from "../outbox/queries/outbox-log.ts";
import { type Instant, toIso } from "#src/core/clock.ts";
import { type Context, requireScope, type SystemContext } from "../context.ts";
import type { WebhookDelivery, WebhookDeliveryList, WebhookMessage } from "#src/contract/jobs/jobs.ts";
import { findAnalysis, loadAnalysis } from "../analyses/queries/analyses.ts";
import { NotFound } from "#src/core/errors.ts";
import type { StoredMessage } from "../outbox/queries/outbox.ts";
import { traced } from "#src/core/operation/telemetry.ts";
import type { Step } from "../outbox/public/step.ts";
import { postSealed, type Network } from "./public/post.ts";

/** All that was tried to tell of one end of one job. */
export interface WebhookDeliveryAttempts {
  readonly analysisId: string;
  readonly ticker: string;
  readonly event: string;
  readonly url: string;
  /** `delivered` also for 410; `retrying` until the last attempt. */
  readonly state: "delivered" | "retrying" | "given_up";
  /** About when the next attempt is made, while there is one to come. */
  readonly nextAt: Instant | null;
  /** Newest first. */
  readonly attempts: readonly Pick<JobAttempt, "id" | "attempt" | "status" | "error" | "at">[];
}

/** How many attempts are looked at: of jobs long ago nobody asks. */
const most = 300;

/** The owner's webhooks, the one that was tried last first. */
export async function listDeliveries(ctx: Context): Promise<WebhookDeliveryAttempts[]> {
  const { db, actor } = ctx;
  const found = await jobAttempts(db.sql, { owner: actor.owner }, { limit: most });
  const byMessage = Map.groupBy(found, ({ analysisId, event }) => `${analysisId} ${event}`);
  return [...byMessage.values()].flatMap((attempts) => {
    const [last] = attempts;
    if (last === undefined) return [];
    const { analysisId, ticker, event, url, state, nextAt } = last;
    const ended = state === "sent" ? "delivered" : "given_up";
    const told = { analysisId, ticker, event, url: db.vault.open(url), nextAt, attempts };
    return [{ ...told, state: state === "waiting" || state === "queued" ? "retrying" : ended }];
  });
}

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

/** `null` when the submission named its own. Only for its answer. */
export async function readMadeSecret(ctx: Context, id: string): Promise<string | null> {
  const { db, actor } = ctx;
  const stored = await findAnalysis(db.sql, id, actor.owner);
  return stored !== null && stored.webhookSecretMade && stored.webhookSecret !== null
    ? db.vault.open(stored.webhookSecret)
    : null;
}

/** A job cancelled meanwhile has its own event. */
export async function tellJob(
  ctx: SystemContext,
  {
    network,
    message: { analysis, data, attempts },
  }: { readonly network: Network; readonly message: Extract<StoredMessage, { destination: "job" }> },
): Promise<Step> {
  const { db, clock } = ctx;
  const stored = await loadAnalysis(db.sql, analysis);
  if (stored === null || stored.webhookUrl === null || stored.webhookSecret === null)
    return { kind: "dropped", reason: "the job no longer has a webhook" };
  const { job, webhookUrl: url, webhookSecret: secret } = stored;
  if (`analysis.${job.status}` !== data.event) return { kind: "dropped", reason: "the job was cancelled" };
  const at = clock.now();
  const message: WebhookMessage = { type: data.event, timestamp: job.finished_at ?? toIso(at), data: job };
  const body = JSON.stringify(message);
  const attributes = { "http.request.method": "POST", "conclave.job.id": analysis, "conclave.attempt": attempts + 1 };
  const parent = stored.setting.traceparent ?? null;
  return traced({ name: "webhook", kind: "client", parent, attributes }, async (span) => {
    const to = { id: `${analysis}_${job.status}`, at, body };
    const posted = await postSealed({ vault: db.vault, network }, { url, secret }, to);
    const { status, verdict } = posted;
    span?.set({ "http.response.status_code": status ?? undefined });
    if (verdict.kind !== "sent") span?.fail(status === null ? "no_response" : String(status));
    return posted;
  });
}
