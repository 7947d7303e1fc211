import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/*
 * A worker that loses its lock ends by itself, and the database that would be told is away. So it leaves its executor's
 * id in its home, where the worker that starts next finds it: what ran there was no fault of its jobs.
 */

const folderOf = (home: string): string => join(home, "lost-executors");

/** Waits for nothing, since the process has to end at once. A home that cannot be written costs the note alone. */
export function noteLost(home: string, executor: string): void {
  try {
    mkdirSync(folderOf(home), { recursive: true, mode: 0o700 });
    writeFileSync(join(folderOf(home), executor), "");
  } catch {
    // Its end counts as a death then.
  }
}

export function readLost(home: string): string[] {
  try {
    return readdirSync(folderOf(home));
  } catch {
    // Nobody has lost anything yet.
    return [];
  }
}

export function forgetLost(home: string, executors: readonly string[]): void {
  for (const executor of executors) rmSync(join(folderOf(home), executor), { force: true });
}
