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
