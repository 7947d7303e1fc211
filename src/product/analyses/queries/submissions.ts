import type { Pool } from "pg";
import { z } from "zod";
import type { Plan } from "#src/contract/accounts/plans.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { toIso, type Instant, type LocalDate } from "#src/core/clock.ts";
import type { Sealed } from "#src/core/vault.ts";
import { analysisQueue, analysisWorkflow, application } from "#src/product/jobs/queries/job-queue.ts";
import { settingRow, type ResolvedRun } from "./runs.ts";

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
