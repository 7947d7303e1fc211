import type { Deps } from "../deps.ts";
import type { RequestContext } from "../env.ts";
import type { AuthPath } from "./auth-paths.ts";

export type AuthTools = Pick<Deps, "auth" | "db" | "queue" | "clock" | "log">;

/** A request for one of Better Auth's paths, checked and read. */
export interface AuthCall {
  readonly c: RequestContext;
  /** Under which the request came, such as `https://conclave.example`. */
  readonly origin: string;
  /** Behind `/api/auth`, as the table of paths writes it. */
  readonly template: string;
  readonly rule: AuthPath;
  readonly body: Readonly<Record<string, unknown>>;
}
