import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Hono } from "hono";
import type { JobEvent } from "#src/contract/jobs.ts";
import { routes } from "#src/contract/routes.ts";
import type { Context } from "#src/product/context.ts";
import { readEvents, type EventsRead } from "#src/product/analyses/read-events.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "../env.ts";
import type { EventBatch } from "../stream-channels.ts";
import { answer, jobIdOf, mount } from "../mount.ts";
import { lastEventId } from "../signal-events.ts";
import { streamEvent, type StreamEvent } from "../stream-frames.ts";
import { validate } from "../validation.ts";

export function mountEvents(app: Hono<Env>, deps: Deps): void {
  mount(app, deps, routes.streamEvents, async (c, ctx) => {
    const { after } = validate(routes.streamEvents.query, c.req.query(), "query");
    // The header is newer than the address.
    const seen = lastEventId(c.req.header("last-event-id")) ?? after ?? 0;
    const id = jobIdOf(c);
    const { actor } = ctx;
    const { page, reset } = await firstPage(ctx, id, seen);
    if (page.last && page.events.length === 0) return answer(204, null, { "cache-control": "no-store" });
    const { incoming, outgoing } = c.env;
    if (incoming.method === "HEAD")
      return answer(200, null, {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store, no-transform",
      });
    const pass = await deps.guard.passOf(c, actor);
    deps.streams.follow(
      outgoing,
      { channel: id, read: async (from) => encoded(await readEvents(ctx, { id, after: from })) },
      { after: reset ? 0 : seen, first: encoded(page), reset },
      pass === null ? null : { owner: actor.owner, ...pass },
    );
    return RESPONSE_ALREADY_SENT;
  });
}

/** Everything if the job has no such event. */
async function firstPage(ctx: Context, id: string, seen: number): Promise<{ page: EventsRead; reset: boolean }> {
  if (seen === 0) return { page: await readEvents(ctx, { id, after: 0 }), reset: false };
  const { events, ...rest } = await readEvents(ctx, { id, after: seen - 1 });
  const [known, ...others] = events;
  if (known?.seq === seen) return { page: { events: others, ...rest }, reset: false };
  return { page: await readEvents(ctx, { id, after: 0 }), reset: true };
}

/** Streams that read together get the same events, and so the same bytes. */
const told = new WeakMap<JobEvent, StreamEvent>();

function encoded({ events, more, last }: EventsRead): EventBatch {
  return {
    events: events.map((event) => {
      let encodedEvent = told.get(event);
      if (encodedEvent === undefined) {
        encodedEvent = streamEvent(event.seq, event.type, JSON.stringify(event));
        told.set(event, encodedEvent);
      }
      return encodedEvent;
    }),
    next: last ? "nothing" : more ? "more" : "later",
  };
}
