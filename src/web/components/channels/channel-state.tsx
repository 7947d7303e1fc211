import type { ChannelState, MessageState } from "#src/contract/channels.ts";
import { Badge, type Tone } from "#src/web/components/ui/badge.tsx";

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
