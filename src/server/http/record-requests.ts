import type { IncomingMessage, ServerResponse } from "node:http";
import type { MiddlewareHandler } from "hono";
import type { Deps } from "./deps.ts";
import type { Env } from "./env.ts";
import { notedBody } from "./bodies/noted-bodies.ts";

/** For requests with a key. */
export function recordRequests({ recorder, clock }: Pick<Deps, "recorder" | "clock">): MiddlewareHandler<Env> {
  return (c, next) => {
    const { incoming, outgoing } = c.env;
    const call = c.get("call");
    const at = clock.now();
    const sentBytes = bytesSince(incoming);
    outgoing.once("close", () => {
      const { key, route, requestId, version, error } = call;
      if (key === null) return;
      recorder.note({
        keyId: key.keyId,
        at,
        method: incoming.method ?? "GET",
        path: incoming.url ?? "",
        route,
        status: outgoing.statusCode,
        durationMs: clock.now() - at,
        sentBytes: sentBytes(),
        requestId,
        userAgent: incoming.headers["user-agent"] ?? null,
        apiVersion: version,
        body: notedBody(incoming),
        error: error ?? cutOff(outgoing),
      });
    });
    return next();
  };
}

/** A pipe in memory counts nothing. */
function bytesSince({ socket }: IncomingMessage): () => number | null {
  const before = socket.bytesWritten;
  return () => (Number.isInteger(before) ? socket.bytesWritten - before : null);
}

function cutOff({ writableFinished }: ServerResponse): string | null {
  return writableFinished ? null : "the connection was closed before the response ended";
}
