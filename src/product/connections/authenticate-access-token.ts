import { createHash } from "node:crypto";
import { tokenPrefixes } from "#src/contract/accounts/oauth.ts";
import { entitlementsAt } from "#src/contract/accounts/plans.ts";
import { findTokenHolder, touchConnection } from "./queries/connections.ts";
import { Forbidden, Unauthorized } from "#src/core/errors.ts";
import type { Actor, SystemContext } from "../context.ts";

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
