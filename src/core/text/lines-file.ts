import { mkdir, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { z } from "zod";
import { CorruptRun } from "../errors.ts";

/** `undefined` for what is no JSON. */
export function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** And which differ from what was written, from 1. */
export interface Lines<T> {
  readonly values: readonly T[];
  readonly unreadable: readonly number[];
}

/** A missing file has none. A last line without its end was cut. */
export async function readLines<T>(path: string, schema: z.ZodType<T>): Promise<Lines<T>> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  });
  const values: T[] = [];
  const unreadable: number[] = [];
  for (const [index, line] of text.split("\n").slice(0, -1).entries()) {
    const read = schema.safeParse(jsonOrNothing(line));
    if (read.success) values.push(read.data);
    else unreadable.push(index + 1);
  }
  return { values, unreadable };
}

/** @throws CorruptRun for a line that `fault` is then said of */
export async function readAllLines<T>(path: string, schema: z.ZodType<T>, fault: string): Promise<readonly T[]> {
  const { values, unreadable } = await readLines(path, schema);
  const [line] = unreadable;
  if (line !== undefined) throw new CorruptRun(`${path} line ${line} ${fault}`);
  return values;
}

/** On disk at return; opened append-only. */
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

type Cell = string | number | boolean | null | undefined;

/** Rows by RFC 4180. Unknown values are empty. */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** Spreadsheets take ^GSPC and formulas as text only behind an apostrophe. */
function cell(value: Cell): string {
  if (value === null || value === undefined) return "";
  const text = String(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
