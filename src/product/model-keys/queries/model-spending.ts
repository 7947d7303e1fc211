import { sql } from "kysely";
import { z } from "zod";
import type { CustomerProvider } from "#src/contract/jobs/model-keys.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import type { LocalDate } from "#src/core/clock.ts";
import type { Sql } from "#src/core/db/database.ts";

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
