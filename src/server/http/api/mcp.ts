import type { Hono } from "hono";
import { z } from "zod";
import { Conclave } from "#client";
import { type ResourceMetadata, mcpPaths, withoutNullParams } from "#src/contract/api/mcp-routes.ts";
import { Scope } from "#src/contract/accounts/plans.ts";
import { Unauthorized } from "#src/core/errors.ts";
import { newId } from "#src/core/ids.ts";
import { answer, answerJson, type Env, type RequestContext } from "../answers.ts";
import type { Deps } from "../deps.ts";
import type { AnswerMcp } from "#src/server/mcp/server.ts";
import type { Handlers } from "../mount.ts";
import { BadRequest, ValidationFailed } from "../problems.ts";
import { readJson } from "../bodies/read-body.ts";
import { provenance } from "../protection/gate.ts";
import { originOf } from "./site.ts";
import { authorizationServerOf } from "./oauth.ts";
import { type IncomingMessage, createServer, request as ask } from "node:http";
import { duplexPair } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { clientAddress } from "../protection/forwarded.ts";

const MessageId = z.union([z.string(), z.number()]);
/** A first request, and the notification that takes one back. */
const AskedMethod = z.object({ method: z.string(), id: MessageId });
const TakenBack = z.object({
  method: z.literal("notifications/cancelled"),
  params: z.object({ requestId: MessageId }),
});

/** Messages stand alone, so any front door answers any of them. */
export function mountMcp(app: Hono<Env>, deps: Deps): void {
  const inProcess = createInProcess(app);
  let answering: Promise<AnswerMcp> | null = null;
  const open = new Map<string, AbortController>();
  const report = (error: unknown): void => deps.log.error({ err: error }, "an MCP call failed");
  const load = async (): Promise<AnswerMcp> =>
    (await import("#src/server/mcp/server.ts")).createAnswering(deps.stopping, report);

  app.post(mcpPaths.server, async (c) => {
    c.get("call").route = mcpPaths.server;
    const { incoming } = c.env;
    // Guards against DNS rebinding.
    if (provenance(incoming) === "foreign") throw new BadRequest(403, "cross-site requests are not allowed");
    const { owner } = await admit(c, deps);
    const body = await readMessage(incoming);
    if (body === unreadable) return answerJson(400, parseError, { "cache-control": "no-store" });
    const session = c.req.header("mcp-session-id") ?? "";
    const callOf = (id: string | number): string => JSON.stringify([owner, session, id]);
    const takenBack = TakenBack.safeParse(body);
    if (takenBack.success) {
      open.get(callOf(takenBack.data.params.requestId))?.abort();
      return answer(202, null, {});
    }
    const asked = AskedMethod.safeParse(body);
    const cancelled = new AbortController();
    const name = asked.success ? callOf(asked.data.id) : null;
    if (name !== null && session !== "") open.set(name, cancelled);
    c.env.outgoing.once("close", () => {
      if (name !== null && open.get(name) === cancelled) open.delete(name);
    });
    const answerMcp = await (answering ??= load());
    const response = await answerMcp(asJson(c.req.raw), body, {
      client: clientFor(inProcess(incoming)),
      address: originOf(c),
      cancelled: cancelled.signal,
      stopping: deps.stopping,
      leavingCancels: false,
      report,
    });
    response.headers.set("cache-control", "no-store, no-transform");
    // Progress is told as it comes.
    response.headers.set("x-accel-buffering", "no");
    // It only names the client for cancels; nothing is kept.
    if (asked.data?.method === "initialize") response.headers.set("mcp-session-id", newId("mcp"));
    return response;
  });
}

export const mcpHandlers = (deps: Deps) => {
  const answerMetadata = ({ c }: { readonly c: RequestContext }): Response =>
    answerJson(200, metadataOf(originOf(c), authorizationServerOf(c, deps)), { "cache-control": "no-cache" });
  return { getMcpMetadata: answerMetadata, getResourceMetadata: answerMetadata } satisfies Partial<Handlers>;
};

/** The public client, in process, with the caller's credentials. */
function clientFor(reach: ReturnType<InProcess>): Conclave {
  return new Conclave({
    baseUrl: "http://localhost",
    apiKey: null,
    maxRetries: 0,
    fetch: (url, init) => reach(new Request(url, init)),
  });
}

/** What was read as JSON is called so, however its type was spelled: the SDK would refuse it in words of its own. */
function asJson({ url, headers: given, signal }: Request): Request {
  const headers = new Headers(given);
  headers.set("content-type", "application/json");
  return new Request(url, { method: "POST", headers, signal });
}

const unreadable = Symbol("no JSON");
/** As JSON-RPC 2.0 has it, section 5.1. */
const parseError = { jsonrpc: "2.0", id: null, error: { code: -32_700, message: "Parse error" } } as const;

/** `unreadable`: the protocol has its own errors. @throws BadRequest as `readJson` */
async function readMessage(incoming: RequestContext["env"]["incoming"]): Promise<unknown> {
  try {
    return withoutNullParams(await readJson(incoming));
  } catch (error) {
    if (error instanceof ValidationFailed) return unreadable;
    throw error;
  }
}

/** @throws BadRequest 401 that leads to the metadata (RFC 9728); else as the guard */
async function admit(c: RequestContext, { guard, limits }: Deps) {
  try {
    const actor = await limits.refusing(c.env.incoming, () => guard.admit(c));
    c.get("call").owner = actor.owner;
    return actor;
  } catch (error) {
    if (!(error instanceof Unauthorized)) throw error;
    const challenge = `Bearer realm="conclave", resource_metadata="${originOf(c)}${mcpPaths.metadataOfServer}"`;
    throw new BadRequest(401, "send an API key or an access token in the header Authorization: Bearer TOKEN", {
      "www-authenticate": challenge,
    });
  }
}

function metadataOf(origin: string, authorizationServer: string | null): ResourceMetadata {
  return {
    resource: `${origin}${mcpPaths.server}`,
    resource_name: "Conclave",
    resource_documentation: `${origin}/help/mcp`,
    scopes_supported: Scope.options,
    bearer_methods_supported: ["header"],
    ...(authorizationServer !== null && { authorization_servers: [authorizationServer] }),
  };
}

/** Only the credentials are taken over. */
const credentials = ["authorization", "x-api-key"] as const;

/** A fetch for whoever sent `outer`. */
export type InProcess = (outer: IncomingMessage) => (request: Request) => Promise<Response>;

/** Over a pipe in memory: all guards and limits hold, and no port is open. */
function createInProcess(app: Pick<Hono<Env>, "fetch">): InProcess {
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
      .once("response", (incoming) => resolve(responseOf(incoming)))
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

function responseOf(incoming: IncomingMessage): Response {
  const { statusCode: status = 500 } = incoming;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, String(value));
  if (status === 204 || status === 304) {
    incoming.resume();
    return new Response(null, { status, headers });
  }
  const chunks: AsyncIterator<Uint8Array> = incoming[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    cancel: () => void incoming.destroy(),
  });
  return new Response(body, { status, headers });
}
