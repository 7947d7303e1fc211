import type { SystemContext, Context, Actor } from "../context.ts";
import { makeKey, type CreatedKey, type NewKey } from "./lib/make-key.ts";
import { requireFresh, type By } from "../accounts/public/fresh-sign-in.ts";
import {
  listKeys as listed,
  type ListedKey,
  revokeKey as revoked,
  findKeyHolder,
  touchKey,
} from "./queries/api-keys.ts";
import { NotFound, Forbidden, Unauthorized } from "#src/core/errors.ts";
import type { ApiVersion } from "#src/contract/api/api-versions.ts";
import { testOwnerOf, testScopes } from "#src/contract/api/test-mode.ts";
import { entitlementsAt } from "#src/contract/accounts/plans.ts";
import { sha256 } from "#src/core/hash.ts";

/**
 * With a plan, the account is made or put on it.
 * @throws Conflict with too many keys
 */
export async function createKey(ctx: SystemContext, wanted: NewKey): Promise<CreatedKey> {
  return makeKey(ctx, wanted);
}

/**
 * Mails the owner.
 * @throws ConfirmationNeeded; Conflict with too many keys
 */
export async function createOwnKey(
  ctx: Context,
  { by, ...wanted }: { readonly by: By } & Pick<NewKey, "label" | "scopes" | "livemode">,
): Promise<CreatedKey> {
  requireFresh(ctx, "api_key", by);
  const { queue, clock, actor } = ctx;
  return makeKey(ctx, { ...wanted, owner: actor.owner, plan: null }, (tx) =>
    queue.enqueueMail(tx, {
      kind: "account_changed",
      userId: actor.owner,
      origin: by.origin,
      at: clock.now(),
      change: "api_key_added",
      subject: wanted.label,
    }),
  );
}

/** Oldest first, revoked ones too. */
export async function listKeys(ctx: SystemContext, owner: string): Promise<ListedKey[]> {
  const { db } = ctx;
  return listed(db.sql, owner);
}

/**
 * @param input `idOrPrefix` as lists show it
 * @throws NotFound
 */
export async function revokeKey(
  ctx: SystemContext,
  { owner, idOrPrefix }: { readonly owner: string; readonly idOrPrefix: string },
): Promise<void> {
  const { db, clock } = ctx;
  if (!(await revoked(db.sql, owner, idOrPrefix, clock.now())))
    throw new NotFound(`${owner} has no active key ${idOrPrefix}`);
}

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
