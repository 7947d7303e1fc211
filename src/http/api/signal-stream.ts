import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Hono } from "hono";
import { entitlementsAt } from "#src/contract/plans.ts";
import { routes } from "#src/contract/routes.ts";
import { houseList } from "#src/contract/signals.ts";
import type { HeldSession } from "#src/db/queries/sessions.ts";
import type { StoredEntry } from "#src/db/queries/chains.ts";
import { signalChannel } from "#src/db/queries/signals.ts";
import { mustHaveSignals } from "#src/services/signals/readable-list.ts";
import { readSignalEvents, startSignalEvents, type SignalEvents } from "#src/services/signals/read-signal-events.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "../env.ts";
import type { Followed, Page } from "../event-streams.ts";
import { answer, mountOpen } from "../mount.ts";
import { BadRequest } from "../problems.ts";
import { sessionCheck, sessionOf } from "../session.ts";
import { streamEvent, type StreamEvent } from "../stream-frames.ts";

const largest = 2_147_483_647;

/** `GET /api/signal-engine/stream`: the house's signals as they are published, for whoever has a signal plan. */
export function mountSignalStream(app: Hono<Env>, deps: Deps): void {
  const { auth, clock, db, streams } = deps;
  const rightsOf = ({ held }: HeldSession) => entitlementsAt(held, clock.now());
  const ended = sessionCheck(auth, (session) => rightsOf(session).signals);
  // All hear the same, so what is new is read and framed once for all of them.
  const followed: Followed = {
    channel: signalChannel(houseList),
    read: async (after) => pageOf(await readSignalEvents({ db }, houseList, after)),
  };
  mountOpen(app, routes.streamSignals, async (c) => {
    const { incoming, outgoing } = c.env;
    const session = await sessionOf(auth, incoming);
    if (session === null) throw new BadRequest(401, "sign in first");
    const { userId: owner } = session;
    c.get("call").owner = owner;
    const entitlements = rightsOf(session);
    mustHaveSignals(entitlements);
    if (incoming.method === "HEAD")
      return answer(200, null, {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store, no-transform",
      });
    const seen = seenBefore(c.req.header("last-event-id"));
    const { after, reset, first } = await startSignalEvents({ db }, houseList, seen);
    streams.follow(
      outgoing,
      followed,
      { after, first: pageOf(first), reset },
      {
        owner: `signals of ${owner}`,
        mostStreams: entitlements.streams,
        credential: session.sessionId,
        ended,
      },
    );
    return RESPONSE_ALREADY_SENT;
  });
}

/** `null` when none was sent; a number that no event has for what is no number. */
function seenBefore(header: string | undefined): number | null {
  if (header === undefined || header === "") return null;
  return /^\d{1,9}$/.test(header) ? Number(header) : largest;
}

function pageOf({ entries, more }: SignalEvents): Page {
  return { events: entries.map(eventOf), next: more ? "more" : "later" };
}

/** `body` is JSON on one line as it was hashed: whoever keeps what they hear can check the chain. */
function eventOf({ number, body, hash }: StoredEntry): StreamEvent {
  const type = body.includes('"kind":"tombstone"') ? "signal.withdrawn" : "signal.published";
  return streamEvent(number, type, `{"type":"${type}","hash":"${hash}","entry":${body}}`);
}
