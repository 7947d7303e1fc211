import { plainLine } from "#src/contract/text.ts";
import { currentVersion } from "#src/contract/api/api-versions.ts";
import { testKeyPrefix, testLimits, testScopes } from "#src/contract/api/test-mode.ts";
import { entitlementsAt, type Plan, type Scope } from "#src/contract/accounts/plans.ts";
import type { Tx } from "#src/core/db/database.ts";
import { setPlan } from "#src/product/accounts/queries/accounts.ts";
import { countKeys, insertKey } from "#src/product/keys/queries/api-keys.ts";
import { lockPlanHolder } from "#src/product/plans/queries/plans.ts";
import { Conflict, InvalidInput } from "#src/core/errors.ts";
import { sha256 } from "#src/core/hash.ts";
import { newId, randomBase32 } from "#src/core/ids.ts";
import type { SystemContext } from "#src/product/context.ts";

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
export async function makeKey(
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
