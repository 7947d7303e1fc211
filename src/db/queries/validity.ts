import { sql as raw, type Selectable } from "kysely";
import { ValidityReport, ValidityState, type BacktestValidity } from "#src/contract/validity.ts";
import { toIso, type Instant } from "#src/platform/clock.ts";
import type { Sql, Tx } from "../database.ts";
import type { BacktestValidity as Rows } from "../schema.ts";

const open = ["queued", "running"] as const;
/** Other configurations that a backtest is compared with, the newest. */
const mostOthers = 30;

/**
 * Puts the report of a backtest into the queue, also in place of one that was made. False while one is under way, and
 * then nothing is written.
 */
export async function queueValidity(
  { sql }: Tx,
  { backtest, job }: { readonly backtest: string; readonly job: string },
  at: Instant,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await sql
    .insertInto("backtest_validity")
    .values({ backtest, job, state: "queued", created_at: new Date(at) })
    .onConflict((conflict) =>
      conflict
        .column("backtest")
        .doUpdateSet({
          job,
          state: "queued",
          error: null,
          created_at: new Date(at),
          started_at: null,
          finished_at: null,
        })
        .where("backtest_validity.state", "not in", open),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The caller has found the backtest to be the asker's. `null`: none was asked for. */
export async function findValidity(db: Sql, backtest: string): Promise<BacktestValidity | null> {
  const row = await db.selectFrom("backtest_validity").selectAll().where("backtest", "=", backtest).executeTakeFirst();
  return row === undefined ? null : read(row);
}

/** Reports of an owner's that are under way. */
export async function countOpenValidity({ sql }: Tx, owner: string): Promise<number> {
  const row = await sql
    .selectFrom("backtest_validity as v")
    .innerJoin("backtests as b", "b.id", "v.backtest")
    .select((e) => e.fn.countAll<string>().as("open"))
    .where("b.owner", "=", owner)
    .where("v.state", "in", open)
    .executeTakeFirstOrThrow();
  return Number(row.open);
}

/** The workflow that makes a backtest's report; `null` when none is under way. */
export async function openValidityJob(db: Sql, backtest: string): Promise<string | null> {
  const row = await db
    .selectFrom("backtest_validity")
    .select("job")
    .where("backtest", "=", backtest)
    .where("state", "in", open)
    .executeTakeFirst();
  return row?.job ?? null;
}

/** queued → running, also for one that a dead worker was at. `null` when it is not to be made any more. */
export async function takeValidity(
  db: Sql,
  job: string,
  at: Instant,
): Promise<{ readonly backtest: string; readonly owner: string; readonly uploaded: boolean } | null> {
  const { rows } = await raw<{ backtest: string; owner: string; source: string }>`
    update backtest_validity v set state = 'running', started_at = coalesce(v.started_at, ${new Date(at)})
    from backtests b where v.job = ${job} and v.state in ('queued', 'running') and b.id = v.backtest
    returning v.backtest, b.owner, b.source
  `.execute(db);
  const [row] = rows;
  return row === undefined ? null : { backtest: row.backtest, owner: row.owner, uploaded: row.source === "elsewhere" };
}

/**
 * False when it had ended already, and then nothing is written.
 * @param end `report` as JSON, in the order of its keys
 */
export async function endValidity(
  db: Sql,
  job: string,
  end: { readonly report: string } | { readonly error: string },
  at: Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("backtest_validity")
    .set({ ...end, state: "report" in end ? "succeeded" : "failed", finished_at: new Date(at) })
    .where("job", "=", job)
    .where("state", "in", open)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A result as the text of its JSON, for who only hands it on. `null`: there is none. */
export async function findResultText(db: Sql, backtest: string): Promise<string | null> {
  const { rows } = await raw<{ result: string }>`
    select result::text as result from backtest_results where backtest = ${backtest}
  `.execute(db);
  return rows[0]?.result ?? null;
}

/** Of the same instruments and dates: results of the owner's other configurations, each once, as texts. */
export async function otherConfigurations(db: Sql, backtest: string): Promise<string[]> {
  const { rows } = await raw<{ result: string }>`
    select result::text as result from (
      select distinct on (other.trial) other.id, other.number from backtests own
      join backtests other on other.owner = own.owner and other.state = 'succeeded' and other.trial <> own.trial
        and other.asked -> 'symbols' = own.asked -> 'symbols'
        and other.asked ->> 'from' = own.asked ->> 'from' and other.asked ->> 'to' = own.asked ->> 'to'
      where own.id = ${backtest} order by other.trial, other.number desc
    ) as one join backtest_results r on r.backtest = one.id order by one.number desc limit ${mostOthers}
  `.execute(db);
  return rows.map(({ result }) => result);
}

function read(row: Selectable<Rows>): BacktestValidity {
  const { started_at: started, finished_at: finished } = row;
  return {
    backtest_id: row.backtest,
    status: ValidityState.parse(row.state),
    report: row.report === null ? null : ValidityReport.parse(row.report),
    error: row.error,
    created_at: toIso(row.created_at.getTime()),
    started_at: started === null ? null : toIso(started.getTime()),
    finished_at: finished === null ? null : toIso(finished.getTime()),
  };
}
