import { sql } from "kysely";
import { ApiVersion } from "#src/contract/api/api-versions.ts";
import { Plan, Scope } from "#src/contract/accounts/plans.ts";
import { toIso, type Instant } from "#src/core/clock.ts";
import type { Sql } from "#src/core/db/database.ts";

export interface KeyHolder {
  readonly keyId: string;
  readonly owner: string;
  /** The account's stored plan; `entitlementsAt` says whether it is in force. */
  readonly plan: Plan;
  readonly planUntil: Instant | null;
  readonly scopes: readonly Scope[];
  readonly lastUsedAt: Instant | null;
  readonly prefix: string;
  readonly livemode: boolean;
  /** `null`: older than versions, or pinned to one that is no longer served. */
  readonly version: ApiVersion | null;
}

/** `null` when unknown or revoked. */
export async function findKeyHolder(db: Sql, hash: string): Promise<KeyHolder | null> {
  const row = await db
    .selectFrom("api_keys")
    .innerJoin("accounts", "accounts.id", "api_keys.owner")
    .select(["api_keys.id", "api_keys.owner", "accounts.plan", "plan_until", "scopes", "last_used_at"])
    .select(["prefix", "livemode", "api_version"])
    .where("hash", "=", hash)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    keyId: row.id,
    owner: row.owner,
    plan: Plan.parse(row.plan),
    planUntil: row.plan_until?.getTime() ?? null,
    scopes: row.scopes.map((scope) => Scope.parse(scope)),
    lastUsedAt: row.last_used_at?.getTime() ?? null,
    prefix: row.prefix,
    livemode: row.livemode,
    version: ApiVersion.safeParse(row.api_version).data ?? null,
  };
}

export async function insertKey(
  db: Sql,
  key: {
    readonly id: string;
    readonly owner: string;
    readonly label: string;
    readonly prefix: string;
    readonly hash: string;
    readonly scopes: readonly Scope[];
    readonly livemode: boolean;
    readonly version: ApiVersion;
    readonly createdAt: Instant;
  },
): Promise<void> {
  const { createdAt, scopes, version, ...rest } = key;
  await db
    .insertInto("api_keys")
    .values({ ...rest, api_version: version, scopes: [...scopes], created_at: new Date(createdAt) })
    .execute();
}

/** An owner's keys that are not revoked. */
export async function countKeys(db: Sql, owner: string, livemode: boolean): Promise<number> {
  const { n } = await db
    .selectFrom("api_keys")
    .select(sql<number>`count(*)::int`.as("n"))
    .where("owner", "=", owner)
    .where("livemode", "=", livemode)
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  return n;
}

/** At most once a minute, to save writes. */
export async function touchKey(db: Sql, id: string, at: Instant): Promise<void> {
  await db
    .updateTable("api_keys")
    .set({ last_used_at: new Date(at) })
    .where("id", "=", id)
    .where((e) => e.or([e("last_used_at", "is", null), e("last_used_at", "<", new Date(at - 60_000))]))
    .execute();
}

/** False when the owner has no such key, or it was revoked before. */
export async function revokeKey(db: Sql, owner: string, idOrPrefix: string, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("api_keys")
    .set({ revoked_at: new Date(at) })
    .where("owner", "=", owner)
    .where((e) => e.or([e("id", "=", idOrPrefix), e("prefix", "=", idOrPrefix)]))
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface ListedKey {
  readonly id: string;
  readonly label: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly livemode: boolean;
  readonly api_version: string | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}

export async function listKeys(db: Sql, owner: string): Promise<ListedKey[]> {
  const rows = await db
    .selectFrom("api_keys")
    .select(["id", "label", "prefix", "scopes", "livemode", "api_version"])
    .select(["created_at", "last_used_at", "revoked_at"])
    .where("owner", "=", owner)
    .orderBy("created_at")
    .execute();
  const iso = (at: Date | null): string | null => (at === null ? null : toIso(at.getTime()));
  return rows.map((row) => ({
    ...row,
    created_at: toIso(row.created_at.getTime()),
    last_used_at: iso(row.last_used_at),
    revoked_at: iso(row.revoked_at),
  }));
}
