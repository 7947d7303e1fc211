import { randomInt } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Log } from "#src/platform/log.ts";
import type { Meters } from "./meters.ts";
import { chunkOf, heartbeat, resetEvent, type Chunk, type StreamEvent } from "./stream-frames.ts";
import { createStreamLimits, type Follower } from "./stream-limits.ts";

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

/** What the client has seen, and what it is told first. */
export interface Start {
  readonly after: number;
  readonly first: EventBatch;
  /** The client is told that what it has seen is not known, and that `first` begins anew. */
  readonly reset: boolean;
}

export interface EventStreams {
  /**
   * Takes the response over: tells what `start` says, what follows it, and each further event until the last.
   * @param follower `null` where everybody is let in
   * @throws RateLimited when the follower's owner has as many open as it may; the response is then untouched
   */
  follow(response: ServerResponse, followed: Followed, start: Start, follower: Follower | null): void;
  /** Ends all streams; their clients come back elsewhere with the last id. */
  close(): void;
}

interface Client {
  readonly response: ServerResponse;
  /** Of those who get their heartbeat at the same moment. */
  readonly beat: Set<Client>;
  /** The last event that it was told. */
  last: number;
  channel: Channel | null;
}

/** All who follow one thing live. What is new is read once for all of them. */
interface Channel {
  readonly followed: Followed;
  readonly clients: Set<Client>;
  readonly unsubscribe: () => void;
  last: number;
  reading: boolean;
  again: boolean;
  /** The last event was told. */
  over: boolean;
  retry: NodeJS.Timeout | undefined;
}

const heartbeatMs = 15_000;
/** Heartbeats of many clients are spread over so many moments, so that events need not wait for all of them. */
const beatCount = 60;
const head = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
} as const;
/** A client that has more than this unread when the next events come is cut; it comes back with the last id. */
const mostUnread = 256 * 1024;
/** While older events are told, the next wait until the client has read down to Node's own mark. */
const patienceMs = 30_000;
const retryMs = 1000;

/** Server-sent events on raw responses: one shared buffer for each event, and little that is kept for each client. */
// oxlint-disable-next-line max-lines-per-function -- one state, and the small functions that share it
export function createEventStreams(deps: {
  readonly subscribe: (channel: string, wake: () => void) => () => void;
  /** How often credentials are looked at again, in milliseconds. */
  readonly recheckMs: number;
  readonly log: Log;
  readonly meters: Pick<Meters, "streams" | "streamEvents" | "slowClients">;
}): EventStreams {
  const { log, meters } = deps;
  const limits = createStreamLimits(deps);
  const channels = new Map<string, Channel>();
  const open = new Map<ServerResponse, Client>();
  const beats = Array.from({ length: beatCount }, () => new Set<Client>());
  let beatOfNext = 0;

  const write = ({ response }: Client, bytes: Buffer): void => {
    if (!response.destroyed && !response.writableEnded) response.write(bytes);
  };
  /** To many at once. Node would frame the same bytes anew for each of them, in four pieces. */
  const writeChunk = (client: Client, { bytes, chunk }: Chunk): void => {
    const { socket, chunkedEncoding, destroyed, writableEnded } = client.response;
    // HTTP/1.0 knows no chunks, and an answer that waits behind another one on its connection has no socket yet.
    if (socket === null || !chunkedEncoding) write(client, bytes);
    else if (!destroyed && !writableEnded && socket.writable) socket.write(chunk);
  };
  const cutSlow = (clients: ReadonlySet<Client>): void => {
    for (const { response } of clients) {
      if (response.destroyed || response.writableLength <= mostUnread) continue;
      meters.slowClients.inc();
      response.destroy();
    }
  };
  const sendEvent = (client: Client, { id, bytes }: StreamEvent): void => {
    if (id <= client.last) return;
    client.last = id;
    write(client, bytes);
  };

  let beatNow = 0;
  const beating = setInterval(() => {
    const clients = beats[beatNow] ?? new Set();
    beatNow = (beatNow + 1) % beatCount;
    cutSlow(clients);
    // Whoever is still told the past hears enough.
    for (const client of clients) if (client.channel !== null) write(client, heartbeat);
  }, heartbeatMs / beatCount).unref();

  const leave = (client: Client): void => {
    const { channel } = client;
    if (channel === null) return;
    channel.clients.delete(client);
    if (channel.clients.size > 0 || channels.get(channel.followed.channel) !== channel) return;
    channels.delete(channel.followed.channel);
    channel.unsubscribe();
    clearTimeout(channel.retry);
  };

  const broadcast = (channel: Channel, events: readonly StreamEvent[]): void => {
    const { clients, last } = channel;
    const newest = events.at(-1);
    if (newest === undefined) return;
    cutSlow(clients);
    const chunk = chunkOf(events);
    for (const client of clients) {
      if (client.last === last) {
        client.last = newest.id;
        writeChunk(client, chunk);
      } else for (const event of events) sendEvent(client, event);
    }
    channel.last = newest.id;
    meters.streamEvents.inc(events.length * clients.size);
  };

  /** Reads what is new and tells all; being woken meanwhile means reading once more. */
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
        broadcast(channel, events);
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

  /** From here on the client hears what everybody hears. Without an await since the client was found up to date. */
  const join = (followed: Followed, client: Client): void => {
    if (!open.has(client.response)) return;
    const known = channels.get(followed.channel);
    const channel = known ?? newChannel(followed, client.last);
    client.channel = channel;
    channel.clients.add(client);
    if (known === undefined) void pump(channel);
  };
  const newChannel = (followed: Followed, last: number): Channel => {
    const channel: Channel = {
      followed,
      last,
      clients: new Set(),
      unsubscribe: deps.subscribe(followed.channel, () => void pump(channel)),
      reading: false,
      again: false,
      over: false,
      retry: undefined,
    };
    channels.set(followed.channel, channel);
    return channel;
  };

  /** Tells the past, as fast as the client reads, until it has caught up with the others. */
  const catchUp = async (followed: Followed, client: Client, first: EventBatch): Promise<void> => {
    const { response } = client;
    for (let page = first; ; page = await followed.read(client.last)) {
      for (const event of page.events) {
        sendEvent(client, event);
        if (response.writableNeedDrain) await drained(response);
        if (response.destroyed || response.writableEnded) return;
      }
      meters.streamEvents.inc(page.events.length);
      if (page.next === "nothing") return void response.end();
      const channel = channels.get(followed.channel);
      const behind = channel !== undefined && (channel.over || channel.last > client.last);
      if (page.next === "later" && !behind) return join(followed, client);
    }
  };

  /** One function for all responses, which finds its client by the response. */
  function gone(this: ServerResponse): void {
    const client = open.get(this);
    if (client === undefined) return;
    open.delete(this);
    client.beat.delete(client);
    limits.leave(this);
    meters.streams.dec();
    leave(client);
  }
  return {
    follow(response, followed, { after, first, reset }, follower) {
      if (follower !== null) limits.enter(response, follower);
      const beat = beats[beatOfNext] ?? new Set();
      beatOfNext = (beatOfNext + 1) % beatCount;
      const client: Client = { response, beat, last: after, channel: null };
      beat.add(client);
      open.set(response, client);
      meters.streams.inc();
      response.on("error", noNews).on("close", gone);
      response.writeHead(200, head);
      // Sent on their own, for what goes out together with the body stays behind as the many pieces it was made of.
      response.flushHeaders();
      // Spread out, so that the clients of a server that stopped do not all come back at once.
      response.write(`retry: ${randomInt(1000, 4000)}\n\n`);
      if (reset) response.write(resetEvent);
      catchUp(followed, client, first).catch((error: unknown) => {
        log.warn({ err: error, channel: followed.channel }, "a stream ended early");
        response.end();
      });
    },
    close() {
      clearInterval(beating);
      limits.close();
      for (const response of open.keys()) response.end();
    },
  };
}

/** What the client's end does to us is no news: `close` follows. */
function noNews(): void {}

/** Until the client has read on; a client that does not is cut. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => response.destroy(), patienceMs);
    const done = (): void => {
      clearTimeout(late);
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.once("drain", done).once("close", done);
  });
}
