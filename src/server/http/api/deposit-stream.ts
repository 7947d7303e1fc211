import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Hono } from "hono";
import { entitlementsAt } from "#src/contract/plans.ts";
import { routes } from "#src/contract/routes.ts";
import { depositChannel } from "#src/product/deposits/queries/deposit-events.ts";
import { readDepositEvents, type DepositEvents } from "#src/product/deposits/read-deposit-events.ts";
import { startDepositEvents } from "#src/product/deposits/start-deposit-events.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "../env.ts";
import type { EventBatch } from "../stream-channels.ts";
import { answer, mountOpen } from "../mount.ts";
import { BadRequest } from "../problems.ts";
import { signInCheck, signInSessionOf } from "../sign-in-session.ts";
import { streamEvent } from "../stream-frames.ts";

const largest = 2_147_483_647;

export function mountDepositStream(app: Hono<Env>, deps: Deps): void {
  const { auth, clock, streams } = deps;
  const ended = signInCheck(auth);
  mountOpen(app, routes.streamDeposits, async (c) => {
    const { incoming, outgoing } = c.env;
    const session = await signInSessionOf(auth, incoming);
    if (session === null) throw new BadRequest(401, "sign in first");
    const { userId: owner, held } = session;
    c.get("call").owner = owner;
    if (incoming.method === "HEAD")
      return answer(200, null, {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store, no-transform",
      });
    const { after, reset, first } = await startDepositEvents(deps, {
      owner,
      seen: seenBefore(c.req.header("last-event-id")),
    });
    streams.follow(
      outgoing,
      {
        channel: depositChannel(owner),
        read: async (from) => pageOf(await readDepositEvents(deps, { owner, after: from })),
      },
      { after, first: pageOf(first), reset },
      {
        owner: `deposits of ${owner}`,
        mostStreams: entitlementsAt(held, clock.now()).streams,
        credential: session.sessionId,
        ended,
      },
    );
    return RESPONSE_ALREADY_SENT;
  });
}

/** `null`: none was sent; an impossible number for what is no number. */
function seenBefore(header: string | undefined): number | null {
  if (header === undefined || header === "") return null;
  return /^\d{1,9}$/.test(header) ? Number(header) : largest;
}

function pageOf({ events, more }: DepositEvents): EventBatch {
  return {
    events: events.map((event) => streamEvent(event.seq, event.type, JSON.stringify(event))),
    next: more ? "more" : "later",
  };
}
