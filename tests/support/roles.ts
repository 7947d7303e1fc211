import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import { z } from "zod";
import { Job } from "#src/contract/jobs/analysis.ts";
import { openDatabase } from "#src/core/db/database.ts";
import { openJobQueue } from "#src/product/jobs/queries/job-queue.ts";
import { promptOf } from "./killed-run.ts";
import type { ModelServer } from "./model-server.ts";
import { childrenOf, freePorts, isAlive, until } from "./up-process.ts";
import { tradeDates } from "./trade-dates.ts";
import { demo } from "./worker-process.ts";

const main = join(import.meta.dirname, "../../src/cli/main.js");
const silent = { info: () => {}, debug: () => {}, warn: () => {}, error: () => {} };
const tryAgainMs = 100;

/** One role as an operator starts it, with nobody above it. */
export interface Role {
  readonly process: ChildProcess;
  /** Where it answers: a front door's address, or a worker's health. */
  readonly url: string;
  /** Where `/healthz` and `/readyz` are. */
  readonly health: string;
  said(): string;
}

/** Gone, with all that it started, when the test ends. */
export async function startRole(
  role: "worker" | "http" | "web",
  databaseUrl: string,
  env: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Promise<Role> {
  const [port, health] = await freePorts();
  const child = spawn(process.execPath, [main, role, "--internal", String(health), ...flags], {
    env: {
      PATH: process.env["PATH"],
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      SERVICE_ONLINE_TOOLS: "false",
      SERVICE_LLM_PROVIDER: "rules",
      SERVICE_LLM_BASE_URL: "ollama=http://127.0.0.1:9",
      LOG_LEVEL: "warn",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  onTestFinished(async () => {
    const own = childrenOf(child.pid ?? 0);
    child.kill("SIGKILL");
    // Its worker process ends when it sees that; not at once, where it has calls out.
    for (const pid of own.filter(isAlive)) process.kill(pid, "SIGKILL");
    await until(() => !own.some(isAlive));
  });
  return {
    process: child,
    url: `http://127.0.0.1:${role === "http" ? port : health}`,
    health: `http://127.0.0.1:${health}`,
    said: () => text,
  };
}

/** The status of a health path; `null` when nobody answers. */
export async function healthOf(base: string, path: "/healthz" | "/readyz"): Promise<number | null> {
  try {
    const answer = await fetch(`${base}${path}`, { signal: AbortSignal.timeout(8000) });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return null;
  }
}

export async function untilReadyAt(role: Role): Promise<void> {
  await until(async () => {
    if (role.process.exitCode !== null) throw new Error(`it ended: ${role.said()}`);
    return (await healthOf(role.health, "/readyz")) === 200;
  });
}

/** SIGKILL; resolves when it is gone. */
export async function killOutright(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const gone = once(process, "exit");
  process.kill("SIGKILL");
  await gone;
}

/**
 * Jobs submitted as a careful client does it: to one front door after the other, with one key for each, until it is
 * accepted.
 */
export async function submitAll(doors: readonly string[], count: number, webhook?: string): Promise<string[]> {
  return Promise.all(
    tradeDates(count).map(async (date, index) => {
      for (let attempt = index; ; attempt += 1) {
        try {
          const answer = await fetch(`${doors[attempt % doors.length]}/v1/analyses`, {
            method: "POST",
            headers: { "content-type": "application/json", "idempotency-key": `job-${index}` },
            body: JSON.stringify({ ...demo(date), ...(webhook !== undefined && { webhook_url: webhook }) }),
          });
          const body: unknown = await answer.json();
          if (answer.status === 202) return Job.parse(body).id;
        } catch {
          // This door is away for the moment.
        }
        await pause(tryAgainMs);
      }
    }),
  );
}

const Row = z.object({
  status: z.string(),
  error: z.string().nullable(),
  types: z.array(z.string()),
  gaps: z.boolean(),
});

/** Watches what runs on a database have finished, so that it shows when something of it is done again. */
export async function watchRuns(databaseUrl: string, model: ModelServer, callsOfRun: number) {
  const db = openDatabase(databaseUrl, 2);
  const queue = await openJobQueue(databaseUrl, silent);
  const moments: { readonly kept: ReadonlySet<string>; readonly asked: number }[] = [];
  onTestFinished(async () => {
    await queue.close();
    await db.close();
  });
  const keptPrompts = async (): Promise<ReadonlySet<string>> => {
    const { rows } = await db.pool.query<{ id: string }>("select id from analyses");
    const runs = await Promise.all(rows.map(({ id }) => queue.finishedSteps(id)));
    return new Set(
      runs.flatMap((steps) =>
        [...steps].flatMap(([name, value]) =>
          name.startsWith("call ") && typeof value === "object" && value !== null && "prompt" in value
            ? [String(value.prompt)]
            : [],
        ),
      ),
    );
  };
  return {
    db,
    /** Remembers the calls whose answers are kept by now: none may be made after this. */
    async note(): Promise<void> {
      const kept = await keptPrompts();
      moments.push({ kept, asked: model.calls.length });
    },
    /** Until every job has ended well, once, with one row of events, and no kept call was made again. */
    async allEndWell(ids: readonly string[]): Promise<void> {
      const rows = async () =>
        z.array(Row).parse(
          (
            await db.pool.query(
              `select status, error,
                 (select array_agg(type order by seq) from analysis_events where analysis_id = analyses.id) as types,
                 (select count(*) <> max(seq) or min(seq) <> 1 from analysis_events where analysis_id = analyses.id) as gaps
               from analyses where id = any($1)`,
              [ids],
            )
          ).rows,
        );
      const open = async (): Promise<number | string> => {
        try {
          return (await rows()).filter(({ status }) => status === "queued" || status === "running").length;
        } catch (error) {
          return String(error);
        }
      };
      await expect.poll(open, { interval: 250 }).toBe(0);
      const ended = await rows();
      expect(ended).toHaveLength(ids.length);
      for (const { status, error, types, gaps } of ended) {
        expect({ status, error, gaps }, JSON.stringify(error)).toEqual({
          status: "succeeded",
          error: null,
          gaps: false,
        });
        expect(types.filter((type) => type.startsWith("job."))).toEqual(["job.queued", "job.running", "job.succeeded"]);
        expect(types.filter((type) => type === "agent.finished")).toHaveLength(callsOfRun);
      }
      const prompts = model.calls.map(promptOf);
      expect(new Set(prompts).size).toBe(ids.length * callsOfRun);
      for (const { kept, asked } of moments)
        expect(
          prompts.slice(asked).filter((prompt) => kept.has(prompt)),
          "a kept call is made again",
        ).toEqual([]);
    },
  };
}

/** The connections that executors prove themselves alive by: each worker that takes jobs has one. */
export async function executorConnections(databaseUrl: string): Promise<number[]> {
  const db = openDatabase(databaseUrl, 1);
  try {
    // One may hold locks of the dead beside its own.
    const { rows } = await db.pool.query<{ pid: number }>(
      `select distinct pid from pg_locks where locktype = 'advisory' and objsubid = 2 and granted
         and database = (select oid from pg_database where datname = current_database()) order by 1`,
    );
    return rows.map(({ pid }) => pid);
  } finally {
    await db.close();
  }
}
