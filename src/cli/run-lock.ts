import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { readdir, rm, writeFile } from "node:fs/promises";
import { platform } from "node:os";
import { join } from "node:path";
import { InvalidInput } from "#src/platform/errors.ts";

const claimName = /^run\.(\d+)-([0-9a-z]+)\.lock$/;

/**
 * Each process leaves a claim by id and start, then steps back from another living claim. Of two at once at least one
 * sees the other.
 * @returns frees the run
 * @throws InvalidInput when another process has it
 */
export async function lockRun(folder: string): Promise<() => Promise<void>> {
  const start = processStart(process.pid) ?? randomBytes(6).toString("hex");
  const mine = `run.${process.pid}-${start}.lock`;
  await writeFile(join(folder, mine), "");
  const free = (): Promise<void> => rm(join(folder, mine), { force: true });
  for (const name of await readdir(folder)) {
    const [, pid, since] = claimName.exec(name) ?? [];
    if (pid === undefined || since === undefined || name === mine) continue;
    if (processStart(Number(pid)) === since) {
      await free();
      throw new InvalidInput(`process ${pid} is already working on ${folder}; wait until it finishes, or stop it`);
    }
    await rm(join(folder, name), { force: true });
  }
  return free;
}

/** Ids are reused, so an id alone does not identify; `null`: no such process. */
export function processStart(pid: number): string | null {
  if (platform() === "linux") return linuxStart(pid);
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is there and belongs to somebody else.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return null;
  }
  if (platform() === "win32") return "alive";
  try {
    const said = execFileSync("/bin/ps", ["-o", "lstart=", "-p", String(pid)], {
      encoding: "utf8",
      env: { LC_ALL: "C" },
    });
    return said.replaceAll(/[^0-9A-Za-z]/g, "").toLowerCase();
  } catch {
    // It ended meanwhile.
    return null;
  }
}

/** Field 22 of /proc/PID/stat (proc(5)), in ticks since boot; names may hold brackets. */
function linuxStart(pid: number): string | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    // No such process.
    return null;
  }
  const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return state === "Z" || state === "X" ? null : (fields[18] ?? null);
}
