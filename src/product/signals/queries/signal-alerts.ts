import { sql } from "kysely";
import { Plan, type HeldPlan } from "#src/contract/accounts/plans.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Sealed } from "#src/core/vault.ts";
import type { Sql } from "#src/core/db/database.ts";
import { sealedIn } from "#src/core/db/sealed-columns.ts";

/** Where users are told of changed ratings other than by e-mail. */
export interface StoredAlerts {
  readonly webhookUrl: Sealed | null;
  /** Signs the messages; present exactly where there is an address. */
  readonly webhookSecret: Sealed | null;
  /** `null`: all. */
  readonly symbols: readonly string[] | null;
}

export async function findAlerts(db: Sql, owner: string): Promise<StoredAlerts | null> {
  const row = await db
    .selectFrom("signal_alerts")
    .select(["webhook_url", "webhook_secret", "symbols"])
    .where("owner", "=", owner)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    webhookUrl: sealedIn("signal_alerts.webhook_url", owner, row.webhook_url),
    webhookSecret: sealedIn("signal_alerts.webhook_secret", owner, row.webhook_secret),
    symbols: row.symbols,
  };
}

export async function putAlerts(db: Sql, owner: string, alerts: StoredAlerts, at: Instant): Promise<void> {
  const row = {
    webhook_url: alerts.webhookUrl?.stored ?? null,
    webhook_secret: alerts.webhookSecret?.stored ?? null,
    symbols: alerts.symbols === null ? null : [...alerts.symbols],
    changed_at: new Date(at),
  };
  await db
    .insertInto("signal_alerts")
    .values({ owner, ...row })
    .onConflict((conflict) => conflict.column("owner").doUpdateSet(row))
    .execute();
}

export interface Follower {
  readonly userId: string;
  readonly held: HeldPlan;
  readonly email: boolean;
  readonly webhook: boolean;
}

/**
 * By id behind `after`; the caller checks plans.
 * @param owner of a private list
 */
export async function followersOf(
  db: Sql,
  symbol: string,
  owner: string | null,
  after: string,
  limit: number,
): Promise<Follower[]> {
  const { rows } = await sql<{ id: string; plan: string; plan_until: Date | null; email: boolean; webhook: boolean }>`
    select users.id, plan, plan_until, webhook_url is not null as webhook,
      email_verified and coalesce((notifications ->> 'signals')::boolean, false) as email
    from users join accounts on accounts.id = users.id left join signal_alerts on signal_alerts.owner = users.id
    where users.id > ${after} and (${owner}::text is null or users.id = ${owner})
      and (symbols is null or ${symbol} = any(symbols))
      and (webhook_url is not null or (notifications ->> 'signals')::boolean)
    order by users.id limit ${limit}
  `.execute(db);
  return rows.map(({ id: userId, plan, plan_until: until, email, webhook }) => ({
    userId,
    held: { plan: Plan.parse(plan), planUntil: until?.getTime() ?? null },
    email,
    webhook,
  }));
}
