import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/* A worker that lost its database notes so in its home, for the next one: its jobs were not at fault. */

const folderOf = (home: string): string => join(home, "lost-executors");

/** The process ends at once; a read-only home costs the note. */
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
