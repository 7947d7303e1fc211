import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type * as FlightRouterState from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { readBytes } from "../bodies/read-body.ts";
import { type PageProblem, answerProblem } from "../problems.ts";
import type { Duplex, Readable } from "node:stream";
import { createProxyServer, proxyUpgrade } from "httpxy";
import { internalHeader } from "#src/core/network/internal-server.ts";
import type { Log } from "#src/core/operation/log.ts";
import { ownPath } from "#src/product/accounts/public/auth-settings.ts";

const noPage: PageProblem = { status: 404, detail: "Page not found" };
export const unreadable: PageProblem = {
  status: 400,
  detail: "The page could not read your request. Reload it and try again",
};
/** The npm package has no Next. */
const load = createRequire(import.meta.url);
const stateHeader = "next-router-state-tree";

/* Refuses what Next answers with 500, so that a 500 is our fault. */

/** Why an address has no page; unreadable router state is removed. */
export function addressFault(request: IncomingMessage, path: string): PageProblem | null {
  const state = request.headers[stateHeader];
  if (state !== undefined && !isState(state)) delete request.headers[stateHeader];
  // Postgres cannot store this character, and no page's address needs it.
  if (/%00/.test(request.url ?? "")) return noPage;
  try {
    decodeURIComponent(path);
    return null;
  } catch {
    return noPage;
  }
}

function isState(header: string | readonly string[]): boolean {
  try {
    const next: typeof FlightRouterState = load(
      "next/dist/server/app-render/parse-and-validate-flight-router-state.js",
    );
    next.parseAndValidateFlightRouterState(typeof header === "string" ? header : [...header]);
    return true;
  } catch {
    return false;
  }
}

export function carriesArguments({ method, headers }: IncomingMessage): boolean {
  return method === "POST" && (headers["next-action"] !== undefined || isForm(headers["content-type"]));
}

const isForm = (type = ""): boolean => /^multipart\/form-data\b/i.test(type);

/**
 * @param most bytes
 * @returns the bytes, or why no page of ours sent them
 * @throws BadRequest 413, 400
 */
export async function readArguments(request: IncomingMessage, most: number): Promise<Buffer | PageProblem> {
  const bytes = await readBytes(request, most);
  const type = request.headers["content-type"] ?? "";
  const byScript = request.headers["next-action"] !== undefined;
  if (isForm(type)) {
    const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } })
      .formData()
      .catch(() => null);
    return form !== null && (byScript ? areArguments(form) : areFields(form)) ? bytes : unreadable;
  }
  return /^text\/plain\b/i.test(type) && areValues(bytes.toString(), () => false) ? bytes : unreadable;
}

/** React's form: `0` has the arguments, `_1_name` the fields of `$K1`. */
function areArguments(form: FormData): boolean {
  const first = form.get("0");
  return typeof first === "string" && areValues(first, (marked) => /^\$K[0-9a-f]{1,4}$/.test(marked));
}

/** A browser's form: fields, and React's own. */
function areFields(form: FormData): boolean {
  return [...form].every(([name, value]) => {
    const [, action, part] = /^\$ACTION_(\d+):(\d+)$/.exec(name) ?? [];
    if (action === undefined) return true;
    const about = part === "0" ? /^\$@[0-9a-f]+$/ : null;
    return (
      typeof value === "string" &&
      isWritten(value, (text) => about?.test(text) === true && form.has(`$ACTION_${action}:${text.slice(2)}`))
    );
  });
}

function areValues(text: string, refers: (marked: string) => boolean): boolean {
  return text.startsWith("[") && isWritten(text, refers);
}

/** React's plain marks, none that refers to something else. */
const plainMark = /^\$(?:\$|undefined$|NaN$|-?Infinity$|-0$|n-?\d{1,300}$|D\d{4}-\d\d-\d\dT[\d:.]+Z$)/;

/** @param refers whether a mark may stand for something sent */
function isWritten(text: string, refers: (marked: string) => boolean): boolean {
  try {
    JSON.parse(text, (_name, value: unknown) => {
      if (typeof value === "string" && value.startsWith("$") && !plainMark.test(value) && !refers(value))
        throw new TypeError("it refers to something else");
      return value;
    });
    return true;
  } catch {
    return false;
  }
}

export interface PageProxy {
  /** @param body replaces the request's own, which is being read */
  web(request: IncomingMessage, response: ServerResponse, body: Readable | null): void;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes the websockets, which a server does not count as connections. */
  close(): void;
}

/** Long enough for a first page in development. */
const silenceMs = 120_000;

interface Surroundings {
  /** A page that fails then will come back. */
  readonly databaseIsAway: () => boolean;
  readonly log: Log;
}

/**
 * Over kept connections.
 * @param secret proves the front door to the pages
 */
export function createPageProxy(target: string, secret: string, { databaseIsAway, log }: Surroundings): PageProxy {
  const agent = new Agent({ keepAlive: true, maxSockets: 256, maxFreeSockets: 64 });
  const proxy = createProxyServer({
    target,
    agent,
    proxyTimeout: silenceMs,
    // Connection headers of the client end here.
    headers: { connection: "keep-alive", [internalHeader]: secret },
  });
  /** The other end may have gone before they came. */
  const overKept = new WeakMap<IncomingMessage, ClientRequest>();
  proxy.on("proxyReq", (passed, request, _response, { buffer }) => {
    buffer?.once("error", () => passed.destroy());
    if (overKept.has(request)) overKept.delete(request);
    else overKept.set(request, passed);
  });
  proxy.on("proxyRes", (answer, request) => adaptAnswer(answer, request, databaseIsAway()));
  proxy.on("error", (error, request, response) => {
    if (request === undefined || response === undefined || !("writeHead" in response)) return;
    if (response.destroyed || response.writableEnded) return;
    if (mayAskAgain(request, response, error, overKept.get(request))) {
      // The others that were kept have the same other end.
      for (const kept of Object.values(agent.freeSockets)) for (const socket of kept ?? []) socket.destroy();
      return void proxy.web(request, response);
    }
    log.warn({ err: error }, "the pages did not respond");
    const absent = "code" in error && error.code === "ECONNREFUSED";
    answerProblem(request, response, {
      status: absent ? 503 : 502,
      detail: absent ? "Conclave is starting" : "This page could not be loaded",
      headers: { "retry-after": "2" },
      reloads: absent,
    });
  });
  const upgraded = new Set<Duplex>();
  return {
    web(request, response, body) {
      delete request.headers.upgrade;
      delete request.headers.expect;
      proxy
        .web(request, response, body === null ? {} : { buffer: body })
        // The answer's own error: the client is gone.
        .catch((error: unknown) => log.debug({ err: error }, "a page could not be sent"));
    },
    upgrade(request, socket, head) {
      upgraded.add(socket);
      request.headers[internalHeader] = secret;
      socket.once("close", () => upgraded.delete(socket));
      proxyUpgrade(target, request, socket, head, { xfwd: false }).catch((error: unknown) => {
        log.debug({ err: error }, "a websocket was refused");
        socket.end();
      });
    },
    close() {
      for (const socket of upgraded) socket.destroy();
    },
  };
}

/** What the process that renders pages does not know of its answer. */
function adaptAnswer(answer: IncomingMessage, request: IncomingMessage, databaseIsAway: boolean): void {
  const { headers } = answer;
  // Pages differ by who is signed in, built files do not.
  if (request.url?.startsWith("/_next/static/") !== true)
    headers.vary = headers.vary === undefined ? "Cookie" : `${headers.vary}, Cookie`;
  delete headers.connection;
  delete headers["keep-alive"];
  if (answer.statusCode === 500 && databaseIsAway) {
    answer.statusCode = 503;
    headers["retry-after"] = "2";
  }
  // A new build has other actions: scripts hear so, browsers get the page anew.
  if (headers["x-nextjs-action-not-found"] === undefined || request.headers["next-action"] !== undefined) return;
  answer.statusCode = 303;
  headers.location = ownPath(request.url) ?? "/";
}

/** Once, if the connection was dead already. */
function mayAskAgain(
  { method, headers }: IncomingMessage,
  { headersSent }: ServerResponse,
  error: Error,
  passed: ClientRequest | undefined,
): boolean {
  return (
    passed?.reusedSocket === true &&
    "code" in error &&
    (error.code === "ECONNRESET" || error.code === "EPIPE") &&
    (method === "GET" || method === "HEAD") &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined &&
    !headersSent
  );
}
