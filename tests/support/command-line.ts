import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { join } from "node:path";

const main = join(import.meta.dirname, "../../src/cli/main.ts");

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `conclave` as a process with nothing in its environment but `env`. */
export async function conclave(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const child = spawn(process.execPath, [main, ...args], { cwd: "/", env, stdio: ["ignore", "pipe", "pipe"] });
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, err };
}
