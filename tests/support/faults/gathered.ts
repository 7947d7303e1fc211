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
    injected: "SIGKILL to one front door after the other in the middle of streams",
    holds: "each follower hears every event once, in order",
  },
  {
    file: "every-role.full.test.ts",
    injected: "SIGKILL to every role, to pages and to keepers; Postgres stopped and killed",
    holds: "every job ends once, every webhook is told, and all come back without help",
  },
  {
    file: "lost-database.full.test.ts",
    injected: "Postgres stopped, crashed, killed, cut off or silent for 0.1 to 15 s under a whole service",
    holds: "no job is lost, and no error comes later than 2 s after it is back",
  },
  {
    file: "lost-workers.full.test.ts",
    injected: "the database of three workers stopped, killed, frozen, cut off or silent for up to 30 s",
    holds: "all go on, under a new identity where they had to let go",
  },
  {
    file: "broken-model.full.test.ts",
    injected: "a model that fails for good from one call on, in 16 ways",
    holds: "each job ends in a clear error or in REVIEW",
  },
  {
    file: "cancelled-run.full.test.ts",
    injected: "a job cancelled during and after every call of a run",
    holds: "it ends cancelled, and no further call is made",
  },
  {
    file: "killed-run.full.test.ts",
    injected: "SIGKILL to `conclave analyze` after every call",
    holds: "it goes on where it was, and the run replays",
  },
  {
    file: "one-key.test.ts",
    injected: "1,000 submissions with one key at once, at two to four front doors",
    holds: "one job, one run",
  },
  {
    file: "outliving-worker.full.test.ts",
    injected: "4,000 requests of every kind, valid and not",
    holds: "the worker lives, and every job ends",
  },
  {
    file: "signal-followers.full.test.ts",
    injected: "1,000 subscribers of signals who come and go",
    holds: "no signal is lost or heard twice",
  },
  {
    file: "two-services.full.test.ts",
    injected: "two of `conclave up` started at once on one empty database, and on one empty home",
    holds: "both start, and both take jobs",
  },
  {
    file: "outages.full.test.ts",
    injected:
      "a full disk, no files left to open, a disk that turns read-only, and Postgres's errors for a quota, for 3 to 12 s under 40 debates",
    holds: "every accepted job ends well, once; no kept model call is made again; health is degraded, with the reason",
  },
];
