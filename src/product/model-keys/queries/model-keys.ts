import { Decimal } from "decimal.js";
import { sql } from "kysely";
import {
  CustomerProvider,
  ModelKeyAction,
  ModelKeyDefaults,
  type ModelKey,
  type ModelKeyEvent,
} from "#src/contract/jobs/model-keys.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { toIso, type Instant, type LocalDate } from "#src/core/clock.ts";
import type { Sealed } from "#src/core/vault.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import { sealedIn } from "#src/core/db/sealed-columns.ts";
import { z } from "zod";

export interface StoredModelKey {
  readonly id: string;
  readonly sealed: Sealed;
  readonly lastFour: string;
  readonly defaults: ModelKeyDefaults;
}

export async function findModelKey(db: Sql, owner: string, provider: CustomerProvider): Promise<StoredModelKey | null> {
  const row = await db
    .selectFrom("model_keys")
    .select(["id", "sealed_key", "last_four", "defaults"])
    .where("owner", "=", owner)
    .where("provider", "=", provider)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    id: row.id,
    sealed: sealedIn("model_keys.sealed_key", row.id, row.sealed_key),
    lastFour: row.last_four,
    defaults: ModelKeyDefaults.parse(row.defaults),
  };
}

/** @returns whether it replaced one, whose settings it keeps */
export async function putModelKey(
  { sql: db }: Tx,
  key: {
    readonly id: string;
    readonly owner: string;
    readonly provider: CustomerProvider;
    readonly sealed: Sealed;
    readonly lastFour: string;
  },
  at: Instant,
): Promise<boolean> {
  // A new row, so that old sealed text opens nowhere.
  const before = await db
    .deleteFrom("model_keys")
    .where("owner", "=", key.owner)
    .where("provider", "=", key.provider)
    .returning(["defaults", "monthly_limit_usd"])
    .executeTakeFirst();
  await db
    .insertInto("model_keys")
    .values({
      id: key.id,
      owner: key.owner,
      provider: key.provider,
      sealed_key: key.sealed.stored,
      last_four: key.lastFour,
      saved_at: new Date(at),
      ...(before !== undefined && {
        defaults: JSON.stringify(before.defaults),
        monthly_limit_usd: before.monthly_limit_usd,
      }),
    })
    .execute();
  return before !== undefined;
}

/** @returns its last four characters; `null` when there is none */
export async function removeModelKey(
  { sql: db }: Tx,
  owner: string,
  provider: CustomerProvider,
): Promise<string | null> {
  const row = await db
    .deleteFrom("model_keys")
    .where("owner", "=", owner)
    .where("provider", "=", provider)
    .returning("last_four")
    .executeTakeFirst();
  return row?.last_four ?? null;
}

/** @param month its first day, UTC */
export async function listModelKeys(db: Sql, owner: string, month: LocalDate): Promise<ModelKey[]> {
  const rows = await db
    .selectFrom("model_keys as key")
    .leftJoin("model_key_spending as spending", (join) =>
      join
        .onRef("spending.owner", "=", "key.owner")
        .onRef("spending.provider", "=", "key.provider")
        .on("spending.month", "=", sql<Date>`${month}::date`),
    )
    .select(["key.provider", "last_four", "saved_at", "defaults", "monthly_limit_usd", "used_usd"])
    .where("key.owner", "=", owner)
    .orderBy("key.provider")
    .execute();
  return rows.map(({ provider, last_four, saved_at, defaults, monthly_limit_usd, used_usd }) => ({
    provider: CustomerProvider.parse(provider),
    last_four,
    saved_at: toIso(saved_at.getTime()),
    defaults: ModelKeyDefaults.parse(defaults),
    monthly_limit_usd,
    used_usd: new Decimal(used_usd ?? 0).toFixed(),
  }));
}

/** False without the key. @param limit US dollars a month; `null`: none */
export async function setModelKey(
  db: Sql,
  owner: string,
  provider: CustomerProvider,
  { defaults, limitUsd }: { readonly defaults: ModelKeyDefaults; readonly limitUsd: Usd | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("model_keys")
    .set({ defaults: JSON.stringify(defaults), monthly_limit_usd: limitUsd })
    .where("owner", "=", owner)
    .where("provider", "=", provider)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function noteModelKey(
  db: Sql,
  event: {
    readonly owner: string;
    readonly provider: CustomerProvider;
    readonly action: ModelKeyAction;
    readonly lastFour: string;
  },
  at: Instant,
): Promise<void> {
  const { lastFour, ...rest } = event;
  await db
    .insertInto("model_key_events")
    .values({ ...rest, last_four: lastFour, at: new Date(at) })
    .execute();
}

/** Newest first. */
export async function listModelKeyEvents(db: Sql, owner: string, limit: number): Promise<ModelKeyEvent[]> {
  const rows = await db
    .selectFrom("model_key_events")
    .select(["provider", "action", "last_four", "at"])
    .where("owner", "=", owner)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ provider, action, last_four, at }) => ({
    provider: CustomerProvider.parse(provider),
    action: ModelKeyAction.parse(action),
    last_four,
    at: toIso(at.getTime()),
  }));
}

/** How many times an owner's key was checked with a provider since then. */
export async function countModelKeyEvents(db: Sql, owner: string, since: Instant): Promise<number> {
  const { n } = await db
    .selectFrom("model_key_events")
    .select(({ fn }) => fn.countAll<string>().as("n"))
    .where("owner", "=", owner)
    .where("at", ">", new Date(since))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Where a call on an owner's key is counted. */
export interface KeyMonth {
  readonly owner: string;
  readonly provider: CustomerProvider;
  /** Its first day, UTC. */
  readonly month: LocalDate;
}

const Limit = z.object({ limit: z.string().nullable(), used: z.string() });

/** At its most, before it is made. False when the limit could be crossed. */
export async function holdOnKey(db: Sql, { owner, provider, month }: KeyMonth, amount: Usd): Promise<boolean> {
  const { rows } = await sql`
    insert into model_key_spending as month (owner, provider, month, used_usd)
    select owner, provider, ${month}::date, ${amount}::numeric from model_keys
      where owner = ${owner} and provider = ${provider}
        and (monthly_limit_usd is null or monthly_limit_usd >= ${amount}::numeric)
    on conflict (owner, provider, month) do update set used_usd = month.used_usd + excluded.used_usd
      where month.used_usd + excluded.used_usd <= coalesce(
        (select monthly_limit_usd from model_keys where owner = ${owner} and provider = ${provider}), 'infinity')
    returning 1
  `.execute(db);
  return rows.length === 1;
}

/** What the call did cost replaces what was held. */
export async function settleOnKey(db: Sql, { owner, provider, month }: KeyMonth, held: Usd, cost: Usd): Promise<void> {
  await sql`
    update model_key_spending set used_usd = greatest(0, used_usd - ${held}::numeric + ${cost}::numeric)
    where owner = ${owner} and provider = ${provider} and month = ${month}::date
  `.execute(db);
}

/** A key's limit, and how much of it is used. */
export async function findKeyLimit(db: Sql, { owner, provider, month }: KeyMonth): Promise<z.infer<typeof Limit>> {
  const { rows } = await sql`
    select (select monthly_limit_usd from model_keys where owner = ${owner} and provider = ${provider})::text as limit,
      coalesce((select used_usd from model_key_spending
        where owner = ${owner} and provider = ${provider} and month = ${month}::date), 0)::text as used
  `.execute(db);
  return Limit.parse(rows[0]);
}
