import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { until } from "./up-process.ts";

const main = join(import.meta.dirname, "../../src/cli/main.js");
const Ready = z.object({ msg: z.literal("front door ready"), port: z.number() });

/** One `conclave http` in a process of its own. */
export interface FrontDoorProcess {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly port: number;
  /** All that it has said. */
  said(): string;
  /** SIGKILL; resolves when it is gone. Repeatable. */
  kill(): Promise<void>;
}

/** Resolves when it serves. Gone when the test ends. */
export async function startFrontDoor(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<FrontDoorProcess> {
  const started = await keepFrontDoor(databaseUrl, env);
  onTestFinished(started.kill);
  return started;
}

/** As `startFrontDoor`, and there until it is killed. */
export async function keepFrontDoor(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<FrontDoorProcess> {
  const child = spawn(process.execPath, [main, "http", "--internal", "0"], {
    env: {
      PATH: process.env["PATH"],
      DATABASE_URL: databaseUrl,
      PORT: "0",
      SERVICE_LLM_PROVIDER: "rules",
      SERVICE_ONLINE_TOOLS: "false",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  const line = (): string | undefined => text.split("\n").find((each) => each.includes("front door ready"));
  await until(() => child.exitCode !== null || line() !== undefined);
  const said = line();
  if (said === undefined) throw new Error(`the front door ended: ${text}`);
  const { port } = Ready.parse(JSON.parse(said));
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    said: () => text,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}
