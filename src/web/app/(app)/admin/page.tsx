import type { Metadata } from "next";
import type { ComponentHealth } from "#src/contract/api/site-routes.ts";
import { toIso } from "#src/core/clock.ts";
import { counted, countText } from "#src/core/text/number-text.ts";
import { capitalised } from "#src/report/text/result-text.ts";
import { type AdminRequest, listRequests } from "#src/product/admin/requests.ts";
import { readServiceStatus } from "#src/product/admin/reading.ts";
import { durationText } from "#src/web/components/analysis/run-text.tsx";
import { Figure, Figures, Card } from "#src/web/components/ui/page-parts.tsx";
import { Alert, Badge, TextLink } from "#src/web/components/ui/elements.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { webContext } from "#src/web/context.ts";
import { adminContextOf, requireAdmin } from "#src/web/viewer.ts";
import { decide } from "#src/web/actions/admin.ts";
import { ActionForm, Submit } from "#src/web/components/ui/form.tsx";

export const metadata: Metadata = { title: "Administration" };

export default async function AdminOverview() {
  const who = await requireAdmin();
  const {
    signalEngine,
    all: { service },
  } = webContext();
  const ctx = adminContextOf(who);
  const [{ health, facts }, requests] = await Promise.all([readServiceStatus(ctx, signalEngine), listRequests(ctx)]);
  const { open, oldestQueuedAt, recent, webhooks } = facts;
  return (
    <div className="grid grid-cols-1 gap-6">
      {health.status === "ok" ? null : (
        <Alert tone="negative" title={`The service is ${health.status}`}>
          A required component is not responding. See below.
        </Alert>
      )}
      {requests.length === 0 ? null : (
        <Card title="Waiting for a second administrator">
          <RequestList requests={requests.map((one) => ({ ...one, what: capitalised(one.what) }))} />
        </Card>
      )}
      <Card title="Components">
        <dl className="grid gap-3 sm:grid-cols-2">
          <Part name="Database" health={health.checks.database} />
          <Part name="Signal engine (worker)" health={health.checks.signalEngine} />
        </dl>
      </Card>
      <section aria-labelledby="queue" className="grid gap-3">
        <h2 id="queue" className="text-base font-semibold">
          Queue
        </h2>
        <Figures>
          <Figure name="Running" note={`of ${counted(service.maxConcurrency, "slot")}`}>
            <TextLink href="/admin/jobs?status=running" quiet>
              {countText(open.running)}
            </TextLink>
          </Figure>
          <Figure name="Waiting" note={`of ${counted(service.maxQueued, "place")}`}>
            <TextLink href="/admin/jobs?status=queued" quiet>
              {countText(open.queued)}
            </TextLink>
          </Figure>
          <Figure name="Oldest job queued" small>
            {oldestQueuedAt === null ? "No jobs waiting" : <Time at={toIso(oldestQueuedAt)} />}
          </Figure>
        </Figures>
      </section>
      <section aria-labelledby="day" className="grid gap-3">
        <h2 id="day" className="text-base font-semibold">
          Last 24 hours
        </h2>
        <Figures>
          <Figure
            name="Succeeded"
            note={recent.review === 0 ? undefined : `including ${countText(recent.review)} REVIEW`}
          >
            {countText(recent.succeeded)}
          </Figure>
          <Figure name="Failed">
            <TextLink href="/admin/jobs?status=failed" quiet>
              {countText(recent.failed)}
            </TextLink>
          </Figure>
          <Figure name="Median run">{recent.runMs === null ? "–" : seconds(recent.runMs)}</Figure>
          <Figure name="Webhook calls" note={`${countText(webhooks.refused)} failed`}>
            {countText(webhooks.attempts)}
          </Figure>
        </Figures>
      </section>
    </div>
  );
}

const tones = { up: "positive", down: "negative", not_configured: "neutral" } as const;

function Part({ name, health }: { name: string; health: ComponentHealth }) {
  return (
    <div className="flex items-center justify-between gap-3 rounded-md border px-4 py-3">
      <dt>{name}</dt>
      <dd className="flex items-center gap-3">
        {health.latencyMs === undefined ? null : (
          <span className="text-xs text-muted tabular-nums">{countText(health.latencyMs)} ms</span>
        )}
        <Badge tone={health.reason === undefined ? tones[health.status] : tones.down}>
          {capitalised(health.reason ?? health.status.replace("_", " "))}
        </Badge>
      </dd>
    </div>
  );
}

function seconds(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : durationText(ms);
}

/** What waits for a second administrator. */
function RequestList({ requests }: { requests: readonly AdminRequest[] }) {
  return (
    <ul className="grid gap-5">
      {requests.map((request) => (
        <li key={request.id} className="grid gap-2 text-sm">
          <p className="wrap-anywhere">
            <TextLink href={`/admin/accounts/${encodeURIComponent(request.account)}`} quiet className="font-medium">
              <bdi>{request.what}</bdi>
            </TextLink>
            : <bdi>{request.reason}</bdi>
          </p>
          <p className="text-xs text-muted wrap-anywhere">
            {request.own ? "Requested by you" : `Requested by ${request.askedBy}`} · expires{" "}
            <Time at={request.expiresAt} />
          </p>
          <Decisions request={request} />
        </li>
      ))}
    </ul>
  );
}

function Decisions({ request: { id, own, what } }: { request: AdminRequest }) {
  return (
    <div className="flex flex-wrap gap-3">
      {own ? null : <Decision request={id} what={what} decision="approve" label="Approve" variant="primary" />}
      <Decision request={id} what={what} decision="decline" label={own ? "Withdraw" : "Decline"} variant="secondary" />
    </div>
  );
}

interface DecisionProps {
  readonly request: string;
  readonly what: string;
  readonly decision: "approve" | "decline";
  readonly label: string;
  readonly variant: "primary" | "secondary";
}

function Decision({ request, what, decision, label, variant }: DecisionProps) {
  return (
    <ActionForm action={decide} hidden={{ request, decision }} said="Decision recorded" className="gap-3">
      <Submit variant={variant} size="sm" wide aria-label={`${label}: ${what}`}>
        {label}
      </Submit>
    </ActionForm>
  );
}
