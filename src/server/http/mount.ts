import type { Hono } from "hono";
import type { z } from "zod";
import type { Route } from "#src/contract/api/route.ts";
import { routes } from "#src/contract/api/routes.ts";
import {
  apiVersions,
  ApiVersion,
  currentQuery,
  currentVersion,
  versionHeader,
} from "#src/contract/api/api-versions.ts";
import { InvalidInput, NotFound } from "#src/core/errors.ts";
import { actorOf } from "#src/product/accounts/public/auth.ts";
import type { SignInSession } from "#src/product/accounts/queries/sign-in-sessions.ts";
import type { Actor, Context } from "#src/product/context.ts";
import { answer, answerJson, Reply, type Env, type RequestContext } from "./answers.ts";
import type { Deps } from "./deps.ts";
import { BadRequest, ValidationFailed } from "./problems.ts";
import { noteNoBody, readBody } from "./bodies/read-body.ts";
import { checkProvenance, signInSessionOf } from "./protection/authenticate.ts";
import { watchFields, refuseStrayQuery, validate, validateBody } from "./bodies/validation.ts";

/** Without those that read their requests themselves. */
type Mounted = Omit<typeof routes, "authenticate" | "submitMcpMessage">;

type Names<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Read<R, Part extends string> = R extends { readonly [P in Part]: infer S extends z.ZodType } ? z.output<S> : null;
/** As it is told: nothing of it is changed, and there may be more. */
type Told<T> = T extends readonly (infer Item)[]
  ? readonly Told<Item>[]
  : T extends object
    ? { readonly [K in keyof T as string extends K ? (unknown extends T[K] ? never : K) : K]: Told<T[K]> }
    : T;
type Success<R extends Route> = R["answers"][Extract<keyof R["answers"], 200 | 201 | 202 | 204>];
type Value<A> = A extends { readonly body: { readonly type: "application/json"; readonly schema: infer S } }
  ? S extends z.ZodType
    ? Told<z.input<S>>
    : never
  : A extends { readonly body: unknown }
    ? Response
    : void;

/** What a handler gets: as declared, and only from whom it admits. */
type Call<R extends Route> = {
  readonly c: RequestContext;
  readonly path: Readonly<Record<Names<R["path"]>, string>>;
  readonly query: Read<R, "query">;
  readonly headers: Read<R, "headers">;
  readonly body: Read<R, "body">;
} & (R extends { readonly open: true }
  ? R extends { readonly session: true }
    ? { readonly ctx: Context; readonly session: SignInSession }
    : unknown
  : { readonly ctx: Context });

type Answered<T> = T | Reply<T> | Response;
type Handler<R extends Route> = (call: Call<R>) => Promise<Answered<Value<Success<R>>>> | Answered<Value<Success<R>>>;

/** A handler for each route. */
export type Handlers = { readonly [Name in keyof Mounted]: Handler<Mounted[Name]> };

/** A method, as it takes what any of them takes. */
interface AnyHandler {
  handle(call: AnyCall): unknown;
}
interface AnyCall {
  readonly c: RequestContext;
  readonly ctx?: Context;
  readonly session?: SignInSession;
  readonly path: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
}

/** Routes with a handler. @param deps `null`: without a database only what is open to everybody */
export function mount(app: Hono<Env>, deps: Deps | null, handlers: Partial<Handlers>): void {
  const known: Readonly<Record<string, AnyHandler["handle"]>> = handlers;
  for (const [name, route] of Object.entries<Route>(routes)) {
    const handle = known[name];
    if (handle === undefined) continue;
    const { method, path, answers } = route;
    const status =
      Object.keys(answers)
        .map(Number)
        .find((each) => each >= 200 && each < 300) ?? 200;
    app.on(method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ":$1"), async (c) => {
      c.get("call").route = path;
      const told = await handle({ ...(await admit(c, deps, route)), ...(await readRequest(c, route)) });
      if (isResponse(told)) return told;
      if (status === 204) return answer(204, null, { "cache-control": "no-store" });
      return told instanceof Reply ? answerJson(status, told.value, told.headers) : answerJson(status, told);
    });
  }
}

/** The adapter's own are none by `instanceof`. */
function isResponse(value: unknown): value is Response {
  return Object.prototype.toString.call(value) === "[object Response]";
}

type Admitted = Pick<AnyCall, "ctx" | "session">;

async function admit(c: RequestContext, deps: Deps | null, route: Route): Promise<Admitted> {
  if (route.open === true && route.session === undefined) return {};
  if (deps === null) throw new BadRequest(503, "the database cannot be reached");
  const { db, queue, clock, settings } = deps;
  const call = c.get("call");
  const contextOf = (actor: Actor): Context => {
    call.owner = actor.owner;
    return { db, queue, clock, settings, actor, requestId: call.requestId };
  };
  if (route.open === true) {
    if (route.method !== "get") await checkProvenance(deps.auth, c.env.incoming);
    const session = await signInSessionOf(deps.auth, c.env.incoming);
    if (session === null) throw new BadRequest(401, "sign in first");
    return { session, ctx: contextOf(actorOf(session, clock.now())) };
  }
  const sent = sentVersion(c);
  c.env.outgoing.setHeader(versionHeader, ApiVersion.safeParse(sent).data ?? currentVersion);
  const actor = await deps.limits.refusing(c.env.incoming, () => deps.guard.admit(c));
  const ctx = contextOf(actor);
  call.version = readVersion(sent) ?? call.key?.version ?? currentVersion;
  c.env.outgoing.setHeader(versionHeader, call.version);
  watchFields(c.env.incoming, c.env.outgoing);
  if (c.req.url.includes("?")) refuseStrayQuery(route, c.req.query(), c.env.incoming);
  return { ctx };
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

/** As declared; the query in the current version's words. @throws ValidationFailed, BadRequest, NotFound */
async function readRequest(c: RequestContext, { operationId, headers, query, body, path, isPrivate }: Route) {
  const { incoming } = c.env;
  if (isPrivate === true) noteNoBody(incoming);
  const { version } = c.get("call");
  return {
    c,
    headers: headers === undefined ? null : validate(headers, incoming.headers, "header"),
    query: query === undefined ? null : validate(query, currentQuery(operationId, version, c.req.query()), "query"),
    body:
      body === undefined
        ? null
        : await readPrivately(isPrivate, async () => validateBody(body, await readBody(incoming))),
    path: Object.fromEntries(Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => [name, parameterOf(c, name)])),
  };
}

/** @throws ValidationFailed that does not repeat what was sent where that is private */
async function readPrivately<T>(isPrivate: true | undefined, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isPrivate !== true || !(error instanceof ValidationFailed)) throw error;
    throw new ValidationFailed(error.errors.map(({ input: _private, ...told }) => told));
  }
}

const nouns: Readonly<Record<string, string>> = { job_id: "analysis", list_id: "watchlist", memory_id: "measurement" };

/** @throws NotFound for what cannot be an id */
function parameterOf(c: RequestContext, name: string): string {
  const value = c.req.param(name) ?? "";
  if (name.endsWith("_id") && !/^[\w-]{1,100}$/.test(value))
    throw new NotFound(`there is no such ${nouns[name] ?? name.replace(/_id$/, "")}`);
  return value;
}
