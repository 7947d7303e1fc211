import { randomInt } from "node:crypto";
import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Log } from "#src/core/operation/log.ts";
import type { Meters } from "../protection/metrics.ts";
import {
  type EventBatch,
  type Followed,
  type Live,
  createChannels,
  cutSlow,
  heartbeat,
  resetEvent,
  sendEvent,
  write,
} from "./stream-channels.ts";
import { type Follower, createStreamLimits } from "./stream-limits.ts";
import type { Context } from "#src/product/context.ts";
import { answer, type RequestContext } from "../answers.ts";
import type { Guard } from "../protection/authenticate.ts";

/** The last event the client has seen, and the first to send. */
export interface Start {
  readonly after: number;
  readonly first: EventBatch;
  /** Its last id is unknown; `first` begins anew. */
  readonly reset: boolean;
}

export interface EventStreams {
  /**
   * Takes over the response.
   * @param follower `null` where everybody is let in
   * @throws RateLimited; the response is then untouched
   */
  follow(response: ServerResponse, followed: Followed, start: Start, follower: Follower | null): void;
  /** Ends all streams; clients reconnect elsewhere with their last id. */
  close(): void;
}

interface Stream extends Live {
  /** The clients that get their heartbeat at the same moment. */
  readonly beat: Set<Stream>;
}

const heartbeatMs = 15_000;
/** Spread, so that events need not wait for all of them. */
const beatCount = 60;
const head = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
} as const;
/** For the past, wait until the client has read. */
const patienceMs = 30_000;

/** One shared buffer an event, and little per client. */
export function createEventStreams(deps: {
  readonly subscribe: (channel: string, wake: () => void) => () => void;
  /** How often credentials are checked again, in milliseconds. */
  readonly recheckMs: number;
  readonly log: Log;
  readonly meters: Pick<Meters, "streams" | "streamEvents" | "slowClients">;
}): EventStreams {
  const { log, meters } = deps;
  const limits = createStreamLimits(deps);
  const channels = createChannels(deps);
  const open = new Map<ServerResponse, Stream>();
  const beats = createBeats(meters);

  const catchUp = async (followed: Followed, client: Stream, first: EventBatch): Promise<void> => {
    const { response } = client;
    for (let page = first; ; page = await followed.read(client.last)) {
      for (const event of page.events) {
        sendEvent(client, event);
        if (response.writableNeedDrain) await drained(response);
        if (response.destroyed || response.writableEnded) return;
      }
      meters.streamEvents.inc(page.events.length);
      if (page.next === "nothing") return void response.end();
      if (page.next === "later" && !channels.isBehind(followed, client))
        return open.has(response) ? channels.join(followed, client) : undefined;
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
    channels.leave(client);
  }
  return {
    follow(response, followed, { after, first, reset }, follower) {
      if (follower !== null) limits.enter(response, follower);
      const client: Stream = { response, beat: beats.next(), last: after, channel: null };
      client.beat.add(client);
      open.set(response, client);
      meters.streams.inc();
      response.on("error", noNews).on("close", gone);
      begin(response, reset);
      catchUp(followed, client, first).catch((error: unknown) => {
        log.warn({ err: error, channel: followed.channel }, "a stream ended early");
        response.end();
      });
    },
    close() {
      beats.close();
      limits.close();
      for (const response of open.keys()) response.end();
    },
  };
}

function begin(response: ServerResponse, reset: boolean): void {
  response.writeHead(200, head);
  // Else they would leave in many pieces with the body.
  response.flushHeaders();
  // Spread, so that clients do not all come back at once.
  response.write(`retry: ${randomInt(1000, 4000)}\n\n`);
  if (reset) response.write(resetEvent);
}

/** The number of groups of streams, each with its own moment for the heartbeat. */
function createBeats(meters: Pick<Meters, "slowClients">) {
  const beats = Array.from({ length: beatCount }, () => new Set<Stream>());
  let beatNow = 0;
  let beatOfNext = 0;
  const beating = setInterval(() => {
    const clients = beats[beatNow] ?? new Set();
    beatNow = (beatNow + 1) % beatCount;
    cutSlow(clients, meters);
    // A client that is still getting past events needs no heartbeat.
    for (const client of clients) if (client.channel !== null) write(client, heartbeat);
  }, heartbeatMs / beatCount).unref();
  return {
    /** The group of the next stream. */
    next(): Set<Stream> {
      const beat = beats[beatOfNext] ?? new Set();
      beatOfNext = (beatOfNext + 1) % beatCount;
      return beat;
    },
    close: () => clearInterval(beating),
  };
}

/** Ignored, as `close` follows. */
function noNews(): void {}

/** Until the client reads again; one that does not is disconnected. */
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

interface Asker {
  readonly c: RequestContext;
  readonly ctx: Context;
}

/**
 * Takes over the answer; HEAD gets only its head.
 * @param counted whose streams count together @param needs what the plan must have for as long
 */
export async function openStream(
  { guard, streams }: { readonly guard: Guard; readonly streams: EventStreams },
  { c, ctx: { actor } }: Asker,
  followed: Followed,
  start: Start,
  counted = actor.owner,
  needs?: "signals",
): Promise<Response> {
  const { incoming, outgoing } = c.env;
  if (incoming.method === "HEAD")
    return answer(200, null, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
    });
  const pass = await guard.passOf(c, actor, needs);
  streams.follow(outgoing, followed, start, pass === null ? null : { owner: counted, ...pass });
  return RESPONSE_ALREADY_SENT;
}

/** From now on, or resumes after the seen id, or from the start if it is unknown. */
export async function startAt(followed: Followed, last: number, seen: number | null): Promise<Start> {
  if (seen === null) return { after: last, reset: false, first: { events: [], next: "later" } };
  const reset = seen > last;
  const after = reset ? 0 : seen;
  return { after, reset, first: await followed.read(after) };
}

const largest = 2_147_483_647;

/** `null`: none; an impossible number for what is no number. */
export function lastEventId(header: string | undefined): number | null {
  if (header === undefined || header === "") return null;
  return /^\d{1,9}$/.test(header) ? Number(header) : largest;
}
