import { z } from "zod";
import { Scope } from "../accounts/plans.ts";
import { type Declared, always, json, problem, publicErrors } from "./route.ts";

/** Where MCP clients reach the service, and its metadata (RFC 9728). */
export const mcpPaths = {
  server: "/mcp",
  metadata: "/.well-known/oauth-protected-resource",
  metadataOfServer: "/.well-known/oauth-protected-resource/mcp",
  authorization: "/.well-known/oauth-authorization-server",
  authorizationOfIssuer: "/.well-known/oauth-authorization-server/api/auth",
} as const;

/** A JSON-RPC message; its method determines the other fields. */
const Message = z
  .looseObject({
    jsonrpc: z.literal("2.0"),
    id: z.union([z.string(), z.number()]).optional(),
    method: z.string().optional(),
  })
  .meta({ description: "A JSON-RPC message of the Model Context Protocol." });

/** Keys go in the header; the scopes there are. */
export const ResourceMetadata = z.object({
  resource: z.url(),
  resource_name: z.string(),
  resource_documentation: z.url(),
  scopes_supported: z.array(Scope),
  bearer_methods_supported: z.array(z.literal("header")),
  authorization_servers: z.array(z.url()).optional(),
});
export type ResourceMetadata = z.infer<typeof ResourceMetadata>;

const metadata = (path: string) => ({
  method: "get" as const,
  path,
  tag: "site" as const,
  open: true as const,
  summary: "Get the metadata of the MCP server",
  description:
    "Protected resource metadata (RFC 9728) for MCP clients. Access is by API key or OAuth access token in the header " +
    "`Authorization: Bearer TOKEN`.",
  answers: { 200: { description: "The metadata.", body: json(ResourceMetadata) }, ...publicErrors },
});

/** How an app asks to be let in (RFC 8414). */
export const AuthorizationMetadata = z.object({
  issuer: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  registration_endpoint: z.url(),
  revocation_endpoint: z.url(),
  scopes_supported: z.array(z.string()),
  response_types_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  authorization_response_iss_parameter_supported: z.boolean(),
});
export type AuthorizationMetadata = z.infer<typeof AuthorizationMetadata>;

const authorization = (path: string) => ({
  method: "get" as const,
  path,
  tag: "site" as const,
  open: true as const,
  summary: "Get the metadata of the authorization server",
  description:
    "Authorization server metadata (RFC 8414), for apps that connect on somebody's behalf: OAuth 2.1 with PKCE and " +
    "dynamic client registration (RFC 7591). Clients are public.",
  answers: { 200: { description: "The metadata.", body: json(AuthorizationMetadata) }, ...publicErrors },
});

export const mcpRoutes = {
  submitMcpMessage: {
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
  getMcpMetadata: metadata(mcpPaths.metadataOfServer),
  getResourceMetadata: metadata(mcpPaths.metadata),
  getAuthorizationMetadata: authorization(mcpPaths.authorizationOfIssuer),
  getAuthorizationMetadataAtRoot: authorization(mcpPaths.authorization),
} as const satisfies Record<string, Declared>;

/** Deep enough for the settings in a tool's arguments. */
const mostDeep = 4;

/** Some clients write `null` for none. */
export function withoutNullParams<T>(message: T): T {
  if (Array.isArray(message)) message.forEach(withoutNullParams);
  if (!isObject(message) || !("params" in message)) return message;
  if (message.params === null) Reflect.deleteProperty(message, "params");
  else dropNulls(message.params, mostDeep);
  return message;
}

function dropNulls(value: unknown, deep: number): void {
  if (!isObject(value) || Array.isArray(value) || deep === 0) return;
  for (const [name, inner] of Object.entries(value))
    if (inner === null) Reflect.deleteProperty(value, name);
    else dropNulls(inner, deep - 1);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
