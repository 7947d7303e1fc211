import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import { Readable } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { consentPage } from "#src/contract/accounts/credentials.ts";
import { routes } from "#src/contract/api/routes.ts";
import type { Exposure } from "#src/core/network/exposure.ts";
import { RateLimited } from "#src/core/errors.ts";
import { isResetToken, resetTokenCookie } from "#src/product/accounts/public/signed-requests.ts";
import { isWithinLimit, limitedBody, maxBodyBytes } from "./bodies/read-body.ts";
import { beginCall } from "./call.ts";
import { type Env, answerJson } from "./answers.ts";
import { compressAnswer } from "./bodies/compress.ts";
import { capConnections, createGate, type Refusal, provenance } from "./protection/gate.ts";
import { createSecurityHeaders } from "./protection/security-headers.ts";
import type { Deps } from "./deps.ts";
import { createForwarding, setHeader, type Surroundings } from "./protection/forwarded.ts";
import { answerProblem, answerTooMany, BadRequest } from "./problems.ts";
import { addressFault, carriesArguments, readArguments, unreadable, type PageProxy } from "./pages/page-proxy.ts";
import { pageRule, type RateLimits } from "./protection/rate-limits.ts";

export interface FrontDoor extends Surroundings, Pick<Deps, "log" | "meters" | "clock"> {
  readonly exposure: Pick<Exposure, "local" | "admits">;
  readonly limits: Pick<RateLimits, "take">;
  /** The contract's paths. */
  readonly app: Pick<Hono<Env>, "fetch">;
  /** `null`: there are no pages, and their paths are the app's to refuse. */
  readonly pages: PageProxy | null;
  /** Websockets pass to the pages, and scripts may be evaluated. */
  readonly development: boolean;
}

/** For the headers, and for a whole request: an upload of 5 MB over a slow line. Node looks only so often. */
const headersMs = 15_000;
const requestMs = 90_000;
const lookMs = 1000;
/** Longer than proxies and load balancers keep an idle connection, so that they end it and not we. */
const idleMs = 65_000;
const lingerMs = 1000;

const contract =
  /^\/(?:(?:v1|api|ref)(?:\/|$)|blog\/feed\.(?:xml|json)$|blog\/atom\.xml$|openapi\.json$|healthz$|readyz$|metrics$|mcp$|\.well-known\/(?:oauth-protected-resource(?:\/mcp)?|oauth-authorization-server(?:\/api\/auth)?|conclave-(?:keys|chain)\.json|security\.txt)$)/;
/** Files that a build made: their names change with them, and no policy applies to them. */
const built = /^\/_next\//;

/** Where an answer depends on who asks and from where, and what it then depends on. */
const asksWho = /^\/(?:(?:v1|api)\/|mcp$)/;
const varyByWho = "Accept-Encoding, Authorization, Cookie, Origin, Sec-Fetch-Site, X-API-Key";
const varyByForm = "Accept-Encoding";

/** A server for the whole service that does not listen yet. Nobody reaches the app or the pages around it. */
export function createFrontDoor(door: FrontDoor): Server {
  const { app, pages, development } = door;
  const readArrival = createForwarding(door);
  const refusalOf = createGate(door.exposure);
  const secure = createSecurityHeaders(door);
  const serveContract = getRequestListener((request, env) => app.fetch(request, env), {
    errorHandler: () => answerJson(400, { detail: "Bad Request" }),
  });
  const servePage = pages === null ? null : pageListener(door, pages, secure);
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: idleMs,
      connectionsCheckingInterval: lookMs,
    },
    (request, response) => {
      const arrival = readArrival(request);
      secure.base(response);
      const refused = refusalOf(request, arrival);
      if (refused !== null) return refuse(door, refused, request, response);
      const path = pathOf(request);
      if (servePage !== null && path !== null && !contract.test(path))
        return void servePage(request, response, path).catch((error: unknown) => {
          door.log.error({ err: error }, "a page could not be served");
          answerProblem(request, response, { status: 503, detail: "Something went wrong on our side. Try again" });
        });
      response.setHeader("Vary", asksWho.test(path ?? "") ? varyByWho : varyByForm);
      const refusal = contractRefusal(request, path ?? "");
      if (refusal !== null) return void refuseBody(request, response, refusal);
      // A compressed answer tells of its size what is in it: nothing of sessions and tokens.
      if (path?.startsWith("/api/auth/") !== true) compressAnswer(request, response);
      return serveContract(request, response);
    },
  );
  if (development && pages !== null)
    server.on("upgrade", (request, socket, head) => {
      if (refusalOf(request, readArrival(request)) !== null || provenance(request) !== "same")
        return void socket.destroy();
      pages.upgrade(request, socket, head);
    });
  server.on("connect", (_request, socket) => void socket.end(whole("405 Method Not Allowed", "Method Not Allowed")));
  answerNonsense(server);
  // On its own machine nobody takes connections from anybody.
  if (!door.exposure.local) capConnections(server, door);
  return server;
}

const noPageMethod = { status: 405, detail: "Method Not Allowed", headers: { allow: "GET, HEAD, POST" } } as const;

/** With a line in the log, as everything else. */
function refuse(door: FrontDoor, refusal: Refusal, request: IncomingMessage, response: ServerResponse): void {
  beginCall(door, { incoming: request, outgoing: response, path: pathOf(request) ?? "*" });
  answerProblem(request, response, refusal);
}

/** Pages that a token opens: where links lead is told of this site alone, and no path of it. */
const bearing = /^\/(?:reset|shared|unsubscribe)(?:\/|$)/;

/** The page for a new password without the token of its link in the address; `null` for every other. */
function withoutToken({ url = "", headers }: IncomingMessage, path: string): OutgoingHttpHeaders | null {
  if (path !== "/reset") return null;
  const query = new URLSearchParams(url.slice(path.length + 1));
  const token = query.get("token");
  if (token === null) return null;
  query.delete("token");
  const secure = headers["x-forwarded-proto"] === "https";
  return {
    location: query.size === 0 ? path : `${path}?${query.toString()}`,
    "cache-control": "no-store",
    ...(isResetToken(token) && { "set-cookie": resetTokenCookie(token, { secure }) }),
  };
}

/** Of the page that lets an app in, where its form leads to: the app's own scheme or site, as browsers match it. */
function appOf({ url = "" }: IncomingMessage, path: string): string | null {
  if (path !== consentPage) return null;
  const back = URL.parse(new URLSearchParams(url.slice(path.length + 1)).get("redirect_uri") ?? "");
  if (back === null || /^(?:javascript|data|blob|file):$/.test(back.protocol)) return null;
  return back.origin === "null" ? back.protocol : back.origin;
}

type Listener = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>;

function pageListener(door: FrontDoor, pages: PageProxy, secure: ReturnType<typeof createSecurityHeaders>): Listener {
  return async (request, response, path) => {
    const file = built.test(path);
    const call = beginCall(door, { incoming: request, outgoing: response, path, level: file ? "debug" : "info" });
    call.route = file ? "page file" : "page";
    // Next lets an action pass that says nothing of where it comes from, and answers a foreign one with 500.
    if (!/^(?:GET|HEAD|OPTIONS)$/.test(request.method ?? "") && provenance(request) === "foreign")
      return answerProblem(request, response, { status: 403, detail: "cross-site requests are not allowed" });
    if (!/^(?:GET|HEAD|POST)$/.test(request.method ?? "")) return answerProblem(request, response, noPageMethod);
    const fault = addressFault(request, path);
    if (fault !== null) return answerProblem(request, response, fault);
    const refused = await overLimit(door, request, path);
    if (refused !== null) return answerTooMany(request, response, refused);
    const clean = withoutToken(request, path);
    if (clean !== null) return void response.writeHead(302, clean).end();
    if (bearing.test(path)) response.setHeader("Referrer-Policy", "strict-origin");
    if (!file) {
      const { policy, nonce } = secure.page(response, appOf(request, path));
      setHeader(request, "content-security-policy", policy);
      setHeader(request, "x-nonce", nonce);
    }
    setHeader(request, "x-request-id", call.requestId);
    // Where somebody wanted to go, for the page on which they sign in first.
    setHeader(request, "x-forwarded-path", path);
    const most = maxBodyBytes(path, false);
    const tooLarge = (): void => refuseBody(request, response, { status: 413, detail: sizeRule(most) });
    if (!isWithinLimit(request, most)) return tooLarge();
    if (carriesArguments(request)) return passArguments(pages, request, response, { most, tooLarge });
    const undeclared = request.headers["transfer-encoding"] !== undefined;
    pages.web(request, response, undeclared ? limitedBody(request, most, tooLarge) : null);
  };
}

async function passArguments(
  pages: PageProxy,
  request: IncomingMessage,
  response: ServerResponse,
  { most, tooLarge }: { readonly most: number; readonly tooLarge: () => void },
): Promise<void> {
  try {
    const body = await readArguments(request, most);
    if (Buffer.isBuffer(body)) pages.web(request, response, Readable.from([body]));
    else answerProblem(request, response, body);
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    if (error.status === 413) tooLarge();
    else answerProblem(request, response, unreadable);
  }
}

async function overLimit(
  { limits }: Pick<FrontDoor, "limits">,
  request: IncomingMessage,
  path: string,
): Promise<RateLimited | null> {
  try {
    await limits.take(pageRule(request, path), request);
    return null;
  } catch (error) {
    if (error instanceof RateLimited) return error;
    throw error;
  }
}

/** What stands between the scheme and the query; `null` for `*` and for addresses that a proxy is asked for. */
function pathOf({ url = "" }: IncomingMessage): string | null {
  if (!url.startsWith("/")) return null;
  const query = url.indexOf("?");
  return query === -1 ? url : url.slice(0, query);
}

interface BodyRefusal {
  readonly status: 411 | 413;
  readonly detail: string;
}

/** Under /v1 each route reads with a cap of its own, as payment callbacks are; the session handlers do not. */
function contractRefusal(request: IncomingMessage, path: string): BodyRefusal | null {
  if (!path.startsWith("/api/")) return null;
  const most = maxBodyBytes(path, true);
  if (!isWithinLimit(request, most)) return { status: 413, detail: sizeRule(most) };
  if (request.headers["transfer-encoding"] !== undefined && path !== routes.receiveCallback.path)
    return { status: 411, detail: "the body must declare its length" };
  return null;
}

function sizeRule(most: number): string {
  return `the body is larger than ${most} bytes`;
}

/** The answer must reach a client that still sends: what it sends is read for a moment, then the connection ends. */
function refuseBody(request: IncomingMessage, response: ServerResponse, { status, detail }: BodyRefusal): void {
  if (response.headersSent) return void response.destroy();
  const body = JSON.stringify({ detail });
  response
    .writeHead(status, {
      "content-type": "application/json",
      "content-length": body.length,
      "cache-control": "no-store",
      connection: "close",
    })
    .end(body);
  const late = setTimeout(() => request.destroy(), lingerMs);
  request.once("close", () => clearTimeout(late)).resume();
}

/** What is no HTTP gets the same kind of answer as everything else. */
function answerNonsense(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    const [status, detail] = nonsense[error.code ?? ""] ?? ["400 Bad Request", "Bad Request"];
    socket.end(whole(status, detail));
  });
}

/** An answer for where there is no response to write it to. */
function whole(status: string, detail: string): string {
  const body = JSON.stringify({ detail });
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
}

const nonsense: Readonly<Record<string, readonly [status: string, detail: string]>> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "the headers are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "the request took too long"],
};
