import type { Deps } from "../deps.ts";
import type { RequestContext } from "../env.ts";
import type { AuthPath } from "./auth-paths.ts";

export type AuthTools = Pick<Deps, "auth" | "db" | "queue" | "clock" | "log">;

/** A request for one of Better Auth's paths, after validation. */
export interface AuthCall {
  readonly c: RequestContext;
  /** The request's origin, such as `https://conclave.example`. */
  readonly origin: string;
  /** The path below `/api/auth`, as the table of paths has it. */
  readonly template: string;
  readonly rule: AuthPath;
  readonly body: Readonly<Record<string, unknown>>;
}
