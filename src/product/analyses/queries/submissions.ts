import type { Pool } from "pg";
import { z } from "zod";
import type { Plan } from "#src/contract/accounts/plans.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { type Instant, type LocalDate, toIso } from "#src/core/clock.ts";
import type { Sealed } from "#src/core/vault.ts";
import { analysisQueue, analysisWorkflow, application } from "#src/product/jobs/queries/job-queue.ts";
import { type ResolvedRun, settingRow } from "./runs.ts";
import { sql } from "kysely";
import { Run } from "#src/contract/run/run.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import { sealedIn } from "#src/core/db/sealed-columns.ts";

export interface Submission extends ResolvedRun {
  readonly id: string;
  readonly owner: string;
  readonly idempotencyKey: string | null;
  readonly requestId: string;
  readonly webhookUrl: Sealed | null;
  readonly webhookSecret: Sealed | null;
  readonly holdings: Sealed | null;
  /** Made by the server, since the submission named none. */
  readonly webhookSecretMade: boolean;
  readonly createdAt: Instant;
  /** An existing account keeps its plan. */
  readonly plan: Plan;
  /** The job goes to the partition with the fewest. */
  readonly slots: number;
  /** Refused when as many jobs wait already, of all owners. */
  readonly maxQueued: number;
  /** Submissions that the owner may make in this month; `null`: any number. */
  readonly quota: number | null;
  /** The first day of the calendar month, UTC. */
  readonly month: LocalDate;
  /** Analyses that it counts as in the month; 1 by default. */
  readonly runs?: number;
  /** The most that all runs on the server's models may cost in the month, US dollars; `null`: any amount. */
  readonly capUsd: Usd | null;
  /** The most that this one may cost the server, US dollars. */
  readonly mostUsd: Usd;
  readonly priority: number;
  readonly timeoutMs: number;
}

export type Submitted =
  | { readonly outcome: "made" }
  /** The idempotency key stands for this job. */
  | { readonly outcome: "known"; readonly id: string }
  | { readonly outcome: "full"; readonly waiting: number }
  /** What is left of the server's budget for the month does not cover it. */
  | { readonly outcome: "unfunded" }
  /** The month's quota is used. */
  | { readonly outcome: "spent" };

const SubmittedRow = z.object({
  place: z.int(),
  outcome: z.enum(["made", "known", "full", "unfunded", "spent"]),
  analysis_id: z.string().nullable(),
  waiting: z.int(),
});

/** @returns in the same order */
export async function submitAnalyses(pool: Pool, submissions: readonly Submission[]): Promise<Submitted[]> {
  const rows = submissions.map((one, place) => ({
    place,
    id: one.id,
    owner: one.owner,
    plan: one.plan,
    slots: one.slots,
    most_queued: one.maxQueued,
    quota: one.quota,
    month: one.month,
    runs: one.runs ?? 1,
    cap_usd: one.capUsd,
    most_usd: one.mostUsd,
    priority: one.priority,
    timeout_ms: one.timeoutMs,
    request: one.request,
    setting: settingRow(one.setting),
    idempotency_key: one.idempotencyKey,
    request_id: one.requestId,
    webhook_url: one.webhookUrl?.stored ?? null,
    webhook_secret: one.webhookSecret?.stored ?? null,
    webhook_secret_made: one.webhookSecretMade,
    holdings: one.holdings?.stored ?? null,
    created_at: toIso(one.createdAt),
  }));
  const answer = await pool.query("select * from submit_job($1, $2, $3, $4)", [
    JSON.stringify(rows),
    analysisWorkflow,
    analysisQueue,
    application,
  ]);
  return z
    .array(SubmittedRow)
    .parse(answer.rows)
    .map(({ outcome, analysis_id: id, waiting }) => {
      if (outcome === "full") return { outcome, waiting };
      return outcome === "known" ? { outcome, id: id ?? "" } : { outcome };
    });
}

/** Found by digest, and sealed. */
export interface StoredShare {
  readonly digest: string;
  readonly token: Sealed;
  readonly createdAt: Instant;
}

/** The active link of an analysis. */
export async function findShare(db: Sql, analysisId: string): Promise<StoredShare | null> {
  const row = await db
    .selectFrom("analysis_shares")
    .select(["digest", "sealed_token", "created_at"])
    .where("analysis_id", "=", analysisId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { digest } = row;
  const token = sealedIn("analysis_shares.sealed_token", digest, row.sealed_token);
  return { digest, token, createdAt: row.created_at.getTime() };
}

/** Does nothing when there is a link. */
export async function insertShare(
  { sql: db }: Tx,
  analysisId: string,
  { digest, token, createdAt }: StoredShare,
): Promise<void> {
  await db
    .deleteFrom("analysis_shares")
    .where("analysis_id", "=", analysisId)
    .where("digest", "in", ({ selectFrom }) =>
      selectFrom("analysis_shares")
        .select("digest")
        .where("analysis_id", "=", analysisId)
        .where("revoked_at", "is not", null)
        .orderBy("revoked_at", "desc")
        .offset(1),
    )
    .execute();
  await db
    .insertInto("analysis_shares")
    .values({ digest, sealed_token: token.stored, analysis_id: analysisId, created_at: new Date(createdAt) })
    .onConflict((conflict) => conflict.column("analysis_id").where("revoked_at", "is", null).doNothing())
    .execute();
}

export async function revokeShares({ sql: db }: Tx, analysisId: string, at: Instant): Promise<void> {
  await db
    .updateTable("analysis_shares")
    .set({ revoked_at: new Date(at) })
    .where("analysis_id", "=", analysisId)
    .where("revoked_at", "is", null)
    .execute();
}

/** Cancelled runs are shown to nobody. */
export async function findSharedRun(
  db: Sql,
  digest: string,
): Promise<{ readonly run: Run | null; readonly removedAt: Instant | null } | null> {
  const { rows } = await sql<{ request: unknown; result: unknown; usage: unknown; manifest: unknown; at: Date | null }>`
    select request, result, usage, manifest, result_removed_at as at
    from analysis_shares join analyses on analyses.id = analysis_id
    where digest = ${digest} and revoked_at is null and status = 'succeeded'
  `.execute(db);
  if (rows[0] === undefined) return null;
  const { at, ...run } = rows[0];
  return at === null ? { run: Run.parse(run), removedAt: null } : { run: null, removedAt: at.getTime() };
}
