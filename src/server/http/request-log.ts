import type { MiddlewareHandler } from "hono";
import { beginCall } from "./call.ts";
import { within } from "#src/core/telemetry.ts";
import type { Deps } from "./deps.ts";
import type { Env } from "./env.ts";

export function requestLog(deps: Pick<Deps, "log" | "meters" | "clock" | "limits">): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { incoming, outgoing } = c.env;
    const call = beginCall(deps, { incoming, outgoing, path: c.req.path });
    c.set("call", call);
    await deps.limits.takeRoute(c.req.path, incoming);
    return within(call.span, next);
  };
}
