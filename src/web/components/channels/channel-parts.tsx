import type { ChannelState, MessageState, ShownChannel } from "#src/contract/messages/channels.ts";
import { Badge, type Tone } from "#src/web/components/ui/elements.tsx";
import { dropChannel, sendTest, startChannel, stopChannel } from "#src/web/actions/channels.ts";
import { ButtonForm } from "#src/web/components/ui/form.tsx";

const channels = {
  connecting: { tone: "warning", label: "Not connected" },
  active: { tone: "positive", label: "Active" },
  paused: { tone: "negative", label: "Paused" },
} as const satisfies Record<ChannelState, { tone: Tone; label: string }>;

const messages = {
  waiting: { tone: "info", label: "Waiting" },
  held: { tone: "neutral", label: "Held by quiet hours" },
  queued: { tone: "info", label: "Sending" },
  collected: { tone: "neutral", label: "In the next digest" },
  digested: { tone: "positive", label: "In a digest" },
  sent: { tone: "positive", label: "Delivered" },
  dropped: { tone: "neutral", label: "Not sent" },
  failed: { tone: "negative", label: "Failed" },
} as const satisfies Record<MessageState, { tone: Tone; label: string }>;

export function ChannelStateBadge({ state }: { state: ChannelState }) {
  return <Badge tone={channels[state].tone}>{channels[state].label}</Badge>;
}

export function MessageStateBadge({ state }: { state: MessageState }) {
  return <Badge tone={messages[state].tone}>{messages[state].label}</Badge>;
}

/** What can be done with a channel at once. */
export function ChannelButtons({ channel: { id, state } }: { channel: Pick<ShownChannel, "id" | "state"> }) {
  const fields = { id };
  return (
    <div className="flex flex-wrap items-start gap-3">
      {state === "active" ? (
        <>
          <ButtonForm hidden={fields} action={sendTest} said="Test message queued. It appears in the log below.">
            Send test message
          </ButtonForm>
          <ButtonForm hidden={fields} action={stopChannel} said="Paused">
            Pause
          </ButtonForm>
        </>
      ) : null}
      {state === "paused" ? (
        <ButtonForm hidden={fields} action={startChannel} said="Resumed">
          Resume
        </ButtonForm>
      ) : null}
      <ButtonForm
        hidden={fields}
        action={dropChannel}
        said="Removed"
        leadsTo="/settings/notifications"
        variant="danger"
      >
        Remove
      </ButtonForm>
    </div>
  );
}
