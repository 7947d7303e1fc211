import { setTimeout as delay } from "node:timers/promises";
import type { z } from "zod";
import { shortageOf } from "#src/core/network/database-away.ts";
import { connectionWords } from "#src/core/network/outbound.ts";
import { Cancelled, VendorFailed } from "#src/core/errors.ts";
import { shorten } from "#src/core/text/shorten.ts";

export interface RetryPolicy {
  /** Further tries after the first, for 429 and 5xx only. */
  readonly retries: number;
  /** Waits; rejects when `signal` fires. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Waits for the vendor's rate limit before each request. */
export type Pace = (signal: AbortSignal) => Promise<void>;

export interface HttpOptions {
  /** Stands in errors. */
  readonly vendor: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** For one whole answer; every try has its own. Default 15 s. */
  readonly timeoutMs?: number;
  readonly signal: AbortSignal;
  readonly retry?: RetryPolicy;
  readonly pace?: Pace;
}

/** A vendor's options for its requests. */
export type HttpTuning = Pick<HttpOptions, "timeoutMs" | "retry" | "pace">;

/** Vendors may give refusals a meaning ("no such symbol"). */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

const defaultTimeoutMs = 15_000;
const maxBodyBytes = 32 * 1024 * 1024;
/** A longer pause is not waited for. */
const maxRetryAfterMs = 20_000;
const firstBackOffMs = 500;

const defaultRetry: RetryPolicy = {
  retries: 2,
  sleep: async (ms, signal) => {
    await delay(ms, undefined, { signal });
  },
};

/** At most `perSecond` starts a second, evenly spaced, over all callers. */
export function createPace(perSecond: number): Pace {
  let turn = Promise.resolve();
  return async (signal) => {
    const mine = turn;
    turn = mine.then(() => delay(1000 / perSecond));
    await mine;
    if (signal.aborted) throw new Cancelled();
  };
}

/**
 * GET. Returns 2xx and refusals that can mean something (400, 404, 422).
 * @throws VendorFailed: 429 `rate_limited`, 401 and 403 `unauthorized`, 5xx and connections `unavailable`, deadline
 * `timeout`, over 32 MB `malformed`. Cancelled.
 */
export function getAnswer(url: URL, options: HttpOptions): Promise<Answer> {
  return tryAgain(url, options, 0);
}

/** GET; the text of a 2xx answer. @throws as `getAnswer`, and `refused` for any other status */
export async function getText(url: URL, options: HttpOptions): Promise<string> {
  const answer = await getAnswer(url, options);
  if (answer.status < 200 || answer.status > 299) throw failure(url, options, answer, "refused");
  return answer.text;
}

/** As `getText`, then JSON, then `schema`. @throws VendorFailed `malformed` where either fails */
export async function getJson<S extends z.ZodType>(url: URL, schema: S, options: HttpOptions): Promise<z.infer<S>> {
  return parseJson(await getText(url, options), schema, options.vendor);
}

/** As `getJson`; `null` for a 404. */
export async function getJsonOr404<S extends z.ZodType>(
  url: URL,
  schema: S,
  options: HttpOptions,
): Promise<z.infer<S> | null> {
  const answer = await getAnswer(url, options);
  if (answer.status === 404) return null;
  if (answer.status < 200 || answer.status > 299) throw failure(url, options, answer, "refused");
  return parseJson(answer.text, schema, options.vendor);
}

/** @throws VendorFailed `malformed` for text that is not JSON or does not fit `schema` */
export function parseJson<S extends z.ZodType>(text: string, schema: S, vendor: string): z.infer<S> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new VendorFailed(vendor, "malformed", "the answer is not JSON");
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue === undefined ? "" : ` at ${issue.path.join(".") || "its root"}: ${issue.message}`;
  throw new VendorFailed(vendor, "malformed", `the answer has another shape${where}`);
}

async function tryAgain(url: URL, options: HttpOptions, attempt: number): Promise<Answer> {
  const retry = options.retry ?? defaultRetry;
  const answer = await askOnce(url, options);
  if (answer.status === 401 || answer.status === 403) throw failure(url, options, answer, "unauthorized");
  if (answer.status !== 429 && answer.status < 500) return answer;
  const reason = answer.status === 429 ? "rate_limited" : "unavailable";
  const wait = answer.retryAfterMs ?? firstBackOffMs * 2 ** attempt;
  if (attempt >= retry.retries || wait > maxRetryAfterMs) throw failure(url, options, answer, reason);
  await sleepOrCancel(wait, retry, options.signal);
  return tryAgain(url, options, attempt + 1);
}

async function askOnce(url: URL, options: HttpOptions): Promise<Answer & { retryAfterMs: number | null }> {
  await options.pace?.(options.signal);
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      headers: { ...options.headers },
      // A key in a header of the vendor's own would go along, to whom it is none of.
      redirect: Object.keys(options.headers ?? {}).some((name) => secretName.test(name)) ? "error" : "follow",
      signal: AbortSignal.any([options.signal, deadline]),
    });
    const text = await readBody(response, options.vendor);
    return { status: response.status, text, retryAfterMs: retryAfter(response.headers) };
  } catch (error) {
    if (options.signal.aborted) throw new Cancelled();
    if (error instanceof VendorFailed) throw error;
    if (deadline.aborted)
      throw new VendorFailed(options.vendor, "timeout", `no whole answer from ${url.host} in ${timeoutMs} ms`);
    // Our shortage, not the vendor's failure.
    if (shortageOf(error) !== null) throw error;
    const failed = `the connection to ${url.host} failed: ${connectionWords(error)}`;
    throw new VendorFailed(options.vendor, "unavailable", failed, { cause: error });
  }
}

async function readBody(response: Response, vendor: string): Promise<string> {
  if (response.body === null) return "";
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = "";
  // Leaving by an error cancels an endless body.
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > maxBodyBytes)
      throw new VendorFailed(vendor, "malformed", `the answer is larger than ${maxBodyBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** RFC 9110, 10.2.3: seconds, or a date against the answer's `Date`. In ms. */
function retryAfter(headers: Headers): number | null {
  const value = headers.get("retry-after")?.trim();
  if (value === undefined) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const wait = Date.parse(value) - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

async function sleepOrCancel(ms: number, retry: RetryPolicy, signal: AbortSignal): Promise<void> {
  try {
    await retry.sleep(ms, signal);
  } catch (error) {
    if (signal.aborted) throw new Cancelled();
    throw error;
  }
  if (signal.aborted) throw new Cancelled();
}

/** Keys are struck out, also where the body echoes them. */
function failure(url: URL, options: HttpOptions, answer: Answer, reason: VendorFailed["reason"]): VendorFailed {
  // Before cutting: half a key is still part of one.
  const said = shorten(wordsOf(redact(answer.text, url, options)), 200);
  const asked = redact(`${url.origin}${url.pathname}${url.search}`, url, options);
  return new VendorFailed(
    options.vendor,
    reason,
    `${asked} answered ${answer.status}${said === "" ? "" : `: ${said}`}`,
  );
}

/** For a page for people, its first words. */
function wordsOf(body: string): string {
  const start = body.slice(0, 4000);
  const isPage = /^\s*<(?:!doctype|html|\?xml)/i.test(start);
  const text = isPage ? start.replaceAll(/<(script|style|title)\b[\s\S]*?<\/\1>|<[^>]*>/gi, " ") : start;
  return text.replaceAll(/\s+/g, " ").trim();
}

const secretName = /key|token|secret|authorization/i;

function redact(text: string, url: URL, options: HttpOptions): string {
  const pairs = [...url.searchParams, ...Object.entries(options.headers ?? {})];
  return pairs
    .filter(([name, value]) => secretName.test(name) && value !== "")
    .reduce((rest, [, value]) => rest.replaceAll(value, "***").replaceAll(encodeURIComponent(value), "***"), text);
}

/**
 * Rows later than the run are not read, so their faults cannot fail it. Other misfits, and rows without a time, fail
 * the answer.
 * @param isLater true only where the row's own time says so
 * @throws VendorFailed `malformed`
 */
export function knownRows<S extends z.ZodType>(
  vendor: string,
  rows: readonly unknown[],
  schema: S,
  isLater: (row: unknown) => boolean,
): z.infer<S>[] {
  return rows.flatMap((row) => {
    if (isLater(row)) return [];
    const parsed = schema.safeParse(row);
    if (parsed.success) return [parsed.data];
    const issue = parsed.error.issues[0];
    const where = issue === undefined ? "" : ` at ${issue.path.join(".") || "its root"}: ${issue.message}`;
    throw new VendorFailed(vendor, "malformed", `a record has another shape${where}`);
  });
}

/** A field of a raw row; `undefined` where it is missing. */
export function field(row: unknown, name: string | number): unknown {
  return typeof row === "object" && row !== null ? Reflect.get(row, name) : undefined;
}
