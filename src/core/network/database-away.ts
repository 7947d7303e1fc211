import { ZodError } from "zod";
import { closeSync, openSync } from "node:fs";

/** Broken connections, and a Postgres that starts, stops or is full. */
const away = /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[1-3]|53300)$/;
/** What pg says without a code. */
const awayText =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout/;

/** System codes, Postgres' own, and what it quotes. */
const shortages = [
  { words: "no disk space left", codes: ["ENOSPC", "53100"], text: "No space left on device" },
  { words: "no disk quota left", codes: ["EDQUOT"], text: "Disk quota exceeded" },
  { words: "a read-only file system", codes: ["EROFS"], text: "Read-only file system" },
  { words: "too many open files", codes: ["EMFILE", "ENFILE", "53000"], text: "Too many open files" },
  { words: "no memory left", codes: ["ENOMEM", "53200"], text: "Cannot allocate memory" },
  { words: "a failing disk", codes: ["EIO", "58030"], text: "Input/output error" },
] as const;
export type Shortage = (typeof shortages)[number]["words"];

const mostDeep = 5;

/** It was not done and can be retried. `null`: another reason. */
export function shortageOf(error: unknown, deep = 0): Shortage | null {
  if (!(error instanceof Error) || error instanceof ZodError || deep > mostDeep) return null;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const found = shortages.find(({ codes, text }) => codes.some((one) => one === code) || says(error, code, text));
  if (found !== undefined) return found.words;
  const inner: readonly unknown[] = error instanceof AggregateError ? error.errors : [error.cause];
  for (const one of inner) {
    const words = shortageOf(one, deep + 1);
    if (words !== null) return words;
  }
  return null;
}

/** Only with an SQLSTATE: other texts may quote anybody. */
function says({ message }: Error, code: string, text: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && message.endsWith(text);
}

export function databaseIsAway(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ZodError) return false;
  if (error instanceof AggregateError && error.errors.some(databaseIsAway)) return true;
  return ("code" in error && typeof error.code === "string" && away.test(error.code)) || awayText.test(error.message);
}

/** Whoever works through many things stops at it, and at no fault of one of them. */
export function isOutage(error: unknown): boolean {
  return shortageOf(error) !== null || databaseIsAway(error);
}

/** Why this process cannot open a file; `null`: it can. */
export function lackOfFiles(): Shortage | null {
  try {
    closeSync(openSync(process.execPath, "r"));
    return null;
  } catch (error) {
    return shortageOf(error);
  }
}

/** Values Postgres cannot keep are somebody's input, no fault of the database. */
const refused = /^(?:22001|22003|22007|22008|22021|22P02|22P05|54000)$/;

export function isRefusedValue(error: unknown): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && refused.test(error.code);
}
