import { ZodError } from "zod";

/** Codes of a connection that cannot be made or broke, and of a Postgres that starts, stops or has no room. */
const away = /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[1-3]|53300)$/;
/** What pg says without a code. */
const awayText =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout/;

/** Whether the database could not keep something because its disk is full. What it was asked is undone. */
export function databaseIsFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "53100";
}

/** Whether something failed because the database cannot be reached or does not answer: it can be asked again. */
export function databaseIsAway(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ZodError) return false;
  if (error instanceof AggregateError && error.errors.some(databaseIsAway)) return true;
  return ("code" in error && typeof error.code === "string" && away.test(error.code)) || awayText.test(error.message);
}
