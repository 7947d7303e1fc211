import { setTimeout as sleep } from "node:timers/promises";

/** Between two tries, when the server has not said how long to wait. */
export const defaultRetryMs = 2000;
/** A server that asks for more is asked sooner all the same. */
const longestPauseMs = 60_000;

/** The server is there and cannot answer now: too many requests, or a start, a stop or an outage behind it. */
export function isRetryable({ status }: Response): boolean {
  return status === 429 || status >= 500;
}

/** What an answer asks for in Retry-After, in milliseconds. */
export function retryAfterMs(answer: Response, otherwise: number): number {
  const seconds = Number(answer.headers.get("retry-after") ?? Number.NaN);
  return Number.isNaN(seconds) ? otherwise : Math.min(Math.max(seconds * 1000, 0), longestPauseMs);
}

/** @throws the signal's reason, as fetch does */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, signal === undefined ? {} : { signal });
}
