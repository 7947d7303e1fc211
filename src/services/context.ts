import type { Plan, Scope } from "#src/contract/plans.ts";
import type { Database } from "#src/db/database.ts";
import type { JobQueue } from "#src/db/job-queue.ts";
import type { Clock } from "#src/platform/clock.ts";

/** Who asks. `local` stands for whoever reaches a server that runs open on its own machine. */
export interface Actor {
  readonly owner: string;
  readonly plan: Plan;
  readonly scopes: readonly Scope[];
}

/** What a job is made with when its request does not say, and the limits of the house. */
export interface JobSettings {
  readonly rounds: number;
  readonly riskRounds: number;
  readonly budgetUsd: string | null;
  readonly maxConcurrency: number;
  readonly maxQueued: number;
  readonly jobTimeoutMs: number;
  /** Webhooks may lead to this machine and the networks around it. */
  readonly webhookAllowPrivate: boolean;
}

export interface Context {
  readonly db: Database;
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly settings: JobSettings;
  readonly actor: Actor;
  /** Stands in every log line about the request and about the job it starts. */
  readonly requestId: string;
}
