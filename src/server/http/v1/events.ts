import type { JobEvent } from "#src/contract/jobs/jobs.ts";
import type { Context } from "#src/product/context.ts";
import { readEvents, type EventsRead } from "#src/product/analyses/running.ts";
import { answer } from "../answers.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../mount.ts";
import { lastEventId, openStream } from "../streams/open-stream.ts";
import type { EventBatch, Followed } from "../streams/stream-channels.ts";
import { streamEvent, type StreamEvent } from "../streams/stream-frames.ts";

export const eventHandlers = (deps: Deps) =>
  ({
    streamEvents: async ({ c, ctx, path: { job_id: id }, query: { after }, headers }) => {
      // The header is newer than the address.
      const seen = lastEventId(headers["last-event-id"]) ?? after ?? 0;
      const { page, reset } = await firstPage(ctx, id, seen);
      if (page.last && page.events.length === 0) return answer(204, null, { "cache-control": "no-store" });
      const followed: Followed = {
        channel: id,
        read: async (from) => encoded(await readEvents(ctx, { id, after: from })),
      };
      return openStream(deps, { c, ctx }, followed, { after: reset ? 0 : seen, first: encoded(page), reset });
    },
  }) satisfies Partial<Handlers>;

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
