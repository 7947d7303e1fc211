import type { MiddlewareHandler } from "hono";
import { beginCall } from "./call.ts";
import type { Deps } from "./deps.ts";
import type { Env } from "./env.ts";
import type { Guard } from "./guard.ts";

/** Gives each request its id and a line in the log. Then the Host header is looked at, and the request is counted. */
export function arrive(
  deps: Pick<Deps, "log" | "meters" | "clock" | "limits"> & { readonly guard: Pick<Guard, "checkHost"> },
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { incoming, outgoing } = c.env;
    c.set("call", beginCall(deps, { incoming, outgoing, path: c.req.path }));
    deps.guard.checkHost(incoming.headers.host);
    await deps.limits.takeRoute(c.req.path, incoming);
    return next();
  };
}
