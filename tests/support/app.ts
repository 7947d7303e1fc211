import { spawn } from "node:child_process";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runningPostgres } from "#src/core/db/embedded.ts";
import { freshDatabase, testSecret } from "./database.ts";
import { freePorts } from "./up-process.ts";

const main = join(import.meta.dirname, "../../src/cli/main.js");

/** The whole product as `npm start` runs it, with a home of its own, on a database of the tests' Postgres. */
export interface App {
  /** `http://localhost:PORT`, as a visitor types it. */
  readonly url: string;
  readonly databaseUrl: string;
  /** A command of the operator on the same home. @returns what it printed @throws when it fails */
  run(...args: readonly string[]): Promise<string>;
}

export interface StartedApp extends App {
  readonly environment: Readonly<Record<string, string>>;
  /** All that its processes said. */
  readonly said: () => string;
  /** Of `conclave up` itself. */
  readonly pid: number;
  /** SIGTERM. @returns its exit code */
  stop(): Promise<number | null>;
}

/** Pages are built once for all test files that start an app; whoever comes first builds, the others wait. */
export const startPatienceMs = 600_000;

/**
 * @param env with DATABASE_URL where the test itself looks into the database
 * @param alone as somebody starts it who has nothing else: with a Postgres of its own
 */
export async function startApp(
  env: Readonly<Record<string, string>> = {},
  { alone = false }: { readonly alone?: boolean } = {},
): Promise<StartedApp> {
  const own = alone || env["DATABASE_URL"] !== undefined ? null : await freshDatabase();
  const database = env["DATABASE_URL"] ?? own?.url;
  const home = await mkdtemp(join(tmpdir(), "conclave-app-"));
  const [port] = await freePorts();
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    CONCLAVE_HOME: home,
    PORT: String(port),
    ...(database !== undefined && { DATABASE_URL: database }),
    // Nothing listens there: no model of this machine may take part.
    SERVICE_LLM_BASE_URL: "ollama=http://127.0.0.1:9",
    // The archive that ships, and no vendor.
    MARKET_ARCHIVES: join(import.meta.dirname, "../../demo"),
    // Known to the tests, which sign links and seal rows themselves.
    AUTH_SECRET: testSecret,
    // As under npm, it ends by itself when whoever started it is gone, such as a test whose time is up.
    npm_lifecycle_event: "start",
    ...env,
  };
  const up = spawn(process.execPath, [main, "up"], { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  const ended = new Promise<number | null>((resolve) => up.once("close", resolve));
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [up.stdout, up.stderr])
      stream.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
        if (text.includes("Conclave is running")) resolve();
      });
    up.once("close", (code) => reject(new Error(`it ended with ${code}: ${text}`)));
  });
  const stop = async (): Promise<number | null> => {
    up.kill("SIGTERM");
    const code = await ended;
    await own?.drop();
    // A Postgres of root's is somebody else's, whose data stand outside of a folder that is closed to all others.
    const data = await realpath(join(home, "postgres")).catch(() => null);
    if (data !== null) await rm(data, { recursive: true, force: true });
    await rm(home, { recursive: true, force: true });
    return code;
  };
  try {
    await ready;
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `http://localhost:${port}`,
    databaseUrl: database ?? (await runningPostgres(home))?.migrationUrl ?? "",
    environment,
    said: () => text,
    pid: up.pid ?? 0,
    run: (...args) => runCommand(args, environment),
    stop,
  };
}

export function runCommand(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => (out += piece));
  child.stderr.setEncoding("utf8").on("data", (piece: string) => (err += piece));
  return new Promise((resolve, reject) =>
    child.once("close", (code) =>
      code === 0 ? resolve(out) : reject(new Error(`conclave ${args.join(" ")} ended with ${code}: ${out}${err}`)),
    ),
  );
}
