import {
  type DeliveryStatus,
  type Endpoint,
  endpointEvents,
  type EndpointEvent,
} from "#src/contract/messages/webhooks.ts";
import { Badge, type Tone } from "#src/web/components/ui/elements.tsx";
import { dropEndpoint, sendTestEvent, startEndpoint, stopEndpoint } from "#src/web/actions/developers.ts";
import { ButtonForm } from "#src/web/components/ui/form.tsx";
import { channelLimits } from "#src/contract/messages/channels.ts";
import { CheckboxGroup } from "#src/web/components/ui/boxes.tsx";
import { TextField } from "#src/web/components/ui/fields.tsx";

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

export function EndpointButtons({ endpoint: { id, status } }: { endpoint: Pick<Endpoint, "id" | "status"> }) {
  const fields = { id };
  return (
    <div className="flex flex-wrap items-start gap-3">
      {status === "active" ? (
        <>
          <ButtonForm
            hidden={fields}
            action={sendTestEvent}
            said="Test event queued. It appears in the deliveries below."
          >
            Send test event
          </ButtonForm>
          <ButtonForm hidden={fields} action={stopEndpoint} said="Paused">
            Pause
          </ButtonForm>
        </>
      ) : (
        <ButtonForm hidden={fields} action={startEndpoint} said="Resumed">
          Resume
        </ButtonForm>
      )}
      <ButtonForm hidden={fields} action={dropEndpoint} said="Deleted" leadsTo="/webhooks" variant="danger">
        Delete
      </ButtonForm>
    </div>
  );
}

interface Props {
  readonly url?: string;
  readonly name?: string;
  readonly events?: readonly EndpointEvent[];
}

const choices = Object.entries(endpointEvents).map(([value, hint]: [string, string]) => ({
  value,
  label: <span className="font-mono text-xs">{value}</span>,
  hint,
}));

/** What a webhook of the account is made of, in the form of a new one and of one that is there. */
export function EndpointFields({ url = "", name = "", events = ["analysis.succeeded", "analysis.failed"] }: Props) {
  return (
    <>
      <TextField
        label="Endpoint URL"
        hint="We send a signed JSON message here for each event."
        type="url"
        name="url"
        maxLength={2048}
        defaultValue={url}
        placeholder="https://example.com/conclave"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        label="Name"
        hint="Helps you tell your webhooks apart."
        name="name"
        maxLength={channelLimits.nameLength}
        defaultValue={name}
        autoComplete="off"
      />
      <CheckboxGroup legend="Events" name="events" choices={choices} chosen={events} className="sm:grid-cols-2" />
    </>
  );
}
