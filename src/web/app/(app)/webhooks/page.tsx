import { Webhook } from "lucide-react";
import type { Metadata } from "next";
import { type Endpoint, EndpointEvent } from "#src/contract/messages/webhooks.ts";
import { toIso } from "#src/core/clock.ts";
import { isolated } from "#src/core/text/untrusted.ts";
import { counted } from "#src/core/text/number-text.ts";
import { listEndpoints } from "#src/product/endpoints/endpoints.ts";
import { retryDelaysMs } from "#src/product/outbox/public/retries.ts";
import { listDeliveries, type WebhookDeliveryAttempts } from "#src/product/webhooks/webhooks.ts";
import { verifySnippet, webhookSnippet } from "#src/web/components/reference/samples.ts";
import { EndpointStateBadge } from "#src/web/components/endpoints/endpoint-parts.tsx";
import { NewEndpointForm } from "#src/web/components/endpoints/endpoint-forms.tsx";
import { Badge, type Tone, TextLink } from "#src/web/components/ui/elements.tsx";
import { Card, CardContent, EmptyState, PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { CodeBlock } from "#src/web/components/ui/code-block.tsx";
import { Attempts } from "#src/web/components/ui/message-line.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { siteOrigin } from "#src/web/page-request.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Webhooks" };

export default async function Webhooks() {
  const who = await requireViewer();
  const ctx = contextOf(who);
  const [told, endpoints, base] = await Promise.all([listDeliveries(ctx), listEndpoints(ctx), siteOrigin()]);
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="We send signed messages to your programs: about your account, or about the end of one job."
      />
      <div className="grid grid-cols-1 gap-6">
        <Card title="Account webhooks" description="The events you choose, for everything in your account." flush>
          {endpoints.length === 0 ? (
            <EmptyState icon={Webhook} title="No account webhooks yet" className="pt-4">
              Add one below. Its secret is shown once.
            </EmptyState>
          ) : (
            <EndpointTable endpoints={endpoints} />
          )}
        </Card>
        <Card title="New webhook">
          <NewEndpointForm />
        </Card>
        <JobDeliveries told={told} />
        <HowTo base={base} />
      </div>
    </>
  );
}

function JobDeliveries({ told }: { told: readonly WebhookDeliveryAttempts[] }) {
  const hours = Math.round(retryDelaysMs.reduce((sum, wait) => sum + wait, 0) / 3_600_000);
  return (
    <Card
      title="Recent deliveries of jobs"
      description={
        <>
          When a job submitted with a webhook_url ends, we send a message to that URL. If your endpoint does not return
          a 2xx status, we try {retryDelaysMs.length} times over about {hours} hours. A 410 response stops further
          attempts.
        </>
      }
      flush
    >
      {told.length === 0 ? (
        <EmptyState icon={Webhook} title="No deliveries yet" className="pt-4">
          Submit an analysis with a webhook_url, as shown below, to see its deliveries here.
        </EmptyState>
      ) : (
        <CardContent>
          <ul className="grid">
            {told.map((one) => (
              <Delivery key={`${one.analysisId} ${one.event}`} told={one} />
            ))}
          </ul>
        </CardContent>
      )}
    </Card>
  );
}

function HowTo({ base }: { base: string }) {
  return (
    <>
      <Card
        title="Request a webhook for a job"
        description={
          <>
            Send two fields with each job: a URL reachable from the internet, and a secret of 24 to 64 random bytes in
            base64, prefixed with <code className="font-mono text-xs">whsec_</code>. Generate one with{" "}
            <code className="font-mono text-xs wrap-anywhere">echo whsec_$(openssl rand -base64 32)</code>.
          </>
        }
      >
        <CodeBlock code={webhookSnippet(base)} language="sh" />
      </Card>
      <Card
        title="Verify the signature"
        description={
          <>
            Messages follow{" "}
            <a
              href="https://www.standardwebhooks.com"
              className="text-accent underline decoration-accent/40 underline-offset-4"
            >
              Standard Webhooks
            </a>
            : <code className="font-mono text-xs">webhook-id</code> is the same on every attempt, so you can detect
            repeats; <code className="font-mono text-xs">webhook-signature</code> is an HMAC-SHA256 of id, timestamp and
            body. There are libraries for most languages.
          </>
        }
      >
        <CodeBlock code={verifySnippet} language="ts" />
      </Card>
    </>
  );
}

const states = {
  delivered: { tone: "positive", label: "Delivered" },
  retrying: { tone: "warning", label: "Retrying" },
  given_up: { tone: "negative", label: "Failed" },
} as const satisfies Record<WebhookDeliveryAttempts["state"], { tone: Tone; label: string }>;

function Delivery({ told }: { told: WebhookDeliveryAttempts }) {
  const { analysisId, ticker, event, url, state, nextAt, attempts } = told;
  const { tone, label } = states[state];
  const [last] = attempts;
  return (
    <li className="grid gap-2 border-b py-4 first:pt-0 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{label}</Badge>
        <span className="font-mono text-xs">{event}</span>
        <TextLink href={`/analyses/${analysisId}`}>{ticker}</TextLink>
        <span className="ml-auto text-xs text-muted">{last === undefined ? null : <Time at={toIso(last.at)} />}</span>
      </div>
      <p className="font-mono text-xs text-muted wrap-anywhere">{url}</p>
      <Attempts attempts={attempts.map(({ attempt, at, ...one }) => ({ ...one, number: attempt, at: toIso(at) }))}>
        {nextAt === null ? null : (
          <>
            , next attempt around <Time at={toIso(nextAt)} />
          </>
        )}
      </Attempts>
    </li>
  );
}

function EndpointTable({ endpoints }: { endpoints: readonly Endpoint[] }) {
  return (
    <Table aria-label="Account webhooks">
      <THead>
        <TR>
          <TH>Name</TH>
          <TH>Status</TH>
          <TH>Endpoint</TH>
          <TH>Events</TH>
        </TR>
      </THead>
      <TBody>
        {endpoints.map((endpoint) => (
          <TR key={endpoint.id}>
            <TD className="min-w-28 font-medium wrap-anywhere">
              <TextLink href={`/webhooks/${endpoint.id}`} quiet>
                {endpoint.name}
              </TextLink>
              {endpoint.app === null ? null : (
                <p className="text-xs font-normal text-muted">Made by {isolated(endpoint.app)}</p>
              )}
            </TD>
            <TD>
              <EndpointStateBadge endpoint={endpoint} />
            </TD>
            <TD className="min-w-48 font-mono text-xs wrap-anywhere">{endpoint.url}</TD>
            <TD className="text-xs whitespace-nowrap">{eventsText(endpoint.events)}</TD>
          </TR>
        ))}
      </TBody>
    </Table>
  );
}

function eventsText(events: readonly string[]): string {
  return events.length === EndpointEvent.options.length ? "All events" : counted(events.length, "event");
}
