import type { ShownChannel } from "#src/contract/messages/channels.ts";
import type { StoredChannel } from "#src/product/channels/queries/channels.ts";
import { toIso } from "#src/core/clock.ts";

/** Without anything that opens it. */
export function shownChannel(channel: StoredChannel): ShownChannel {
  const { id, kind, name, hint, state, reason, choices, manner, createdAt } = channel;
  return { id, kind, name, hint, state, reason, choices, manner, created_at: toIso(createdAt) };
}
