import pino, { type DestinationStream, type Logger } from "pino";
import { redacted } from "../text/redact.ts";
import { traceIds } from "./telemetry.ts";

export type Log = Logger;

/** What is removed from every log entry, at any depth. */
const secretNames = new Set([
  "apikey",
  "api_key",
  "key",
  "token",
  "secret",
  "password",
  "newpassword",
  "currentpassword",
  "access_token",
  "refresh_token",
  "id_token",
  "client_secret",
  "authorization",
  "cookie",
  "set-cookie",
  "webhook_secret",
  "x-api-key",
  "holdings",
  "forholdings",
  "for_holdings",
]);
/** Postgres quotes rows here: addresses, names. */
const rowNames = new Set(["detail", "where"]);
const deepest = 6;

/** JSON lines without secrets. pino's `redact` would cost ten times a line. */
export function createLog(level: string, role: string, to?: DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: { role },
    mixin: () => traceIds(),
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), log: (entry) => scrubbed(entry, 0) },
    serializers: {
      err: (error: unknown) => (error instanceof Error ? scrubbed({ ...pino.stdSerializers.err(error) }, 1) : error),
    },
    hooks: {
      streamWrite: redacted,
    },
  };
  return to === undefined ? pino(options) : pino(options, to);
}

function scrubbed(entry: Record<string, unknown>, depth: number): Record<string, unknown> {
  const clean: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(entry)) {
    const secret = secretNames.has(name.toLowerCase()) || ("severity" in entry && rowNames.has(name));
    clean[name] = secret ? "[redacted]" : inner(value, depth + 1);
  }
  return clean;
}

function inner(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  // In a list, or under a name other than `err`.
  if (value instanceof Error) return depth > 1 ? scrubbed({ ...pino.stdSerializers.err(value) }, depth) : value;
  if (depth > deepest) return "[deeper]";
  return Array.isArray(value) ? value.map((each) => inner(each, depth + 1)) : scrubbed({ ...value }, depth);
}

export type Uncaught = "rejection" | "exception";

/** One job's stray error must not end the others. `told` runs in its asynchronous context. */
export function handleUncaught(told: (error: unknown, kind: Uncaught) => void): void {
  process.on("unhandledRejection", (reason) => told(reason, "rejection"));
  process.on("uncaughtException", (error) => told(error, "exception"));
}
