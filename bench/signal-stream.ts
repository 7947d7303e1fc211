import { spawn, type ChildProcess, type Serializable } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { appendEntry } from "#src/product/signals/queries/signals.ts";
import { systemClock } from "#src/core/clock.ts";
import { freshDatabase, testSecret } from "#tests/support/database.ts";
import { emptyHouseList, publish, signalEntry, subscribers } from "#tests/support/signals.ts";
import { report } from "./setup.ts";
import { Heard, now } from "./stream-peers.ts";

/*
 * The signal stream: 10,000 subscribers, each with an account, a plan and a session of its own, on one front door. A
 * signal is appended to the chain in a transaction of its own at a steady rate; a latency runs from just before the
 * commit until a subscriber has read it. Subscribers are bare sockets in two processes; all share the machine.
 * `--clients N` and `--seconds N` make it smaller. bench/streams.ts holds the same machinery against a bare server.
 */
const clientProcesses = 2;
const perSecond = 2;
const connectsAtOnce = 50;
const conclave = join(import.meta.dirname, "../bin/conclave.js");

/** `signal-stream.ts clients PORT`, which is told the cookies of its subscribers. */
async function runClients(port: number): Promise<void> {
  const [told] = await once(process, "message");
  const cookies = z.array(z.string()).parse(told);
  const times: number[] = [];
  const last = cookies.map(() => 0);
  let lost = 0;
  let doubled = 0;
  let broken = 0;
  const buffer = Buffer.allocUnsafe(64 * 1024);
  const open = (client: number): Promise<void> =>
    new Promise((ready) => {
      let tail = "";
      const heard = (size: number): boolean => {
        const at = now();
        const said = tail + buffer.toString("latin1", 0, size);
        const end = said.lastIndexOf("\n\n");
        tail = said.slice(end + 2);
        for (const [, id] of said.slice(0, end + 1).matchAll(/^id: (\d+)$/gm)) {
          const number = Number(id);
          const before = last[client] ?? 0;
          if (number <= before) doubled += 1;
          else lost += number - before - 1;
          last[client] = number;
          times.push(0, number, at);
          if (number === 1) ready();
        }
        return true;
      };
      const socket = connect({ port, host: "127.0.0.1", onread: { buffer, callback: heard } });
      socket.on("error", () => {});
      socket.on("close", () => {
        broken += 1;
        ready();
      });
      socket.write(
        `GET /api/signal-engine/stream HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookies[client]}\r\nLast-Event-ID: 0\r\n\r\n`,
      );
    });
  const waiting = [...cookies.keys()];
  await Promise.all(
    Array.from({ length: connectsAtOnce }, async () => {
      for (let client = waiting.pop(); client !== undefined; client = waiting.pop()) await open(client);
    }),
  );
  process.once("message", (newest) => {
    for (const number of last) lost += z.number().parse(newest) - number;
    process.send?.({ times: Float64Array.from(times), lost, doubled, broken } satisfies Heard, () => process.exit(0));
  });
  process.send?.("ready");
}

/** What the process says next. */
async function message(child: ChildProcess): Promise<Serializable> {
  const died = once(child, "exit").then(([code]) => {
    throw new Error(`a process of the bench ended with ${String(code)}`);
  });
  const [said] = await Promise.race([once(child, "message"), died]);
  return said;
}

const Ready = z.object({ msg: z.literal("front door ready"), port: z.number(), metrics_port: z.number() });

async function startFrontDoor(url: string): Promise<{ child: ChildProcess } & z.infer<typeof Ready>> {
  const child = spawn(process.execPath, [conclave, "http", "--internal", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env["PATH"],
      DATABASE_URL: url,
      AUTH_SECRET: testSecret,
      SERVICE_LLM_PROVIDER: "rules",
      SERVICE_ONLINE_TOOLS: "false",
      PORT: "0",
    },
  });
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const ready = Ready.safeParse(JSON.parse(line));
      if (ready.success) resolve({ child, ...ready.data });
    });
    child.once("exit", (code) => reject(new Error(`the front door ended with ${String(code)}`)));
  });
}

async function residentKb(metricsPort: number): Promise<number> {
  const told = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(told)?.[1]) / 1024;
}

const round = (value: number): number => Number(value.toFixed(2));

async function runBench(args: readonly string[]): Promise<void> {
  const given = (flag: string, usual: number): number => Number(args[args.indexOf(flag) + 1] ?? usual) || usual;
  const size = { clients: given("--clients", 10_000), seconds: given("--seconds", 20) };
  const database = await freshDatabase();
  const children: ChildProcess[] = [];
  try {
    await emptyHouseList(database);
    await publish(database, "FIRST");
    const cookies = await subscribers(database, size.clients);
    const door = await startFrontDoor(database.url);
    children.push(door.child);
    const before = await residentKb(door.metrics_port);
    const share = Math.ceil(size.clients / clientProcesses);
    const clients = Array.from({ length: clientProcesses }, (_, index) => {
      const child = spawn(process.execPath, [import.meta.filename, "clients", String(door.port)], {
        stdio: ["ignore", "inherit", "inherit", "ipc"],
        serialization: "advanced",
      });
      children.push(child);
      child.send(cookies.slice(index * share, (index + 1) * share));
      return child;
    });
    await Promise.all(clients.map(message));
    const connected = await residentKb(door.metrics_port);
    const told = new Map<number, number>();
    let newest = 1;
    const started = now();
    for (let event = 0; event < size.seconds * perSecond; event += 1) {
      await pause(Math.max(0, started + (event * 1000) / perSecond - now()));
      const [number, at] = await database.db.transaction(async (tx) => {
        const entry = await appendEntry(tx, "house", signalEntry("AAPL", "Buy"), systemClock.now());
        return [entry.number, now()];
      });
      told.set(number ?? 0, at ?? 0);
      newest = number ?? newest;
    }
    await pause(2000);
    const heard = await Promise.all(
      clients.map(async (child) => {
        const answer = message(child);
        child.send(newest);
        return Heard.parse(await answer);
      }),
    );
    const late: number[] = [];
    for (const { times } of heard)
      for (let at = 0; at < times.length; at += 3) {
        const from = told.get(times[at + 1] ?? 0);
        if (from !== undefined) late.push((times[at + 2] ?? Number.NaN) - from);
      }
    late.sort((a, b) => a - b);
    const sum = (of: "lost" | "doubled" | "broken"): number => heard.reduce((total, each) => total + each[of], 0);
    const figures = {
      rss_kb_per_client: round((connected - before) / size.clients),
      fan_out_p50_ms: round(late[Math.floor(late.length * 0.5)] ?? Number.NaN),
      fan_out_p99_ms: round(late[Math.floor(late.length * 0.99)] ?? Number.NaN),
      deliveries: late.length,
      lost: sum("lost"),
      doubled: sum("doubled"),
      broken: sum("broken"),
    };
    report(
      {
        figure: "the signal stream on one front door: memory of a subscriber",
        value: figures.rss_kb_per_client,
        unit: "KB",
        target: "<= 15, nothing lost, doubled or broken",
        met: figures.rss_kb_per_client <= 15 && figures.lost + figures.doubled + figures.broken === 0,
      },
      { ...size, signals_per_second: perSecond, ...figures },
    );
    report({
      figure: "the signal stream on one front door: from the commit to the subscriber, p99",
      value: figures.fan_out_p99_ms,
      unit: "ms",
      target: "<= 150",
      met: figures.fan_out_p99_ms <= 150,
    });
  } finally {
    for (const child of children) child.kill();
    await database.drop();
  }
}

const [part, port, ...rest] = process.argv.slice(2);
if (part === "clients") await runClients(Number(port));
else await runBench([part ?? "", port ?? "", ...rest]);
