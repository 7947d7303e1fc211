import { ModelFailed } from "#src/core/errors.ts";

/*
 * When a call that failed is made again. The AI SDK waits and asks: from 2 s, twice as long each time, or as long as the
 * provider asks for.
 */

/** Further calls after the first. */
export const usualRetries = 3;

/** Longer waits than this are not sat out: whoever asked can come back. */
export const longestWaitMs = 60_000;

/** Milliseconds; `null` when nothing readable is asked. A date is read against the server's own clock. */
function askedDelayMs(headers: Headers): number | null {
  const ms = Number.parseFloat(headers.get("retry-after-ms") ?? "");
  if (!Number.isNaN(ms)) return ms;
  const after = headers.get("retry-after") ?? "";
  if (/^\s*\d+(\.\d+)?\s*$/.test(after)) return Number.parseFloat(after) * 1000;
  const delay = Date.parse(after) - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(delay) ? null : delay;
}

/** @throws ModelFailed where the provider asks to wait for longer */
export function checkWait(
  { status, headers }: Response,
  { model, mostWaitMs }: { readonly model: string; readonly mostWaitMs: number },
): void {
  if (status !== 429 && status < 500) return;
  const waitMs = askedDelayMs(headers);
  if (waitMs === null || waitMs < mostWaitMs) return;
  throw new ModelFailed(
    model,
    status === 429 ? "rate_limited" : "unavailable",
    `the provider answered ${status} and asks to come back in ${Math.ceil(waitMs / 1000)} s`,
  );
}
