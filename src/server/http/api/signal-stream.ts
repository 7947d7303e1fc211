import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Hono } from "hono";
import { entitlementsAt } from "#src/contract/plans.ts";
import { routes } from "#src/contract/routes.ts";
import { houseList } from "#src/contract/signals.ts";
import type { SignInSession } from "#src/product/accounts/queries/sign-in-sessions.ts";
import { mustHaveSignals } from "#src/product/signals/public/readable-list.ts";
import { startSignalEvents } from "#src/product/signals/start-signal-events.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "../env.ts";
import { answer, mountOpen } from "../mount.ts";
import { BadRequest } from "../problems.ts";
import { followedSignals, lastEventId, signalBatch } from "../signal-events.ts";
import { signInCheck, signInSessionOf } from "../sign-in-session.ts";

export function mountSignalStream(app: Hono<Env>, deps: Deps): void {
  const { auth, clock, streams } = deps;
  const rightsOf = ({ held }: SignInSession) => entitlementsAt(held, clock.now());
  const ended = signInCheck(auth, (session) => rightsOf(session).signals);
  // All hear the same, so it is read and framed once.
  const followed = followedSignals(deps);
  mountOpen(app, routes.streamSignals, async (c) => {
    const { incoming, outgoing } = c.env;
    const session = await signInSessionOf(auth, incoming);
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
    const seen = lastEventId(c.req.header("last-event-id"));
    const { after, reset, first } = await startSignalEvents(deps, { list: houseList, seen });
    streams.follow(
      outgoing,
      followed,
      { after, first: signalBatch(first), reset },
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
