import { randomInt } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { JobEvent } from "#src/contract/jobs.ts";
import type { Log } from "#src/platform/log.ts";
import type { Meters } from "./meters.ts";

export interface Page {
  readonly events: readonly JobEvent[];
  /** The job has ended, and nothing follows these. */
  readonly last: boolean;
}

/** A job to follow: how to read its events behind a number, and how to hear of new ones. */
export interface Followed {
  readonly id: string;
  readonly read: (after: number) => Promise<Page>;
}

export interface EventStreams {
  /**
   * Takes the response over: tells `first`, what follows it, and each further event until the last.
   * @param after what the client has seen; `first` begins behind it
   */
  follow(response: ServerResponse, job: Followed, after: number, first: Page, reset: boolean): void;
  /** Ends all streams; their clients come back elsewhere with the last id. */
  close(): void;
}

interface Client {
  readonly response: ServerResponse;
  seq: number;
}

/** All who follow one job live. An event is read once and encoded once for all of them. */
interface Channel {
  readonly job: Followed;
  readonly clients: Set<Client>;
  readonly unsubscribe: () => void;
  seq: number;
  reading: boolean;
  again: boolean;
  /** The last event was told. */
  over: boolean;
  retry: NodeJS.Timeout | undefined;
}

const heartbeatMs = 15_000;
const heartbeat = Buffer.from("event: heartbeat\ndata: {}\n\n");
const resetEvent = Buffer.from("event: reset\ndata: {}\n\n");
/** A client that has more than this unread when the next events come is cut; it comes back with the last id. */
const mostUnread = 256 * 1024;
/** While older events are told, the next wait until the client has read down to Node's own mark. */
const patienceMs = 30_000;
const retryMs = 1000;
/** As many events as one read gives; after fewer the client has them all. */
const fullPage = 500;

/** Server-sent events on raw responses: one shared buffer for each event, no web stream for each client. */
// oxlint-disable-next-line max-lines-per-function -- one state, and the small functions that share it
export function createEventStreams(deps: {
  readonly subscribe: (id: string, wake: () => void) => () => void;
  readonly log: Log;
  readonly meters: Pick<Meters, "streams" | "streamEvents" | "slowClients">;
}): EventStreams {
  const { log, meters } = deps;
  const channels = new Map<string, Channel>();
  const open = new Set<ServerResponse>();

  const write = (response: ServerResponse, bytes: Buffer): void => {
    if (!response.destroyed && !response.writableEnded) response.write(bytes);
  };
  const cutSlow = (clients: ReadonlySet<Client>): void => {
    for (const { response } of clients) {
      if (response.destroyed || response.writableLength <= mostUnread) continue;
      meters.slowClients.inc();
      response.destroy();
    }
  };
  const tell = (client: Client, event: JobEvent, bytes: Buffer): void => {
    if (event.seq <= client.seq) return;
    client.seq = event.seq;
    meters.streamEvents.inc();
    write(client.response, bytes);
  };
  const beat = setInterval(() => {
    for (const { clients } of channels.values()) {
      cutSlow(clients);
      for (const { response } of clients) write(response, heartbeat);
    }
  }, heartbeatMs);
  beat.unref();

  const leave = (channel: Channel, client: Client): void => {
    channel.clients.delete(client);
    if (channel.clients.size > 0 || channels.get(channel.job.id) !== channel) return;
    channels.delete(channel.job.id);
    channel.unsubscribe();
    clearTimeout(channel.retry);
  };

  /** Reads what is new and tells all; being woken meanwhile means reading once more. */
  const pump = async (channel: Channel): Promise<void> => {
    channel.again = true;
    if (channel.reading) return;
    channel.reading = true;
    clearTimeout(channel.retry);
    try {
      while (channel.again && channel.clients.size > 0) {
        channel.again = false;
        const { events, last } = await channel.job.read(channel.seq);
        if (events.length > 0) cutSlow(channel.clients);
        for (const event of events) {
          channel.seq = event.seq;
          const bytes = encode(event);
          for (const client of channel.clients) tell(client, event, bytes);
        }
        channel.over = last;
        if (last) for (const { response } of channel.clients) response.end();
        else if (events.length > 0) channel.again = true;
      }
    } catch (error) {
      // The clients stay: whoever is sent away while the database is down would find no better place.
      log.warn({ err: error, analysis: channel.job.id }, "events could not be read; trying again");
      if (channel.clients.size > 0) channel.retry = setTimeout(() => void pump(channel), retryMs).unref();
    } finally {
      channel.reading = false;
    }
  };

  /** From here on the client hears what everybody hears. Without an await since the client was found up to date. */
  const join = (job: Followed, client: Client): void => {
    const known = channels.get(job.id);
    const channel = known ?? newChannel(job, client.seq);
    channel.clients.add(client);
    client.response.once("close", () => leave(channel, client));
    if (known === undefined) void pump(channel);
  };
  const newChannel = (job: Followed, seq: number): Channel => {
    const channel: Channel = {
      job,
      seq,
      clients: new Set(),
      unsubscribe: deps.subscribe(job.id, () => void pump(channel)),
      reading: false,
      again: false,
      over: false,
      retry: undefined,
    };
    channels.set(job.id, channel);
    return channel;
  };

  /** Tells the past, as fast as the client reads, until it has caught up with the others. */
  const catchUp = async (job: Followed, client: Client, first: Page): Promise<void> => {
    const { response } = client;
    for (let page = first; ; page = await job.read(client.seq)) {
      for (const event of page.events) {
        tell(client, event, encode(event));
        if (response.writableNeedDrain) await drained(response);
        if (response.destroyed || response.writableEnded) return;
      }
      if (page.last) return void response.end();
      const channel = channels.get(job.id);
      const behind = channel !== undefined && (channel.over || channel.seq > client.seq);
      if (page.events.length < fullPage && !behind) return join(job, client);
    }
  };

  return {
    follow(response, job, after, first, reset) {
      open.add(response);
      meters.streams.inc();
      // What the client's end does to us is no news: `close` follows.
      response.on("error", () => {});
      response.once("close", () => {
        open.delete(response);
        meters.streams.dec();
      });
      response.writeHead(200, {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store, no-transform",
        "x-accel-buffering": "no",
      });
      // Spread out, so that the clients of a server that stopped do not all come back at once.
      response.write(`retry: ${randomInt(1000, 4000)}\n\n`);
      if (reset) response.write(resetEvent);
      const client: Client = { response, seq: after };
      catchUp(job, client, first).catch((error: unknown) => {
        log.warn({ err: error, analysis: job.id }, "a stream ended early");
        response.end();
      });
    },
    close() {
      clearInterval(beat);
      for (const response of open) response.end();
    },
  };
}

function encode(event: JobEvent): Buffer {
  return Buffer.from(`id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

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
