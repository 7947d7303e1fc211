import type { Actor, Context, SystemContext } from "../context.ts";
import { type By, requireFresh } from "../accounts/public/fresh-sign-in.ts";
import {
  type ListedKey,
  countKeys,
  findKeyHolder,
  insertKey,
  listKeys as listed,
  revokeKey as revoked,
  touchKey,
} from "./queries/api-keys.ts";
import { Conflict, Forbidden, InvalidInput, NotFound, Unauthorized } from "#src/core/errors.ts";
import { type ApiVersion, currentVersion } from "#src/contract/api/api-versions.ts";
import { testKeyPrefix, testLimits, testOwnerOf, testScopes } from "#src/contract/api/test-mode.ts";
import { type Plan, type Scope, entitlementsAt } from "#src/contract/accounts/plans.ts";
import { sha256 } from "#src/core/hash.ts";
import { plainLine } from "#src/contract/text.ts";
import type { Tx } from "#src/core/db/database.ts";
import { setPlan } from "#src/product/accounts/queries/users.ts";
import { lockPlanHolder } from "#src/product/plans/queries/plans.ts";
import { newId, randomBase32 } from "#src/core/ids.ts";

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

/** Tells keys apart and leaves 160 of 200 bits. */
const prefixLength = 12;

export interface NewKey {
  readonly owner: string;
  /** `null` leaves the account, which then exists, as it is. */
  readonly plan: Plan | null;
  readonly label: string;
  readonly scopes: readonly Scope[];
  /** False for a test key; a key is live unless it says so. */
  readonly livemode?: boolean;
}

export interface CreatedKey {
  readonly id: string;
  readonly prefix: string;
  /** The key itself. It stands nowhere else: only its SHA-256 is kept. */
  readonly key: string;
}

/**
 * With a plan, the account is made or put on it.
 * @param also in the same transaction
 * @throws Conflict with too many keys
 */
async function makeKey(
  ctx: SystemContext,
  { plan, ...wanted }: NewKey,
  also: (tx: Tx) => Promise<void> = async () => {},
): Promise<CreatedKey> {
  const { db, clock } = ctx;
  const { livemode = true } = wanted;
  const key = `${livemode ? "cnc_" : testKeyPrefix}${randomBase32(40)}`;
  const created: CreatedKey = { id: newId("key"), prefix: key.slice(0, prefixLength), key };
  const scopes = livemode ? wanted.scopes : wanted.scopes.filter((scope) => testScopes.includes(scope));
  if (!livemode && scopes.length === 0)
    throw new InvalidInput(`a test key can have the scopes ${testScopes.join(" and ")}`);
  await db.transaction(async (tx) => {
    const at = clock.now();
    if (plan !== null) await setPlan(tx, wanted.owner, plan, at);
    await ensureKeyCapacity(tx, wanted, at);
    await insertKey(tx.sql, {
      ...wanted,
      livemode,
      scopes,
      version: currentVersion,
      label: plainLine(wanted.label),
      id: created.id,
      prefix: created.prefix,
      hash: sha256(key),
      createdAt: at,
    });
    await also(tx);
  });
  return created;
}

/** The account is locked, so each sees those before. */
async function ensureKeyCapacity(
  tx: Tx,
  { owner, livemode = true }: Pick<NewKey, "owner" | "livemode">,
  at: number,
): Promise<void> {
  const held = await lockPlanHolder(tx, owner);
  if (held === null) return;
  const { apiKeys: most } = entitlementsAt(held, at);
  const used = await countKeys(tx.sql, owner, livemode);
  if (!livemode && used >= testLimits.keys)
    throw new Conflict(`you can have ${testLimits.keys} test keys; revoke one you no longer use`);
  if (livemode && used >= most)
    throw new Conflict(`your plan allows ${most} API keys; revoke one you no longer use, or upgrade`);
}
