import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { Figure, median } from "./setup.ts";

/** A figure of one day on one machine; a line of `bench/history/NAME.jsonl`. */
export const Entry = Figure.extend({
  at: z.string(),
  /** `null` outside a repository. */
  commit: z.string().nullable(),
  machine: z.string(),
  /** Of the last minute before the bench began, by which a busy machine is known. */
  load: z.number(),
});
export type Entry = z.infer<typeof Entry>;

const folder = join(import.meta.dirname, "history");

/** What a bench has given before, oldest first. */
export function historyOf(name: string): Entry[] {
  try {
    const lines = readFileSync(join(folder, `${name}.jsonl`), "utf8").split("\n");
    return lines.filter((line) => line !== "").map((line) => Entry.parse(JSON.parse(line)));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

export function remember(name: string, entries: readonly Entry[]): void {
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${name}.jsonl`), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
}

/** What the last five of the same figure on the same machine gave: their median, and how many there were. */
export function usual(
  entry: Entry,
  history: readonly Entry[],
): { readonly value: number; readonly runs: number } | null {
  const before = history.filter((one) => one.figure === entry.figure && one.machine === entry.machine).slice(-5);
  return before.length === 0 ? null : { value: median(before.map(({ value }) => value)), runs: before.length };
}
