import type { IncomingMessage, Server } from "node:http";
import type { Log } from "#src/core/operation/log.ts";
import { networkOf } from "#src/product/accounts/public/sign-in-limits.ts";
import { type Arrival, type Surroundings, plain, trustIn } from "./forwarded.ts";
import type { Exposure } from "#src/core/network/exposure.ts";

/** A browser holds six, and an office may share an address. */
const mostOfOneNetwork = 500;

/** Trusted proxies are exempt; IPv6 counts by /64. */
export function capConnections(
  server: Server,
  { trustedProxies, log }: Pick<Surroundings, "trustedProxies"> & { readonly log: Log },
): void {
  const trusts = trustIn(trustedProxies);
  const held = new Map<string, number>();
  /** Logged one by one until they have closed. */
  const told = new Set<string>();
  server.on("connection", (socket) => {
    const address = plain(socket.remoteAddress ?? "");
    if (trusts(address)) return;
    const network = networkOf(address);
    const count = (held.get(network) ?? 0) + 1;
    if (count > mostOfOneNetwork) {
      if (!told.has(network))
        log.warn(
          { client: address, most: mostOfOneNetwork },
          "too many connections; if they come through a proxy, add it to TRUSTED_PROXIES",
        );
      told.add(network);
      return void socket.destroy();
    }
    held.set(network, count);
    socket.once("close", () => {
      const left = (held.get(network) ?? 1) - 1;
      if (left > 0) return void held.set(network, left);
      held.delete(network);
      told.delete(network);
    });
  });
}

/**
 * `same`: a page of ours; `foreign`: another site; `unknown`: it does not say. Cookies need `same`, or `unknown` with
 * the CSRF token.
 * @param request with the front door's `x-forwarded-host`
 */
export function provenance({ headers }: Pick<IncomingMessage, "headers">): "same" | "foreign" | "unknown" {
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  if (origin !== undefined) return isOurs(origin, headers) ? "same" : "foreign";
  if (site === undefined) return "unknown";
  // `none`: the user's own doing, such as a bookmark.
  return site === "same-origin" || site === "none" ? "same" : "foreign";
}

function isOurs(origin: string, headers: IncomingMessage["headers"]): boolean {
  const host = String(headers["x-forwarded-host"] ?? headers.host ?? "");
  const given = URL.parse(origin);
  // Sandboxed pages send "null".
  if (given === null || host === "") return false;
  // An unnamed proxy may speak https where we see http.
  if (headers["x-forwarded-proto"] === "https" && given.protocol !== "https:") return false;
  return /^https?:$/.test(given.protocol) && given.host === URL.parse(`${given.protocol}//${host}`)?.host;
}

/** Why a request is refused before its path is looked at. */
export interface Refusal {
  readonly status: 400 | 403 | 405;
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const methods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
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
