import { spawn, spawnSync, type ChildProcess, type Serializable } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { appendEvents } from "#src/product/analyses/queries/events.ts";
import { systemClock } from "#src/core/clock.ts";
import { freshDatabase, type FreshDatabase } from "#tests/support/database.ts";
import { report } from "./setup.ts";
import { hasNchan, startNchan } from "./nchan.ts";
import { eventText, Heard, latencies, now, text } from "./stream-peers.ts";

/*
 * Server-sent events: 10,000 clients on one front door, spread over jobs and all on one, against a bare node:http
 * server in the same run that writes one shared buffer to all, and nginx with nchan where the machine has it. The writer
 * appends an event in a transaction of its own at a steady rate; a latency runs from just before the commit (for the bare server: from the message that tells it to
 * write) until a client has read the event. Clients are bare sockets in processes of their own; all share the machine.
 * `--clients N` and `--seconds N` make it smaller.
 */
const clientProcesses = 2;
const peers = join(import.meta.dirname, "stream-peers.ts");
const conclave = join(import.meta.dirname, "../bin/conclave.js");

interface Scenario {
  readonly name: string;
  readonly jobs: number;
  readonly eventsPerSecond: number;
}

const scenarios: readonly Scenario[] = [
  { name: "1,000 jobs", jobs: 1000, eventsPerSecond: 100 },
  { name: "one job", jobs: 1, eventsPerSecond: 2 },
];

const Spent = z.object({
  /** Resident memory in bytes. */
  rss: z.number(),
  /** Time on a processor so far, in seconds. */
  cpu: z.number(),
});
type Spent = z.infer<typeof Spent>;

/** A server that is looked at, and how an event for a path comes to it. */
interface Subject {
  readonly port: number;
  spent(): Promise<Spent>;
  readonly paths: readonly string[];
  /** @returns when it was told, by `now` */
  tell(path: number, seq: number): Promise<number>;
  stop(): Promise<void>;
}

interface Figures {
  readonly rss_kb_per_client: number;
  readonly rss_kb_per_client_after_events: number;
  readonly fan_out_p50_ms: number;
  readonly fan_out_p99_ms: number;
  /** What the server's processor had to do, which a busy machine does not change. */
  readonly cpu_us_per_delivery: number;
  readonly deliveries: number;
  readonly lost: number;
  readonly doubled: number;
  readonly broken: number;
}

async function measure(subject: Subject, { eventsPerSecond }: Scenario, size: Size): Promise<Figures> {
  const { paths } = subject;
  const before = await settledRss(subject);
  const share = size.clients / clientProcesses;
  const processes = Array.from({ length: clientProcesses }, (_, index) =>
    role(["clients", String(subject.port), String(index * share), String(share), ...paths]),
  );
  await Promise.all(processes.map((child) => message(child)));
  const connected = await settledRss(subject);

  const { cpu: cpuBefore } = await subject.spent();
  const last = paths.map(() => 1);
  const told = new Map<string, number>();
  const started = now();
  for (let event = 0; event < size.seconds * eventsPerSecond; event += 1) {
    await pause(Math.max(0, started + (event * 1000) / eventsPerSecond - now()));
    const path = event % paths.length;
    const seq = (last[path] ?? 0) + 1;
    last[path] = seq;
    told.set(`${path} ${seq}`, await subject.tell(path, seq));
  }
  await pause(2000);
  const { cpu: cpuAfter } = await subject.spent();
  const after = await settledRss(subject);
  const heard = await Promise.all(
    processes.map(async (child) => {
      const answer = message(child);
      child.send({ last });
      return Heard.parse(await answer);
    }),
  );
  const late = latencies(heard, told);
  const sum = (of: "lost" | "doubled" | "broken"): number => heard.reduce((total, each) => total + each[of], 0);
  return {
    rss_kb_per_client: round((connected - before) / size.clients),
    rss_kb_per_client_after_events: round((after - before) / size.clients),
    fan_out_p50_ms: round(late[Math.floor(late.length * 0.5)] ?? Number.NaN),
    fan_out_p99_ms: round(late[Math.floor(late.length * 0.99)] ?? Number.NaN),
    cpu_us_per_delivery: round(((cpuAfter - cpuBefore) * 1e6) / late.length),
    deliveries: late.length,
    lost: sum("lost"),
    doubled: sum("doubled"),
    broken: sum("broken"),
  };
}

const round = (value: number): number => Number(value.toFixed(2));

/** Kilobytes in memory, once they stay within a hundredth for five seconds; nobody is made to collect garbage. */
async function settledRss(subject: Subject): Promise<number> {
  const seen: number[] = [];
  for (;;) {
    seen.push((await subject.spent()).rss / 1024);
    const recent = seen.slice(-5);
    if (recent.length === 5 && Math.max(...recent) < Math.min(...recent) * 1.01) return recent.at(-1) ?? Number.NaN;
    await pause(1000);
  }
}

/** The bare server, or clients. */
function role(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [peers, ...args], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    serialization: "advanced",
  });
}

/** What the process says next. */
function message(child: ChildProcess): Promise<Serializable> {
  return new Promise((resolve, reject) => {
    const died = (code: number | null): void => reject(new Error(`a process of the bench ended with ${String(code)}`));
    child.once("exit", died).once("message", (said) => {
      child.off("exit", died);
      resolve(said);
    });
  });
}

async function bareServer({ jobs }: Scenario): Promise<Subject> {
  const child = role(["bare"]);
  const paths = Array.from({ length: jobs }, (_, index) => `/${index}`);
  return {
    port: z.number().parse(await message(child)),
    paths,
    async spent() {
      child.send("spent");
      return Spent.parse(await message(child));
    },
    async tell(path, seq) {
      const at = now();
      child.send({ path: paths[path], seq });
      return at;
    },
    stop: () => ended(child),
  };
}

async function nchan({ jobs }: Scenario, { clients }: Size): Promise<Subject> {
  const server = await startNchan(jobs, clients, eventText(1));
  return {
    ...server,
    spent: () => Promise.resolve(server.spent()),
    async tell(path, seq) {
      const at = now();
      await server.publish(path, eventText(seq));
      return at;
    },
  };
}

const Ready = z.object({ msg: z.literal("front door ready"), port: z.number(), metrics_port: z.number() });

async function frontDoor({ db, url }: FreshDatabase, { jobs, name }: Scenario): Promise<Subject> {
  const ids = Array.from({ length: jobs }, (_, index) => `ana_${name.replaceAll(/\W/g, "_")}_${index}`);
  await addJobs(db, ids);
  const child = spawn(process.execPath, [conclave, "http", "--internal", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env["PATH"], DATABASE_URL: url, SERVICE_LLM_PROVIDER: "rules", PORT: "0" },
  });
  const { port, metrics_port } = await new Promise<z.infer<typeof Ready>>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const ready = Ready.safeParse(JSON.parse(line));
      if (ready.success) resolve(ready.data);
    });
    child.once("exit", (code) => reject(new Error(`the front door ended with ${String(code)}`)));
  });
  return {
    port,
    async spent() {
      const told = await (await fetch(`http://127.0.0.1:${metrics_port}/metrics`)).text();
      const figure = (of: string): number => Number(new RegExp(`^${of} (\\S+)`, "m").exec(told)?.[1]);
      return { rss: figure("process_resident_memory_bytes"), cpu: figure("process_cpu_seconds_total") };
    },
    paths: ids.map((id) => `/v1/analyses/${id}/events`),
    tell: (path) =>
      db.transaction(async (tx) => {
        await appendEvents(
          tx,
          ids[path] ?? "",
          [{ type: "agent.delta", data: { agent: "bull", round: 1, text }, once: null }],
          systemClock.now(),
        );
        return now();
      }),
    stop: () => ended(child),
  };
}

/** Running jobs that no worker has: a stream sees only their rows. */
async function addJobs({ pool }: FreshDatabase["db"], ids: readonly string[]): Promise<void> {
  await pool.query(
    "insert into accounts (id, plan, created_at) values ('local', 'elite', now()) on conflict do nothing",
  );
  await pool.query(
    `insert into analyses (id, owner, partition, status, request, setting, request_id, created_at, last_event)
     select id, 'local', 'local', 'running', $2, $3, 'bench', now(), 1 from unnest($1::text[]) as id`,
    [
      ids,
      { ticker: "DEMO", trade_date: "2019-06-03", asset_type: "stock", analysts: ["market"], max_debate_rounds: null },
      { rounds: 1, riskRounds: 1, budgetUsd: null },
    ],
  );
  await pool.query(
    "insert into analysis_events (analysis_id, seq, type, data, created_at) select id, 1, 'job.queued', '{}', now() from unnest($1::text[]) as id",
    [ids],
  );
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill();
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

interface Size {
  readonly clients: number;
  readonly seconds: number;
}

/** Node takes as many files as it may by itself. @throws when that is too few */
function checkFileLimit(clients: number): void {
  const { stdout } = spawnSync("sh", ["-c", "ulimit -Hn"], { encoding: "utf8" });
  const limit = stdout.trim() === "unlimited" ? Number.POSITIVE_INFINITY : Number(stdout);
  if (limit < clients + 200)
    throw new Error(`the file limit is ${limit}, and ${clients} clients need ${clients + 200}: raise it (ulimit -Hn)`);
}

async function runBench(args: readonly string[]): Promise<void> {
  const given = (flag: string, usual: number): number => Number(args[args.indexOf(flag) + 1] ?? usual) || usual;
  const size = { clients: given("--clients", 10_000), seconds: given("--seconds", 20) };
  checkFileLimit(size.clients);
  const database = await freshDatabase();
  const results: Figures[] = [];
  const ratios: number[] = [];
  try {
    const compared: Record<string, unknown> = {};
    for (const scenario of scenarios) {
      const [bare, ours] = [
        await look(await bareServer(scenario), scenario, size),
        await look(await frontDoor(database, scenario), scenario, size),
      ];
      const peer = hasNchan ? await look(await nchan(scenario, size), scenario, size) : null;
      const ratio = {
        rss: round(ours.rss_kb_per_client / bare.rss_kb_per_client),
        p99: round(ours.fan_out_p99_ms / bare.fan_out_p99_ms),
        cpu: round(ours.cpu_us_per_delivery / bare.cpu_us_per_delivery),
      };
      results.push(ours);
      ratios.push(ratio.p99);
      compared[scenario.name] = {
        events_per_second: scenario.eventsPerSecond,
        ...ours,
        bare,
        ratio,
        nchan: peer ?? "not installed here",
      };
    }
    report(
      {
        figure: "server-sent events on one front door: memory of a client",
        value: Math.max(...results.map((ours) => ours.rss_kb_per_client)),
        unit: "KB",
        target: "<= 15, nothing lost, doubled or broken",
        met: results.every((ours) => ours.rss_kb_per_client <= 15 && ours.lost + ours.doubled + ours.broken === 0),
      },
      { ...size, ...compared },
    );
    const slower = Math.max(...ratios);
    report({
      figure: "server-sent events, from the commit to the client, p99 / a bare node server in the same run",
      value: slower,
      unit: "x",
      target: "<= 1",
      met: slower <= 1,
    });
  } finally {
    await database.drop();
  }
}

async function look(subject: Subject, scenario: Scenario, size: Size): Promise<Figures> {
  try {
    return await measure(subject, scenario, size);
  } finally {
    await subject.stop();
  }
}

await runBench(process.argv.slice(2));
