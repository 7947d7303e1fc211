import type { JobStatus } from "#src/contract/jobs/analysis.ts";

/*
 * What was seen of a service while it was used, and perhaps broken: what clients asked and were answered, what readers
 * of streams heard, and what the database holds in the end. Rules over it are in rules.ts.
 * @see Kingsbury, K.: Jepsen, histories of invocations and completions, and checkers over them (jepsen.io)
 */

/** From when it was sent until its answer was there, in ms of one clock. An operation takes effect in between. */
export interface Interval {
  readonly invokedAt: number;
  /** `null`: no answer came, and it may have had its effect or not. */
  readonly completedAt: number | null;
}

/** A submission, which may be one of several with its key. */
export interface Submission extends Interval {
  readonly owner: string;
  readonly key: string;
  /** Of an answer that accepted it; `null` for a refusal, and where no answer came. */
  readonly job: string | null;
}

/** A look at a job. */
export interface JobRead extends Interval {
  readonly job: string;
  /** `missing`: the answer was that there is none. */
  readonly status: JobStatus | "missing";
}

export interface RecordedEvent {
  readonly seq: number;
  readonly type: string;
}

/** A job as the database has it when all is over. */
export interface JobRecord {
  readonly id: string;
  readonly owner: string;
  /** Its Idempotency-Key. */
  readonly key: string | null;
  readonly status: JobStatus;
  /** In the order of their numbers. */
  readonly events: readonly RecordedEvent[];
  /** How often each of its turns was answered by a model after its answer had been kept. */
  readonly paidAgain: readonly { readonly turn: string; readonly times: number }[];
}

/** One connection to a stream. */
export interface Connection {
  /** The Last-Event-ID that it came with. */
  readonly after: number;
  /** Ids of what it heard, in the order of arrival. */
  readonly ids: readonly number[];
}

/** Somebody who follows a stream, and comes back behind the last event that arrived. */
export interface Reader {
  readonly stream: string;
  /** One after the other. */
  readonly connections: readonly Connection[];
  /** It stayed until the stream had told everything: nothing may be missing at its end. */
  readonly stayed: boolean;
}

/** A stream as the database has it when all is over. */
export interface StreamRecord {
  readonly stream: string;
  /** Numbers of its events, ascending. */
  readonly numbers: readonly number[];
}

export interface LedgerAccount {
  readonly id: string;
  /** `customer`: may not fall below zero. */
  readonly kind: string;
  /** In cents. */
  readonly balance: number;
}

export interface LedgerEntry {
  readonly transfer: string;
  readonly account: string;
  readonly amount: number;
  /** Counts the account's entries from 1. */
  readonly seq: number;
  readonly balanceAfter: number;
}

export interface DepositRecord {
  readonly id: string;
  readonly state: string;
  /** Of each transfer that credits it, in cents. */
  readonly credits: readonly number[];
  /** What was paid, in cents. */
  readonly paid: number;
}

export interface Ledger {
  readonly accounts: readonly LedgerAccount[];
  readonly entries: readonly LedgerEntry[];
  readonly deposits: readonly DepositRecord[];
}

/** How many jobs of each owner were at work at a moment. */
export type SlotSample = Readonly<Record<string, number>>;

export interface Slots {
  readonly ofAll: number;
  readonly ofOwner: number;
  readonly samples: readonly SlotSample[];
}

export interface History {
  readonly submissions: readonly Submission[];
  readonly reads: readonly JobRead[];
  readonly jobs: readonly JobRecord[];
  readonly readers: readonly Reader[];
  readonly streams: readonly StreamRecord[];
  readonly ledger: Ledger;
  readonly slots: Slots;
}

export const rules = [
  "accepted jobs exist",
  "one key, one job",
  "a job ends",
  "statuses follow the table",
  "statuses are told as they are",
  "one terminal event",
  "nothing after the end but a cancel",
  "job events without gaps",
  "reads never go back",
  "a kept turn is not paid again",
  "transfers sum to zero",
  "a balance is its sum",
  "no customer below zero",
  "a deposit is credited once",
  "streams without gaps",
  "a connection is in order",
  "nothing lost or doubled after a reconnect",
  "never more slots than allowed",
] as const;
export type Rule = (typeof rules)[number];

export interface Violation {
  readonly rule: Rule;
  /** Of which job, key, account or stream. */
  readonly subject: string;
  readonly seen: string;
}
