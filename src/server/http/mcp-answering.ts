import { createMcpHandler } from "@modelcontextprotocol/server";
import { createMcpServer } from "#src/server/mcp/server.ts";
import type { Service } from "#src/server/mcp/answer.ts";

/** Nothing is sent on these streams, as no list here ever changes. */
const mostSubscriptions = 256;

export type AnswerMcp = (request: Request, message: unknown, service: Service) => Promise<Response>;

/** Loaded with the first message, as most front doors get none. */
export function createAnswering(stopping: AbortSignal, report: (error: unknown) => void): AnswerMcp {
  const services = new WeakMap<Request, Service>();
  const handler = createMcpHandler(
    ({ requestInfo, era }) => {
      const service = requestInfo === undefined ? undefined : services.get(requestInfo);
      if (service === undefined) throw new Error("an MCP message came without its request");
      return createMcpServer({ ...service, leavingCancels: era === "modern" });
    },
    { onerror: report, maxSubscriptions: mostSubscriptions },
  );
  stopping.addEventListener("abort", () => void handler.close(), { once: true });
  return (request, message, service) => {
    services.set(request, service);
    return handler.fetch(request, { parsedBody: message });
  };
}
