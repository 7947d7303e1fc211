import { z } from "zod";
import { Scope } from "./plans.ts";
import { always, json, problem, publicErrors, type Route } from "./route.ts";

/** Where MCP clients reach the service, and where they learn how to (RFC 9728). */
export const mcpPaths = {
  server: "/mcp",
  metadata: "/.well-known/oauth-protected-resource",
  metadataOfServer: "/.well-known/oauth-protected-resource/mcp",
} as const;

/** A JSON-RPC message, whose method says what the rest of it is. */
const Message = z
  .looseObject({
    jsonrpc: z.literal("2.0"),
    id: z.union([z.string(), z.number()]).optional(),
    method: z.string().optional(),
  })
  .meta({ description: "A JSON-RPC message of the Model Context Protocol." });

/** What a client has to know to ask for access: here, that keys are sent in the header and which scopes there are. */
export const ResourceMetadata = z.object({
  resource: z.url(),
  resource_name: z.string(),
  resource_documentation: z.url(),
  scopes_supported: z.array(Scope),
  bearer_methods_supported: z.array(z.literal("header")),
});
export type ResourceMetadata = z.infer<typeof ResourceMetadata>;

const metadata = (operationId: string, path: string) => ({
  operationId,
  method: "get" as const,
  path,
  tag: "site" as const,
  open: true as const,
  summary: "Get the metadata of the MCP server",
  description:
    "Protected resource metadata (RFC 9728) for MCP clients. Access is by API key in the header `Authorization: Bearer KEY`; " +
    "there is no authorization server.",
  answers: { 200: { description: "The metadata.", body: json(ResourceMetadata) }, ...publicErrors },
});

export const mcpRoutes = {
  submitMcpMessage: {
    operationId: "submitMcpMessage",
    method: "post",
    path: mcpPaths.server,
    tag: "site",
    summary: "Call the MCP server",
    description:
      "The Model Context Protocol over streamable HTTP, without sessions. Use an MCP client rather than this endpoint directly. " +
      "Tools call this API with the key of the request, so that scopes, quotas and limits are the same. The response is JSON or, " +
      "where progress is reported, a stream of events.",
    body: Message,
    answers: {
      200: { description: "The response to the message.", body: json(z.unknown()) },
      202: { description: "The notification was accepted." },
      ...always,
      400: { description: "Not a message of the protocol.", body: json(z.unknown()) },
      404: { description: "The server has no such method.", body: json(z.unknown()) },
      406: { description: "Accept must name application/json and text/event-stream.", body: json(z.unknown()) },
      413: problem("The body is larger than 64 KB."),
      415: problem("The Content-Type is not application/json."),
    },
  },
  getMcpMetadata: metadata("getMcpMetadata", mcpPaths.metadataOfServer),
  getResourceMetadata: metadata("getResourceMetadata", mcpPaths.metadata),
} as const satisfies Record<string, Route>;
