import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { MiddlewareHandler } from "hono";
import { currentVersion } from "#src/contract/api/api-versions.ts";
import { startSpan, traceIds } from "#src/core/operation/telemetry.ts";
import type { Deps } from "./deps.ts";
import type { Call, Env } from "./answers.ts";
import { clientAddress } from "./protection/forwarded.ts";
import { notedBody } from "./bodies/read-body.ts";

/** An id, a log line and meters. Query and headers are not logged: they may hold keys. */
export function beginCall(
  { log, meters, clock }: Pick<Deps, "log" | "meters" | "clock">,
  { incoming, outgoing, path, level = "info" }: CallStart,
): Call {
  const method = incoming.method ?? "GET";
  const call: Call = {
    requestId: saneId(incoming.headers["x-request-id"]) ?? `req_${randomUUID()}`,
    route: "none",
    owner: null,
    version: currentVersion,
    key: null,
    error: null,
    span: startSpan({
      name: method,
      kind: "server",
      parent: soleHeader(incoming.headers["traceparent"]),
      attributes: { "http.request.method": method },
    }),
  };
  const started = clock.now();
  const measured = meters.request();
  meters.inFlight.inc();
  outgoing.setHeader("X-Request-Id", call.requestId);
  // Read now: the connection may be gone at the end.
  const client = clientAddress(incoming);
  outgoing.once("close", () => {
    const { statusCode: status, writableFinished } = outgoing;
    meters.inFlight.dec();
    measured({ method, route: call.route, status });
    endSpan(call, method, status);
    log[level](
      {
        request_id: call.requestId,
        method,
        path,
        status,
        ms: clock.now() - started,
        client,
        owner: call.owner,
        ...(!writableFinished && { cut: true }),
        ...traceIds(call.span?.traceparent ?? null),
      },
      "request",
    );
  });
  return call;
}

/** Without the path, as some contain a secret. */
function endSpan({ span, route, requestId }: Call, method: string, status: number): void {
  span?.rename(`${method} ${route}`);
  span?.set({ "http.route": route, "http.response.status_code": status, "conclave.request.id": requestId });
  if (status >= 500) span?.fail(String(status));
  span?.end();
}

function soleHeader(header: string | string[] | undefined): string | null {
  return typeof header === "string" ? header : null;
}

interface CallStart {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Without the query. */
  readonly path: string;
  readonly level?: "info" | "debug";
}

/** A client's id, if it is short and harmless. */
function saneId(header: string | string[] | undefined): string | null {
  return typeof header === "string" && /^[\w.:-]{1,128}$/.test(header) ? header : null;
}

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
