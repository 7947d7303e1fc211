import type { DeliveryStatus, Endpoint } from "#src/contract/webhooks.ts";
import { Badge, type Tone } from "#src/web/components/ui/badge.tsx";

const deliveries = {
  pending: { tone: "info", label: "Pending" },
  delivered: { tone: "positive", label: "Delivered" },
  failed: { tone: "negative", label: "Failed" },
  dropped: { tone: "neutral", label: "Not sent" },
} as const satisfies Record<DeliveryStatus, { tone: Tone; label: string }>;

export function EndpointStateBadge({ endpoint: { status, failing_since } }: { endpoint: Endpoint }) {
  if (status === "paused") return <Badge tone="negative">Paused</Badge>;
  return failing_since === null ? <Badge tone="positive">Active</Badge> : <Badge tone="warning">Failing</Badge>;
}

export function DeliveryStatusBadge({ status }: { status: DeliveryStatus }) {
  return <Badge tone={deliveries[status].tone}>{deliveries[status].label}</Badge>;
}
