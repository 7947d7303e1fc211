import type { IncomingMessage, ServerResponse } from "node:http";
import type { ValidationError } from "#src/contract/jobs/analysis.ts";
import { databaseIsAway, isRefusedValue, shortageOf } from "#src/core/network/database-away.ts";
import { type ConclaveError, InvalidField, type RateLimited, isConclaveError } from "#src/core/errors.ts";
import { tooManyActions } from "#src/contract/accounts/form-outcomes.ts";
import { scriptlessPolicy } from "./protection/security-headers.ts";

/** What is wrong with a request, in FastAPI's form. */
export class ValidationFailed extends Error {
  readonly errors: readonly ValidationError[];
  constructor(errors: readonly ValidationError[]) {
    super("the request fails validation");
    this.errors = errors;
  }
}

/** What only HTTP knows: method, type, size. */
export class BadRequest extends Error {
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 415 | 503;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: BadRequest["status"], message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

export interface Problem {
  readonly status: number;
  readonly detail: string | readonly ValidationError[];
  readonly headers: Readonly<Record<string, string>>;
  /** A fault of ours, which is logged with its cause. */
  readonly defect: boolean;
}

/** The one translation of errors. Unforeseen ones never show their text. */
export function toProblem(error: unknown): Problem {
  const problem = (status: number, detail: Problem["detail"], headers: Problem["headers"] = {}): Problem => ({
    status,
    detail,
    headers,
    defect: false,
  });
  if (error instanceof ValidationFailed) return problem(422, error.errors);
  if (error instanceof BadRequest) return problem(error.status, error.message, error.headers);
  if (error instanceof InvalidField) return problem(422, [fieldError(error)]);
  if (isConclaveError(error)) {
    const known = ofConclave(error);
    if (known !== null)
      return { ...problem(known.status, error.message, known.headers), defect: known.defect === true };
  }
  if (databaseIsAway(error))
    return { ...problem(503, "the database cannot be reached", { "retry-after": "1" }), defect: true };
  const shortage = shortageOf(error);
  if (shortage !== null)
    return { ...problem(503, `the service has ${shortage}; try again later`, { "retry-after": "60" }), defect: true };
  if (isRefusedValue(error))
    return { ...problem(400, "the request contains a value that cannot be stored"), defect: true };
  return { ...problem(500, "Internal Server Error"), defect: true };
}

/** As pydantic words an error of a model's own validator. */
function fieldError({ field, value, message }: InvalidField): ValidationError {
  return {
    type: "value_error",
    loc: ["body", field],
    msg: `Value error, ${message}`,
    input: value,
    ctx: { error: message },
  };
}

/** `null` for errors that belong to a run. */
function ofConclave(error: ConclaveError): (Pick<Problem, "status"> & Partial<Problem>) | null {
  switch (error.kind) {
    case "invalid_input":
      return { status: 400 };
    case "invalid_field":
      return { status: 422 };
    case "unauthorized":
      return { status: 401, headers: { "www-authenticate": 'Bearer realm="conclave"' } };
    case "forbidden":
    case "confirmation_needed":
      return { status: 403 };
    case "not_found":
      return { status: 404 };
    case "no_longer_kept":
      return { status: 410 };
    case "conflict":
    // Only pages spend a balance.
    case "insufficient_balance":
      return { status: 409 };
    case "queue_full":
      return { status: 429, headers: { "retry-after": "10" } };
    case "rate_limited":
      return { status: 429, headers: waitHeaders(error) };
    case "render_failed":
      return { status: 500, defect: true };
    case "secret_unreadable":
    case "budget_exceeded":
    case "cancelled":
    case "vendor_failed":
    case "model_failed":
    case "corrupt_run":
      return null;
  }
}

/** When to retry, and the limit that was reached. */
export function waitHeaders({ retryAfterMs, limit }: RateLimited): Record<string, string> {
  const seconds = String(Math.max(1, Math.ceil(retryAfterMs / 1000)));
  if (limit === null) return { "retry-after": seconds };
  return {
    "retry-after": seconds,
    "ratelimit-limit": String(limit),
    "ratelimit-remaining": "0",
    "ratelimit-reset": seconds,
  };
}

/** Why the pages did not answer. */
export interface PageProblem {
  readonly status: 400 | 403 | 404 | 405 | 413 | 429 | 502 | 503;
  /** One sentence for people. */
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** It passes by itself: a browser asks again, and says so. */
  readonly reloads?: boolean;
}

const reloadSeconds = "3";

/** JSON, or a page for a browser; nothing once an answer has begun. */
export function answerProblem(
  request: IncomingMessage,
  response: ServerResponse,
  { status, detail, headers = {}, reloads = false }: PageProblem,
): void {
  if (response.headersSent) return void response.destroy();
  const page = wantsPage(request) && status !== 403;
  const body = page ? pageOf(status, detail, reloads) : JSON.stringify({ detail });
  if (page) response.setHeader("Content-Security-Policy", scriptlessPolicy);
  response
    .writeHead(status, {
      "content-type": page ? "text/html; charset=utf-8" : "application/json",
      "content-length": Buffer.byteLength(body),
      "cache-control": "no-store",
      ...(page && reloads && { refresh: reloadSeconds }),
      ...headers,
    })
    .end(request.method === "HEAD" ? undefined : body);
}

/** A page for a browser, words for an action (contract/accounts/form-outcomes.ts). */
export function answerTooMany(request: IncomingMessage, response: ServerResponse, refused: RateLimited): void {
  const headers = waitHeaders(refused);
  if (request.headers["next-action"] === undefined)
    return answerProblem(request, response, {
      status: 429,
      detail: "Too many requests",
      headers,
    });
  response
    .writeHead(429, { "content-type": "text/plain", "cache-control": "no-store", connection: "close", ...headers })
    .end(tooManyActions);
  request.resume();
}

function wantsPage({ method, headers }: IncomingMessage): boolean {
  return (method === "GET" || method === "HEAD") && /\btext\/html\b/.test(headers.accept ?? "");
}

/** @param detail our words, with nothing from the request */
function pageOf(status: number, detail: string, reloads: boolean): string {
  const later = reloads
    ? "The first start takes a minute or two. This page reloads by itself."
    : "Please reload the page in a moment.";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Conclave</title>
<style>
:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif }
main { padding: 24px; max-width: 26rem }
h1 { font-size: 1.25rem; margin: 0 0 8px }
p { margin: 0 }
small { opacity: .7 }
</style>
</head>
<body>
<main>
<h1>${detail}</h1>
<p>${status === 429 || status >= 500 ? later : 'Go to the <a href="/">home page</a>.'}</p>
<p><small>${status}</small></p>
</main>
</body>
</html>
`;
}
