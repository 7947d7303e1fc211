import type { Hono } from "hono";
import type { Route } from "#src/contract/route.ts";
import { apiVersions, ApiVersion, currentQuery, currentVersion, versionHeader } from "#src/contract/api-versions.ts";
import { InvalidInput, NotFound } from "#src/core/errors.ts";
import type { Context } from "#src/product/context.ts";
import type { Deps } from "./deps.ts";
import type { Env, RequestContext } from "./env.ts";
import { watchFields } from "./stray-fields.ts";
import { refuseStrayQuery } from "./validation.ts";

export type Handler = (c: RequestContext, ctx: Context) => Promise<Response>;

/** Whoever reaches the handler was admitted. */
export function mount(app: Hono<Env>, deps: Deps, route: Route, handle: Handler): void {
  app.on(route.method.toUpperCase(), route.path.replaceAll(/\{(\w+)\}/g, ":$1"), async (c) => {
    const call = c.get("call");
    call.route = route.path;
    const sent = sentVersion(c);
    c.env.outgoing.setHeader(versionHeader, ApiVersion.safeParse(sent).data ?? currentVersion);
    const actor = await deps.limits.refusing(c.env.incoming, () => deps.guard.admit(c));
    call.owner = actor.owner;
    call.version = readVersion(sent) ?? call.key?.version ?? currentVersion;
    c.env.outgoing.setHeader(versionHeader, call.version);
    watchFields(c.env.incoming, c.env.outgoing);
    if (c.req.url.includes("?")) refuseStrayQuery(route, c.req.query(), c.env.incoming);
    const { db, queue, clock, settings } = deps;
    return handle(c, { db, queue, clock, settings, actor, requestId: call.requestId });
  });
}

/** Clients send an empty header where none is configured. */
function sentVersion(c: RequestContext): string | null {
  const sent = c.req.header(versionHeader)?.trim();
  return sent === undefined || sent === "" ? null : sent;
}

/** @throws InvalidInput for an unknown version */
function readVersion(sent: string | null): ApiVersion | null {
  if (sent === null) return null;
  const read = ApiVersion.safeParse(sent);
  if (!read.success)
    throw new InvalidInput(
      `${versionHeader} must be one of ${apiVersions.join(", ")}; leave it out for your key's version`,
    );
  return read.data;
}

/** The request's query, converted to the current version. */
export function queryOf(c: RequestContext, { operationId }: Route): Record<string, string> {
  return currentQuery(operationId, c.get("call").version, c.req.query());
}

/** For an operation without authentication. */
export function mountOpen(
  app: Hono<Env>,
  route: Route,
  handle: (c: RequestContext) => Promise<Response> | Response,
): void {
  app.on(route.method.toUpperCase(), route.path.replaceAll(/\{(\w+)\}/g, ":$1"), (c) => {
    c.get("call").route = route.path;
    return handle(c);
  });
}

/** The job's id in the path. @throws NotFound */
export function jobIdOf(c: RequestContext): string {
  return idOf(c, "job_id", "analysis");
}

/** @throws NotFound for what cannot be an id */
export function idOf(c: RequestContext, parameter: string, what: string): string {
  const id = c.req.param(parameter) ?? "";
  if (!/^[\w-]{1,100}$/.test(id)) throw new NotFound(`there is no such ${what}`);
  return id;
}

/** A page of a list, in the form that all lists have. */
export function answerPage(data: readonly unknown[], next: number | string | null): Response {
  return answerJson(200, { data, next_cursor: next === null ? null : String(next) });
}

/** What was created, or, with a known Idempotency-Key, what was created before. */
export function createdHeaders(location: string, replayed: boolean): Record<string, string> {
  return { location, ...(replayed && { "idempotent-replayed": "true" }) };
}

/** Plain-object headers are the server's quick way. */
export function answer(
  status: number,
  body: string | Uint8Array<ArrayBuffer> | null,
  headers: Readonly<Record<string, string>>,
): Response {
  return new Response(body, { status, headers });
}

export function answerJson(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return answer(status, JSON.stringify(value), {
    "content-type": "application/json",
    "cache-control": "no-store",
    ...headers,
  });
}
