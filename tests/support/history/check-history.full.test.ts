import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { JobStatus } from "#src/contract/jobs/analysis.ts";
import { nextStatus } from "#src/contract/jobs/jobs.ts";
import { checkHistory } from "./check-history.ts";
import { rules, type History, type JobRecord, type LedgerEntry, type Rule } from "./history.ts";

const ends = ["succeeded", "failed", "cancelled"] as const;

/** How a job went: with which moves, and how many events of agents stood in between. */
interface Walk {
  readonly runs: boolean;
  readonly agents: number;
  readonly end: (typeof ends)[number];
  readonly cancelledAfterwards: boolean;
}

const walk: fc.Arbitrary<Walk> = fc.record({
  runs: fc.boolean(),
  agents: fc.nat(5),
  end: fc.constantFrom(...ends),
  cancelledAfterwards: fc.boolean(),
});

function jobOf(at: number, { runs, agents, end, cancelledAfterwards }: Walk): JobRecord {
  // Nobody succeeds without having run.
  const first: JobStatus = !runs && end === "succeeded" ? "cancelled" : end;
  const statuses: JobStatus[] = ["queued", ...(runs ? (["running"] as const) : []), first];
  const types = statuses.flatMap((status) => [
    `job.${status}`,
    ...(status === "running" ? Array.from({ length: agents }, () => "agent.finished") : []),
  ]);
  if (cancelledAfterwards && first !== "cancelled") types.push("job.cancelled");
  return {
    id: `ana_${at}`,
    owner: `owner ${at % 3}`,
    key: `key ${at}`,
    status: cancelledAfterwards ? "cancelled" : first,
    events: types.map((type, index) => ({ seq: index + 1, type })),
    paidAgain: [],
  };
}

/** Of one customer, who gets deposits and pays for plans as far as they reach. */
function ledgerOf(moves: readonly { readonly deposit: boolean; readonly cents: number }[]): History["ledger"] {
  const entries: LedgerEntry[] = [];
  const deposits: History["ledger"]["deposits"][number][] = [];
  const balances = { deposits: 0, revenue: 0, ada: 0 };
  const add = (transfer: string, account: keyof typeof balances, amount: number): void => {
    balances[account] += amount;
    const seq = entries.filter((entry) => entry.account === account).length + 1;
    entries.push({ transfer, account, amount, seq, balanceAfter: balances[account] });
  };
  for (const [at, { deposit, cents }] of moves.entries()) {
    if (deposit) deposits.push({ id: `dep_${at}`, state: "finished", credits: [cents], paid: cents });
    else if (balances.ada < cents) {
      deposits.push({ id: `dep_${at}`, state: "waiting", credits: [], paid: cents });
      continue;
    }
    add(`t${at}`, deposit ? "deposits" : "ada", -cents);
    add(`t${at}`, deposit ? "ada" : "revenue", cents);
  }
  const accounts = Object.entries(balances).map(([id, balance]) => ({
    id,
    kind: id === "ada" ? "customer" : id,
    balance,
  }));
  return { accounts, entries, deposits };
}

/** A history that keeps every rule, with something in it for each of them. */
const honest: fc.Arbitrary<History> = fc
  .record({
    walks: fc.array(walk, { minLength: 2, maxLength: 6 }),
    moves: fc.array(fc.record({ deposit: fc.boolean(), cents: fc.integer({ min: 1, max: 10_000 }) }), { maxLength: 8 }),
    cuts: fc.array(fc.nat(20), { maxLength: 4 }),
    events: fc.integer({ min: 3, max: 20 }),
    tries: fc.integer({ min: 1, max: 3 }),
    slots: fc.array(fc.record({ a: fc.nat(2), b: fc.nat(2) })),
  })
  .map(({ walks, moves, cuts, events, tries, slots }) => {
    const jobs = walks.map((each, at) => jobOf(at, each));
    const numbers = Array.from({ length: events }, (_, at) => at + 1);
    const borders = [0, ...cuts.map((cut) => Math.min(cut, events)).toSorted((a, b) => a - b), events];
    const connections = borders
      .slice(0, -1)
      .map((after, at) => ({ after, ids: numbers.slice(after, borders[at + 1]) }));
    return {
      submissions: jobs.flatMap(({ id, owner, key }, at) =>
        Array.from({ length: tries }, (_, attempt) => ({
          owner,
          key: key ?? "",
          job: attempt === tries - 1 ? id : null,
          invokedAt: 10 * at + attempt,
          completedAt: attempt === tries - 1 ? 10 * at + attempt + 1 : null,
        })),
      ),
      reads: jobs.flatMap(({ id, events: told }) =>
        told.flatMap(({ type }, at) => {
          const status = [...ends, "queued" as const, "running" as const].find((one) => type === `job.${one}`);
          return status === undefined
            ? []
            : [{ job: id, status, invokedAt: 1000 + 10 * at, completedAt: 1000 + 10 * at + 5 }];
        }),
      ),
      jobs,
      readers: [
        { stream: "signals", connections, stayed: true },
        { stream: "signals", connections: connections.slice(0, -1), stayed: false },
      ],
      streams: [{ stream: "signals", numbers }],
      ledger: ledgerOf([{ deposit: true, cents: 500 }, ...moves]),
      slots: { ofAll: 4, ofOwner: 2, samples: slots },
    };
  });

property.prop([honest])("a history that keeps the rules breaks none", (history) => {
  expect(checkHistory(history)).toEqual([]);
});

function changed<T>(list: readonly T[], at: number, change: (one: T) => T): T[] {
  return list.map((one, index) => (index === at % list.length ? change(one) : one));
}

const withJob = (history: History, at: number, change: (job: JobRecord) => JobRecord): History => ({
  ...history,
  jobs: changed(history.jobs, at, change),
});

const numbered = (types: readonly string[]): JobRecord["events"] =>
  types.map((type, index) => ({ seq: index + 1, type }));

/** For each rule, a history made to break it; `at` picks where. */
const planted: Readonly<Record<Rule, (history: History, at: number) => History>> = {
  "accepted jobs exist": (history, at) => {
    const gone = history.jobs[at % history.jobs.length]?.id;
    return { ...history, jobs: history.jobs.filter(({ id }) => id !== gone) };
  },
  // Its first answer was lost, and the second submission made another job.
  "one key, one job": (history, at) => {
    const twin = history.jobs[at % history.jobs.length];
    return twin === undefined ? history : { ...history, jobs: [...history.jobs, { ...twin, id: "ana_twin" }] };
  },
  "a job ends": (history, at) =>
    withJob(history, at, (job) => ({ ...job, status: "running", events: numbered(["job.queued", "job.running"]) })),
  "statuses follow the table": (history, at) =>
    withJob(history, at, (job) => ({
      ...job,
      status: "failed",
      events: numbered(["job.queued", "job.running", "job.queued", "job.running", "job.failed"]),
    })),
  "statuses are told as they are": (history, at) =>
    withJob(history, at, (job) => ({ ...job, status: job.status === "failed" ? "succeeded" : "failed" })),
  "one terminal event": (history, at) =>
    withJob(history, at, (job) => ({
      ...job,
      status: "succeeded",
      events: numbered(["job.queued", "job.running", "job.succeeded", "job.succeeded"]),
    })),
  "nothing after the end but a cancel": (history, at) =>
    withJob(history, at, (job) => ({
      ...job,
      status: "cancelled",
      events: numbered(["job.queued", "job.cancelled", "agent.finished"]),
    })),
  "job events without gaps": (history, at) =>
    withJob(history, at, (job) => ({
      ...job,
      events: job.events.map(({ seq, type }) => ({ seq: seq === job.events.length ? seq + 1 : seq, type })),
    })),
  "reads never go back": (history, at) => {
    const job = history.jobs[at % history.jobs.length]?.id ?? "";
    const read = (status: JobStatus, invokedAt: number) => ({ job, status, invokedAt, completedAt: invokedAt + 1 });
    return { ...history, reads: [...history.reads, read("succeeded", 5000), read("running", 5010)] };
  },
  "a kept turn is not paid again": (history, at) =>
    withJob(history, at, (job) => ({ ...job, paidAgain: [{ turn: "bull 1", times: 2 }] })),
  "transfers sum to zero": ({ ledger, ...history }, at) => ({
    ...history,
    ledger: { ...ledger, entries: changed(ledger.entries, at, (entry) => ({ ...entry, amount: entry.amount + 1 })) },
  }),
  "a balance is its sum": ({ ledger, ...history }, at) => ({
    ...history,
    ledger: { ...ledger, accounts: changed(ledger.accounts, at, (one) => ({ ...one, balance: one.balance + 100 })) },
  }),
  "no customer below zero": ({ ledger, ...history }) => ({
    ...history,
    ledger: {
      ...ledger,
      accounts: ledger.accounts.map((one) => (one.kind === "customer" ? { ...one, balance: -1 } : one)),
    },
  }),
  "a deposit is credited once": ({ ledger, ...history }, at) => ({
    ...history,
    ledger: {
      ...ledger,
      deposits: changed(ledger.deposits, at, (one) => ({
        ...one,
        credits: [...one.credits, ...one.credits, one.paid],
      })),
    },
  }),
  "streams without gaps": ({ streams, ...history }, at) => ({
    ...history,
    streams: streams.map(({ stream, numbers }) => ({
      stream,
      numbers: numbers.filter((_, index) => index !== at % (numbers.length - 1)),
    })),
  }),
  "a connection is in order": ({ readers, ...history }) => ({
    ...history,
    readers: [{ stream: "signals", connections: [{ after: 0, ids: [1, 3, 2] }], stayed: false }, ...readers],
  }),
  "nothing lost or doubled after a reconnect": ({ readers, ...history }, at) => ({
    ...history,
    readers: [
      {
        stream: "signals",
        // Comes back one too early, or one too late.
        connections:
          at % 2 === 0
            ? [
                { after: 0, ids: [1, 2] },
                { after: 1, ids: [2, 3] },
              ]
            : [{ after: 0, ids: [1, 3] }],
        stayed: false,
      },
      ...readers,
    ],
  }),
  "never more slots than allowed": ({ slots, ...history }, at) => ({
    ...history,
    slots: { ...slots, samples: [...slots.samples, at % 2 === 0 ? { a: 2, b: 2, c: 1 } : { a: 3 }] },
  }),
};

test.each(rules)("a history that breaks the rule '%s' is found", (rule) => {
  fc.assert(
    fc.property(honest, fc.nat(100), (history, at) => {
      expect(checkHistory(planted[rule](history, at)).map((violation) => violation.rule)).toContain(rule);
    }),
  );
});

test("jobs may make every move of the table, and no other", () => {
  const ways = {
    queued: ["queued"],
    running: ["queued", "running"],
    succeeded: ["queued", "running", "succeeded"],
    failed: ["queued", "failed"],
    cancelled: ["queued", "cancelled"],
  } as const satisfies Record<JobStatus, readonly JobStatus[]>;
  for (const from of JobStatus.options)
    for (const to of JobStatus.options) {
      const told: JobStatus[] = [...ways[from], to];
      const events = numbered(told.map((status) => `job.${status}`));
      const job: JobRecord = { id: "ana_1", owner: "a", key: null, status: to, events, paidAgain: [] };
      const empty = { submissions: [], reads: [], readers: [], streams: [] };
      const found = checkHistory({
        ...empty,
        jobs: [job],
        ledger: { accounts: [], entries: [], deposits: [] },
        slots: { ofAll: 0, ofOwner: 0, samples: [] },
      });
      const allowed = nextStatus[from].some((one) => one === to);
      expect(found.some(({ rule }) => rule === "statuses follow the table")).toBe(!allowed);
    }
});
