import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
  stop(): Promise<void>;
}

/** Pages are built once for all test files that start an app; whoever comes first builds, the others wait. */
export const startPatienceMs = 600_000;

/** @param env with DATABASE_URL where the test itself looks into the database */
export async function startApp(env: Readonly<Record<string, string>> = {}): Promise<StartedApp> {
  const own = env["DATABASE_URL"] === undefined ? await freshDatabase() : null;
  const databaseUrl = env["DATABASE_URL"] ?? own?.url ?? "";
  const home = await mkdtemp(join(tmpdir(), "conclave-app-"));
  const [port] = await freePorts();
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    CONCLAVE_HOME: home,
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    // Nothing listens there: no model of this machine may take part.
    OLLAMA_BASE_URL: "http://127.0.0.1:9",
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
  const stop = async (): Promise<void> => {
    up.kill("SIGTERM");
    await ended;
    await own?.drop();
    await rm(home, { recursive: true, force: true });
  };
  try {
    await ready;
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `http://localhost:${port}`,
    databaseUrl,
    environment,
    said: () => text,
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
