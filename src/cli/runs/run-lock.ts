import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { readdir, rm, writeFile } from "node:fs/promises";
import { platform } from "node:os";
import { join } from "node:path";
import { InvalidInput } from "#src/core/errors.ts";

const claimName = /^run\.(\d+)-([0-9a-z]+)\.lock$/;

/**
 * Takes a run for this process, so that two never go on with it at once. Each process that wants it leaves a claim
 * named by its id and start; whoever then finds the claim of another living process steps back. Claims are written
 * before others are looked for, so of two at the same instant at least one sees the other (both may step back, and
 * neither goes on unseen). A dead process has no claim, whatever it left behind.
 * @returns gives the run free again
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

/** Whether a living process is at work on a run. */
export async function isWorkedOn(folder: string): Promise<boolean> {
  return (await readdir(folder)).some((name) => {
    const [, pid, since] = claimName.exec(name) ?? [];
    return pid !== undefined && processStart(Number(pid)) === since;
  });
}

/**
 * When a process was started, as text that no other process with the same id has; `null` when there is none.
 * Ids are used again, so an id alone does not say that a process lives.
 */
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

/** Clock ticks since boot, field 22 of /proc/PID/stat (proc(5)); the name before it may hold spaces and brackets. */
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
