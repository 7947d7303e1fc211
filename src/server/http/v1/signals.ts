import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Hono } from "hono";
import { houseList } from "#src/contract/signals.ts";
import { routes } from "#src/contract/routes.ts";
import { followSignals } from "#src/product/signals/follow-signals.ts";
import { getSignal } from "#src/product/signals/get-signal.ts";
import { listSignals } from "#src/product/signals/list-signals.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "../env.ts";
import { answer, answerJson, answerPage, idOf, mount } from "../mount.ts";
import { followedSignals, lastEventId, signalBatch } from "../signal-events.ts";
import { validate } from "../validation.ts";

export function mountSignals(app: Hono<Env>, deps: Deps): void {
  mount(app, deps, routes.listSignals, async (c, ctx) => {
    const {
      list,
      symbol = null,
      rating = null,
      changed,
      cursor: before = null,
      limit,
    } = validate(routes.listSignals.query, c.req.query(), "query");
    const { signals, next } = await listSignals(ctx, { list, symbol, rating, changed, before, limit });
    return answerPage(signals, next);
  });

  mount(app, deps, routes.streamSignalEvents, async (c, ctx) => {
    const { list, after } = validate(routes.streamSignalEvents.query, c.req.query(), "query");
    // The header is newer than the address.
    const seen = lastEventId(c.req.header("last-event-id")) ?? after ?? null;
    const start = await followSignals(ctx, { list, seen });
    const { incoming, outgoing } = c.env;
    if (incoming.method === "HEAD")
      return answer(200, null, {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store, no-transform",
      });
    const pass = await deps.guard.passOf(c, ctx.actor, list === houseList ? "signals" : undefined);
    deps.streams.follow(
      outgoing,
      followedSignals(deps, list),
      { after: start.after, first: signalBatch(start.first), reset: start.reset },
      pass === null ? null : { owner: `signals of ${ctx.actor.owner}`, ...pass },
    );
    return RESPONSE_ALREADY_SENT;
  });

  mount(app, deps, routes.getSignal, async (c, ctx) =>
    answerJson(200, await getSignal(ctx, idOf(c, "signal_id", "signal"))),
  );
}
