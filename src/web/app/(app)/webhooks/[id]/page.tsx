import { History } from "lucide-react";
import type { Metadata } from "next";
import { type Endpoint, type EndpointDelivery, webhookLimits } from "#src/contract/messages/webhooks.ts";
import { isolated } from "#src/core/text/untrusted.ts";
import { getEndpoint, listDeliveries } from "#src/product/endpoints/endpoints.ts";
import { keepEndpoint, sendAgain } from "#src/web/actions/developers.ts";
import {
  EndpointButtons,
  EndpointFields,
  DeliveryStatusBadge,
  EndpointStateBadge,
} from "#src/web/components/endpoints/endpoint-parts.tsx";
import { RotateForm } from "#src/web/components/endpoints/endpoint-forms.tsx";
import { Alert } from "#src/web/components/ui/elements.tsx";
import {
  Breadcrumb,
  Card,
  CardContent,
  EmptyState,
  PageHeader,
  Pagination,
} from "#src/web/components/ui/page-parts.tsx";
import { MessageLine } from "#src/web/components/ui/message-line.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { paramOf, orNotFound, type PageProps } from "#src/web/page-request.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";
import { ActionForm, ButtonForm, Submit } from "#src/web/components/ui/form.tsx";

export const metadata: Metadata = { title: "Webhook" };

const pageSize = 25;

export default async function AccountWebhook({ params, searchParams }: PageProps<"id">) {
  const ctx = contextOf(await requireViewer());
  const endpoint = await orNotFound(getEndpoint(ctx, (await params).id));
  const { id, name, url, status } = endpoint;
  const asked = await paramOf(searchParams, "before");
  const before = asked !== null && /^msg_[0-9a-z]{20}$/.test(asked) ? asked : null;
  const { deliveries, older } = await listDeliveries(ctx, { id, before, limit: pageSize });
  return (
    <>
      <Breadcrumb steps={[{ href: "/webhooks", label: "Webhooks" }, { label: name }]} />
      <PageHeader
        title={<span className="wrap-anywhere">{name}</span>}
        description={<span className="font-mono text-xs wrap-anywhere">{url}</span>}
        actions={<EndpointStateBadge endpoint={endpoint} />}
      />
      <div className="grid grid-cols-1 gap-6">
        <div className="grid gap-4">
          <Trouble endpoint={endpoint} />
          {endpoint.app === null ? null : (
            <p className="text-sm text-muted">
              Made by {isolated(endpoint.app)}. It is deleted when you disconnect that app.
            </p>
          )}
          <EndpointButtons endpoint={endpoint} />
        </div>
        <Card title="Endpoint and events">
          <ActionForm
            action={keepEndpoint}
            beside={["url", "name", "events"]}
            failed="The webhook was not saved"
            said="Saved"
            hidden={{ id }}
            className="max-w-3xl"
          >
            <EndpointFields url={url} name={name} events={endpoint.events} />
            <Submit>Save</Submit>
          </ActionForm>
        </Card>
        <Card
          title="Signing secret"
          description={
            <>
              The old secret keeps signing for {webhookLimits.overlapHours} hours after a rotation. Rotate twice to end
              it at once.
            </>
          }
        >
          <RotateForm id={id} />
        </Card>
        <Card title="Deliveries" description={<>Kept for {webhookLimits.logDays} days.</>} flush>
          {deliveries.length === 0 ? (
            <EmptyState icon={History} title="Nothing sent yet" className="pt-4">
              Send a test event to see it here.
            </EmptyState>
          ) : (
            <CardContent>
              <DeliveryList endpoint={id} deliveries={deliveries} resendable={status === "active"} />
            </CardContent>
          )}
        </Card>
      </div>
      <Pagination
        newer={null}
        older={older === null ? null : `/webhooks/${id}?before=${older}`}
        label="Pages of deliveries"
      />
    </>
  );
}

function Trouble({ endpoint: { status, paused_reason: reason, failing_since: since } }: { endpoint: Endpoint }) {
  if (status === "paused")
    return reason === null ? null : (
      <Alert tone="negative" title="Nothing is sent here">
        We paused this webhook: {reason}. Fix the endpoint, then resume.
      </Alert>
    );
  return since === null ? null : (
    <Alert tone="warning" title="Deliveries are failing">
      Every attempt since <Time at={since} /> has failed. After {webhookLimits.pauseAfterDays} days, we pause the
      webhook and mail you.
    </Alert>
  );
}

interface DeliveryListProps {
  readonly endpoint: string;
  readonly deliveries: readonly EndpointDelivery[];
  /** Nothing is sent while it is paused. */
  readonly resendable: boolean;
}

/** What a webhook was sent, newest first, with every attempt and what was answered. */
function DeliveryList({ endpoint, deliveries, resendable }: DeliveryListProps) {
  return (
    <ul className="grid">
      {deliveries.map(({ id, event, status, reason, created_at: at, next_attempt_at: next, attempts }) => (
        <MessageLine
          key={id}
          badge={<DeliveryStatusBadge status={status} />}
          title={
            <>
              <span className="font-mono text-xs text-ink">{event}</span>
              <span className="font-mono text-xs text-muted wrap-anywhere">{id}</span>
            </>
          }
          attempts={attempts.map(({ created_at: when, ...attempt }) => ({ ...attempt, at: when }))}
          {...{ at, reason, next }}
        >
          {resendable && status !== "pending" ? (
            <ButtonForm hidden={{ id: endpoint, delivery: id }} action={sendAgain} said="Queued again">
              Send again
            </ButtonForm>
          ) : null}
        </MessageLine>
      ))}
    </ul>
  );
}
