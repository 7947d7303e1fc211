/** A test beside the traffic on one service: what it breaks with many seeds, and what must hold. */
export interface GatheredTest {
  /** In tests/fault. */
  readonly file: string;
  readonly injected: string;
  readonly holds: string;
}

export const gatheredTests: readonly GatheredTest[] = [
  {
    file: "dead-worker.test.ts",
    injected: "SIGKILL to one of two workers under 40 jobs",
    holds: "each job ends once, and no kept model call is made again",
  },
  {
    file: "dead-front-door.full.test.ts",
    injected: "SIGKILL to front doors in the middle of streams",
    holds: "each follower hears every event once, in order",
  },
  {
    file: "every-role.full.test.ts",
    injected: "SIGKILL to every role, to pages and to keepers; Postgres stopped and killed",
    holds: "jobs end once, webhooks are sent, and all recover without help",
  },
  {
    file: "lost-database.full.test.ts",
    injected: "Postgres stopped, crashed, cut off or silent for up to 15 s",
    holds: "no job is lost; errors end within 2 s of its return",
  },
  {
    file: "lost-workers.full.test.ts",
    injected: "the same, for up to 30 s, under three workers",
    holds: "all go on, some under a new identity",
  },
  {
    file: "broken-model.full.test.ts",
    injected: "a model that fails for good, in 16 ways",
    holds: "a clear error or REVIEW",
  },
  {
    file: "cancelled-run.full.test.ts",
    injected: "a job cancelled during and after every call",
    holds: "no further call is made",
  },
  {
    file: "killed-run.full.test.ts",
    injected: "SIGKILL to `conclave analyze` after every call",
    holds: "it resumes, and the run replays",
  },
  {
    file: "one-key.test.ts",
    injected: "1,000 submissions with one idempotency key at once",
    holds: "one job, one run",
  },
  {
    file: "outliving-worker.full.test.ts",
    injected: "4,000 requests of every kind, valid and not",
    holds: "the worker lives; every job ends",
  },
  {
    file: "signal-followers.full.test.ts",
    injected: "1,000 signal subscribers who come and go",
    holds: "no signal is lost or heard twice",
  },
  {
    file: "two-services.full.test.ts",
    injected: "two `conclave up` at once on an empty database or home",
    holds: "both start, and both take jobs",
  },
  {
    file: "outages.full.test.ts",
    injected: "a full, read-only or quota-bound disk, or no file handles, under 20 debates",
    holds: "every accepted job ends well, once; health says why it is degraded",
  },
];
