import type { IncomingMessage } from "node:http";
import type { Exposure } from "#src/core/network/exposure.ts";
import type { Arrival } from "./forwarded.ts";

/** Why a request is refused before its path is looked at. */
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

const toAllow = "to use another host name, add it to PUBLIC_URL on the server";

/** Every request: a known method, one host, our host, and nothing in between on a local service. */
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

/** RFC 9112, 3.2.2. False where address and host differ. */
function intoPath(request: IncomingMessage): boolean {
  const { url = "" } = request;
  if (url.startsWith("/")) return true;
  const whole = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url);
  if (whole?.[1]?.toLowerCase() !== request.headers.host?.toLowerCase()) return false;
  const path = whole?.[2] ?? "";
  request.url = path.startsWith("/") ? path : `/${path}`;
  return true;
}
