import { sql } from "kysely";
import { z } from "zod";
import { BatchAsked, type Refusal } from "#src/contract/jobs/batches.ts";
import { Plan, type HeldPlan } from "#src/contract/accounts/plans.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import { sealedIn } from "#src/core/db/sealed-columns.ts";
import type { Sealed } from "#src/core/vault.ts";
import { endJob, takeJob } from "#src/product/jobs/queries/jobs.ts";

/* Moves the lines of an open batch: waiting, started, refused, cancelled. */

const OpenRow = z.object({
  owner: z.string(),
  budget_usd: z.string().nullable(),
  plan: Plan,
  plan_until: z.date().nullable(),
  sealed_holdings: z.string().nullable(),
});

export interface OpenBatch {
  readonly owner: string;
  readonly budgetUsd: Usd | null;
  readonly held: HeldPlan;
  /** What its runs say they hold; `null`: nothing is said. */
  readonly holdings: Sealed | null;
}

/** `null` when it ended or another worker has it. */
export async function takeBatch({ sql: db }: Tx, id: string): Promise<OpenBatch | null> {
  const { rows } = await sql`
    select b.owner, b.budget_usd::text, a.plan, a.plan_until, h.sealed_holdings
    from jobs b join accounts a on a.id = b.owner left join batch_holdings h on h.batch = b.id
    where b.kind = 'batch' and b.id = ${id} and b.finished_at is null for no key update of b skip locked
  `.execute(db);
  if (rows.length === 0) return null;
  const row = OpenRow.parse(rows[0]);
  return {
    owner: row.owner,
    budgetUsd: row.budget_usd,
    held: { plan: row.plan, planUntil: row.plan_until?.getTime() ?? null },
    holdings: sealedIn("batch_holdings.sealed_holdings", id, row.sealed_holdings),
  };
}

const SpendingRow = z.object({ waiting: z.int(), open: z.int(), committed: z.string() });

/** Open runs, and those of unknown cost, count at their most; calls about the owner's holdings are paid beside a run's own. */
export async function spendingOf({ sql: db }: Tx, id: string): Promise<z.infer<typeof SpendingRow>> {
  const { rows } = await sql`
    select count(*) filter (where l.state = 'waiting')::int as waiting,
      count(*) filter (where a.status in ('queued', 'running'))::int as open,
      coalesce(sum(case
        when a.status in ('queued', 'running') or (a.started_at is not null and a.usage is null) then l.budget_usd
        when a.holdings_usage is not null and a.holdings_usage ->> 'cost_usd' is null then l.budget_usd
        else coalesce((a.usage ->> 'cost_usd')::numeric, case when a.usage is null then 0 else l.budget_usd end)
          + coalesce((a.holdings_usage ->> 'cost_usd')::numeric, 0)
      end), 0)::text as committed
    from batch_lines l left join analyses a on a.id = l.analysis_id where l.batch = ${id}
  `.execute(db);
  return SpendingRow.parse(rows[0]);
}

/** The next waiting lines, in their order. */
export async function waitingLines(
  { sql: db }: Tx,
  id: string,
  limit: number,
): Promise<{ readonly line: number; readonly asked: BatchAsked }[]> {
  const rows = await db
    .selectFrom("batch_lines")
    .select(["line", "asked"])
    .where("batch", "=", id)
    .where("state", "=", "waiting")
    .orderBy("line")
    .limit(limit)
    .execute();
  return rows.map(({ line, asked }) => ({ line, asked: BatchAsked.parse(asked) }));
}

export interface StartedLine {
  readonly line: number;
  readonly analysis: string;
}

export async function markLinesStarted(
  { sql: db }: Tx,
  id: string,
  lines: readonly StartedLine[],
  budgetUsd: Usd | null,
  at: Instant,
): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    update batch_lines set state = 'started', analysis_id = made.analysis, budget_usd = ${budgetUsd}
    from json_to_recordset(${JSON.stringify(lines)}::json) as made (line int, analysis text)
    where batch = ${id} and batch_lines.line = made.line and state = 'waiting'
  `.execute(db);
  await takeJob(db, id, at);
}

/** @param lines `null`: all that wait */
export async function refuseLines(
  { sql: db }: Tx,
  id: string,
  refusal: Refusal,
  lines: readonly number[] | null = null,
): Promise<void> {
  await sql`
    update batch_lines set state = 'refused', refusal = ${JSON.stringify(refusal)}
    where batch = ${id} and state = 'waiting' and (${lines}::int[] is null or line = any(${lines}::int[]))
  `.execute(db);
}

/** Each of its lines has ended. */
export async function finishBatch({ sql: db }: Tx, id: string, at: Instant): Promise<void> {
  await takeJob(db, id, at);
  await endJob(db, id, { state: "succeeded", result: null }, at);
  await forgetHoldings(db, id);
}

/** False for unknown or foreign. */
export async function cancelLines({ sql: db }: Tx, id: string, owner: string, at: Instant): Promise<boolean> {
  const { rows } = await sql`
    select 1 from jobs where kind = 'batch' and id = ${id} and owner = ${owner} for no key update
  `.execute(db);
  if (rows.length === 0) return false;
  // What a dead worker submitted; job names follow from lines.
  await sql`
    update batch_lines l set state = 'started', analysis_id = a.id from analyses a
    where l.batch = ${id} and l.state = 'waiting' and a.owner = ${owner}
      and a.idempotency_key = 'batch ' || l.batch || ' ' || l.line
  `.execute(db);
  await sql`update batch_lines set state = 'cancelled' where batch = ${id} and state = 'waiting'`.execute(db);
  await endJob(db, id, { state: "cancelled" }, at);
  await forgetHoldings(db, id);
  return true;
}

/** Each run has a copy of its own. */
async function forgetHoldings(db: Sql, id: string): Promise<void> {
  await db.deleteFrom("batch_holdings").where("batch", "=", id).execute();
}

/** Unfinished analyses of a cancelled batch. */
export async function openAnalysesOf(db: Sql, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom("batch_lines")
    .innerJoin("jobs", "jobs.id", "batch_lines.batch")
    .innerJoin("analyses", "analyses.id", "batch_lines.analysis_id")
    .select("analyses.id")
    .where("jobs.id", "=", id)
    .where("jobs.state", "=", "cancelled")
    .where("analyses.status", "in", ["queued", "running"])
    .execute();
  return rows.map((row) => row.id);
}
