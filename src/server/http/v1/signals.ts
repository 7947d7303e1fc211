import { houseList } from "#src/contract/signals/signals.ts";
import { followHouseList } from "#src/product/signals/watchlists.ts";
import { followSignals } from "#src/product/signals/following.ts";
import { getSignal, listSignals } from "#src/product/signals/reading.ts";
import type { SignalEntries } from "#src/product/signals/public/head-file.ts";
import { page } from "../answers.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../mount.ts";
import { lastEventId, openStream, startAt } from "../streams/open-stream.ts";
import type { Followed } from "../streams/stream-channels.ts";
import { streamEvent } from "../streams/stream-frames.ts";

type Asker = Parameters<typeof openStream>[1];

export const signalHandlers = (deps: Deps) => {
  const stream = async (asker: Asker, list: string, entries: SignalEntries, seen: number | null) => {
    const followed = followedSignals(entries);
    const start = await startAt(followed, entries.last, seen);
    const counted = `signals of ${asker.ctx.actor.owner}`;
    return openStream(deps, asker, followed, start, counted, list === houseList ? "signals" : undefined);
  };
  return {
    listSignals: async ({ ctx, query: { symbol = null, rating = null, cursor: before = null, ...asked } }) => {
      const { signals, next } = await listSignals(ctx, { symbol, rating, before, ...asked });
      return page(signals, next);
    },
    streamSignalEvents: async ({ c, ctx, query: { list, after = null }, headers }) =>
      // The header is newer than the address.
      stream({ c, ctx }, list, await followSignals(ctx, list), lastEventId(headers["last-event-id"]) ?? after),
    streamSignals: async ({ c, ctx, headers }) =>
      stream({ c, ctx }, houseList, await followHouseList(ctx), lastEventId(headers["last-event-id"])),
    getSignal: ({ ctx, path }) => getSignal(ctx, path.signal_id),
  } satisfies Partial<Handlers>;
};

/** All who follow a list hear the same: each entry as it was hashed, so that readers can check the chain. */
export function followedSignals({ channel, read }: Pick<SignalEntries, "channel" | "read">): Followed {
  return {
    channel,
    read: async (after) => {
      const { entries, more } = await read(after);
      const told = entries.map(({ number, event, body, hash }) =>
        streamEvent(number, event, `{"type":"${event}","hash":"${hash}","entry":${body}}`),
      );
      return { events: told, next: more ? "more" : "later" };
    },
  };
}
