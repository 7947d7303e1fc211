import { APICallError, RetryError } from "ai";
import { ModelFailed, type OutsideReason } from "#src/platform/errors.ts";

/** Longer waits than this are not sat out: whoever asked can come back. */
export const longestWaitMs = 60_000;

/**
 * `fetch`, but an answer that asks to wait longer than `mostMs` is a failure at once, which says how long. The
 * AI SDK keeps to shorter delays by itself, and would take a longer one for no delay at all.
 */
export function patientFetch(model: string, mostMs: number): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await globalThis.fetch(input, init);
    if (response.status !== 429 && response.status < 500) return response;
    const waitMs = askedDelayMs(response.headers);
    if (waitMs === null || waitMs < mostMs) return response;
    await response.body?.cancel();
    const reason = response.status === 429 ? "rate_limited" : "unavailable";
    throw new ModelFailed(
      model,
      reason,
      `the provider answered ${response.status} and asks to come back in ${Math.ceil(waitMs / 1000)} s`,
    );
  };
}

/** Milliseconds; `null` when nothing readable is asked. A date is read against the server's own clock. */
export function askedDelayMs(headers: Headers): number | null {
  const ms = Number.parseFloat(headers.get("retry-after-ms") ?? "");
  if (!Number.isNaN(ms)) return ms;
  const after = headers.get("retry-after") ?? "";
  if (/^\s*\d+(\.\d+)?\s*$/.test(after)) return Number.parseFloat(after) * 1000;
  const delay = Date.parse(after) - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(delay) ? null : delay;
}

/** Takes every secret, and whatever looks like a key, out of a text that somebody will read. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) if (secret !== "") clean = clean.replaceAll(secret, "[key]");
  return clean.replaceAll(/\b(?:sk|gsk|xai|key|AIza|AKIA)[-_]?[\w*-]{12,}/g, "[key]");
}

/**
 * Why a call failed, in words for the person who runs it. What the provider said is quoted without keys and cut.
 * The error itself is not kept as a cause: it holds the whole request.
 */
export function toModelFailed(error: unknown, model: string, secrets: readonly string[]): ModelFailed {
  if (error instanceof ModelFailed) return error;
  if (RetryError.isInstance(error)) {
    const last = toModelFailed(error.lastError, model, secrets);
    if (error.reason === "errorNotRetryable") return last;
    return new ModelFailed(
      model,
      last.reason,
      `${last.message.slice(model.length + 2)} (asked ${error.errors.length} times)`,
    );
  }
  if (APICallError.isInstance(error)) return fromApi(error, model, secrets);
  const said = withoutSecrets(messageOf(error), secrets).slice(0, 300);
  if (error instanceof Error && error.name === "TimeoutError")
    return new ModelFailed(model, "timeout", `no answer in time: ${said}`);
  const broken = /terminated|closed|socket|ECONN|EPIPE|network|No output generated|without.*finish/i.test(said);
  if (broken) return new ModelFailed(model, "unavailable", `the connection broke while the answer was coming: ${said}`);
  return new ModelFailed(model, "malformed", `the answer could not be read: ${said}`);
}

function fromApi(error: APICallError, model: string, secrets: readonly string[]): ModelFailed {
  const { statusCode } = error;
  if (statusCode === 401 || statusCode === 403)
    return new ModelFailed(model, "unauthorized", `the provider refused the key (${statusCode})`);
  const said = withoutSecrets(error.message, secrets).slice(0, 300);
  if (statusCode === undefined) return new ModelFailed(model, "unavailable", said);
  // The SDK calls it retryable when the network failed after a good status line.
  if (statusCode < 400 && error.isRetryable)
    return new ModelFailed(model, "unavailable", "the connection broke while the answer was coming");
  return new ModelFailed(model, reasonOf(statusCode), `the provider answered ${statusCode}: ${said}`);
}

function reasonOf(status: number): OutsideReason {
  if (status === 429) return "rate_limited";
  if (status === 408 || status === 504) return "timeout";
  if (status >= 500 || status === 409) return "unavailable";
  return status < 400 ? "malformed" : "refused";
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === "string" ? error : (JSON.stringify(error) ?? "unknown");
}
