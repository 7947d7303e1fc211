import { Scope, entitlementsAt, plans } from "#src/contract/accounts/plans.ts";
import { isTestOwner } from "#src/contract/api/test-mode.ts";
import type { Actor, SystemContext } from "#src/product/context.ts";
import type { IncomingMessage } from "node:http";
import type { SignInSession } from "#src/product/accounts/queries/sign-in-sessions.ts";
import { type Auth, actorOf } from "#src/product/accounts/public/auth.ts";
import { csrfHolds } from "#src/product/accounts/public/signed-requests.ts";
import { BadRequest } from "../problems.ts";
import { provenance } from "./gate.ts";
import type { CredentialCheck } from "../streams/stream-limits.ts";
import { tokenPrefixes } from "#src/contract/accounts/credentials.ts";
import { Forbidden, Unauthorized } from "#src/core/errors.ts";
import type { Exposure } from "#src/core/network/exposure.ts";
import { authenticateAccessToken } from "#src/product/connections/connections.ts";
import { authenticateKey } from "#src/product/keys/keys.ts";
import type { RequestContext } from "../answers.ts";
import { count, planLimiters } from "./rate-limits.ts";

const readOf = new WeakMap<IncomingMessage, Promise<SignInSession | null>>();

/** `null` for nobody. Read once a request, so that all of it speaks of one session. */
export function signInSessionOf(auth: Pick<Auth, "read">, request: IncomingMessage): Promise<SignInSession | null> {
  const { cookie } = request.headers;
  const known = readOf.get(request);
  if (known !== undefined) return known;
  const read = cookie === undefined ? Promise.resolve(null) : auth.read(cookie);
  readOf.set(request, read);
  return read;
}

/** Looks again at the sessions of streams; one check serves all of them. */
function signInCheck(
  auth: Pick<Auth, "holding">,
  may: (session: SignInSession) => boolean = () => true,
): CredentialCheck {
  return async (ids) => {
    const held = await auth.holding(ids);
    return new Set(
      ids.filter((id) => {
        const session = held.get(id);
        return session === undefined || !may(session);
      }),
    );
  };
}

/**
 * Good for reads and a cancel; starting something takes a key.
 * @throws BadRequest 403 for a foreign cancel
 */
async function signInSessionFor(
  auth: Pick<Auth, "read" | "keys">,
  request: IncomingMessage,
): Promise<SignInSession | null> {
  const { method = "GET", headers } = request;
  const reads = method === "GET" || method === "HEAD";
  if (!reads && method !== "DELETE") return null;
  if (reads && provenance(request) === "foreign" && headers["sec-fetch-mode"] !== "navigate") return null;
  const session = await signInSessionOf(auth, request);
  if (session !== null && !reads) await checkProvenance(auth, request);
  return session;
}

/**
 * Changes with cookies need a page of ours or the CSRF token.
 * @throws BadRequest 403
 */
export async function checkProvenance({ keys }: Pick<Auth, "keys">, request: IncomingMessage): Promise<void> {
  const from = provenance(request);
  if (from === "same") return;
  if (from === "foreign") throw new BadRequest(403, "cross-site requests are not allowed");
  const { cookie, "x-csrf-token": given } = request.headers;
  if (cookie === undefined || (await csrfHolds(keys, cookie, typeof given === "string" ? given : null))) return;
  throw new BadRequest(403, "send the header x-csrf-token, from /api/auth/csrf");
}

/** With what a request came, to be looked at again while its answer lasts. */
export interface Pass {
  /** The same for all requests with the same key, and for all pages of one session. */
  readonly credential: string;
  /** Event streams that its owner may have open at the same time, on one front door. */
  readonly mostStreams: number;
  readonly ended: CredentialCheck;
}

export interface Guard {
  /** Who asks. @throws Unauthorized, Forbidden or RateLimited */
  admit(c: RequestContext): Promise<Actor>;
  /** Of a request that was admitted as `actor`; `null` where everybody is let in. Keeps nothing of it but the key or the session's id. @param needs what its plan must have for as long */
  passOf(c: RequestContext, actor: Actor, needs?: "signals"): Promise<Pass | null>;
}

/** A program may follow all its jobs at once; more than that is a program that forgets to close. */
const mostStreamsByKey = 100;

/** Whoever reaches a server that asks for no key. */
const local: Actor = { owner: "local", plan: "elite", scopes: Scope.options };

export function createGuard(
  { open }: Pick<Exposure, "open">,
  ctx: SystemContext,
  auth: Pick<Auth, "read" | "holding" | "keys">,
): Guard {
  const signInSessionsEnded = signInCheck(auth);
  const signalSessionsEnded = signInCheck(auth, ({ held }) => entitlementsAt(held, ctx.clock.now()).signals);
  const keysEnded = keyCheck(ctx);
  const limiters = planLimiters(ctx);
  return {
    async admit(c) {
      const key = sentKey(c);
      if (key === null) {
        const session = await signInSessionFor(auth, c.env.incoming);
        if (session !== null) {
          const actor = actorOf(session, ctx.clock.now());
          await count(limiters[actor.plan], session.userId, c.env.outgoing);
          return actor;
        }
        if (open) return local;
        throw new Unauthorized("send an API key in the header X-API-Key");
      }
      if (key.startsWith(tokenPrefixes.access)) {
        const { connectionId, actor } = await authenticateAccessToken(ctx, key);
        await count(limiters[actor.plan], connectionId, c.env.outgoing);
        return actor;
      }
      const { actor, ...known } = await authenticateKey(ctx, key);
      c.get("call").key = known;
      const limiter = isTestOwner(actor.owner) ? limiters.test : limiters[actor.plan];
      await count(limiter, known.keyId, c.env.outgoing);
      return actor;
    },
    async passOf(c, actor, needs) {
      const key = sentKey(c);
      if (key !== null) return { credential: key, mostStreams: mostStreamsByKey, ended: keysEnded };
      const session = await signInSessionOf(auth, c.env.incoming);
      if (session === null || actor.owner !== session.userId) return null;
      return {
        credential: session.sessionId,
        mostStreams: plans[actor.plan].streams,
        ended: needs === "signals" ? signalSessionsEnded : signInSessionsEnded,
      };
    },
  };
}

/** Looks again at the keys and access tokens that streams were opened with, one by one: programs are few, and each use is noted. */
function keyCheck(ctx: SystemContext): CredentialCheck {
  return async (keys) => {
    const ended = new Set<string>();
    for (const key of keys)
      await authenticate(ctx, key).catch((error: unknown) => {
        if (!(error instanceof Unauthorized || error instanceof Forbidden)) throw error;
        ended.add(key);
      });
    return ended;
  };
}

async function authenticate(ctx: SystemContext, key: string): Promise<void> {
  await (key.startsWith(tokenPrefixes.access) ? authenticateAccessToken(ctx, key) : authenticateKey(ctx, key));
}

/** An empty header is what a client sends whose key is not set; it counts as none. */
function sentKey(c: RequestContext): string | null {
  const key = c.req.header("x-api-key")?.trim();
  if (key !== undefined && key !== "") return key;
  const bearer = /^Bearer +(\S+) *$/i.exec(c.req.header("authorization") ?? "");
  return bearer?.[1] ?? null;
}
