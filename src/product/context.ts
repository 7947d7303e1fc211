import type { Plan, Scope } from "#src/contract/accounts/plans.ts";
import type { Role } from "#src/contract/accounts/users.ts";
import type { Database } from "#src/core/db/database.ts";
import type { JobQueue } from "./jobs/queries/job-queue.ts";
import type { Clock, Instant } from "#src/core/clock.ts";
import { Forbidden } from "#src/core/errors.ts";

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

/** `local`: whoever reaches an open server on its own machine. */
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

/** Defaults of jobs, and the service's limits. */
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
  /** In every log line of the request and its job. */
  readonly requestId: string;
}

/** A session has every scope. @throws Forbidden */
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
  /** In one action, and in a day; US cents. */
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

/** `Admin` looks, `Authority` changes. */
export interface AdminContext<By extends Admin | Authority = ActingAdmin> extends SystemContext {
  readonly by: By;
}
