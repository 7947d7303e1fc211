import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { freePorts, until } from "./up-process.ts";

const main = join(import.meta.dirname, "../../src/cli/main.js");

/** One `conclave up` with its real worker and front door, and with pages if wanted. */
export interface ServiceProcess {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Of `conclave up` itself. */
  readonly pid: number;
  /** What it has said so far. */
  said(): string;
  /** SIGTERM; resolves with its exit code. */
  stop(): Promise<number | null>;
}

/**
 * Resolves when it is up. Gone when the test ends.
 * @param env with DATABASE_URL, or with CONCLAVE_HOME for a Postgres of its own
 */
export async function startService(
  env: Readonly<Record<string, string>>,
  { web = false, withinMs = 120_000 }: { readonly web?: boolean; readonly withinMs?: number } = {},
): Promise<ServiceProcess> {
  const [port] = await freePorts();
  const home = await mkdtemp(join(tmpdir(), "conclave-service-"));
  const child = spawn(process.execPath, [main, "up", ...(web ? [] : ["--no-web"])], {
    cwd: "/",
    env: {
      PATH: process.env["PATH"],
      CONCLAVE_HOME: home,
      PORT: String(port),
      LOG_LEVEL: "warn",
      SERVICE_ONLINE_TOOLS: "false",
      SERVICE_LLM_BASE_URL: "ollama=http://127.0.0.1:9",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  const running = (): boolean => child.exitCode === null && child.signalCode === null;
  const stop = async (): Promise<number | null> => {
    if (running()) {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    }
    return child.exitCode;
  };
  onTestFinished(async () => {
    await stop();
    await rm(home, { recursive: true, force: true });
  });
  await until(() => !running() || text.includes("Conclave is running"), withinMs);
  if (!running()) throw new Error(`it ended: ${text}`);
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, said: () => text, stop };
}
