import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import type { Random } from "../../../scripts/demo/random.ts";
import type { CuttableProxy } from "../cuttable-proxy.ts";
import type { RoleName } from "../load/service.ts";
import type { Behaviour } from "../model-wire.ts";
import { isAlive, until } from "../up-process.ts";
import type { BreakableService } from "./breakable-service.ts";

/** Something that is broken under a service at work, and mended again. */
export interface Fault {
  readonly name: string;
  /** What is done, in words. */
  readonly injected: string;
  /** Resolves when all is mended; what is broken meanwhile comes back by itself. */
  readonly inject: (service: BreakableService, random: Random) => Promise<void>;
  /** A job may end in a clear error: its model was away for longer than it is asked again. */
  readonly jobsMayFail?: true;
  /** What it needs; without it, it is left out. */
  readonly needs?: "disk" | "pages";
}

/** Of an outage, ms. */
const shortest = 500;
const longest = 4000;

const outage = (random: Random): Promise<void> => pause(random.between(shortest, longest));

export const faults: readonly Fault[] = [
  {
    name: "Postgres restarts",
    injected: "SIGINT to the postmaster, restarted later",
    async inject(service, random) {
      await service.postgres().stop("SIGINT");
      await outage(random);
      await service.postgres().start();
    },
  },
  {
    name: "Postgres crashes",
    injected: "SIGKILL to the postmaster, restarted later",
    async inject(service, random) {
      await service.postgres().stop("SIGKILL");
      await outage(random);
      await service.postgres().start();
    },
  },
  {
    name: "Postgres fails over",
    injected: "SIGKILL to the primary; a synchronous standby is promoted",
    async inject(service) {
      if (!(await service.failOver())) throw new Error("the standby has taken over before");
    },
  },
  {
    name: "Disk full under Postgres",
    injected: "the file system of data and WAL is filled",
    needs: "disk",
    inject: fillDisk,
  },
  roleKilled("http", "Front door killed"),
  roleKilled("worker", "Worker killed"),
  { ...roleKilled("web", "Pages killed"), needs: "pages" },
  clockJump("Clock jumps ahead", 3_600_000, "an hour ahead"),
  clockJump("Clock jumps back", -3_600_000, "an hour back"),
  modelFault("Model is overloaded", { kind: "status", status: 503 }, "answers every call with 503"),
  modelFault("Model breaks off", { kind: "cut", afterPieces: 1 }, "cuts every answer off half-way"),
  {
    name: "Payment processor is away",
    injected: "its API answers 503",
    async inject({ service: { processor } }, random) {
      processor.status = 503;
      await outage(random);
      processor.status = null;
    },
  },
  {
    name: "Database is slow",
    injected: "20 to 100 ms more each way, for every role",
    async inject({ databaseLinks }, random) {
      const ms = random.between(20, 100);
      for (const link of databaseLinks) link.slow(ms);
      await outage(random);
      for (const link of databaseLinks) link.mend();
    },
  },
  {
    name: "Database falls silent",
    injected: "packets vanish, for every role",
    async inject({ databaseLinks }, random) {
      for (const link of databaseLinks) link.hang();
      await outage(random);
      for (const link of databaseLinks) link.mend();
    },
  },
  linkCut("A service loses the database", "the service", "one machine's front door, pages and worker"),
  linkCut("A front door loses the database", "a front door", "one of two front doors"),
  linkCut("A worker loses the database", "a worker", "one of two workers"),
  { ...linkCut("A front door loses the pages", "the pages", "a front door"), needs: "pages" },
];

function roleKilled(role: RoleName, name: string): Fault {
  return {
    name,
    injected: "SIGKILL; the supervisor restarts it",
    async inject({ service }) {
      const pid = await until<number>(() => service.roles().get(role) ?? Promise.reject(new Error(`no ${role} runs`)));
      process.kill(pid, "SIGKILL");
      await until(() => !isAlive(pid));
    },
  };
}

function clockJump(name: string, ms: number, words: string): Fault {
  return {
    name,
    injected: `one machine's clock is set ${words}`,
    async inject(service, random) {
      service.setClock(ms);
      await pause(random.between(1000, longest));
      service.setClock(0);
    },
  };
}

function modelFault(name: string, behaviour: Behaviour, words: string): Fault {
  return {
    name,
    injected: `it ${words}`,
    jobsMayFail: true,
    async inject(service, random) {
      service.setModel(behaviour);
      await outage(random);
      service.setModel({ kind: "answer" });
    },
  };
}

function linkCut(name: string, link: keyof BreakableService["links"], whose: string): Fault {
  const to = link === "the pages" ? "the pages" : "Postgres";
  return {
    name,
    injected: `no network between ${whose} and ${to}`,
    async inject({ links }, random) {
      const way: CuttableProxy = links[link];
      way.cut();
      await outage(random);
      way.mend();
    },
  };
}

/** Whether it goes on, refuses what needs room, or ends itself for want of a WAL file, is left to Postgres. */
async function fillDisk(service: BreakableService, random: Random): Promise<void> {
  const { disk } = service;
  if (disk === null) throw new Error("there is no disk to fill");
  const admin = new Client({ connectionString: service.postgres().url });
  admin.on("error", () => {});
  await admin.connect();
  disk.fill();
  // What it has in reserve would carry it over a short outage.
  for (let files = 0; files < 20; files += 1) {
    try {
      await admin.query("select pg_logical_emit_message(false, 'test', 'x'), pg_switch_wal()");
      disk.fill();
    } catch {
      break;
    }
  }
  await outage(random);
  disk.free();
  await admin.end().catch(() => {});
  // Either may have ended, as a server without a supervisor does: the standby when it replays what has no room.
  await service.recover();
}
