import { betterAuth } from "better-auth";
import { Scope, entitlementsAt } from "#src/contract/accounts/plans.ts";
import type { AuthOffer } from "#src/contract/accounts/users.ts";
import {
  findSignInSession,
  findSignInSessions,
  type SignInSession,
} from "#src/product/accounts/queries/sign-in-sessions.ts";
import type { Clock } from "#src/core/clock.ts";
import type { Actor } from "#src/product/context.ts";
import { authOptions, cookieNames, type AuthTools } from "./auth-options.ts";
import { authOffer, originOf } from "./auth-settings.ts";
import { openEncrypted } from "../lib/better-auth-secrets.ts";
import { createTokenReader, type CookieKeys } from "./signed-requests.ts";
import { createAuthLimits, type AuthLimits } from "./limits.ts";

export interface AuthDeps extends Omit<AuthTools, "link"> {
  readonly clock: Clock;
}

export interface Auth {
  readonly keys: CookieKeys;
  readonly offer: AuthOffer;
  readonly limits: AuthLimits;
  /** Reads what Better Auth stored encrypted, such as an authenticator's secret. */
  open(stored: string): Promise<string>;
  /** `null`: none of ours. */
  originOf(host: string | null | undefined): string | null;
  /** The caller has checked limits and provenance. */
  handle(origin: string, request: Request): Promise<Response>;
  /** Loaded with the first request for such a path. */
  handleOAuth(origin: string, request: Request): Promise<Response>;
  /** One query, so that a revoked session ends at once. Does not prolong it. */
  read(cookies: string | null | undefined): Promise<SignInSession | null>;
  /** For whoever stays longer than a request. */
  holding(ids: readonly string[]): Promise<ReadonlyMap<string, SignInSession>>;
}

/** More than one only on this machine, by its names. */
const mostOrigins = 16;

/** Sign-in for the front door and the pages: one for a process. */
export function createAuth({ clock, ...tools }: AuthDeps): Auth {
  const { db, settings } = tools;
  const keys = cookieKeys(settings);
  const tokenOf = createTokenReader(keys);
  const quiet: AuthTools = { ...tools, link: () => {} };
  const handlerOf = keptByOrigin((origin) => authHandler(origin, quiet));
  const oauthHandlerOf = keptByOrigin(async (origin) => {
    const { oauthOptions } = await import("../lib/oauth-options.ts");
    return betterAuth(oauthOptions(origin, quiet)).handler;
  });
  return {
    keys,
    offer: authOffer(settings),
    limits: createAuthLimits(db),
    open: (stored) => openEncrypted(settings, stored),
    originOf: (host) => originOf(settings, host),
    handle: (origin, request) => handlerOf(origin)(request),
    handleOAuth: async (origin, request) => (await oauthHandlerOf(origin))(request),
    async read(cookies) {
      const token = await tokenOf(cookies);
      return token === null ? null : findSignInSession(db.sql, token, clock.now());
    },
    holding: (ids) => findSignInSessions(db.sql, ids, clock.now()),
  };
}

function keptByOrigin<T>(make: (origin: string) => T): (origin: string) => T {
  const kept = new Map<string, T>();
  return (origin) => {
    const known = kept.get(origin);
    if (known !== undefined) return known;
    if (kept.size >= mostOrigins) kept.clear();
    const made = make(origin);
    kept.set(origin, made);
    return made;
  };
}

export function cookieKeys({ secret, publicUrl }: Pick<AuthTools["settings"], "secret" | "publicUrl">): CookieKeys {
  return { secret, ...cookieNames(publicUrl ?? "http://localhost") };
}

/** Better Auth under an origin. */
export function authHandler(origin: string, tools: AuthTools): (request: Request) => Promise<Response> {
  return betterAuth(authOptions(origin, tools)).handler;
}

/** With everything their plan has in force. */
export function actorOf({ userId, held }: Pick<SignInSession, "userId" | "held">, at: number): Actor {
  return { owner: userId, plan: entitlementsAt(held, at).plan, scopes: Scope.options };
}
