import type { WebhookMessage } from "#src/contract/jobs/jobs.ts";
import { loadAnalysis } from "#src/product/analyses/queries/analyses.ts";
import type { StoredMessage } from "#src/product/outbox/queries/outbox.ts";
import { toIso } from "#src/core/clock.ts";
import { traced } from "#src/core/operation/telemetry.ts";
import type { SystemContext } from "../context.ts";
import type { Step } from "../outbox/public/step.ts";
import { postSealed } from "./public/post-sealed.ts";
import type { Network } from "./public/post.ts";

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
