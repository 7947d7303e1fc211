import type { Log } from "#src/platform/log.ts";
import type { Meters } from "./meters.ts";
import { chunkOf, type StreamEvent } from "./stream-frames.ts";
import { cutSlow, sendEvent, writeChunk, type Client } from "./stream-clients.ts";

/* Who follows the same thing live: what is new is read once for all of them. */

export interface EventBatch {
  /** Ascending. */
  readonly events: readonly StreamEvent[];
  /** What follows these: `more` is there to be read, `later` may still happen, and after `nothing` the stream ends. */
  readonly next: "more" | "later" | "nothing";
}

/** What is followed. Whoever follows the same channel hears the same, so `read` asks nobody who they are. */
export interface Followed {
  readonly channel: string;
  /** The next events behind an id. */
  readonly read: (after: number) => Promise<EventBatch>;
}

interface Channel {
  readonly followed: Followed;
  readonly clients: Set<Live>;
  readonly unsubscribe: () => void;
  last: number;
  reading: boolean;
  again: boolean;
  /** The last event was told. */
  over: boolean;
  retry: NodeJS.Timeout | undefined;
}

/** A client that may be in a channel. */
export interface Live extends Client {
  channel: Channel | null;
}

export interface Channels {
  /** From here on the client hears what everybody hears. Without an await since it was found up to date. */
  join(followed: Followed, client: Live): void;
  leave(client: Live): void;
  /** Whether others of its channel were told more than the client, or the last. */
  isBehind(followed: Followed, client: Live): boolean;
}

const retryMs = 1000;

interface Tools {
  readonly subscribe: (channel: string, wake: () => void) => () => void;
  readonly log: Log;
  readonly meters: Pick<Meters, "streamEvents" | "slowClients">;
}

export function createChannels({ subscribe, ...tools }: Tools): Channels {
  const channels = new Map<string, Channel>();
  const pump = createPump(tools);
  const newChannel = (followed: Followed, last: number): Channel => {
    const channel: Channel = {
      followed,
      last,
      clients: new Set(),
      unsubscribe: subscribe(followed.channel, () => void pump(channel)),
      reading: false,
      again: false,
      over: false,
      retry: undefined,
    };
    channels.set(followed.channel, channel);
    return channel;
  };

  return {
    join(followed, client) {
      const known = channels.get(followed.channel);
      const channel = known ?? newChannel(followed, client.last);
      client.channel = channel;
      channel.clients.add(client);
      if (known === undefined) void pump(channel);
    },
    leave(client) {
      const { channel } = client;
      if (channel === null) return;
      channel.clients.delete(client);
      if (channel.clients.size > 0 || channels.get(channel.followed.channel) !== channel) return;
      channels.delete(channel.followed.channel);
      channel.unsubscribe();
      clearTimeout(channel.retry);
    },
    isBehind({ channel: name }, { last }) {
      const channel = channels.get(name);
      return channel !== undefined && (channel.over || channel.last > last);
    },
  };
}

/** Reads what is new and tells all; being woken meanwhile means reading once more. */
function createPump({ log, meters }: Omit<Tools, "subscribe">): (channel: Channel) => Promise<void> {
  const pump = async (channel: Channel): Promise<void> => {
    channel.again = true;
    if (channel.reading) return;
    channel.reading = true;
    clearTimeout(channel.retry);
    const { clients, followed } = channel;
    try {
      while (channel.again && clients.size > 0) {
        channel.again = false;
        const { events, next } = await followed.read(channel.last);
        broadcast(channel, events, meters);
        channel.over = next === "nothing";
        if (channel.over) for (const { response } of clients) response.end();
        else if (next === "more") channel.again = true;
      }
    } catch (error) {
      // The clients stay: whoever is sent away while the database is down would find no better place.
      log.warn({ err: error, channel: followed.channel }, "events could not be read; trying again");
      if (clients.size > 0) channel.retry = setTimeout(() => void pump(channel), retryMs).unref();
    } finally {
      channel.reading = false;
    }
  };
  return pump;
}

function broadcast(
  channel: Channel,
  events: readonly StreamEvent[],
  meters: Pick<Meters, "streamEvents" | "slowClients">,
): void {
  const { clients, last } = channel;
  const newest = events.at(-1);
  if (newest === undefined) return;
  cutSlow(clients, meters);
  const chunk = chunkOf(events);
  for (const client of clients) {
    if (client.last === last) {
      client.last = newest.id;
      writeChunk(client, chunk);
    } else for (const event of events) sendEvent(client, event);
  }
  channel.last = newest.id;
  meters.streamEvents.inc(events.length * clients.size);
}
