import { setTimeout as pause } from "node:timers/promises";
import { seeded, type Random } from "../../../scripts/demo/random.ts";
import { checkHistory } from "../history/check-history.ts";
import type { History, SlotSample } from "../history/history.ts";
import { promptOf } from "../killed-run.ts";
import { allIsTold } from "../load/followers.ts";
import { countOpen, readHistory, sampleSlots } from "../load/read-history.ts";
import { createRecorder, type Recorder } from "../load/recorder.ts";
import { followStreams, untilAllIsTold } from "../load/run.ts";
import { createTraffic, usualMix } from "../load/traffic.ts";
import { publish } from "../signals.ts";
import { tradeDates } from "../trade-dates.ts";
import { until } from "../up-process.ts";
import { startBreakable, type BreakableService } from "./breakable-service.ts";
import type { Fault } from "./faults.ts";

/** What one fault did to a service at work. */
export interface FaultOutcome {
  readonly fault: string;
  readonly injected: string;
  readonly seed: number;
  /** Jobs that were accepted while the load ran, by how they ended. */
  readonly jobs: Readonly<Record<string, number>>;
  readonly deposits: number;
  /** Events that followers of streams heard, and over how many connections. */
  readonly events: number;
  readonly connections: number;
  /** Requests that were told to come again, or got no answer. */
  readonly turnedAway: number;
  readonly requests: number;
  /** From the mended fault until every front door said that all is well. */
  readonly wellAfterMs: number;
  /** What was lost, doubled or out of order, in words. */
  readonly lost: readonly string[];
  /** Answers that nobody should get, such as a 500. */
  readonly wrong: readonly string[];
}

const mix = { ...usualMix, submit: 22, poll: 22, deposit: 6, question: 0, batch: 0, tool: 4 };
/** Operations a second: without pages, as in a test run, as many as keep something of each kind under way. */
const rates = { withPages: 8, without: 5 } as const;
const endWithinMs = 180_000;
/** Of one fault with its load, which takes ten seconds on a quiet machine: what never ends must not take the table with it. */
const mostMs = 300_000;
const againMs = 150;
const mostOfAnAnswer = 80;

/**
 * One service, and one fault after the other in an order that the seed picks.
 * @param told each outcome as it comes
 * @returns what each did, and the names of those that cannot be injected on this machine
 */
export async function breakInOrder(
  seed: number,
  faults: readonly Fault[],
  { web, told = () => {} }: { readonly web: boolean; readonly told?: (outcome: FaultOutcome) => void },
): Promise<{ readonly outcomes: readonly FaultOutcome[]; readonly leftOut: readonly string[] }> {
  const service = await startBreakable({ web });
  const isPossible = ({ needs }: Fault): boolean =>
    needs === undefined || (needs === "pages" ? web : service.disk !== null);
  const left = faults.filter(isPossible);
  const random = seeded(`faults ${seed}`);
  const outcomes: FaultOutcome[] = [];
  while (left.length > 0) {
    const [fault] = left.splice(Math.floor(random.between(0, left.length - 1e-9)), 1);
    if (fault === undefined) continue;
    // What never ends is for the table too, and the others are still to come.
    const outcome = await within(mostMs, breakService(service, fault, seed)).catch((error: unknown) =>
      stuck(fault, seed, error),
    );
    told(outcome);
    outcomes.push(outcome);
  }
  return { outcomes, leftOut: faults.filter((fault) => !isPossible(fault)).map(({ name }) => name) };
}

/**
 * Traffic on a service, with a fault in the middle of it. When all has ended, the history of what clients asked, heard
 * and were answered is checked against what the database holds.
 */
async function breakService(service: BreakableService, fault: Fault, seed: number): Promise<FaultOutcome> {
  const random = seeded(`${fault.name} ${seed}`);
  const { db } = service.service;
  const recorder = createRecorder(service.url, { tolerant: true });
  const traffic = createTraffic(
    service.service,
    {
      recorder,
      random,
      url: service.url,
      customers: service.service.customers,
      nextDate: datesFrom(random),
      keyPrefix: `${fault.name.toLowerCase().replaceAll(" ", "-")}-${seed}-`,
      attempt: patiently,
    },
    service.web ? mix : { ...mix, openPage: 0, customerPage: 0 },
  );
  const before = await endedBefore(service);
  const over = new AbortController();
  const followed = followStreams({ ...service.service, url: service.url }, recorder, seed, over.signal);
  const slots = watchSlots(service);
  const turns = watchTurns(service, recorder);
  const load = startLoad(
    service.web ? rates.withPages : rates.without,
    () => traffic.next(),
    () => publish(service.service, "DEMO", "Buy"),
  );

  try {
    await until(() => recorder.submissions.filter(({ job }) => job !== null).length > 2);
    await pause(random.between(200, 2000));
    await turns.note();
    await fault.inject(service, random);
    const mended = performance.now();
    await service.untilWell();
    const wellAfterMs = Math.round(performance.now() - mended);
    await turns.note();
    await pause(1000);
    const broken = await load.end();
    await until(async () => (await countOpen(db)) === 0, endWithinMs);
    await traffic.settle();
    await untilAllIsTold(service.service, followed);
    over.abort(allIsTold);
    await Promise.all([...followed.values()].flat().map(({ done }) => done));
    const read = await readHistory(db, recorder, { ofAll: service.service.slots, samples: await slots.end() });
    const history = withPaidAgain(read, turns.paidAgain());
    const lost = [...broken, ...lostIn(history, fault, await failedSince(service, before))];
    const { name, injected } = fault;
    return { ...outcomeOf(history, recorder, before), fault: name, injected, seed, wellAfterMs, lost };
  } finally {
    load.stop();
    slots.stop();
    over.abort();
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = pause(ms, undefined, { signal: over.signal }).then((): never => {
    throw new Error(`no end after ${ms / 1000} s`);
  });
  late.catch(() => {});
  return Promise.race([work, late]).finally(() => over.abort());
}

function stuck({ name, injected }: Fault, seed: number, error: unknown): FaultOutcome {
  const nothing = { jobs: {}, deposits: 0, events: 0, connections: 0, turnedAway: 0, requests: 0, wellAfterMs: 0 };
  return { fault: name, injected, seed, ...nothing, lost: [`it came to no end: ${String(error)}`], wrong: [] };
}

/** One date after the other, so that no two jobs of a load ask a model the same. */
function datesFrom(random: Random): () => string {
  const dates = tradeDates(250);
  let at = Math.floor(random.between(0, dates.length));
  return () => {
    at += 1;
    return dates[at % dates.length] ?? "";
  };
}

/** Until it works: what a test does itself is not what is tested. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  return until(async () => ({ value: await work() }), endWithinMs).then(({ value }) => value);
}

async function endedBefore({ service: { db } }: BreakableService): Promise<ReadonlySet<string>> {
  const { rows } = await db.pool.query<{ id: string }>("select id from analyses union all select id from deposits");
  return new Set(rows.map(({ id }) => id));
}

/** Operations at a steady pace until it is told to end, and a signal now and then. */
function startLoad(rate: number, operation: () => Promise<void>, signal: () => Promise<unknown>) {
  const ending = new AbortController();
  const working: Promise<unknown>[] = [];
  const broken: string[] = [];
  const begin = (work: Promise<unknown>): void =>
    void working.push(work.catch((error: unknown) => void broken.push(String(error))));
  const run = async (): Promise<void> => {
    for (let at = 0; !ending.signal.aborted; at += 1) {
      begin(operation());
      if (at % (2 * rate) === 0) begin(patiently(signal));
      await pause(1000 / rate, undefined, { signal: ending.signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    stop: () => ending.abort(),
    /** Resolves with what the load itself could not do. */
    async end(): Promise<readonly string[]> {
      ending.abort();
      await running;
      await Promise.all(working);
      return broken;
    },
  };
}

/** As often as the database can be asked. */
function watchSlots({ service: { db } }: BreakableService) {
  const samples: SlotSample[] = [];
  const ending = new AbortController();
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const sample = await sampleSlots(db).catch(() => null);
      if (sample !== null) samples.push(sample);
      await pause(againMs, undefined, { signal: ending.signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    stop: () => ending.abort(),
    async end(): Promise<readonly SlotSample[]> {
      ending.abort();
      await running;
      return samples;
    },
  };
}

interface Kept {
  readonly job: string;
  readonly turn: string;
}

/** Remembers which turns' answers are kept at a moment: none of them may be asked for after it. */
function watchTurns({ queue, service: { model } }: BreakableService, { submissions }: Recorder) {
  const moments: { readonly kept: ReadonlyMap<string, Kept>; readonly asked: number }[] = [];
  const keptNow = async (): Promise<ReadonlyMap<string, Kept>> => {
    const jobs = new Set(submissions.flatMap(({ job }) => job ?? []));
    const kept = new Map<string, Kept>();
    for (const job of jobs)
      for (const [turn, value] of await queue.finishedSteps(job))
        if (turn.startsWith("call ") && typeof value === "object" && value !== null && "prompt" in value)
          kept.set(String(value.prompt), { job, turn });
    return kept;
  };
  return {
    async note(): Promise<void> {
      const kept = await patiently(keptNow);
      moments.push({ kept, asked: model.calls.length });
    },
    paidAgain(): readonly Kept[] {
      return moments.flatMap(({ kept, asked }) =>
        model.calls
          .slice(asked)
          .filter(({ outcome }) => outcome === "finished")
          .flatMap((call) => kept.get(promptOf(call)) ?? []),
      );
    },
  };
}

function withPaidAgain(history: History, again: readonly Kept[]): History {
  const ofJob = Map.groupBy(again, ({ job }) => job);
  const timesOf = (id: string) =>
    [...Map.groupBy(ofJob.get(id) ?? [], ({ turn }) => turn)].map(([turn, all]) => ({ turn, times: all.length }));
  return { ...history, jobs: history.jobs.map((job) => ({ ...job, paidAgain: timesOf(job.id) })) };
}

function outcomeOf({ jobs, ledger }: History, { done, readers }: Recorder, before: ReadonlySet<string>) {
  const own = jobs.filter(({ id }) => !before.has(id));
  return {
    jobs: Object.fromEntries(
      [...Map.groupBy(own, ({ status }) => status)].map(([status, all]) => [status, all.length]),
    ),
    deposits: ledger.deposits.filter(({ id }) => !before.has(id)).length,
    events: readers.flatMap(({ connections }) => connections.flatMap(({ ids }) => ids)).length,
    connections: readers.flatMap(({ connections }) => connections).length,
    turnedAway: done.filter(({ status }) => status === null || status >= 500).length,
    requests: done.length,
    wrong: done.flatMap(({ route, wrong }) => (wrong === null ? [] : [`${route}: ${wrong.slice(0, mostOfAnAnswer)}`])),
  };
}

/** Jobs that ended in an error, and deposits that came to no end, each in words. */
async function failedSince({ service: { db } }: BreakableService, before: ReadonlySet<string>) {
  const rows = async (query: string): Promise<string[]> =>
    (await db.pool.query<{ id: string; what: string }>(query)).rows
      .filter(({ id }) => !before.has(id))
      .map(({ id, what }) => `${id}: ${what}`);
  return {
    jobs: await rows("select id, 'failed: ' || error as what from analyses where status = 'failed'"),
    deposits: await rows("select id, state as what from deposits where state <> 'finished'"),
  };
}

function lostIn(history: History, { jobsMayFail }: Fault, failed: Awaited<ReturnType<typeof failedSince>>): string[] {
  return [
    ...checkHistory(history).map(({ rule, subject, seen }) => `${rule}: ${subject}: ${seen}`),
    ...(jobsMayFail === true ? [] : failed.jobs),
    ...failed.deposits,
  ];
}
