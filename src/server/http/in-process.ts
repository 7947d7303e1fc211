import { createServer, request as ask, type IncomingMessage } from "node:http";
import { duplexPair } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { Env } from "./env.ts";
import { clientAddress } from "./protection/forwarded.ts";

/** Only the credentials are taken over. */
const credentials = ["authorization", "x-api-key"] as const;

/** A fetch for whoever sent `outer`. */
export type InProcess = (outer: IncomingMessage) => (request: Request) => Promise<Response>;

/** Over a pipe in memory: all guards and limits hold, and no port is open. */
export function createInProcess(app: Pick<Hono<Env>, "fetch">): InProcess {
  const server = createServer(getRequestListener((request, env) => app.fetch(request, env)));
  return (outer) => async (request) => {
    const [near, far] = duplexPair();
    // Limits of a network are the client's.
    Object.defineProperty(far, "remoteAddress", { value: clientAddress(outer) });
    near.once("close", () => far.destroy());
    far.once("close", () => near.destroy());
    server.emit("connection", far);
    const body = request.body === null ? null : Buffer.from(await request.arrayBuffer());
    const headers = { ...Object.fromEntries(request.headers), ...sentBy(outer), host: "localhost" };
    const { pathname, search } = new URL(request.url);
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const options = { method: request.method, path: `${pathname}${search}`, headers, signal: request.signal };
    ask({ ...options, createConnection: () => near })
      .once("response", (answer) => resolve(responseOf(answer)))
      .once("error", reject)
      .end(body);
    return promise;
  };
}

function sentBy({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    credentials.flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}

function responseOf(answer: IncomingMessage): Response {
  const { statusCode: status = 500 } = answer;
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) if (value !== undefined) headers.set(name, String(value));
  if (status === 204 || status === 304) {
    answer.resume();
    return new Response(null, { status, headers });
  }
  const chunks: AsyncIterator<Uint8Array> = answer[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    cancel: () => void answer.destroy(),
  });
  return new Response(body, { status, headers });
}
