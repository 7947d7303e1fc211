import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";

export interface Visit {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** In bytes; so far, of one that is still being sent. */
  size: number;
  /** The connection broke before the answer was whole. */
  cut: boolean;
}

/** Stands where the pages' process stands, and keeps what it was asked. */
export interface PageServer {
  readonly url: string;
  readonly visits: readonly Visit[];
  last(): Visit;
  /** As if the process had died; and as if it had come back. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/**
 * `/slow` sends a piece, waits for `release`, and sends another; `/never` says nothing; `/broken` breaks off in the
 * middle of its answer, `/dead` before it, `/once` before it the first time; `/gone` has no such action; everything
 * else is a small page.
 */
export async function pageServer(): Promise<PageServer & { release(): void }> {
  const visits: Visit[] = [];
  let release = (): void => {};
  const server: Server = createServer((request, response) => {
    const visit = visitOf(request);
    visits.push(visit);
    response.once("close", () => (visit.cut = !response.writableFinished));
    request.on("data", (chunk: Buffer) => (visit.size += chunk.length));
    request.once("error", () => {});
    const [path] = visit.url.split("?");
    if (path === "/never") return;
    const first = !visits.some((other) => other !== visit && other.url === visit.url);
    if (path === "/dead" || (path === "/once" && first)) return void request.socket.destroy();
    response.setHeader("content-type", "text/html; charset=utf-8");
    if (path === "/slow") {
      response.write("first ");
      release = () => void response.end("second");
      return;
    }
    if (path === "/gone")
      return void response.writeHead(409, { "x-nextjs-action-not-found": "1" }).end("Server action not found.");
    if (path === "/broken") return void response.write("half", () => request.socket.destroy());
    request.once("end", () => response.end(`<p>page ${visit.url}</p>`));
  });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex) => {
    visits.push(visitOf(request));
    socket.on("error", () => {}).on("end", () => socket.end());
    socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
    socket.on("data", (chunk: Buffer) => void socket.write(`echo ${chunk.toString()}`));
  });
  const listen = (port: number): Promise<void> => new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the page server has no port");
  const { port } = address;
  return {
    url: `http://127.0.0.1:${port}`,
    visits,
    last() {
      const visit = visits.at(-1);
      if (visit === undefined) throw new Error("nobody came");
      return visit;
    },
    release: () => release(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    start: () => listen(port),
  };
}

function visitOf({ method = "", url = "", headers }: IncomingMessage): Visit {
  return { method, url, headers, size: 0, cut: false };
}
