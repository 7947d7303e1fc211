import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Deps } from "./deps.ts";
import type { Call, Env } from "./env.ts";

/**
 * Gives each request its id and, when its answer has ended, a line in the log and a place in the figures. Of the
 * query and the headers nothing is logged: they may hold keys. Then the Host header is looked at.
 */
export function arrive({
  log,
  meters,
  clock,
  guard,
}: Pick<Deps, "log" | "meters" | "clock" | "guard">): MiddlewareHandler<Env> {
  return (c, next) => {
    const { incoming, outgoing } = c.env;
    const { path } = c.req;
    const method = incoming.method ?? "GET";
    const call: Call = {
      requestId: saneId(incoming.headers["x-request-id"]) ?? `req_${randomUUID()}`,
      route: "none",
      owner: null,
    };
    const started = clock.now();
    const measured = meters.request();
    meters.inFlight.inc();
    c.set("call", call);
    outgoing.setHeader("X-Request-Id", call.requestId);
    outgoing.setHeader("X-Content-Type-Options", "nosniff");
    outgoing.once("close", () => {
      const { statusCode: status, writableFinished } = outgoing;
      meters.inFlight.dec();
      measured({ method, route: call.route, status });
      log.info(
        {
          request_id: call.requestId,
          method,
          path,
          status,
          ms: clock.now() - started,
          owner: call.owner,
          ...(!writableFinished && { cut: true }),
        },
        "request",
      );
    });
    guard.checkHost(incoming.headers.host);
    return next();
  };
}

/** An id that a client or a proxy gave, if it is one and not an essay. */
function saneId(header: string | string[] | undefined): string | null {
  return typeof header === "string" && /^[\w.:-]{1,128}$/.test(header) ? header : null;
}
