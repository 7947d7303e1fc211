import type { ShownChannel } from "#src/contract/channels.ts";
import type { StoredChannel } from "#src/db/queries/channels.ts";
import { toIso } from "#src/platform/clock.ts";

/** Without anything that opens it. */
export function shownChannel(channel: StoredChannel): ShownChannel {
  const { id, kind, name, hint, state, reason, choices, manner, createdAt } = channel;
  return { id, kind, name, hint, state, reason, choices, manner, created_at: toIso(createdAt) };
}
