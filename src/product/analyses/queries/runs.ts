import { sql } from "kysely";
import { z } from "zod";
import { AnalysisRequest, type Config, JobStatus, Opinion } from "#src/contract/jobs/analysis.ts";
import { UnfinishedRun, statusesBefore } from "#src/contract/jobs/jobs.ts";
import { Refusal } from "#src/contract/api/proof.ts";
import { ChartBar, Run } from "#src/contract/run/run.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import { testOwnerOf } from "#src/contract/api/test-mode.ts";
import { Agent } from "#src/contract/run/answers.ts";
import { ModelKeyDefaults, OwnModel } from "#src/contract/jobs/model-keys.ts";
import { sealedIn } from "#src/core/db/sealed-columns.ts";
import type { Sealed } from "#src/core/vault.ts";

export interface StoredRun {
  readonly status: JobStatus;
  /** The result of a succeeded analysis, while it is kept. */
  readonly run: Run | null;
  /** When the result was deleted, as this service keeps results for a limited time. */
  readonly removedAt: Instant | null;
  /** What a failed or cancelled analysis left. */
  readonly unfinished: UnfinishedRun | null;
}

/** @param visibleTo an owner; another owner's run is not found */
export async function findRun(db: Sql, id: string, visibleTo: string): Promise<StoredRun | null> {
  const row = await db
    .selectFrom("analyses")
    .select(["status", "request", "result", "usage", "manifest", "error", "result_removed_at"])
    .where("id", "=", id)
    .where("owner", "=", visibleTo)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { error, result_removed_at: removed, ...run } = row;
  const status = JobStatus.parse(run.status);
  const nothing = { status, run: null, removedAt: null, unfinished: null };
  if (status === "succeeded")
    return removed === null ? { ...nothing, run: Run.parse(run) } : { ...nothing, removedAt: removed.getTime() };
  if (status !== "failed" && status !== "cancelled") return nothing;
  // A cancelled run's result stays but is not shown.
  const unfinished = { ...run, result: null, manifest: null, error: status === "failed" ? error : null };
  return { ...nothing, unfinished: UnfinishedRun.parse(unfinished) };
}

/** What an analysis was refused by the as-of door; `null` where it was not kept. */
export async function findRefused(db: Sql, id: string): Promise<Refusal[] | null> {
  const row = await db.selectFrom("analyses").select("refused").where("id", "=", id).executeTakeFirst();
  return row === undefined || row.refused === null ? null : z.array(Refusal).parse(row.refused);
}

/** Waiting and running jobs of all owners. */
export async function countOpen(db: Sql): Promise<{ queued: number; running: number }> {
  const rows = await db
    .selectFrom("analyses")
    .select((e) => ["status", e.fn.countAll<string>().as("n")])
    .where("status", "in", ["queued", "running"])
    .groupBy("status")
    .execute();
  const of = (status: string): number => Number(rows.find((row) => row.status === status)?.n ?? 0);
  return { queued: of("queued"), running: of("running") };
}

export async function laterChart(db: Sql, owner: string, ticker: string, date: string): Promise<ChartBar[] | null> {
  const { rows } = await sql<{ chart: unknown }>`
    select manifest -> 'chart' as chart from analyses
    where owner = ${owner} and status = 'succeeded' and upper(request ->> 'ticker') = upper(${ticker})
      and request ->> 'trade_date' > ${date} and manifest ? 'chart'
    order by request ->> 'trade_date' desc, number desc limit 1
  `.execute(db);
  const [row] = rows;
  return row === undefined ? null : z.array(ChartBar).parse(row.chart);
}

/** What a run took that has succeeded. */
export interface PastRun {
  readonly analysts: number;
  readonly rounds: number;
  readonly riskRounds: number;
  readonly calls: number;
  /** `null`: its model's price was not known. */
  readonly costUsd: string | null;
  readonly seconds: number;
}

/** Without test runs and those that never spoke. */
export async function pastRuns(
  db: Sql,
  { llm_provider, deep_think_llm, quick_think_llm }: Config,
  limit: number,
): Promise<PastRun[]> {
  const { rows } = await sql<PastRun>`
    select jsonb_array_length(request -> 'analysts') as analysts,
      coalesce((request ->> 'max_debate_rounds')::int, (setting ->> 'rounds')::int) as rounds,
      (setting ->> 'risk_rounds')::int as "riskRounds",
      (usage ->> 'calls')::int as calls,
      usage ->> 'cost_usd' as "costUsd",
      extract(epoch from finished_at - started_at)::float8 as seconds
    from analyses
    where status = 'succeeded' and not starts_with(owner, ${testOwnerOf("")}) and (usage ->> 'calls')::int > 0
      and run_models(manifest) = ${[llm_provider, deep_think_llm, quick_think_llm]}::text[]
    order by number desc
    limit ${limit}
  `.execute(db);
  return rows;
}

/** `repetition` from 2 on. */
const Rerun = z.object({ of: z.string(), from: Agent, repetition: z.int().exactOptional() });
export type Rerun = z.infer<typeof Rerun>;

/** Kept with the job, so that new settings change nothing. */
export interface StoredRunSettings {
  readonly rounds: number;
  readonly riskRounds: number;
  readonly budgetUsd: string | null;
  /** Agents are not asked again about figures that contradict the evidence. */
  readonly askAgainFigures?: false;
  /** For a run that is one of several of the same debate. */
  readonly seed?: number | undefined;
  /** For a run on its owner's own key. */
  readonly ownModel?: OwnModel | undefined;
  /** The key's settings when the run was submitted. */
  readonly ownDefaults?: ModelKeyDefaults | undefined;
  readonly rerun?: Rerun | undefined;
  /** The traceparent of the request; it changes nothing of the run. */
  readonly traceparent?: string | undefined;
}

/** What a run is made with: decided once, when it is submitted, and kept with its job. */
export interface ResolvedRun {
  readonly request: AnalysisRequest;
  readonly setting: StoredRunSettings;
}

/** As the column `analyses.setting` has them. */
const SettingRow = z.object({
  rounds: z.int(),
  risk_rounds: z.int(),
  budget_usd: z.string().nullable(),
  ask_again_figures: z.literal(false).optional(),
  seed: z.int().optional(),
  own_model: OwnModel.optional(),
  own_defaults: ModelKeyDefaults.optional(),
  rerun: Rerun.optional(),
  traceparent: z.string().optional(),
});

/** Of a row of analyses; its rounds are those that the request names. */
export function readRun(row: { readonly request: unknown; readonly setting: unknown }): ResolvedRun {
  const request = AnalysisRequest.parse(row.request);
  const {
    rounds,
    risk_rounds: riskRounds,
    budget_usd: budgetUsd,
    ask_again_figures: askAgainFigures,
    own_model: ownModel,
    own_defaults: ownDefaults,
    ...rest
  } = SettingRow.parse(row.setting);
  const setting = {
    ...rest,
    rounds: request.max_debate_rounds ?? rounds,
    riskRounds,
    budgetUsd,
    ...(askAgainFigures === false && { askAgainFigures }),
    ...(ownModel !== undefined && { ownModel }),
    ...(ownDefaults !== undefined && { ownDefaults }),
  };
  return Object.freeze({ request, setting });
}

export function settingRow(setting: StoredRunSettings): z.infer<typeof SettingRow> {
  const { rounds, riskRounds, budgetUsd, askAgainFigures, seed, ownModel, ownDefaults, rerun, traceparent } = setting;
  return {
    rounds,
    risk_rounds: riskRounds,
    budget_usd: budgetUsd,
    ...(askAgainFigures === undefined ? {} : { ask_again_figures: askAgainFigures }),
    ...(seed === undefined ? {} : { seed }),
    ...(ownModel === undefined ? {} : { own_model: ownModel }),
    ...(ownDefaults === undefined ? {} : { own_defaults: ownDefaults }),
    ...(rerun === undefined ? {} : { rerun }),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

/** The names of a run's finished steps, in order. */
export async function stepNames(db: Sql, workflow: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select function_name as name from dbos.operation_outputs where workflow_uuid = ${workflow} order by function_id
  `.execute(db);
  return rows.map(({ name }) => name);
}

export interface StoredDecision {
  readonly symbol: string;
  readonly session: string;
  readonly rating: Opinion;
  readonly reasoner: string;
  readonly runId: string;
}

export async function decisionsOf(db: Sql, symbol: string): Promise<StoredDecision[]> {
  const rows = await db
    .selectFrom("decisions")
    .select(["symbol", "session", "rating", "reasoner", "run_id"])
    .where("symbol", "=", symbol)
    .execute();
  return rows.map(({ run_id, session, rating, ...row }) => ({
    ...row,
    session: String(session),
    rating: Opinion.parse(rating),
    runId: run_id,
  }));
}

/** Once, also when a run is resumed at its end. */
export async function keepDecision(db: Sql, { runId, ...decision }: StoredDecision): Promise<void> {
  await db
    .insertInto("decisions")
    .values({ ...decision, run_id: runId })
    .onConflict((conflict) => conflict.column("run_id").doNothing())
    .execute();
}

export interface StoredHoldings {
  readonly holdings: Sealed;
  /** `null` until the analysis has succeeded. */
  readonly advice: Sealed | null;
}

/** For the worker and for the comparison of submissions, which serve every owner. `null`: not given, or deleted. */
export async function findHoldings(db: Sql, id: string): Promise<StoredHoldings | null> {
  const row = await db
    .selectFrom("analysis_holdings")
    .select(["sealed_holdings", "sealed_advice"])
    .where("analysis_id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    holdings: sealedIn("analysis_holdings.sealed_holdings", id, row.sealed_holdings),
    advice: sealedIn("analysis_holdings.sealed_advice", id, row.sealed_advice),
  };
}

export async function keepAdvice({ sql: db }: Tx, id: string, advice: Sealed): Promise<void> {
  await db
    .updateTable("analysis_holdings")
    .set({ sealed_advice: advice.stored })
    .where("analysis_id", "=", id)
    .where(({ exists, selectFrom }) =>
      // Not of a run that was cancelled meanwhile.
      exists(
        selectFrom("analyses").select("id").where("id", "=", id).where("status", "in", statusesBefore("succeeded")),
      ),
    )
    .execute();
}

/** @returns whether there were any */
export async function eraseHoldings({ sql: db }: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    delete from analysis_holdings where analysis_id = ${id} returning analysis_id as id
  `.execute(db);
  return rows.length > 0;
}
