import pino, { type Logger } from "pino";

export type Log = Logger;

/** What never stands in a log, wherever in an entry it is. */
const secret = ["apiKey", "api_key", "key", "token", "secret", "password", "authorization", "cookie", "webhook_secret", "x-api-key"];

/** JSON lines on standard output, with a level in words and the time in ISO 8601. */
export function createLog(level: string, role: string): Log {
  return pino({
    level,
    base: { role },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: secret.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), censor: "[redacted]" },
  });
}
