import type { MiddlewareHandler } from "hono";
import { beginCall } from "./call.ts";
import type { Deps } from "./deps.ts";
import type { Env } from "./env.ts";

/** Gives each request its id and a line in the log, and counts it. */
export function arrive(deps: Pick<Deps, "log" | "meters" | "clock" | "limits">): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { incoming, outgoing } = c.env;
    c.set("call", beginCall(deps, { incoming, outgoing, path: c.req.path }));
    await deps.limits.takeRoute(c.req.path, incoming);
    return next();
  };
}
