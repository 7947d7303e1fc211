import { sql } from "kysely";
import { AnalysisRequest, JobStatus, Rating } from "#src/contract/jobs/analysis.ts";
import { Plan } from "#src/contract/accounts/plans.ts";
import { testOwnerOf } from "#src/contract/api/test-mode.ts";
import { Role } from "#src/contract/accounts/users.ts";
import { type Instant, toIso } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import { countOpen } from "#src/product/analyses/queries/runs.ts";
import { type AnswerCount, CountedOutcome } from "#src/contract/jobs/model-checks.ts";

export interface AccountRow {
  readonly id: string;
  /** `null` without a user. */
  readonly email: string | null;
  readonly name: string | null;
  readonly role: Role | null;
  readonly emailVerified: boolean;
  readonly twoFactor: boolean;
  /** The stored plan, in force or not. */
  readonly plan: Plan;
  readonly planUntil: Instant | null;
  readonly balanceMinor: number;
  readonly createdAt: Instant;
}

function accounts(db: Sql) {
  return db
    .selectFrom("accounts")
    .leftJoin("users", "users.id", "accounts.id")
    .leftJoin("ledger_accounts", (join) =>
      join.onRef("ledger_accounts.owner", "=", "accounts.id").on("ledger_accounts.kind", "=", "customer"),
    )
    .select(["accounts.id", "email", "name", "role", "email_verified", "two_factor_enabled"])
    .select(["plan", "plan_until", "balance", "accounts.created_at"]);
}

type Row = Awaited<ReturnType<ReturnType<typeof accounts>["execute"]>>[number];

function readAccount(row: Row): AccountRow {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role === null ? null : Role.parse(row.role),
    emailVerified: row.email_verified ?? false,
    twoFactor: row.two_factor_enabled ?? false,
    plan: Plan.parse(row.plan),
    planUntil: row.plan_until?.getTime() ?? null,
    balanceMinor: Number(row.balance ?? 0),
    createdAt: row.created_at.getTime(),
  };
}

/**
 * Newest first. @param text part of an id, name or address
 * @param before time and id of the last on the page before
 */
export async function searchAccounts(
  db: Sql,
  page: {
    readonly text: string | null;
    readonly before: { readonly at: Instant; readonly id: string } | null;
    readonly limit: number;
  },
): Promise<AccountRow[]> {
  let query = accounts(db).orderBy("accounts.created_at", "desc").orderBy("accounts.id", "desc").limit(page.limit);
  const { text, before } = page;
  if (text !== null) {
    const like = `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    query = query.where((e) =>
      e.or([e("accounts.id", "ilike", like), e("email", "ilike", like), e("name", "ilike", like)]),
    );
  }
  if (before !== null) {
    const at = new Date(before.at);
    query = query.where((e) =>
      e.or([
        e("accounts.created_at", "<", at),
        e.and([e("accounts.created_at", "=", at), e("accounts.id", "<", before.id)]),
      ]),
    );
  }
  return (await query.execute()).map(readAccount);
}

export async function findAccount(db: Sql, id: string): Promise<AccountRow | null> {
  const row = await accounts(db).where("accounts.id", "=", id).executeTakeFirst();
  return row === undefined ? null : readAccount(row);
}

/** How much of what an account has. */
export async function countOf(
  db: Sql,
  id: string,
): Promise<{ sessions: number; keys: number; analyses: number; passkeys: number }> {
  const { rows } = await sql<{ sessions: string; keys: string; analyses: string; passkeys: string }>`
    select
      (select count(*) from sessions where user_id = ${id} and expires_at > now()) as sessions,
      (select count(*) from api_keys where owner = ${id} and revoked_at is null) as keys,
      (select coalesce(sum(jobs), 0) from usage_days where owner = ${id})
        + (select count(*) from analyses where owner = ${id} and status in ('queued', 'running')) as analyses,
      (select count(*) from passkeys where user_id = ${id}) as passkeys
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("counting gave no row");
  return {
    sessions: Number(row.sessions),
    keys: Number(row.keys),
    analyses: Number(row.analyses),
    passkeys: Number(row.passkeys),
  };
}

export interface AnyJob {
  readonly id: string;
  readonly number: number;
  readonly owner: string;
  readonly email: string | null;
  readonly status: JobStatus;
  readonly ticker: string;
  readonly tradeDate: string;
  /** Of one that succeeded. */
  readonly rating: Rating | null;
  readonly error: string | null;
  readonly createdAt: Instant;
  readonly startedAt: Instant | null;
  readonly finishedAt: Instant | null;
}

/** Everybody's jobs, newest first. @param before a job's number: only older ones */
export async function listAllJobs(
  db: Sql,
  page: {
    readonly status: JobStatus | null;
    readonly owner: string | null;
    readonly before: number | null;
    readonly limit: number;
  },
): Promise<AnyJob[]> {
  let query = db
    .selectFrom("analyses")
    .leftJoin("users", "users.id", "analyses.owner")
    .select(["analyses.id", "number", "owner", "email", "status", "request", "error"])
    .select(["analyses.created_at", "started_at", "finished_at", sql<string | null>`result ->> 'rating'`.as("rating")])
    .orderBy("number", "desc")
    .limit(page.limit);
  if (page.status !== null) query = query.where("status", "=", page.status);
  if (page.owner !== null) query = query.where("owner", "=", page.owner);
  if (page.before !== null) query = query.where("number", "<", page.before);
  return (await query.execute()).map((row) => {
    const { ticker, trade_date: tradeDate } = AnalysisRequest.parse(row.request);
    const status = JobStatus.parse(row.status);
    return {
      id: row.id,
      number: row.number,
      owner: row.owner,
      email: row.email,
      status,
      ticker,
      tradeDate,
      rating: status === "succeeded" ? Rating.nullable().parse(row.rating) : null,
      error: status === "failed" ? row.error : null,
      createdAt: row.created_at.getTime(),
      startedAt: row.started_at?.getTime() ?? null,
      finishedAt: row.finished_at?.getTime() ?? null,
    };
  });
}

/** The owner of a job; `null` for an unknown id. */
export async function ownerOfJob(db: Sql, id: string): Promise<string | null> {
  const row = await db.selectFrom("analyses").select("owner").where("id", "=", id).executeTakeFirst();
  return row?.owner ?? null;
}

export interface QueueFacts {
  readonly open: { readonly queued: number; readonly running: number };
  /** When the oldest queued job was submitted. */
  readonly oldestQueuedAt: Instant | null;
  /** Runs that ended within the span, without test runs. */
  readonly recent: {
    readonly succeeded: number;
    readonly failed: number;
    readonly review: number;
    /** Median, in milliseconds. */
    readonly runMs: number | null;
  };
  /** Webhook calls within the span, and those that failed. */
  readonly webhooks: { readonly attempts: number; readonly refused: number };
}

/** @param since the beginning of the span */
export async function queueFacts(db: Sql, since: Instant): Promise<QueueFacts> {
  const from = new Date(since);
  const { rows: ended } = await sql<{
    succeeded: string;
    failed: string;
    review: string;
    run_ms: number | null;
    oldest: Date | null;
    attempts: string;
    refused: string;
  }>`
    select
      count(*) filter (where status = 'succeeded') as succeeded,
      count(*) filter (where status = 'failed') as failed,
      count(*) filter (where status = 'succeeded' and result ->> 'rating' = 'REVIEW') as review,
      percentile_cont(0.5) within group (order by extract(epoch from finished_at - started_at) * 1000)
        filter (where status = 'succeeded')::float8 as run_ms,
      (select min(created_at) from analyses where status = 'queued') as oldest,
      (select count(*) from outbox_attempts t join outbox m on m.id = t.message
        where t.created_at >= ${from} and m.destination = 'job') as attempts,
      (select count(*) from outbox_attempts t join outbox m on m.id = t.message
        where t.created_at >= ${from} and m.destination = 'job'
          and (t.status is null or t.status not between 200 and 299)) as refused
    from analyses where finished_at >= ${from} and not starts_with(owner, ${testOwnerOf("")})
  `.execute(db);
  const [row] = ended;
  if (row === undefined) throw new Error("counting gave no row");
  return {
    open: await countOpen(db),
    oldestQueuedAt: row.oldest?.getTime() ?? null,
    recent: {
      succeeded: Number(row.succeeded),
      failed: Number(row.failed),
      review: Number(row.review),
      runMs: row.run_ms,
    },
    webhooks: { attempts: Number(row.attempts), refused: Number(row.refused) },
  };
}

/** Adds what an ended run says about its models. */
export async function addAnswers({ sql: db }: Tx, counts: readonly AnswerCount[], at: Instant): Promise<void> {
  if (counts.length === 0) return;
  // In one order against deadlocks.
  const rows = counts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  await sql`
    insert into model_answers (day, provider, model, outcome, count)
    select ${toIso(at).slice(0, 10)}::date, * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as counted (provider text, model text, outcome text, count bigint)
    on conflict (day, provider, model, outcome) do update set count = model_answers.count + excluded.count
  `.execute(db);
}

function keyOf({ provider, model, outcome }: AnswerCount): string {
  return JSON.stringify([provider, model, outcome]);
}

export async function answersSince(db: Sql, since: Instant, limit: number): Promise<AnswerCount[]> {
  const { rows } = await sql<{ provider: string; model: string; outcome: string; count: string }>`
    with sums as (
      select provider, model, outcome, sum(count) as count
      from model_answers
      where day >= ${toIso(since).slice(0, 10)}::date
      group by provider, model, outcome
    ), busiest as (
      select provider, model, sum(count) as answers from sums group by provider, model
      order by answers desc, provider, model
      limit ${limit}
    )
    select provider, model, outcome, count from sums join busiest using (provider, model)
    order by answers desc, provider, model, outcome
  `.execute(db);
  return rows.map((row) => ({ ...row, outcome: CountedOutcome.parse(row.outcome), count: Number(row.count) }));
}
