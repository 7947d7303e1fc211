import { betterAuth } from "better-auth";
import { Scope, entitlementsAt } from "#src/contract/accounts/plans.ts";
import type { AuthOffer } from "#src/contract/accounts/users.ts";
import {
  type SignInSession,
  findSignInSession,
  findSignInSessions,
} from "#src/product/accounts/queries/sign-in-sessions.ts";
import type { Clock } from "#src/core/clock.ts";
import type { Actor } from "#src/product/context.ts";
import { type AuthTools, authOptions, cookieNames } from "./auth-options.ts";
import { authOffer, originOf } from "./auth-settings.ts";
import { openEncrypted } from "../lib/auth-crypto.ts";
import { type CookieKeys, createTokenReader } from "./signed-requests.ts";
import { type AuthLimits, createAuthLimits } from "./sign-in-limits.ts";

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
function authHandler(origin: string, tools: AuthTools): (request: Request) => Promise<Response> {
  return betterAuth(authOptions(origin, tools)).handler;
}

/** With everything their plan has in force. */
export function actorOf({ userId, held }: Pick<SignInSession, "userId" | "held">, at: number): Actor {
  return { owner: userId, plan: entitlementsAt(held, at).plan, scopes: Scope.options };
}

export interface WantedLink {
  readonly kind: "verify" | "reset" | "magic_link";
  readonly email: string;
  readonly origin: string;
  /** Where it goes on to, a path of this site. */
  readonly next: string | null;
}

/**
 * Made by Better Auth as if asked for.
 * @returns `null` for an unknown or confirmed address
 */
export async function mintLink(
  { db, log, settings }: Pick<AuthTools, "db" | "log" | "settings">,
  { kind, email, origin, next }: WantedLink,
): Promise<string | null> {
  let made: string | null = null;
  const nothing = async (): Promise<void> => {};
  const handle = authHandler(origin, {
    db,
    log,
    settings,
    joined: nothing,
    passwordReset: nothing,
    linked: nothing,
    link: (url) => void (made = url),
  });
  const { path, body } = asked(kind, email, next);
  const answer = await handle(
    new Request(`${origin}/api/auth${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin },
      body: JSON.stringify(body),
    }),
  );
  if (!answer.ok) throw new Error(`a link for ${kind} could not be made: ${answer.status} ${await answer.text()}`);
  return made;
}

function asked(kind: WantedLink["kind"], email: string, next: string | null): { path: string; body: object } {
  switch (kind) {
    case "verify":
      return { path: "/send-verification-email", body: { email, callbackURL: next ?? "/dashboard" } };
    case "reset":
      return { path: "/request-password-reset", body: { email, redirectTo: next ?? "/reset" } };
    case "magic_link":
      return {
        path: "/sign-in/magic-link",
        body: { email, callbackURL: next ?? "/dashboard", errorCallbackURL: "/sign-in" },
      };
  }
}
