import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";

/** One scripted answer. Without anything it is an empty 200. */
export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text as it is; anything else as JSON. */
  readonly body?: unknown;
  /** Waits so long before the status line. */
  readonly delayMs?: number;
  /** `stall`: sends half of the body and then nothing. `cut`: sends half and closes the socket. `cut-early`: no status line at all. */
  readonly fault?: "stall" | "cut" | "cut-early";
}

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage["headers"];
}

/** What a path answers: always the same, one after the other (the last one stays), or by request. */
export type Route = ScriptedAnswer | readonly ScriptedAnswer[] | ((request: RecordedRequest) => ScriptedAnswer);

export interface VendorServer {
  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** Requests whose client went away before the answer was whole. */
  readonly abandoned: () => number;
  close(): Promise<void>;
}

/** A real HTTP server on 127.0.0.1. Keys are paths without the query; a path without a route answers 599, which no vendor means. */
export async function startVendorServer(routes: Readonly<Record<string, Route>>): Promise<VendorServer> {
  const requests: RecordedRequest[] = [];
  const turns = new Map<string, number>();
  let abandoned = 0;
  const server = createServer((incoming, response) => {
    const request = record(incoming);
    requests.push(request);
    response.on("close", () => {
      if (!response.writableFinished) abandoned += 1;
    });
    const turn = turns.get(request.path) ?? 0;
    turns.set(request.path, turn + 1);
    respond(response, choose(routes[request.path], request, turn));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    abandoned: () => abandoned,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function record(incoming: IncomingMessage): RecordedRequest {
  const url = new URL(incoming.url ?? "/", "http://server");
  return {
    method: incoming.method ?? "",
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: incoming.headers,
  };
}

function choose(route: Route | undefined, request: RecordedRequest, turn: number): ScriptedAnswer {
  if (route === undefined) return { status: 599, body: `no route for ${request.path}` };
  if (typeof route === "function") return route(request);
  if (!isSequence(route)) return route;
  const answer = route[Math.min(turn, route.length - 1)];
  if (answer === undefined) throw new Error(`the route ${request.path} has no answers`);
  return answer;
}

function isSequence(route: ScriptedAnswer | readonly ScriptedAnswer[]): route is readonly ScriptedAnswer[] {
  return Array.isArray(route);
}

function respond(response: ServerResponse, answer: ScriptedAnswer): void {
  if (answer.delayMs === undefined) return send(response, answer);
  const timer = setTimeout(() => send(response, answer), answer.delayMs);
  response.on("close", () => clearTimeout(timer));
}

function send(response: ServerResponse, answer: ScriptedAnswer): void {
  const json = typeof answer.body !== "string" && answer.body !== undefined;
  const body = Buffer.from(typeof answer.body === "string" ? answer.body : json ? JSON.stringify(answer.body) : "");
  if (answer.fault === "cut-early") {
    response.destroy();
    return;
  }
  response.writeHead(answer.status ?? 200, {
    ...(json ? { "content-type": "application/json" } : {}),
    "content-length": body.byteLength,
    ...answer.headers,
  });
  if (answer.fault === undefined) {
    response.end(body);
    return;
  }
  response.write(body.subarray(0, Math.ceil(body.byteLength / 2)), () => {
    if (answer.fault === "cut") response.destroy();
  });
}
