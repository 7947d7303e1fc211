import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { seeded } from "../../../scripts/demo/random.ts";
import { checkHistory } from "../history/check-history.ts";
import type { SlotSample, Violation } from "../history/history.ts";
import { publish } from "../signals.ts";
import { until } from "../up-process.ts";
import { allIsTold, follow, sometimes, type Follower } from "./followers.ts";
import { memoryOf, memoryTrends, windowSeconds, type MemorySample, type MemoryTrend } from "./memory.ts";
import { countOpen, readHistory, sampleSlots } from "./read-history.ts";
import { createRecorder, type Done, type Recorder } from "./recorder.ts";
import { startLoadedService, type LoadedService, type RoleName } from "./service.ts";
import { createTraffic, usualMix } from "./traffic.ts";

export interface LoadWishes {
  readonly databaseUrl: string;
  readonly seconds: number;
  readonly seed: number;
  /** Operations a second; each is one request or a few. */
  readonly rate: number;
  readonly web: boolean;
  readonly customers: number;
}

export interface RouteFigures {
  readonly route: string;
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
  /** Answers of 500 and above. */
  readonly failed: number;
  /** Of another status than was right, or none. */
  readonly wrong: number;
}

export interface LoadReport {
  readonly seed: number;
  readonly seconds: number;
  readonly rate: number;
  /** Of the machine, over a minute: before, and at the end. */
  readonly load: { readonly before: number; readonly after: number };
  /** How late the latest operation began, ms: a busy machine sends later than it should. */
  readonly latestMs: number;
  readonly requests: number;
  readonly routes: readonly RouteFigures[];
  readonly memory: readonly MemoryTrend[];
  readonly jobs: Readonly<Record<string, number>>;
  readonly deposits: number;
  readonly signals: number;
  readonly streams: { readonly followed: number; readonly connections: number; readonly events: number };
  readonly violations: readonly Violation[];
  /** What must not be, in words; empty for a load that went well. */
  readonly faults: readonly string[];
}

const longestWaitMs = 180_000;
const signalEveryMs = 2000;
const slots = 4;
const leastSecondsForMemory = 120;

/** Runs mixed traffic against a whole service at a fixed rate, and checks what it did to it. */
export async function runLoad(wishes: LoadWishes): Promise<LoadReport> {
  const before = loadavg()[0] ?? 0;
  const service = await startLoadedService(wishes.databaseUrl, { ...wishes, latencyMs: 20, slots });
  try {
    return await underLoad(service, wishes, before);
  } finally {
    await service.close();
  }
}

async function underLoad(service: LoadedService, wishes: LoadWishes, before: number): Promise<LoadReport> {
  const { seconds, seed, rate } = wishes;
  const random = seeded(`load ${seed}`);
  const recorder = createRecorder(() => service.url);
  const surroundings = { recorder, random, url: () => service.url, customers: service.customers };
  const mix = wishes.web ? usualMix : { ...usualMix, openPage: 0, customerPage: 0 };
  const traffic = createTraffic(service, surroundings, mix);
  const roles = service.roles();
  const watch = watchService(service, roles);
  const over = new AbortController();
  const signals = followStreams({ ...service, url: () => service.url }, recorder, seed, over.signal);
  const started = performance.now();
  const working: Promise<unknown>[] = [];
  const broken: string[] = [];
  /** What the load itself could not do is a fault as well. */
  const begin = (work: Promise<unknown>): void =>
    void working.push(work.catch((error: unknown) => void broken.push(String(error))));
  let latestMs = 0;
  let published = 0;
  for (let at = 0; at < seconds * rate; at += 1) {
    const due = started + (at * 1000) / rate;
    await pause(Math.max(0, due - performance.now()));
    latestMs = Math.max(latestMs, performance.now() - due);
    begin(traffic.next());
    if (performance.now() - started > published * signalEveryMs) {
      published += 1;
      begin(publish(service, "DEMO", "Buy"));
    }
  }
  await Promise.all(working);
  await until(async () => (await countOpen(service.db)) === 0, longestWaitMs);
  await traffic.settle();
  await untilAllIsTold(service, signals);
  over.abort(allIsTold);
  await Promise.all([...signals.values()].flat().map(({ done }) => done));
  const seen = await watch.end();
  const history = await readHistory(service.db, recorder, { ofAll: slots, samples: seen.slots });
  const violations = checkHistory(history);
  const trends = memoryTrends(seen.memory);
  const died = [...roles].filter(([role, pid]) => service.roles().get(role) !== pid).map(([role]) => role);
  const { code, left } = await service.stop();
  const routes = figuresOf(recorder.done);
  return {
    seed,
    seconds,
    rate,
    load: { before, after: loadavg()[0] ?? 0 },
    latestMs: Math.round(latestMs),
    requests: recorder.done.length,
    routes,
    memory: trends,
    jobs: Object.fromEntries(
      [...Map.groupBy(history.jobs, ({ status }) => status)].map(([status, all]) => [status, all.length]),
    ),
    deposits: history.ledger.deposits.length,
    signals: published,
    streams: {
      followed: recorder.readers.length,
      connections: recorder.readers.flatMap(({ connections }) => connections).length,
      events: recorder.readers.flatMap(({ connections }) => connections.flatMap(({ ids }) => ids)).length,
    },
    violations,
    faults: [
      ...broken,
      ...recorder.done.flatMap(({ route, wrong }) => (wrong === null ? [] : [`${route}: ${wrong}`])),
      ...violations.map(({ rule, subject, seen: what }) => `${rule}: ${subject}: ${what}`),
      ...history.jobs.filter(({ status }) => status === "failed").map(({ id }) => `${id} failed`),
      ...history.ledger.deposits
        .filter(({ state }) => state !== "finished")
        .map(({ id, state }) => `${id} is ${state}`),
      // What is shared with other processes comes and goes, and in a short load code is still being compiled.
      ...trends
        .filter(({ flat, measure }) => !flat && measure !== "rss" && seconds >= leastSecondsForMemory)
        .map(({ role, measure, growth }) => `the ${measure} of ${role} grows: ${growth.toFixed(1)} MB`),
      ...died.map((role) => `${role} died`),
      ...(code === 0 ? [] : [`the service ended with ${String(code)}: ${service.said()}`]),
      ...left.map((pid) => `process ${pid} is left`),
    ],
  };
}

/** Each customer follows its own deposits, and the signals of all. */
export function followStreams(
  { customers, url }: { readonly customers: LoadedService["customers"]; url(): string },
  recorder: Recorder,
  seed: number,
  over: AbortSignal,
): Map<string, Follower[]> {
  const random = seeded(`followers ${seed}`);
  const followed = new Map<string, Follower[]>();
  const common = { headers: {}, url, isLast: () => false, over };
  for (const { id, cookie } of customers)
    for (const [stream, path] of [
      ["signals", "/api/signal-engine/stream"],
      [`deposits of ${id}`, "/api/deposit/stream"],
    ] as const) {
      const leaveAfterMs = sometimes(random, 0.7, 8000);
      const follower = follow(recorder, {
        ...common,
        stream,
        path,
        route: `GET ${path}`,
        headers: { cookie },
        leaveAfterMs,
      });
      followed.set(stream, [...(followed.get(stream) ?? []), follower]);
    }
  return followed;
}

/** Until each follower has heard the last number of its stream. */
export async function untilAllIsTold(
  { db }: Pick<LoadedService, "db">,
  followed: ReadonlyMap<string, readonly Follower[]>,
): Promise<void> {
  const { streams } = await readHistory(db, { submissions: [], reads: [], readers: [] }, { ofAll: slots, samples: [] });
  await until(
    () =>
      [...followed].every(([stream, followers]) => {
        const last = streams.find((one) => one.stream === stream)?.numbers.at(-1) ?? 0;
        return followers.every((follower) => follower.position() >= last);
      }),
    longestWaitMs,
  ).catch(() => {
    // What is missing is for the checker to say.
  });
}

/** Once a second: the memory of each role, and how many jobs run. Garbage is collected now and then, a look before. */
function watchService(service: LoadedService, roles: ReadonlyMap<RoleName, number>) {
  const memory: MemorySample[] = [];
  const samples: SlotSample[] = [];
  const started = performance.now();
  const ending = new AbortController();
  let collected = 0;
  const look = async (): Promise<void> => {
    const windows = Math.floor((performance.now() - started) / 1000 / windowSeconds);
    if (windows > collected) {
      collected = windows;
      service.collect();
      await pause(200);
    }
    samples.push(await sampleSlots(service.db));
    for (const [role, pid] of roles) {
      const of = memoryOf(pid);
      const seconds = (performance.now() - started) / 1000;
      if (of !== null) memory.push({ role, seconds, ...of, heap: await heapOf(service.metricsOf(role)) });
    }
  };
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await look();
      await pause(1000, undefined, { signal: ending.signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    async end() {
      ending.abort();
      await running;
      return { memory, slots: samples };
    },
  };
}

/** One look that fails, as when a busy machine has let the connection grow old, is one look less. */
async function heapOf(url: string | null): Promise<number | null> {
  if (url === null) return null;
  const told = await fetch(url).then(
    (answer) => answer.text(),
    () => null,
  );
  return told === null ? null : Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(told)?.[1]) / 1024 / 1024;
}

export function figuresOf(done: readonly Done[]): RouteFigures[] {
  return [...Map.groupBy(done, ({ route }) => route)]
    .map(([route, all]) => {
      const times = all.map(({ ms }) => ms).toSorted((a, b) => a - b);
      const part = (share: number): number => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
      return {
        route,
        count: all.length,
        p50: part(0.5),
        p99: part(0.99),
        most: part(1),
        failed: all.filter(({ status }) => (status ?? 0) >= 500).length,
        wrong: all.filter(({ wrong }) => wrong !== null).length,
      };
    })
    .toSorted((a, b) => a.route.localeCompare(b.route));
}
