import { Decimal } from "decimal.js";
import { sql as raw, type Selectable } from "kysely";
import { BacktestResult } from "#src/contract/backtest.ts";
import {
  BacktestAsked,
  BacktestSource,
  BacktestState,
  BacktestSummary,
  nextBacktestState,
  type Backtest,
} from "#src/contract/backtests.ts";
import { toIso, type Instant } from "#src/platform/clock.ts";
import type { Sql, Tx } from "../database.ts";
import type { Backtests } from "../schema.ts";

/** What a backtest came to; `trades` is `trades.csv`. */
export interface StoredResult {
  readonly result: BacktestResult;
  readonly trades: string | null;
}

/** One of an owner's at a time goes through what is behind this, until the transaction ends. False for no user. */
export async function lockOwner({ sql }: Tx, owner: string): Promise<boolean> {
  const row = await sql.selectFrom("users").select("id").where("id", "=", owner).forNoKeyUpdate().executeTakeFirst();
  return row !== undefined;
}

/** Of an owner: how many there are, how many of them have not ended, and how many of those models decide. */
export async function countBacktests(
  { sql }: Pick<Tx, "sql">,
  owner: string,
): Promise<{ readonly kept: number; readonly open: number; readonly openWithModels: number }> {
  const row = await sql
    .selectFrom("backtests")
    .select((e) => [
      e.fn.countAll<string>().as("kept"),
      e.fn.countAll<string>().filterWhere("state", "in", ["queued", "running"]).as("open"),
      e.fn
        .countAll<string>()
        .filterWhere("state", "in", ["queued", "running"])
        .filterWhere(raw`asked -> 'models'`, "is not", null)
        .as("openWithModels"),
    ])
    .where("owner", "=", owner)
    .executeTakeFirstOrThrow();
  return { kept: Number(row.kept), open: Number(row.open), openWithModels: Number(row.openWithModels) };
}

export async function insertQueued(
  { sql }: Tx,
  made: { readonly id: string; readonly owner: string; readonly asked: BacktestAsked; readonly total: number },
  at: Instant,
): Promise<void> {
  const { id, owner, asked, total } = made;
  await sql
    .insertInto("backtests")
    .values({
      id,
      owner,
      source: "here",
      state: "queued",
      asked: JSON.stringify(asked),
      total,
      created_at: new Date(at),
    })
    .execute();
}

/** One that somebody brought: it has ended where it was made. */
export async function insertUploaded(
  tx: Tx,
  made: {
    readonly id: string;
    readonly owner: string;
    readonly asked: BacktestAsked;
    readonly summary: BacktestSummary;
    readonly result: BacktestResult;
  },
  at: Instant,
): Promise<void> {
  const { id, owner, asked, summary, result } = made;
  await tx.sql
    .insertInto("backtests")
    .values({
      id,
      owner,
      source: "elsewhere",
      state: "succeeded",
      asked: JSON.stringify(asked),
      done: summary.decisions,
      total: summary.decisions,
      summary: JSON.stringify(summary),
      created_at: new Date(at),
      finished_at: new Date(at),
    })
    .execute();
  await insertResult(tx, id, JSON.stringify(result), null);
}

/** Newest first, without their results. @param before a number: only older ones */
export async function listBacktests(
  db: Sql,
  owner: string,
  page: { readonly before: number | null; readonly limit: number },
): Promise<Backtest[]> {
  let query = db
    .selectFrom("backtests")
    .selectAll()
    .where("owner", "=", owner)
    .orderBy("number", "desc")
    .limit(page.limit);
  if (page.before !== null) query = query.where("number", "<", page.before);
  return (await query.execute()).map(read);
}

/** @param visibleTo an owner: another's is not found */
export async function findBacktest(db: Sql, id: string, visibleTo: string): Promise<Backtest | null> {
  const row = await db
    .selectFrom("backtests")
    .selectAll()
    .where("id", "=", id)
    .where("owner", "=", visibleTo)
    .executeTakeFirst();
  return row === undefined ? null : read(row);
}

/** The caller has found the backtest to be the asker's. */
export async function findResult(db: Sql, id: string): Promise<StoredResult | null> {
  const row = await db
    .selectFrom("backtest_results")
    .select(["result", "trades"])
    .where("backtest", "=", id)
    .executeTakeFirst();
  return row === undefined ? null : { result: BacktestResult.parse(row.result), trades: row.trades };
}

/**
 * queued → running; also for one that a dead worker was at, whose last calls may have been billed: what was set aside
 * for them counts as spent. `null` when it is not to be run any more: cancelled, ended, or deleted.
 */
export async function takeQueued(
  db: Sql,
  id: string,
  at: Instant,
): Promise<{ readonly owner: string; readonly asked: BacktestAsked } | null> {
  const row = await db
    .updateTable("backtests")
    .set((e) => ({
      state: "running",
      started_at: e.fn.coalesce("started_at", e.val(new Date(at))),
      spent_usd: e("spent_usd", "+", e.ref("held_usd")),
      held_usd: "0",
    }))
    .where("id", "=", id)
    .where("state", "in", [...statesBefore("running"), "running"])
    .returning(["owner", "asked"])
    .executeTakeFirst();
  return row === undefined ? null : { owner: row.owner, asked: BacktestAsked.parse(row.asked) };
}

/** Also of one that was just paused. False when it has ended, and then nothing is written. */
export async function noteProgress(db: Sql, id: string, done: number, total: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("backtests")
    .set({ done, total })
    .where("id", "=", id)
    .where("state", "in", ["running", "paused"])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * running → succeeded, with its result. False when it was cancelled or deleted meanwhile.
 * @param result as JSON, in the order of its keys
 */
export async function succeedBacktest(
  tx: Tx,
  id: string,
  end: {
    readonly result: string;
    readonly trades: string;
    readonly summary: BacktestSummary;
    /** Why it ended early. */
    readonly stopped?: string | null;
  },
  at: Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await tx.sql
    .updateTable("backtests")
    .set({
      state: "succeeded",
      summary: JSON.stringify(end.summary),
      stopped: end.stopped ?? null,
      finished_at: new Date(at),
    })
    .where("id", "=", id)
    .where("state", "in", statesBefore("succeeded"))
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await insertResult(tx, id, end.result, end.trades);
  return true;
}

/** False when it had ended already. */
export async function failBacktest(db: Sql, id: string, error: string, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("backtests")
    .set({ state: "failed", error, finished_at: new Date(at) })
    .where("id", "=", id)
    .where("state", "in", statesBefore("failed"))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** False for an unknown or foreign id, and one that has ended. */
export async function setCancelled(db: Sql, id: string, owner: string, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("backtests")
    .set({ state: "cancelled", finished_at: new Date(at) })
    .where("id", "=", id)
    .where("owner", "=", owner)
    .where("state", "in", statesBefore("cancelled"))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** With its result. False for an unknown or foreign id. */
export async function removeBacktest(db: Sql, id: string, owner: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("backtests")
    .where("id", "=", id)
    .where("owner", "=", owner)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Of these, those that have not ended. */
export async function openBacktests(db: Sql, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("backtests")
    .select("id")
    .where("id", "in", [...ids])
    .where("state", "in", ["queued", "running"])
    .execute();
  return rows.map(({ id }) => id);
}

/** Decisions a second of the last backtests made here that had at least 50. `null` when there is none. */
export async function measuredPace(db: Sql): Promise<number | null> {
  const rows = await db
    .selectFrom("backtests")
    .select(["done", "started_at", "finished_at"])
    .where("source", "=", "here")
    .where("state", "=", "succeeded")
    .where("done", ">=", 50)
    .where(raw`asked -> 'models'`, "is", null)
    .orderBy("number", "desc")
    .limit(20)
    .execute();
  let decisions = 0;
  let ms = 0;
  for (const { done, started_at: from, finished_at: to } of rows) {
    if (from === null || to === null) continue;
    decisions += done;
    ms += to.getTime() - from.getTime();
  }
  return ms === 0 ? null : (1000 * decisions) / ms;
}

async function insertResult({ sql }: Tx, id: string, result: string, trades: string | null): Promise<void> {
  await sql.insertInto("backtest_results").values({ backtest: id, result, trades }).execute();
}

function statesBefore(state: BacktestState): BacktestState[] {
  return BacktestState.options.filter((from) => nextBacktestState[from].some((to) => to === state));
}

function read(row: Selectable<Backtests>): Backtest {
  return {
    id: row.id,
    number: row.number,
    source: BacktestSource.parse(row.source),
    state: BacktestState.parse(row.state),
    asked: BacktestAsked.parse(row.asked),
    done: row.done,
    total: row.total,
    summary: row.summary === null ? null : BacktestSummary.parse(row.summary),
    error: row.error,
    stopped: row.stopped,
    spent_usd: new Decimal(row.spent_usd).toFixed(),
    held_usd: row.held_usd,
    created_at: toIso(row.created_at.getTime()),
    started_at: row.started_at === null ? null : toIso(row.started_at.getTime()),
    finished_at: row.finished_at === null ? null : toIso(row.finished_at.getTime()),
  };
}
