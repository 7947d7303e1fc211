import type { HttpBindings } from "@hono/node-server";
import type { Context as HonoContext } from "hono";
import type { ApiVersion } from "#src/contract/api/api-versions.ts";
import type { AuthenticatedKey } from "#src/product/keys/keys.ts";
import type { Span } from "#src/core/operation/telemetry-sdk.ts";

/** What is known about a request while it lasts, for the log. */
export interface Call {
  readonly requestId: string;
  /** The path as the contract writes it, with parameters in braces. */
  route: string;
  owner: string | null;
  /** The API version that it is answered in. */
  version: ApiVersion;
  /** With which the request came. */
  key: Pick<AuthenticatedKey, "keyId" | "prefix" | "version"> | null;
  /** What the answer says was wrong. */
  error: string | null;
  /** `null`: no traces are sent. */
  readonly span: Span | null;
}

export interface Env {
  Bindings: HttpBindings;
  Variables: { call: Call };
}

export type RequestContext = HonoContext<Env>;

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

/** A handler's value, with headers of its own. */
export class Reply<T> {
  readonly value: T;
  readonly headers: Readonly<Record<string, string>>;
  constructor(value: T, headers: Readonly<Record<string, string>>) {
    this.value = value;
    this.headers = headers;
  }
}

/** What was created, or, with a known Idempotency-Key, what was created before. */
export function created<T>(
  value: T,
  location: string,
  { replayed = false, askAgain }: { readonly replayed?: boolean; readonly askAgain?: string } = {},
): Reply<T> {
  return new Reply(value, {
    location,
    ...(askAgain !== undefined && { "retry-after": askAgain }),
    ...(replayed && { "idempotent-replayed": "true" }),
  });
}

/** A page of a list, in the form that all lists have. */
export function page<T>(data: readonly T[], next: number | string | null) {
  return { data, next_cursor: next === null ? null : String(next) };
}

/** A file as it is made for whoever asks. */
export function file(body: string, type: string, headers: Readonly<Record<string, string>> = {}): Response {
  return answer(200, body, {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": "private, no-cache",
    ...headers,
  });
}

/** By `If-None-Match`; the date counts only where no tag is sent (RFC 9110, 13.1.2 and 13.1.3). */
export function isKnown(c: RequestContext, etag: string, updated: Date | null = null): boolean {
  const tags = c.req.header("if-none-match");
  if (tags !== undefined) return tags.split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
  const since = Date.parse(c.req.header("if-modified-since") ?? "");
  return updated !== null && !Number.isNaN(since) && Math.floor(updated.getTime() / 1000) * 1000 <= since;
}
