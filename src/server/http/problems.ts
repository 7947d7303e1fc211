import type { ValidationError } from "#src/contract/jobs/analysis.ts";
import { databaseIsAway, shortageOf, isRefusedValue } from "#src/core/network/database-away.ts";
import { InvalidField, isConclaveError, type ConclaveError, type RateLimited } from "#src/core/errors.ts";

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
