import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { composePaymentGateway } from "#src/server/compose/compose-payment-gateway.ts";
import { Scope } from "#src/contract/accounts/plans.ts";
import { openDatabase, type Database } from "#src/core/db/database.ts";
import { systemClock } from "#src/core/clock.ts";
import { readSettings } from "#src/core/config/config.ts";
import { createKey } from "#src/product/keys/keys.ts";
import type { PaymentGateway } from "#src/product/deposits/processors/processor.ts";
import { askingModel } from "../conclave.ts";
import { systemContext } from "../contexts.ts";
import { testSecret, testVault } from "../database.ts";
import { processorSettings } from "../deposit-test-app.ts";
import { startModelServer, type ModelServer, type ModelServerOptions } from "../model-server.ts";
import { startProcessorServer, type ProcessorServer } from "../processor-server.ts";
import { subscribers } from "../signals.ts";
import { childrenOf, freePorts, isAlive, portsInARow, until } from "../up-process.ts";

const main = join(import.meta.dirname, "../../../src/cli/main.js");
/** It and its roles end when this process does, however that ends, and collect what is garbage when they are told to. */
const steered = `data:text/javascript,process.once("disconnect", () => process.exit(1)); process.channel?.unref(); process.on("SIGUSR2", () => gc());`;

export type RoleName = "http" | "web" | "worker";

/** Somebody on Elite, with a session and a key. */
export interface Customer {
  readonly id: string;
  readonly cookie: string;
  readonly key: string;
}

/** One `conclave up` with all its roles, a model and a payment processor over real HTTP, and some customers. */
export interface LoadedService {
  readonly url: string;
  /** Of its pages, if it has any. */
  readonly webPort: number;
  readonly db: Database;
  readonly model: ModelServer;
  readonly processor: ProcessorServer;
  /** Of its model and its payment processor, for a role beside it. */
  readonly settings: Readonly<Record<string, string>>;
  readonly paymentGateway: PaymentGateway;
  readonly customers: readonly [Customer, ...Customer[]];
  /** Jobs at once, of all. */
  readonly slots: number;
  /** Role by its process now; a role that is away is not in it. */
  roles(): ReadonlyMap<RoleName, number>;
  /** Lets the roles collect their garbage, so that what is left is what they hold. */
  collect(): void;
  /** Where a role tells its figures; `null` for the pages, which tell none. */
  metricsOf(role: RoleName): string | null;
  said(): string;
  /** SIGTERM; resolves with the exit code and with what it left running. Repeatable. */
  stop(): Promise<{ readonly code: number | null; readonly left: readonly number[] }>;
  close(): Promise<void>;
}

export interface ServiceWishes {
  readonly customers: number;
  readonly web: boolean;
  /** Before the first byte of every answer of the model. */
  readonly latencyMs: number;
  readonly slots: number;
  /** Where the roles find the database, when that can be broken and ours cannot. */
  readonly rolesDatabaseUrl?: string;
  /** What the model does with each call, and whether calls are kept to be looked at. */
  readonly model?: Pick<ModelServerOptions, "plan" | "keepCalls">;
  /** More settings of the roles. */
  readonly env?: Readonly<Record<string, string>>;
  /** A module that each role loads first. */
  readonly preload?: string;
}

export async function startLoadedService(
  databaseUrl: string,
  { customers, web, latencyMs, slots, rolesDatabaseUrl, model: ofModel, env, preload }: ServiceWishes,
): Promise<LoadedService> {
  const model = await startModelServer({ latencyMs, keepCalls: false, ...ofModel });
  const processor = await startProcessorServer();
  const db = openDatabase(databaseUrl, 6, undefined, testVault);
  const home = await mkdtemp(join(tmpdir(), "conclave-load-"));
  const [port] = await freePorts();
  const [worker, metrics, webPort] = await portsInARow();
  const payments = processorSettings(processor.url);
  const child = fork(main, ["up", "--internal", String(worker), ...(web ? [] : ["--no-web"])], {
    cwd: "/",
    execArgv: ["--expose-gc", "--import", steered, ...(preload === undefined ? [] : ["--import", preload])],
    env: {
      PATH: process.env["PATH"],
      CONCLAVE_HOME: home,
      DATABASE_URL: rolesDatabaseUrl ?? databaseUrl,
      AUTH_SECRET: testSecret,
      SERVICE_AUTH: "key",
      PORT: String(port),
      LOG_LEVEL: "warn",
      SERVICE_ONLINE_TOOLS: "false",
      SERVICE_MAX_CONCURRENCY: String(slots),
      SERVICE_MODEL_CONCURRENCY: "64",
      SERVICE_LLM_BASE_URL: "ollama=http://127.0.0.1:9",
      ...askingModel(model.url),
      ...payments,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const said = listen(child);
  const ended = once(child, "exit");
  const running = (): boolean => child.exitCode === null && child.signalCode === null;
  const pid = child.pid ?? 0;
  const stop: LoadedService["stop"] = async () => {
    const own = childrenOf(pid);
    if (running()) {
      child.kill("SIGTERM");
      await ended;
    }
    return { code: child.exitCode, left: own.filter(isAlive) };
  };
  const close = async (): Promise<void> => {
    const { left } = await stop();
    for (const each of left) process.kill(each, "SIGKILL");
    await Promise.all([db.close(), model.close(), processor.close()]);
    await rm(home, { recursive: true, force: true });
  };
  try {
    await until(() => !running() || said().includes("Conclave is running"));
    if (!running()) throw new Error(`the service ended: ${said()}`);
    // It answers before its worker takes jobs, and before there is a house list in which a signal could be published.
    await until(async () => (await fetch(`http://127.0.0.1:${worker}/readyz`)).ok);
    return {
      url: `http://127.0.0.1:${port}`,
      webPort,
      db,
      model,
      processor,
      settings: { ...askingModel(model.url), ...payments },
      paymentGateway: composePaymentGateway({ db, clock: systemClock }, readSettings(payments)),
      customers: await newCustomers(db, customers),
      slots,
      roles: () => rolesOf(pid),
      collect() {
        for (const role of rolesOf(pid).values()) process.kill(role, "SIGUSR2");
      },
      metricsOf: (role) => (role === "web" ? null : `http://127.0.0.1:${role === "http" ? metrics : worker}/metrics`),
      said,
      stop,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function listen({ stdout, stderr }: ChildProcess): () => string {
  let text = "";
  for (const stream of [stdout, stderr]) stream?.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  return () => text;
}

export function rolesOf(supervisor: number): Map<RoleName, number> {
  const roles = new Map<RoleName, number>();
  for (const pid of childrenOf(supervisor).filter(isAlive)) {
    const command = commandOf(pid);
    for (const role of ["http", "web", "worker"] as const)
      if (command.includes(`main.js\0${role}`)) roles.set(role, pid);
  }
  return roles;
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

async function newCustomers(db: Database, count: number): Promise<[Customer, ...Customer[]]> {
  const cookies = await subscribers({ db }, count);
  const ctx = systemContext({ db, clock: systemClock });
  const made: Customer[] = [];
  for (const cookie of cookies) {
    const id = /=token-([^.]+)\./.exec(decodeURIComponent(cookie))?.[1] ?? "";
    await db.pool.query("update accounts set plan = 'elite' where id = $1", [id]);
    const { key } = await createKey(ctx, { owner: id, plan: "elite", scopes: Scope.options, label: "load" });
    made.push({ id, cookie, key });
  }
  const [first, ...others] = made;
  if (first === undefined) throw new Error("a load needs customers");
  return [first, ...others];
}
