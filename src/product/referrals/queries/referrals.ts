import { sql } from "kysely";
import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

export async function codeOf(db: Sql, owner: string): Promise<string | null> {
  const row = await db.selectFrom("referral_codes").select("code").where("owner", "=", owner).executeTakeFirst();
  return row?.code ?? null;
}

export async function insertCode(db: Sql, owner: string, code: string, at: Instant): Promise<void> {
  await db
    .insertInto("referral_codes")
    .values({ owner, code, created_at: new Date(at) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** False for unknown and own codes, and accounts that came by one or bought before. */
export async function insertReferral(db: Sql, referred: string, code: string, at: Instant): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into referrals (referred, referrer, created_at)
    select ${referred}, owner, ${new Date(at)}
    from referral_codes
    where code = ${code} and owner <> ${referred}
      and not exists (select from plan_periods where plan_periods.owner = ${referred})
    on conflict (referred) do nothing
  `.execute(db);
  return numAffectedRows === 1n;
}

/** `null` when there is nobody, or it was done. */
export async function lockUnrewarded({ sql: db }: Tx, referred: string): Promise<{ referrer: string } | null> {
  const row = await db
    .selectFrom("referrals")
    .select("referrer")
    .where("referred", "=", referred)
    .where("rewarded_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function setRewarded(
  { sql: db }: Tx,
  referred: string,
  reward: { readonly minor: number; readonly transfer: string | null; readonly at: Instant },
): Promise<void> {
  await db
    .updateTable("referrals")
    .set({ rewarded_at: new Date(reward.at), reward: reward.minor, transfer: reward.transfer })
    .where("referred", "=", referred)
    .execute();
}

export interface Referral {
  readonly signedUpAt: Instant;
  /** `null` until the account has paid for its first period. */
  readonly rewardMinor: number | null;
  readonly rewardedAt: Instant | null;
}

/** Newest first, without names: neither side learns who the other is. */
export async function referralsBy(db: Sql, referrer: string): Promise<Referral[]> {
  const rows = await db
    .selectFrom("referrals")
    .select(["created_at", "reward", "rewarded_at"])
    .where("referrer", "=", referrer)
    .orderBy("created_at", "desc")
    .execute();
  return rows.map((row) => ({
    signedUpAt: row.created_at.getTime(),
    rewardMinor: row.reward === null ? null : Number(row.reward),
    rewardedAt: row.rewarded_at?.getTime() ?? null,
  }));
}

export async function rewardOf(
  db: Sql,
  referred: string,
): Promise<{ readonly referrer: string; readonly minor: number; readonly reversed: boolean } | null> {
  const row = await db
    .selectFrom("referrals as r")
    .leftJoin("ledger_transfers as t", (join) =>
      join.onRef("t.reference", "=", "r.referred").on("t.kind", "=", "referral_reversal"),
    )
    .select(["r.referrer", "r.reward", "t.id as reversal"])
    .where("r.referred", "=", referred)
    .where("r.reward", ">", "0")
    .executeTakeFirst();
  if (row === undefined || row.reward === null) return null;
  return { referrer: row.referrer, minor: Number(row.reward), reversed: row.reversal !== null };
}
