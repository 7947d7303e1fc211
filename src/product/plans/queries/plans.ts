import { type Selectable, sql } from "kysely";
import { type HeldPlan, Plan } from "#src/contract/accounts/plans.ts";
import type { Instant, LocalDate } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import type { PlanPeriods } from "#src/core/db/schema.ts";
import type { Submission } from "#src/product/analyses/queries/submissions.ts";

/** A plan that is paid for. */
export type PaidPlan = Exclude<Plan, "free">;

/** The stored plan, in force or not. */
export interface PlanHolder extends HeldPlan {
  readonly autoRenew: boolean;
  /** The plan that follows, where it is a different one. */
  readonly nextPlan: PaidPlan | null;
}

export type PeriodKind = "purchase" | "renewal" | "auto_renewal" | "upgrade" | "change" | "grant";

export interface Period {
  readonly id: string;
  readonly plan: PaidPlan;
  readonly startsAt: Instant;
  /** `null`: without an end. */
  readonly endsAt: Instant | null;
  /** When it was ended early; its start, where it never began. */
  readonly cutAt: Instant | null;
  /** US cents: its worth, and what came from earlier periods. */
  readonly priceMinor: number;
  readonly creditMinor: number;
  readonly transfer: string | null;
  readonly how: PeriodKind;
  readonly createdAt: Instant;
}

const holderColumns = ["plan", "plan_until", "auto_renew", "next_plan"] as const;

export async function findPlanHolder(db: Sql, owner: string): Promise<PlanHolder | null> {
  const row = await db.selectFrom("accounts").select(holderColumns).where("id", "=", owner).executeTakeFirst();
  return row === undefined ? null : readHolder(row);
}

/** Other rows may still refer to it. */
export async function lockPlanHolder({ sql: db }: Tx, owner: string): Promise<PlanHolder | null> {
  const row = await db
    .selectFrom("accounts")
    .select(holderColumns)
    .where("id", "=", owner)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row === undefined ? null : readHolder(row);
}

export async function setHeldPlan({ sql: db }: Tx, owner: string, held: PlanHolder): Promise<void> {
  await db
    .updateTable("accounts")
    .set({
      plan: held.plan,
      plan_until: held.planUntil === null ? null : new Date(held.planUntil),
      auto_renew: held.autoRenew,
      next_plan: held.nextPlan,
    })
    .where("id", "=", owner)
    .execute();
}

/** Longest overdue first. */
export async function dueHolders(
  db: Sql,
  due: { readonly now: Instant; readonly renewBy: Instant },
): Promise<string[]> {
  const rows = await db
    .selectFrom("accounts")
    .select("id")
    .where((e) =>
      e.or([
        e("plan_until", "<=", new Date(due.now)),
        e.and([e("plan_until", "<=", new Date(due.renewBy)), e("auto_renew", "=", true), e("next_plan", "is", null)]),
      ]),
    )
    .orderBy("plan_until")
    .execute();
  return rows.map(({ id }) => id);
}

export interface EndingHolder {
  readonly owner: string;
  readonly holder: PlanHolder;
  readonly balanceMinor: number;
}

/** Not announced yet, first to end first. */
export async function endingHolders(
  db: Sql,
  { now, by }: { readonly now: Instant; readonly by: Instant },
): Promise<EndingHolder[]> {
  const rows = await db
    .selectFrom("accounts")
    .innerJoin("users", "users.id", "accounts.id")
    .leftJoin("ledger_accounts", (join) =>
      join.onRef("ledger_accounts.owner", "=", "accounts.id").on("ledger_accounts.kind", "=", "customer"),
    )
    .select(["accounts.id", "ledger_accounts.balance", ...holderColumns])
    .where("plan_until", ">", new Date(now))
    .where("plan_until", "<=", new Date(by))
    .where("email_verified", "=", true)
    .where((e) => e("end_announced", "is distinct from", e.ref("plan_until")))
    .orderBy("plan_until")
    .execute();
  return rows.map((row) => ({ owner: row.id, holder: readHolder(row), balanceMinor: Number(row.balance ?? 0) }));
}

/** Notes that the end was announced. False when it was noted before. */
export async function setEndAnnounced({ sql: db }: Tx, owner: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("accounts")
    .set((e) => ({ end_announced: e.ref("plan_until") }))
    .where("id", "=", owner)
    .where((e) => e("end_announced", "is distinct from", e.ref("plan_until")))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The present one and those ahead. */
export async function openPeriods(db: Sql, owner: string, now: Instant): Promise<Period[]> {
  const rows = await db
    .selectFrom("plan_periods")
    .selectAll()
    .where("owner", "=", owner)
    .where("cut_at", "is", null)
    .where((e) => e.or([e("ends_at", "is", null), e("ends_at", ">", new Date(now))]))
    .orderBy("starts_at")
    .execute();
  return rows.map(readPeriod);
}

/** Newest first. */
export async function periodsOf(db: Sql, owner: string): Promise<Period[]> {
  const rows = await db
    .selectFrom("plan_periods")
    .selectAll()
    .where("owner", "=", owner)
    .orderBy("starts_at", "desc")
    .orderBy("created_at", "desc")
    .execute();
  return rows.map(readPeriod);
}

export async function periodBoughtWith(db: Sql, owner: string, idempotencyKey: string): Promise<Period | null> {
  const row = await db
    .selectFrom("plan_periods")
    .selectAll()
    .where("owner", "=", owner)
    .where("idempotency_key", "=", idempotencyKey)
    .executeTakeFirst();
  return row === undefined ? null : readPeriod(row);
}

export async function insertPeriod(
  { sql: db }: Tx,
  owner: string,
  period: Omit<Period, "cutAt"> & { readonly idempotencyKey: string | null },
): Promise<void> {
  await db
    .insertInto("plan_periods")
    .values({
      id: period.id,
      owner,
      plan: period.plan,
      starts_at: new Date(period.startsAt),
      ends_at: period.endsAt === null ? null : new Date(period.endsAt),
      price: period.priceMinor,
      credit: period.creditMinor,
      transfer: period.transfer,
      how: period.how,
      idempotency_key: period.idempotencyKey,
      created_at: new Date(period.createdAt),
    })
    .execute();
}

/** Ends the present period now; periods bought ahead never begin. */
export async function cutOpenPeriods({ sql: db }: Tx, owner: string, now: Instant): Promise<void> {
  await db
    .updateTable("plan_periods")
    .set({ cut_at: sql<Date>`greatest(starts_at, ${new Date(now)}::timestamptz)` })
    .where("owner", "=", owner)
    .where("cut_at", "is", null)
    .where((e) => e.or([e("ends_at", "is", null), e("ends_at", ">", new Date(now))]))
    .execute();
}

const paidPlan = Plan.exclude(["free"]);
const periodKinds: readonly PeriodKind[] = ["purchase", "renewal", "auto_renewal", "upgrade", "change", "grant"];

function readHolder(row: {
  readonly plan: string;
  readonly plan_until: Date | null;
  readonly auto_renew: boolean;
  readonly next_plan: string | null;
}): PlanHolder {
  return {
    plan: Plan.parse(row.plan),
    planUntil: row.plan_until?.getTime() ?? null,
    autoRenew: row.auto_renew,
    nextPlan: paidPlan.nullable().parse(row.next_plan),
  };
}

function readPeriod(row: Selectable<PlanPeriods>): Period {
  const how = periodKinds.find((kind) => kind === row.how);
  if (how === undefined) throw new Error(`plan period ${row.id} has an unknown origin: ${row.how}`);
  return {
    id: row.id,
    plan: paidPlan.parse(row.plan),
    startsAt: row.starts_at.getTime(),
    endsAt: row.ends_at?.getTime() ?? null,
    cutAt: row.cut_at?.getTime() ?? null,
    priceMinor: Number(row.price),
    creditMinor: Number(row.credit),
    transfer: row.transfer,
    how,
    createdAt: row.created_at.getTime(),
  };
}

/** @param month its first day */
export async function submittedIn(db: Sql, owner: string, month: LocalDate): Promise<number> {
  const { rows } = await sql<{ submitted: number }>`
    select submitted from monthly_analyses where owner = ${owner} and month = ${month}
  `.execute(db);
  return rows[0]?.submitted ?? 0;
}

/** False when less of the quota is left. */
export async function takeFromMonth(
  { sql: db }: Tx,
  {
    owner,
    month,
    quota,
    runs,
  }: { readonly owner: string; readonly month: LocalDate; readonly quota: number; readonly runs: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into monthly_analyses as so_far (owner, month, submitted)
    select ${owner}, ${month}::date, ${runs}::int where ${runs}::int <= ${quota}::int
    on conflict (owner, month) do update set submitted = so_far.submitted + excluded.submitted
      where so_far.submitted + excluded.submitted <= ${quota}::int
    returning 1
  `.execute(db);
  return rows.length === 1;
}

/**
 * Whether what is left of the server's budget for the month covers what a job may cost. Nobody else is admitted until
 * the transaction ends: the lock is that of `submit_job`.
 */
export async function coversInMonth(
  { sql: db }: Tx,
  month: LocalDate,
  { capUsd, mostUsd }: Pick<Submission, "capUsd" | "mostUsd">,
): Promise<boolean> {
  if (capUsd === null) return true;
  await sql`select pg_advisory_xact_lock(727303)`.execute(db);
  const { rows } = await sql<{ covered: boolean }>`
    select committed_in(${month}::date) + ${mostUsd}::numeric <= ${capUsd}::numeric as covered
  `.execute(db);
  return rows[0]?.covered === true;
}

/** Takes an analysis out of its owner's month again; of what was counted, nothing falls below none. */
export async function giveBackToMonth({ sql: db }: Tx, analysis: string): Promise<void> {
  await sql`
    update monthly_analyses as so_far
    set submitted = greatest(0, so_far.submitted - coalesce((analyses.request ->> 'runs')::int, 1))
    from analyses
    where analyses.id = ${analysis} and so_far.owner = analyses.owner
      and so_far.month = date_trunc('month', analyses.created_at at time zone 'utc')::date
  `.execute(db);
}

/** Whether an agent has said anything in it. */
export async function wasHeard({ sql: db }: Tx, analysis: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from analysis_events where analysis_id = ${analysis} and type = 'agent.finished' limit 1
  `.execute(db);
  return rows.length > 0;
}
