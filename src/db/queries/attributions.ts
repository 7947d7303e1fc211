import { Decimal } from "decimal.js";
import { sql as raw, type Selectable } from "kysely";
import { z } from "zod";
import { JobStatus } from "#src/contract/analysis.ts";
import { Attribution, MeasuredChange, PlannedAttribution, type AttributionJob } from "#src/contract/attribution.ts";
import type { Usd } from "#src/contract/usage.ts";
import { toIso, type Instant } from "#src/platform/clock.ts";
import type { Sql, Tx } from "../database.ts";
import type { Attributions } from "../schema.ts";

const open = ["queued", "running"] as const;

export async function insertAttribution(
  { sql }: Tx,
  made: {
    readonly id: string;
    readonly analysis: string;
    readonly owner: string;
    readonly planned: PlannedAttribution;
    readonly budgetUsd: Usd | null;
  },
  at: Instant,
): Promise<void> {
  await sql
    .insertInto("attributions")
    .values({
      id: made.id,
      analysis_id: made.analysis,
      owner: made.owner,
      state: "queued",
      planned: JSON.stringify(made.planned),
      budget_usd: made.budgetUsd,
      created_at: new Date(at),
    })
    .execute();
}

/** Of an analysis what came before the newest; its last result stays until there is another. */
export async function deleteEarlier({ sql }: Tx, analysis: string): Promise<void> {
  await raw`
    delete from attributions as old where analysis_id = ${analysis} and state not in ('queued', 'running')
      and id is distinct from (select id from attributions where analysis_id = ${analysis} and result is not null
        order by created_at desc, id desc limit 1)
  `.execute(sql);
}

/** The newest of an analysis of the owner's. */
export async function findAttribution(db: Sql, analysis: string, owner: string): Promise<AttributionJob | null> {
  const row = await db
    .selectFrom("attributions")
    .selectAll()
    .where("analysis_id", "=", analysis)
    .where("owner", "=", owner)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : read(row);
}

/** The last result of an analysis; `null` where none was measured. */
export async function findMeasured(db: Sql, analysis: string): Promise<Attribution | null> {
  const row = await db
    .selectFrom("attributions")
    .select("result")
    .where("analysis_id", "=", analysis)
    .where("result", "is not", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : Attribution.parse(row.result);
}

/** The one of an owner's that has not ended; `null` when none is under way. */
export async function findOpen({ sql }: Tx, owner: string): Promise<AttributionJob | null> {
  const row = await sql
    .selectFrom("attributions")
    .selectAll()
    .where("owner", "=", owner)
    .where("state", "in", open)
    .executeTakeFirst();
  return row === undefined ? null : read(row);
}

export interface TakenAttribution {
  readonly id: string;
  readonly analysis: string;
  readonly owner: string;
  readonly planned: PlannedAttribution;
  readonly budgetUsd: Usd | null;
  readonly measured: readonly MeasuredChange[];
}

/**
 * queued → running; also for one that a dead worker was at, whose last call may have been billed: what was set aside
 * for it counts as spent. `null` when it is not to be run any more.
 */
export async function takeAttribution(db: Sql, id: string, at: Instant): Promise<TakenAttribution | null> {
  const row = await db
    .updateTable("attributions")
    .set((e) => ({
      state: "running",
      started_at: e.fn.coalesce("started_at", e.val(new Date(at))),
      spent_usd: e("spent_usd", "+", e.ref("held_usd")),
      held_usd: "0",
    }))
    .where("id", "=", id)
    .where("state", "in", open)
    .returning(["id", "analysis_id as analysis", "owner", "planned", "budget_usd", "measured"])
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    id: row.id,
    analysis: row.analysis,
    owner: row.owner,
    planned: PlannedAttribution.parse(row.planned),
    budgetUsd: row.budget_usd,
    measured: z.array(MeasuredChange).parse(row.measured),
  };
}

/** Adds what was measured. False when it is not running any more, and then nothing is written. */
export async function keepMeasured(db: Sql, id: string, measured: readonly MeasuredChange[]): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("attributions")
    .set({ measured: JSON.stringify(measured) })
    .where("id", "=", id)
    .where("state", "=", "running")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export interface StoredAnswer {
  readonly repetition: number;
  readonly prompt: string;
  readonly spoken: unknown;
}

/** What models said to changed prompts of an analysis. */
export async function answersTo(db: Sql, analysis: string): Promise<StoredAnswer[]> {
  return db
    .selectFrom("attribution_answers")
    .select(["repetition", "prompt", "spoken"])
    .where("analysis_id", "=", analysis)
    .execute();
}

export async function keepAnswerTo(
  db: Sql,
  analysis: string,
  { repetition, prompt, spoken }: StoredAnswer,
): Promise<void> {
  await db
    .insertInto("attribution_answers")
    .values({ analysis_id: analysis, repetition, prompt, spoken: JSON.stringify(spoken) })
    .onConflict((conflict) => conflict.columns(["analysis_id", "repetition", "prompt"]).doNothing())
    .execute();
}

/** Of an account that is deleted: with the words that models said. @returns those that were under way */
export async function deleteAttributions({ sql }: Tx, owner: string): Promise<string[]> {
  await raw`
    delete from attribution_answers where analysis_id in (select id from analyses where owner = ${owner})
  `.execute(sql);
  await sql.deleteFrom("attribution_bills").where("owner", "=", owner).execute();
  const rows = await sql.deleteFrom("attributions").where("owner", "=", owner).returning(["id", "state"]).execute();
  return rows.filter(({ state }) => open.some((one) => one === state)).map(({ id }) => id);
}

/** How many attributions that were ordered in `[from, to)` cost something, and how much; US dollars, exact. */
export async function sumBills(
  db: Sql,
  owner: string,
  from: Instant,
  to: Instant,
): Promise<{ readonly count: number; readonly costUsd: Usd }> {
  const row = await db
    .selectFrom("attribution_bills")
    .select(({ fn }) => [fn.countAll<string>().as("count"), raw<string>`trim_scale(sum(spent_usd))`.as("cost")])
    .where("owner", "=", owner)
    .where("created_at", ">=", new Date(from))
    .where("created_at", "<", new Date(to))
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), costUsd: row.cost ?? "0" };
}

function read(row: Selectable<Attributions>): AttributionJob {
  return {
    id: row.id,
    analysis_id: row.analysis_id,
    status: JobStatus.parse(row.state),
    planned: PlannedAttribution.parse(row.planned),
    budget_usd: row.budget_usd,
    spent_usd: new Decimal(row.spent_usd).toFixed(),
    done: z.array(z.unknown()).parse(row.measured).length,
    result: row.result === null ? null : Attribution.parse(row.result),
    error: row.error,
    created_at: toIso(row.created_at.getTime()),
    started_at: row.started_at === null ? null : toIso(row.started_at.getTime()),
    finished_at: row.finished_at === null ? null : toIso(row.finished_at.getTime()),
  };
}
