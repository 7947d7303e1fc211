import { houseList } from "#src/contract/signals.ts";
import type { StoredEntry } from "#src/product/signals/queries/chains.ts";
import { signalChannel } from "#src/product/signals/queries/signals.ts";
import type { SystemContext } from "#src/product/context.ts";
import { readSignalEvents, type SignalEvents } from "#src/product/signals/read-signal-events.ts";
import type { EventBatch, Followed } from "./stream-channels.ts";
import { streamEvent, type StreamEvent } from "./stream-frames.ts";

/** All who follow a list hear the same. */
export function followedSignals(ctx: SystemContext, list = houseList): Followed {
  return {
    channel: signalChannel(list),
    read: async (after) => signalBatch(await readSignalEvents(ctx, { list, after })),
  };
}

export function signalBatch({ entries, more }: SignalEvents): EventBatch {
  return { events: entries.map(eventOf), next: more ? "more" : "later" };
}

/** As it was hashed, so that readers can check the chain. */
function eventOf({ number, body, hash }: StoredEntry): StreamEvent {
  const type = typeOf(body);
  return streamEvent(number, type, `{"type":"${type}","hash":"${hash}","entry":${body}}`);
}

/** Quotes in texts are escaped, so none looks like a field. */
function typeOf(body: string): string {
  if (body.includes('"kind":"tombstone"')) return "signal.withdrawn";
  if (!body.includes('"kind":"condition"')) return "signal.published";
  return body.includes('"outcome":"broken"') ? "condition.broken" : "condition.held";
}

const largest = 2_147_483_647;

/** `null`: none; an impossible number for what is no number. */
export function lastEventId(header: string | undefined): number | null {
  if (header === undefined || header === "") return null;
  return /^\d{1,9}$/.test(header) ? Number(header) : largest;
}
