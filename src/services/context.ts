import type { Plan, Scope } from "#src/contract/plans.ts";
import type { Role } from "#src/contract/users.ts";
import type { Database } from "#src/db/database.ts";
import type { JobQueue } from "#src/db/job-queue.ts";
import type { Clock, Instant } from "#src/platform/clock.ts";
import { Forbidden } from "#src/platform/errors.ts";

/*
 * Every service is `verb(ctx, input)`. Its context says on whose behalf it works, and there are three:
 *
 *   SystemContext   nobody's: workers and schedules, sign-in, what everybody may read, and what names its owner
 *   Context         somebody's: a customer, by their key or their session; `actor` is whose data is touched
 *   AdminContext    that of whoever runs the service; `by` is under whose name it is recorded
 *
 * A context holds what all services work with. What one of them needs besides, such as the payment processors, stands
 * in its input.
 */

/** Nobody asks, or whoever does is checked by the caller. */
export interface SystemContext {
  readonly db: Database;
  readonly queue: JobQueue;
  readonly clock: Clock;
}

/** Who asks. `local` stands for whoever reaches a server that runs open on its own machine. */
export interface Actor {
  readonly owner: string;
  readonly plan: Plan;
  readonly scopes: readonly Scope[];
  /** That asks on their behalf, when one does. */
  readonly app?: ConnectedApp;
}

/** An app that its user let in. */
export interface ConnectedApp {
  readonly clientId: string;
  /** What it calls itself; nobody has checked it. */
  readonly name: string;
}

/** What a job is made with when its request does not say, and the limits of the service. */
export interface JobSettings {
  readonly rounds: number;
  readonly riskRounds: number;
  readonly budgetUsd: string | null;
  /** The most that all runs on the server's models may cost in a month; absent: any amount. */
  readonly monthlyBudgetUsd?: string;
  /** As in `RunSettings`. */
  readonly askAgainFigures?: false;
  readonly maxConcurrency: number;
  readonly maxQueued: number;
  readonly jobTimeoutMs: number;
  /** Webhooks may lead to this machine and the networks around it. */
  readonly webhookAllowPrivate: boolean;
}

/** Somebody asks for what is theirs. */
export interface Context extends SystemContext {
  readonly settings: JobSettings;
  readonly actor: Actor;
  /** Stands in every log line about the request and about the job it starts. */
  readonly requestId: string;
}

/** The one check of what a key may do; a session has every scope. @throws Forbidden without it */
export function requireScope({ actor }: Context, scope: Scope): void {
  if (!actor.scopes.includes(scope)) throw new Forbidden(`the key lacks the scope ${scope}`);
}

/** Who runs the service, and may look. */
export interface Admin {
  readonly userId: string;
  readonly role: Role;
}

/** One who may change things, as they are signed in now. */
export interface ActingAdmin extends Admin {
  readonly twoFactor: boolean;
  readonly confirmedAt: Instant;
  /** What they may give or take in one action, and in a day, before a second one has to agree; US cents. */
  readonly allowanceMinor: number;
}

/** What one asked for and another agreed to. */
export interface Approved {
  readonly userId: string;
  readonly approvedBy: string;
  readonly request: string;
  /** What they agreed to, US cents. */
  readonly amountMinor: number;
}

/** Whoever has the command line, and with it the database. */
export interface Operator {
  /** The operating system's user. */
  readonly operator: string;
}

export type Authority = ActingAdmin | Approved | Operator;

/** Whoever runs the service looks (`Admin`) or changes something (`Authority`, of which a page knows `ActingAdmin`). */
export interface AdminContext<By extends Admin | Authority = ActingAdmin> extends SystemContext {
  readonly by: By;
}
