import type { ServerResponse } from "node:http";
import type { Meters } from "../protection/metrics.ts";
import type { Log } from "#src/core/operation/log.ts";

/** An event as it goes out, encoded once for all who hear it. */
export interface StreamEvent {
  /** From a database sequence: ascending within a channel. */
  readonly id: number;
  readonly bytes: Buffer;
}

/** @param json the event's data on one line */
export function streamEvent(id: number, name: string, json: string): StreamEvent {
  return { id, bytes: Buffer.from(`id: ${id}\nevent: ${name}\ndata: ${json}\n\n`) };
}

/** As they are, and as one HTTP chunk (RFC 9112, 7.1). */
export interface Chunk {
  readonly bytes: Buffer;
  readonly chunk: Buffer;
}

function chunkOf(events: readonly StreamEvent[]): Chunk {
  const bytes = Buffer.concat(events.map((event) => event.bytes));
  return { bytes, chunk: Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, lineEnd]) };
}

const lineEnd = Buffer.from("\r\n");
export const heartbeat = Buffer.from("event: heartbeat\ndata: {}\n\n");
export const resetEvent = Buffer.from("event: reset\ndata: {}\n\n");

export interface Client {
  readonly response: ServerResponse;
  /** The last event that it was told. */
  last: number;
}

/** Unread bytes after which a client is cut; it comes back. */
const mostUnread = 256 * 1024;

export function write({ response }: Client, bytes: Buffer): void {
  if (!response.destroyed && !response.writableEnded) response.write(bytes);
}

/** Node would frame the same bytes anew for each. */
function writeChunk(client: Client, { bytes, chunk }: Chunk): void {
  const { socket, chunkedEncoding, destroyed, writableEnded } = client.response;
  // HTTP/1.0 has no chunks, and a queued answer no socket.
  if (socket === null || !chunkedEncoding) write(client, bytes);
  else if (!destroyed && !writableEnded && socket.writable) socket.write(chunk);
}

export function cutSlow(clients: ReadonlySet<Client>, { slowClients }: Pick<Meters, "slowClients">): void {
  for (const { response } of clients) {
    if (response.destroyed || response.writableLength <= mostUnread) continue;
    slowClients.inc();
    response.destroy();
  }
}

export function sendEvent(client: Client, { id, bytes }: StreamEvent): void {
  if (id <= client.last) return;
  client.last = id;
  write(client, bytes);
}

/* What is new is read once for all followers. */

export interface EventBatch {
  /** Ascending. */
  readonly events: readonly StreamEvent[];
  /** `more` to read, `later`, or `nothing`: the stream ends. */
  readonly next: "more" | "later" | "nothing";
}

/** `read` does not depend on who follows. */
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
  /** No await since it was found up to date. */
  join(followed: Followed, client: Live): void;
  leave(client: Live): void;
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

/** Being woken meanwhile means reading once more. */
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
      // Clients stay: there is no better place while the database is away.
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
