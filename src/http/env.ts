import type { HttpBindings } from "@hono/node-server";
import type { Context as HonoContext } from "hono";

/** What is known of a request while it lasts, for the log. */
export interface Call {
  readonly requestId: string;
  /** The path as the contract writes it, with parameters in braces. */
  route: string;
  owner: string | null;
}

export interface Env {
  Bindings: HttpBindings;
  Variables: { call: Call };
}

export type RequestContext = HonoContext<Env>;
