import type { ApiVersion } from "#src/contract/api/api-versions.ts";
import { testOwnerOf, testScopes } from "#src/contract/api/test-mode.ts";
import { entitlementsAt } from "#src/contract/accounts/plans.ts";
import { findKeyHolder, touchKey } from "./queries/api-keys.ts";
import { Forbidden, Unauthorized } from "#src/core/errors.ts";
import { sha256 } from "#src/core/hash.ts";
import type { Actor, SystemContext } from "../context.ts";

export interface AuthenticatedKey {
  readonly keyId: string;
  readonly prefix: string;
  /** `null`: the key has none of its own. */
  readonly version: ApiVersion | null;
  readonly actor: Actor;
}

/**
 * Notes the use.
 * @throws Unauthorized; Forbidden when the plan has no API, which test keys do not need
 */
export async function authenticateKey(ctx: SystemContext, key: string): Promise<AuthenticatedKey> {
  const { db, clock } = ctx;
  const holder = await findKeyHolder(db.sql, sha256(key));
  if (holder === null) throw new Unauthorized("the API key is unknown or revoked");
  const { keyId, owner, scopes, prefix, version, livemode } = holder;
  const at = clock.now();
  const { plan, api } = entitlementsAt(holder, at);
  if (livemode && !api) throw new Forbidden(`the ${plan} plan has no API access`);
  if (holder.lastUsedAt === null || holder.lastUsedAt < at - 60_000) await touchKey(db.sql, keyId, at);
  const actor: Actor = livemode
    ? { owner, plan, scopes }
    : { owner: testOwnerOf(owner), plan: "free", scopes: scopes.filter((scope) => testScopes.includes(scope)) };
  return { keyId, prefix, version, actor };
}
