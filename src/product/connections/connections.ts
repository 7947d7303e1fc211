import { createHash } from "node:crypto";
import { tokenPrefixes } from "#src/contract/accounts/credentials.ts";
import { entitlementsAt, Scope } from "#src/contract/accounts/plans.ts";
import {
  findTokenHolder,
  touchConnection,
  listConnections as listed,
  type Connection,
  findOAuthClient,
  deleteConnections,
} from "./queries/connections.ts";
import { Forbidden, Unauthorized, NotFound } from "#src/core/errors.ts";
import type { Actor, SystemContext, Context } from "../context.ts";

/**
 * Notes the use.
 * @param token with its prefix
 * @throws Unauthorized; Forbidden when the plan has no API
 */
export async function authenticateAccessToken(
  ctx: SystemContext,
  token: string,
): Promise<{ readonly connectionId: string; readonly actor: Actor }> {
  const { db, clock } = ctx;
  const at = clock.now();
  const holder = await findTokenHolder(db.sql, hashOf(token), at);
  if (holder === null) throw new Unauthorized("the access token is unknown, expired or revoked");
  const { connectionId, owner, scopes, app } = holder;
  const { plan, api } = entitlementsAt(holder, at);
  if (!api) throw new Forbidden(`the ${plan} plan has no API access`);
  if (holder.lastUsedAt === null || holder.lastUsedAt < at - 60_000) await touchConnection(db.sql, connectionId, at);
  return { connectionId, actor: { owner, plan, scopes, app } };
}

/** As Better Auth keeps it: without the prefix. */
function hashOf(token: string): string {
  return createHash("sha256").update(token.slice(tokenPrefixes.access.length)).digest("base64url");
}

/** The apps that somebody has let in, newest first. */
export async function listConnections(ctx: Context): Promise<Connection[]> {
  const { db, actor } = ctx;
  return listed(db.sql, actor.owner);
}

export interface ConnectionRequest {
  /** What the app calls itself; nobody has checked it. */
  readonly name: string;
  /** `null` for an app on the reader's own machine. */
  readonly site: string | null;
  readonly scopes: readonly Scope[];
}

/**
 * Better Auth checks the address once somebody agrees.
 * @param query of the address
 * @returns `null` for an unknown app or address
 */
export async function readConnectionRequest(
  ctx: SystemContext,
  query: URLSearchParams,
): Promise<ConnectionRequest | null> {
  const redirect = URL.parse(query.get("redirect_uri") ?? "");
  const clientId = query.get("client_id");
  if (redirect === null || clientId === null || !/^[\w-]{1,200}$/.test(clientId)) return null;
  const client = await findOAuthClient(ctx.db.sql, clientId);
  if (client === null) return null;
  const asked = (query.get("scope") ?? "").split(" ");
  return {
    name: client.name ?? redirect.host,
    site: siteOf(redirect),
    scopes: Scope.options.filter((scope) => asked.includes(scope)),
  };
}

function siteOf({ protocol, hostname }: URL): string | null {
  return protocol === "https:" ? hostname : null;
}

/** Its next request is refused. @throws NotFound */
export async function disconnectClient(
  ctx: Context,
  { id, keepWebhooks }: { readonly id: string; readonly keepWebhooks: boolean },
): Promise<void> {
  const { db, actor } = ctx;
  const ended = await db.transaction((tx) => deleteConnections(tx, actor.owner, { id, keepWebhooks }));
  if (ended === 0) throw new NotFound("this app is no longer connected");
}
