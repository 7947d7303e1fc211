import type { IncomingMessage } from "node:http";
import type { Exposure } from "#src/platform/exposure.ts";
import type { Arrival } from "./forwarded.ts";

/** Why a request is answered before anything looks at its path. */
export interface Refusal {
  readonly status: 400 | 403 | 405;
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const methods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
const known = new Set(methods.split(", "));

const methodNotAllowed: Refusal = { status: 405, detail: "Method Not Allowed", headers: { allow: methods } };
const unnamed: Refusal = { status: 400, detail: "the request must name one host" };
const elsewhere: Refusal = { status: 400, detail: "the request line and the Host header name different hosts" };
const relayedToLocal: Refusal = {
  status: 403,
  detail:
    "this server accepts only local requests, and this one came through a proxy; on the server, set PUBLIC_URL to the address " +
    "that people use and TRUSTED_PROXIES to the address of the proxy",
};

const toAllow = "to use another host name, set PUBLIC_URL or ALLOWED_HOSTS on the server";

/**
 * Makes the look that every request of the front door gets, whatever its path: a method we know, one host, a host that
 * is ours, and, where the service is for its own machine alone, nothing between the client and us.
 */
export function createGate({
  local,
  admits,
}: Pick<Exposure, "local" | "admits">): (request: IncomingMessage, arrival: Arrival) => Refusal | null {
  const foreign: Refusal = {
    status: 403,
    detail: `${local ? "this server accepts requests only as localhost" : "this server does not accept this host name"}; ${toAllow}`,
  };
  let lastGood: string | null = null;
  return (request, { asked, relayed }) => {
    if (!known.has(request.method ?? "")) return methodNotAllowed;
    if (asked === null) return unnamed;
    if (asked !== lastGood) {
      if (!admits(asked)) return foreign;
      lastGood = asked;
    }
    if (local && relayed) return relayedToLocal;
    return intoPath(request) ? null : elsewhere;
  };
}

/** Clients of a proxy send the whole address (RFC 9112, 3.2.2). False where it leads to another host than was named. */
function intoPath(request: IncomingMessage): boolean {
  const { url = "" } = request;
  if (url.startsWith("/")) return true;
  const whole = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url);
  if (whole?.[1]?.toLowerCase() !== request.headers.host?.toLowerCase()) return false;
  const path = whole?.[2] ?? "";
  request.url = path.startsWith("/") ? path : `/${path}`;
  return true;
}
