import { sql } from "kysely";
import { z } from "zod";
import { AssetType, JobStatus, Rating } from "#src/contract/jobs/analysis.ts";
import { RunOutcome, type ListRun } from "#src/contract/signals/signals.ts";
import { toIso, type Instant, type LocalDate } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

export interface RunKey {
  readonly list: string;
  readonly symbol: string;
  /** On whose close the analysis stands. */
  readonly session: LocalDate;
}

export interface DueRun extends RunKey {
  readonly assetType: AssetType;
  readonly dueAt: Instant;
}

/** A missed day is caught up once; older due runs are skipped. */
export async function noteDue({ sql: db }: Tx, runs: readonly DueRun[], at: Instant): Promise<void> {
  if (runs.length === 0) return;
  const rows = JSON.stringify(runs.map((run) => ({ ...run, dueAt: toIso(run.dueAt) })));
  await sql`
    insert into signal_runs (list, symbol, session, asset_type, due_at)
    select list, symbol, session, "assetType", "dueAt"
    from jsonb_to_recordset(${rows}::jsonb) as row (list text, symbol text, session date, "assetType" text, "dueAt" timestamptz)
    on conflict do nothing
  `.execute(db);
  await sql`
    update signal_runs as old set state = 'ended', outcome = 'skipped', ended_at = ${new Date(at)},
      reason = 'a later session was due before it could be started'
    where state = 'due' and exists (
      select 1 from signal_runs as later
      where later.list = old.list and later.symbol = old.symbol and later.session > old.session)
  `.execute(db);
}

const DueRow = z.object({
  list: z.string(),
  symbol: z.string(),
  session: z.string(),
  asset_type: AssetType,
  due_at: z.date(),
});

/** First due first, the house list before others. */
export async function waitingRuns(db: Sql, limit: number): Promise<DueRun[]> {
  const rows = await db
    .selectFrom("signal_runs")
    .innerJoin("signal_lists", "signal_lists.id", "signal_runs.list")
    .select(["list", "symbol", "session", "asset_type", "due_at"])
    .where("state", "=", "due")
    .where("signal_lists.deleted_at", "is", null)
    .orderBy("due_at")
    .orderBy(sql`list <> 'house'`)
    .orderBy("list")
    .orderBy("symbol")
    .limit(limit)
    .execute();
  return z
    .array(DueRow)
    .parse(rows)
    .map(({ asset_type: assetType, due_at: dueAt, ...row }) => ({ ...row, assetType, dueAt: dueAt.getTime() }));
}

/** Jobs have fixed names, so that starting twice is starting once. */
export async function markStarted(
  { sql: db }: Pick<Tx, "sql">,
  { list, symbol, session }: RunKey,
  analyses: readonly string[],
  at: Instant,
): Promise<void> {
  await sql`
    update signal_runs set state = 'started', analyses = ${[...analyses]}, started_at = ${new Date(at)}
    where list = ${list} and symbol = ${symbol} and session = ${session} and state = 'due'
  `.execute(db);
}

export type RunEnd =
  | { readonly outcome: "signal"; readonly entry: number }
  | { readonly outcome: Exclude<RunOutcome, "signal">; readonly reason: string };

/** False when it has ended already. */
export async function endRun(
  { sql: db }: Pick<Tx, "sql">,
  { list, symbol, session }: RunKey,
  end: RunEnd,
  at: Instant,
): Promise<boolean> {
  const entry = end.outcome === "signal" ? end.entry : null;
  const reason = end.outcome === "signal" ? null : end.reason;
  const { numAffectedRows } = await sql`
    update signal_runs
    set state = 'ended', outcome = ${end.outcome}, reason = ${reason}, entry = ${entry}, ended_at = ${new Date(at)}
    where list = ${list} and symbol = ${symbol} and session = ${session} and state <> 'ended'
  `.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

const StartedRow = z.object({
  list: z.string(),
  symbol: z.string(),
  session: z.string(),
  analyses: z.array(z.string()),
});
export type StartedRun = z.infer<typeof StartedRow>;

/** Locked; others are left to their worker. */
export async function takeFinishedRun({ sql: db }: Tx): Promise<StartedRun | null> {
  const { rows } = await sql`
    select list, symbol, session, analyses from signal_runs as run
    where state = 'started' and not exists (
      select 1 from analyses where id = any(run.analyses) and status in ('queued', 'running'))
    order by due_at, list, symbol limit 1 for update skip locked
  `.execute(db);
  return rows[0] === undefined ? null : StartedRow.parse(rows[0]);
}

/** A cancelled result does not count. */
export async function jobEnds({ sql: db }: Tx, ids: readonly string[]): Promise<(JobEnd | null)[]> {
  const rows = await db
    .selectFrom("analyses")
    .select(["id", "status", "error"])
    .select(sql<string | null>`result ->> 'rating'`.as("rating"))
    .where("id", "in", [...ids])
    .execute();
  return ids.map((id) => {
    const row = rows.find((each) => each.id === id);
    if (row === undefined) return null;
    const status = JobStatus.parse(row.status);
    return { id, status, error: row.error, rating: status === "succeeded" ? Rating.parse(row.rating) : null };
  });
}

export interface JobEnd {
  readonly id: string;
  readonly status: JobStatus;
  readonly error: string | null;
  readonly rating: Rating | null;
}

/** Per UTC day; open ones at their most. Exact dollars. */
export async function spentOn(db: Sql, owner: string, from: Instant, to: Instant): Promise<string> {
  // An unknown cost counts as all that was allowed.
  const { rows } = await sql<{ spent: string }>`
    select coalesce(sum(case
      when status in ('queued', 'running') then (setting ->> 'budget_usd')::numeric
      when started_at is null then 0
      else coalesce((usage ->> 'cost_usd')::numeric, (setting ->> 'budget_usd')::numeric)
    end), 0)::text as spent
    from analyses
    where owner = ${owner}
      and (status in ('queued', 'running') or (created_at >= ${new Date(from)} and created_at < ${new Date(to)}))
  `.execute(db);
  return rows[0]?.spent ?? "0";
}

/** An owner's waiting or running jobs. */
export async function openJobs(db: Sql, owner: string): Promise<number> {
  const row = await db
    .selectFrom("analyses")
    .select((e) => e.fn.countAll<string>().as("n"))
    .where("owner", "=", owner)
    .where("status", "in", ["queued", "running"])
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

const RunRow = DueRow.pick({ list: true, symbol: true, session: true, due_at: true }).extend({
  state: z.enum(["due", "started", "ended"]),
  outcome: RunOutcome.nullable(),
  reason: z.string().nullable(),
  signal_id: z.string().nullable(),
});

const openStates = { due: "waiting", started: "running", ended: null } as const;

/** Newest session first. @param each per list */
export async function newestRuns(db: Sql, lists: readonly string[], each: number): Promise<Map<string, ListRun[]>> {
  const { rows } = await sql`
    select run.list, run.symbol, run.session, run.due_at, run.state, run.outcome, run.reason, entry.signal_id
    from unnest(${[...lists]}::text[]) as wanted (id)
    cross join lateral (
      select * from signal_runs where list = wanted.id order by session desc, symbol limit ${each}) as run
    left join signal_entries as entry on entry.list = run.list and entry.number = run.entry
    order by run.list, run.session desc, run.symbol
  `.execute(db);
  const read = z.array(RunRow).parse(rows);
  const runs = read.map(({ list, state, outcome, due_at: dueAt, ...run }) => {
    const now = openStates[state] ?? outcome;
    if (now === null) throw new RangeError(`a run of ${list} has ended and does not say how`);
    return { list, run: { ...run, due_at: toIso(dueAt.getTime()), state: now } satisfies ListRun };
  });
  return new Map([...Map.groupBy(runs, ({ list }) => list)].map(([list, own]) => [list, own.map(({ run }) => run)]));
}

/** How a list's runs ended. */
export async function countOutcomes(db: Sql, list: string): Promise<Record<RunOutcome, number>> {
  const rows = await db
    .selectFrom("signal_runs")
    .select((e) => ["outcome", e.fn.countAll<string>().as("n")])
    .where("list", "=", list)
    .where("state", "=", "ended")
    .groupBy("outcome")
    .execute();
  const of = (outcome: RunOutcome): number => Number(rows.find((row) => row.outcome === outcome)?.n ?? 0);
  return { signal: of("signal"), review: of("review"), failed: of("failed"), skipped: of("skipped") };
}

/** The newest noted session of each list and symbol, by `list symbol`. */
export async function newestNoted(db: Sql): Promise<Map<string, LocalDate>> {
  const { rows } = await sql<{ list: string; symbol: string; session: string }>`
    select list, symbol, max(session) as session from signal_runs group by list, symbol
  `.execute(db);
  return new Map(rows.map(({ list, symbol, session }) => [`${list} ${symbol}`, session]));
}
