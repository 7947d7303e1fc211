import { open, mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { z } from "zod";

/** The lines of a file, and which are not as they were written, from 1. */
export interface Lines<T> {
  readonly values: readonly T[];
  readonly unreadable: readonly number[];
}

/** Reads a file of JSON lines; one that is not there has none. A last line without its end was cut off while it was written. */
export async function readLines<T>(path: string, schema: z.ZodType<T>): Promise<Lines<T>> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  });
  const values: T[] = [];
  const unreadable: number[] = [];
  for (const [index, line] of text.split("\n").slice(0, -1).entries()) {
    const read = schema.safeParse(parsed(line));
    if (read.success) values.push(read.data);
    else unreadable.push(index + 1);
  }
  return { values, unreadable };
}

/** Adds a line, on disk when this returns. The file is opened for adding alone, so that it may be one that allows no more. */
export async function appendLine(path: string, value: object): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, "a", 0o600);
  try {
    await file.appendFile(`${JSON.stringify(value)}\n`);
    await file.datasync();
  } finally {
    await file.close();
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
