import { createServer, type Server } from "node:http";
import type { Registry } from "prom-client";

/** `/healthz` (the process answers), `/readyz` (it can serve) and `/metrics`, for whoever runs the service. */
export function createInternalServer({
  registry,
  ready,
}: {
  readonly registry: Registry;
  readonly ready: () => Promise<boolean>;
}): Server {
  return createServer((request, response) => {
    const answer = (status: number, body: string, type = "text/plain"): void =>
      void response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(body);
    switch (request.url) {
      case "/healthz":
        return answer(200, "ok\n");
      case "/readyz":
        return void ready().then(
          (is) => (is ? answer(200, "ok\n") : answer(503, "not ready\n")),
          () => answer(503, "not ready\n"),
        );
      case "/metrics":
        return void registry.metrics().then(
          (text) => answer(200, text, registry.contentType),
          () => answer(500, "the figures could not be read\n"),
        );
      default:
        return answer(404, "not found\n");
    }
  });
}
