import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import { expect, onTestFinished } from "vitest";
import { seeded } from "../../../scripts/demo/random.ts";
import { HealthReport } from "#src/contract/api/site-routes.ts";
import { runningPostgres } from "#src/core/db/embedded.ts";
import { askingModel } from "../conclave.ts";
import { testSecret } from "../database.ts";
import { rolesOf } from "../load/service.ts";
import { startModelServer } from "../model-server.ts";
import { submitAll, watchRuns } from "../roles.ts";
import { startService } from "../service-process.ts";
import { childrenOf } from "../up-process.ts";

/** Of a run with one round and no look-ups. */
const callsOfRun = 12;
const jobs = 20;
const slots = 10;
const lookMs = 200;

/** Something that keeps a service from writing for a while. */
export interface Outage {
  readonly begin: (service: { readonly pid: number }) => void | Promise<void>;
  /** Takes what was given back meanwhile. */
  readonly again?: () => void;
  readonly end: () => void | Promise<void>;
}

/**
 * `conclave up` under 20 debates, half of them at once, with an outage in the middle of them that lasts for 3 to 12 s. Checks that each
 * accepted job ends once and well, and that no kept call is made again.
 * @param env with DATABASE_URL, or with CONCLAVE_HOME for a Postgres of its own
 * @returns what health said while it lasted
 */
export async function breakDebates(
  env: { readonly DATABASE_URL: string } | { readonly CONCLAVE_HOME: string },
  outage: Outage,
  seed: number,
): Promise<readonly HealthReport[]> {
  const random = seeded(`outage ${seed}`);
  const model = await startModelServer({ latencyMs: 150 });
  onTestFinished(() => model.close());
  const service = await startService({
    ...env,
    AUTH_SECRET: testSecret,
    SERVICE_AUTH: "open",
    SERVICE_MAX_CONCURRENCY: String(slots),
    SERVICE_MODEL_CONCURRENCY: "64",
    ...askingModel(model.url),
  });
  const url = "DATABASE_URL" in env ? env.DATABASE_URL : (await runningPostgres(env.CONCLAVE_HOME))?.url;
  if (url === undefined) throw new Error("its Postgres does not run");
  const runs = await watchRuns(url, model, callsOfRun);
  const ids = await submitAll([service.url], jobs);
  const moment = random.between(slots, 0.5 * jobs * callsOfRun);
  await expect.poll(() => model.finished() >= moment, { interval: 5 }).toBe(true);
  await runs.note();
  const said: HealthReport[] = [];
  await outage.begin(service);
  const over = performance.now() + random.between(3000, 12_000);
  while (performance.now() < over) {
    said.push(await healthOf(service.url));
    outage.again?.();
    await pause(lookMs);
  }
  await outage.end();
  await runs.allEndWell(ids);
  await expect.poll(async () => (await healthOf(service.url)).status).toBe("ok");
  return said;
}

async function healthOf(url: string): Promise<HealthReport> {
  const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(8000) });
  return HealthReport.parse(await answer.json());
}

/** What a job writes fails with one error of Postgres's after the other, as it words them. */
export async function plantedErrors(
  pool: Pool,
  errors: readonly (readonly [code: string, message: string])[],
): Promise<Outage> {
  await pool.query(`
    create table public.planted (place int primary key, code text, message text);
    create sequence public.planted_turn;
    create function public.fail_as_planted() returns trigger language plpgsql as $$
      declare one public.planted; begin
        if not exists (select from public.planted) then return new; end if;
        select * into one from public.planted
          where place = (select nextval('public.planted_turn')) % (select count(*) from public.planted);
        if found then raise exception using errcode = one.code, message = one.message; end if;
        return new;
      end $$;
  `);
  for (const table of ["dbos.operation_outputs", "dbos.workflow_status", "analyses", "analysis_events"])
    await pool.query(
      `create trigger planted before insert or update on ${table} for each row execute function public.fail_as_planted()`,
    );
  return {
    async begin() {
      for (const [place, [code, message]] of errors.entries())
        await pool.query("insert into planted values ($1, $2, $3)", [place, code, message]);
    },
    end: async () => void (await pool.query("delete from planted")),
  };
}

/** How often a planted error was raised. */
export async function timesTold(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ times: number }>("select last_value::int as times from public.planted_turn");
  return rows[0]?.times ?? 0;
}

/** The worker can open no file and no connection more than it has. */
export function noFiles(): Outage {
  const limited: { readonly pid: number; readonly before: string }[] = [];
  const limit = (pid: number, soft: string): void =>
    void execFileSync("prlimit", ["--pid", String(pid), `--nofile=${soft}:`]);
  return {
    begin({ pid }) {
      const worker = rolesOf(pid).get("worker") ?? 0;
      for (const each of [worker, ...childrenOf(worker)]) {
        const before = /^Max open files\s+(\d+)/m.exec(readFileSync(`/proc/${each}/limits`, "utf8"))?.[1] ?? "";
        limited.push({ pid: each, before });
        // What is open stays so; no number below it is free.
        limit(each, "3");
      }
    },
    end() {
      for (const { pid, before } of limited) limit(pid, before);
    },
  };
}

/** A disk that the system makes read-only, as it does after an error of the disk. */
export interface BrokenDisk {
  readonly folder: string;
  break(): void;
  /** Nobody may have a file of it open. */
  repair(): void;
}

/** Gone when the test ends. @returns `null` where none can be mounted, which takes root on Linux with ext4 */
export function mountBreakableDisk(megabytes: number): BrokenDisk | null {
  const outside = mkdtempSync(join(tmpdir(), "conclave-image-"));
  const [image, folder] = [join(outside, "image"), mkdtempSync(join(tmpdir(), "conclave-disk-"))];
  const mount = (): void =>
    void execFileSync("mount", ["-o", "loop,errors=remount-ro", image, folder], { stdio: "ignore" });
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
    rmSync(outside, { recursive: true });
  });
  try {
    execFileSync("truncate", ["-s", `${megabytes}m`, image]);
    execFileSync("mkfs.ext4", ["-q", "-F", image], { stdio: "ignore" });
    mount();
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync("umount", ["--lazy", folder]));
  return {
    folder,
    break() {
      const device = execFileSync("findmnt", ["-n", "-o", "SOURCE", folder], { encoding: "utf8" }).trim();
      writeFileSync(join("/sys/fs/ext4", device.replace("/dev/", ""), "trigger_fs_error"), "1");
    },
    repair() {
      execFileSync("umount", [folder]);
      try {
        execFileSync("e2fsck", ["-fy", image], { stdio: "ignore" });
      } catch {
        // Not 0 when it had something to correct.
      }
      mount();
    },
  };
}
