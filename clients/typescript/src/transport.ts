import { ApiError, apiErrorOf, ConnectionError, TimeoutError } from "./errors.ts";
import { apiVersion } from "./schema.ts";

export interface ConclaveOptions {
  /** Where the service is, such as `https://conclave.example`. Without it: the environment's `CONCLAVE_URL`. */
  readonly baseUrl?: string;
  /** Sent as `X-API-Key`. Without it: the environment's `CONCLAVE_API_KEY`. `null` sends none, for an open server. */
  readonly apiKey?: string | null;
  /** The version of the API. Without it: the one that this package describes. */
  readonly version?: string;
  /** How often a request that failed for a passing reason is tried again. Usually 4. */
  readonly maxRetries?: number;
  /** How long one try of a request may take, in milliseconds. Usually 60,000. */
  readonly timeoutMs?: number;
  /**
   * Told of fields of a request that the server does not know and ignored, each once; `call` is such as
   * `POST /v1/analyses`. Without it they are named on the console.
   */
  readonly onIgnoredFields?: (names: readonly string[], call: string) => void;
  /** Instead of the platform's. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export interface RequestOptions {
  /** Stops the request and its retries. */
  readonly signal?: AbortSignal;
  readonly maxRetries?: number;
  readonly timeoutMs?: number;
}

export interface CreateOptions extends RequestOptions {
  /** Names this request: the same key with the same body creates nothing new. Without it, one is made for all tries. */
  readonly idempotencyKey?: string;
}

type QueryValue = string | number | boolean | null | undefined;

export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `baseUrl`, with its parameters encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: { readonly type: string; readonly text: string };
  /** Whether it may have been carried out although no answer came, and must not be carried out twice. */
  readonly once?: true;
}

/** Between two tries: half a second, doubled each time, up to this. */
const longestBackoffMs = 8_000;
/** Who is asked to wait for longer gets the error, with `retryAfterMs`, and not a program that hangs. */
const longestRetryAfterMs = 60_000;

/** Sends requests: the key and the version on each, tries again where that is safe, and gives up in time. */
export class Transport {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #maxRetries: number;
  readonly #timeoutMs: number;
  readonly #fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly #onIgnored: NonNullable<ConclaveOptions["onIgnoredFields"]>;
  readonly #told = new Set<string>();

  constructor(options: ConclaveOptions) {
    const base = options.baseUrl ?? environment("CONCLAVE_URL");
    if (base === undefined) throw new TypeError("Conclave needs a baseUrl, or CONCLAVE_URL in the environment");
    const key = (options.apiKey === undefined ? environment("CONCLAVE_API_KEY") : options.apiKey)?.trim() ?? "";
    if (!/^[\x21-\x7e]*$/.test(key))
      throw new TypeError("apiKey is not an API key: copy the whole of it, from the page API keys of the service");
    this.#base = new URL(base).href.replace(/\/+$/, "");
    this.#headers = {
      "conclave-version": options.version ?? apiVersion,
      ...(key !== "" && { "x-api-key": key }),
    };
    this.#onIgnored = options.onIgnoredFields ?? warn;
    this.#maxRetries = options.maxRetries ?? 4;
    this.#timeoutMs = options.timeoutMs ?? 60_000;
    this.#fetch = options.fetch ?? ((url, init) => fetch(url, init));
  }

  /** The answer's JSON. */
  async json<T>(call: Call, options?: RequestOptions): Promise<T> {
    return this.send(call, options, async (response) => readJson<T>(await response.text()));
  }

  /**
   * What `read` makes of an answer that is a success, 304 included.
   * @throws ApiError when the server refuses; ConnectionError and TimeoutError when no answer came; the signal's reason
   */
  async send<T>(
    call: Call,
    options: RequestOptions | undefined,
    read: (response: Response) => Promise<T> | T,
  ): Promise<T> {
    const most = options?.maxRetries ?? this.#maxRetries;
    for (let tried = 0; ; tried += 1) {
      try {
        return await this.#try(call, options ?? {}, read);
      } catch (error) {
        const pauseMs = tried < most ? pauseBefore(error, call, tried) : null;
        if (pauseMs === null) throw error;
        await pause(pauseMs, options?.signal);
      }
    }
  }

  async #try<T>(
    { method, path, query = {}, headers, body }: Call,
    { signal, timeoutMs = this.#timeoutMs }: RequestOptions,
    read: (response: Response) => Promise<T> | T,
  ): Promise<T> {
    signal?.throwIfAborted();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    try {
      const response = await this.#fetch(`${this.#base}${path}${queryText(query)}`, {
        method,
        headers: { ...this.#headers, ...(body !== undefined && { "content-type": body.type }), ...headers },
        signal: signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
        ...(body !== undefined && { body: body.text }),
        // The key would go along.
        redirect: "error",
      });
      if (!response.ok && response.status !== 304) throw await apiErrorOf(response, Date.now());
      this.#tellIgnored(response, `${method} ${path}`);
      return await read(response);
    } catch (error) {
      signal?.throwIfAborted();
      if (late.signal.aborted) throw new TimeoutError(`${method} ${path} took longer than ${timeoutMs} ms`);
      if (error instanceof ApiError) throw error;
      throw new ConnectionError(`${method} ${path} got no answer: ${reasonOf(error)}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  #tellIgnored(response: Response, call: string): void {
    const names = response.headers.get("conclave-ignored-fields")?.split(", ") ?? [];
    const fresh = names.filter((name) => !this.#told.has(name));
    for (const name of fresh) this.#told.add(name);
    if (fresh.length > 0) this.#onIgnored(fresh, call);
  }
}

function warn(names: readonly string[], call: string): void {
  console.warn(`${call}: the server has no such fields and ignored them: ${names.join(", ")}`);
}

/** How long to wait before the next try, in milliseconds; `null` when there should be none. */
function pauseBefore(error: unknown, { once }: Call, tried: number): number | null {
  // From half of it to the whole, so that many clients do not come back at the same moment.
  const backoff = Math.min(longestBackoffMs, 500 * 2 ** tried) * (0.5 + Math.random() / 2);
  if (error instanceof ConnectionError || error instanceof TimeoutError) return once === true ? null : backoff;
  // What a server cannot do it cannot do later either.
  if (!(error instanceof ApiError) || error.status === 501 || (error.status !== 429 && error.status < 500)) return null;
  // Of these two alone it is known that nothing was carried out.
  if (once === true && error.status !== 429 && error.status !== 503) return null;
  if (error.retryAfterMs === null) return backoff;
  return error.retryAfterMs > longestRetryAfterMs ? null : error.retryAfterMs;
}

/** @throws the signal's reason */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

/** JSON as the server describes it: an object, and what a field holds is for the server to keep. @throws SyntaxError */
export function readJson<T>(text: string): T {
  const value: T = JSON.parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new SyntaxError("the answer is not a JSON object");
  return value;
}

/** The body and headers of what is created once, however often it is tried. */
export function jsonBody(value: unknown): NonNullable<Call["body"]> {
  return { type: "application/json", text: JSON.stringify(value) };
}

export function idempotent({ idempotencyKey }: CreateOptions = {}): Readonly<Record<string, string>> {
  return { "idempotency-key": idempotencyKey ?? crypto.randomUUID() };
}

function queryText(query: Readonly<Record<string, QueryValue>>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value != null) given.set(name, String(value));
  return given.size === 0 ? "" : `?${given.toString()}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** There is none in a browser. */
function environment(name: string): string | undefined {
  return typeof process === "undefined" ? undefined : process.env[name];
}
