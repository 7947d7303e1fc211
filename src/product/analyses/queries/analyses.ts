import { CompiledQuery, sql, type Selectable } from "kysely";
import { AnalysisResult, JobStatus, type Job } from "#src/contract/jobs/analysis.ts";
import { isTestOwner } from "#src/contract/api/test-mode.ts";
import { statusesBefore } from "#src/contract/jobs/jobs.ts";
import type { ForHoldings } from "#src/contract/holdings/holdings.ts";
import type { Refusal } from "#src/contract/api/proof.ts";
import type { Manifest } from "#src/contract/run/run.ts";
import type { Usage } from "#src/contract/jobs/usage.ts";
import { toIso, type Instant } from "#src/core/clock.ts";
import type { Sealed } from "#src/core/vault.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import { sharedLookup, recentValues } from "#src/core/db/lookup.ts";
import { appending } from "./events.ts";
import type { Analyses } from "#src/core/db/schema.ts";
import { readRun, type ResolvedRun, type StoredRunSettings } from "./runs.ts";
import { sealedIn } from "#src/core/db/sealed-columns.ts";

export interface StoredAnalysis {
  readonly job: Job;
  readonly owner: string;
  readonly number: number;
  readonly setting: StoredRunSettings;
  readonly requestId: string;
  readonly webhookUrl: Sealed | null;
  readonly webhookSecret: Sealed | null;
  readonly webhookSecretMade: boolean;
}

/** Without what only a report needs. */
const columns = [
  "id",
  "number",
  "owner",
  "status",
  "request",
  "setting",
  "request_id",
  "webhook_url",
  "webhook_secret",
  "webhook_secret_made",
  "created_at",
  "started_at",
  "finished_at",
  "result",
  "result_removed_at",
  "error",
] as const satisfies (keyof Analyses)[];

type AnalysisRow = Pick<Selectable<Analyses>, (typeof columns)[number]>;

const lookups = new WeakMap<Sql, (id: string) => Promise<StoredAnalysis | null>>();

/** Only the state, unless it has changed. */
const lookupText = `
  select asked.place::int - 1 as place, found.now, fresh.*
  from unnest($1::text[], $2::text[]) with ordinality as asked (id, known, place)
  join analyses on analyses.id = asked.id
  cross join lateral (
    select case when result_removed_at is not null and analyses.status = 'succeeded' then 'succeeded removed'
      else analyses.status end as now
  ) as found
  left join lateral (
    select ${columns.map((name) => `analyses.${name}`).join(", ")} where found.now is distinct from asked.known
  ) as fresh on true`;

/** All by which a job changes, as `lookupText` says it. */
function stateOf({ job: { status, result_removed_at } }: StoredAnalysis): string {
  return result_removed_at === undefined ? status : `${status} removed`;
}

/** In characters of JSON; in memory it is several times as much. */
const mostKept = 8_000_000;

function sizeOf({ job: { result } }: StoredAnalysis): number {
  return 500 + (result === null ? 0 : JSON.stringify(result).length);
}

/** A job changes only with its status and the removal of its result. */
function lookupOn(db: Sql): (id: string) => Promise<StoredAnalysis | null> {
  const known = lookups.get(db);
  if (known !== undefined) return known;
  const kept = recentValues(mostKept, sizeOf);
  const lookup = sharedLookup(async (ids) => {
    const before = ids.map((id) => kept.get(id));
    const states = before.map((each) => (each === undefined ? null : stateOf(each)));
    const { rows } = await db.executeQuery<{ place: number; now: string } & AnalysisRow>(
      CompiledQuery.raw(lookupText, [ids, states]),
    );
    const found = new Map<string, StoredAnalysis>();
    for (const row of rows) {
      const same = before[row.place];
      const one = same !== undefined && stateOf(same) === row.now ? same : read(row);
      found.set(one.job.id, one);
      if (one !== same) kept.set(one.job.id, one);
    }
    return found;
  });
  lookups.set(db, lookup);
  return lookup;
}

/**
 * Polls share queries, and unchanged jobs are the same object.
 * @param visibleTo others' jobs are not found
 */
export async function findAnalysis(db: Sql, id: string, visibleTo: string): Promise<StoredAnalysis | null> {
  const stored = await lookupOn(db)(id);
  return stored?.owner === visibleTo ? stored : null;
}

/** For the worker, which serves every owner. */
export async function loadAnalysis(db: Sql, id: string): Promise<StoredAnalysis | null> {
  const row = await db.selectFrom("analyses").select(columns).where("id", "=", id).executeTakeFirst();
  return row === undefined ? null : read(row);
}

/** Newest first; tickers are in upper case. @param before a job's number */
export async function listAnalyses(
  db: Sql,
  owner: string,
  filter: {
    readonly status: JobStatus | null;
    readonly ticker: string | null;
    readonly before: number | null;
    readonly limit: number;
    readonly reports: boolean;
  },
): Promise<StoredAnalysis[]> {
  let query = db
    .selectFrom("analyses")
    .select(columns)
    .$if(!filter.reports, (all) => all.select(sql<Analyses["result"]>`result - 'reports'`.as("result")))
    .where("owner", "=", owner)
    .orderBy("number", "desc")
    .limit(filter.limit);
  if (filter.status !== null) query = query.where("status", "=", filter.status);
  if (filter.ticker !== null) query = query.where(sql`upper(request ->> 'ticker')`, "=", sql`upper(${filter.ticker})`);
  if (filter.ticker !== null) query = query.where(sql`request ->> 'ticker'`, "=", filter.ticker);
  if (filter.before !== null) query = query.where("number", "<", filter.before);
  return (await query.execute()).map(read);
}

/** What a worker needs to know about a job that it takes. */
export interface TakenAnalysis extends ResolvedRun, Pick<StoredAnalysis, "owner" | "requestId"> {
  /** Another worker took it before. */
  readonly resumed: boolean;
}

/** queued → running. `null` when no longer queued. */
export async function startRunning(
  { sql: db }: Pick<Tx, "sql">,
  id: string,
  at: Instant,
): Promise<TakenAnalysis | null> {
  const row = await db
    .updateTable("analyses")
    .from("analyses as before")
    .set((e) => ({
      status: "running",
      started_at: e.fn.coalesce("analyses.started_at", sql<Date>`${new Date(at)}`),
    }))
    .where("analyses.id", "=", id)
    .whereRef("before.id", "=", "analyses.id")
    .where("analyses.status", "in", [...statusesBefore("running"), "running"])
    .returning(["before.status", "analyses.owner", "analyses.request", "analyses.setting", "analyses.request_id"])
    .returning(appending(id, [{ type: "job.running", data: {}, once: "job.running" }], at).as("told"))
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    owner: row.owner,
    ...readRun(row),
    requestId: row.request_id,
    resumed: row.status === "running",
  };
}

export type Ended =
  | {
      readonly status: "succeeded";
      readonly result: AnalysisResult;
      readonly usage: Usage;
      readonly manifest: Manifest;
      readonly refused?: readonly Refusal[];
      /** Kept sealed, beside the run. */
      readonly forHoldings?: ForHoldings;
    }
  | { readonly status: "failed"; readonly error: string };

export interface FinishedAnalysis {
  readonly owner: string;
  readonly webhook: boolean;
  /** It belongs to a list's run that has not ended. */
  readonly isListRun: boolean;
  /** Read here, as most owners need no mail. */
  readonly notifications: unknown;
}

/** `null` when it left its states: a late finish never overwrites a cancel. */
export async function finishAnalysis(
  { sql: db }: Tx,
  id: string,
  at: Instant,
  end: Ended,
): Promise<FinishedAnalysis | null> {
  const outcome =
    end.status === "succeeded"
      ? {
          result: JSON.stringify(end.result),
          usage: JSON.stringify(end.usage),
          manifest: JSON.stringify(end.manifest),
          ...(end.refused !== undefined && { refused: JSON.stringify(end.refused) }),
          ...(end.forHoldings !== undefined && { holdings_usage: JSON.stringify(end.forHoldings.usage) }),
        }
      : { error: end.error };
  const type = `job.${end.status}`;
  const data =
    end.status === "failed" ? { error: end.error } : { rating: end.result.rating, is_review: end.result.is_review };
  const row = await db
    .updateTable("analyses")
    .set({ status: end.status, finished_at: new Date(at), ...outcome })
    .where("id", "=", id)
    .where("status", "in", statusesBefore(end.status))
    .returning(({ selectFrom }) => [
      "owner",
      "webhook_url",
      selectFrom("users")
        .select("users.notifications")
        .whereRef("users.id", "=", "analyses.owner")
        .where("users.email_verified", "=", true)
        .as("notifications"),
      sql<boolean>`exists (select from signal_runs where state = 'started' and ${id} = any(analyses))`.as(
        "is_list_run",
      ),
      appending(id, [{ type, data, once: type }], at).as("told"),
    ])
    .executeTakeFirst();
  if (row === undefined) return null;
  const { owner, webhook_url: webhook, is_list_run: isListRun, notifications } = row;
  return { owner, webhook: webhook !== null, isListRun, notifications };
}

/** From any state; a second cancel keeps the first time. */
export async function setCancelled({ sql: db }: Tx, id: string, at: Instant): Promise<void> {
  await db
    .updateTable("analyses")
    .set({ status: "cancelled", finished_at: new Date(at) })
    .where("id", "=", id)
    .where("status", "!=", "cancelled")
    .execute();
}

/** Locked until the transaction ends; `null` for unknown or foreign. */
export async function lockAnalysis({ sql: db }: Tx, id: string, visibleTo: string): Promise<StoredAnalysis | null> {
  const row = await db
    .selectFrom("analyses")
    .select(columns)
    .where("id", "=", id)
    .where("owner", "=", visibleTo)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : read(row);
}

function read(row: AnalysisRow): StoredAnalysis {
  const status = JobStatus.parse(row.status);
  const { request, setting } = readRun(row);
  return {
    job: {
      id: row.id,
      status,
      request,
      created_at: toIso(row.created_at.getTime()),
      started_at: row.started_at === null ? null : toIso(row.started_at.getTime()),
      finished_at: row.finished_at === null ? null : toIso(row.finished_at.getTime()),
      result: status === "succeeded" ? AnalysisResult.parse(row.result) : null,
      error: status === "failed" ? row.error : null,
      ...(status === "succeeded" &&
        row.result_removed_at !== null && { result_removed_at: toIso(row.result_removed_at.getTime()) }),
      ...(isTestOwner(row.owner) && { livemode: false as const }),
    },
    owner: row.owner,
    number: row.number,
    setting,
    requestId: row.request_id,
    webhookUrl: sealedIn("analyses.webhook_url", row.id, row.webhook_url),
    webhookSecret: sealedIn("analyses.webhook_secret", row.id, row.webhook_secret),
    webhookSecretMade: row.webhook_secret_made,
  };
}
