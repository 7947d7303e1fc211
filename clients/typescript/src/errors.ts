import type { ValidationError } from "./schema.ts";

/** Everything that this package throws by itself. */
export class ConclaveError extends Error {
  override readonly name: string = "ConclaveError";
}

/** The server could not be reached, or the connection broke. `cause` is what the platform said. */
export class ConnectionError extends ConclaveError {
  override readonly name = "ConnectionError";
}

/** The server took longer than `timeoutMs`. */
export class TimeoutError extends ConclaveError {
  override readonly name = "TimeoutError";
}

/** The message is not from Conclave, was changed on its way, or is too old. */
export class WebhookVerificationError extends ConclaveError {
  override readonly name = "WebhookVerificationError";
}

export type ApiErrorCode =
  | "bad_request"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "too_large"
  | "unsupported_media_type"
  | "invalid"
  | "rate_limited"
  | "server_error"
  | "unavailable"
  | "unexpected";

export interface ApiErrorInit {
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly detail: string;
  readonly errors: readonly ValidationError[];
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
}

/** The server refused the request; `message` is its sentence. */
export class ApiError extends ConclaveError {
  override readonly name: string = "ApiError";
  readonly status: number;
  /** One word for the status, to switch on. */
  readonly code: ApiErrorCode;
  /** Of a 422: what is wrong, field by field. Else empty. */
  readonly errors: readonly ValidationError[];
  /** The request in the server's log. */
  readonly requestId: string | null;
  /** When the server asked to come back. */
  readonly retryAfterMs: number | null;

  constructor({ status, code, detail, errors, requestId, retryAfterMs }: ApiErrorInit) {
    super(detail);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

/** 400: the body cannot be read, or the version of the API is unknown. */
export class BadRequestError extends ApiError {
  override readonly name = "BadRequestError";
}
/** 401: the key is missing, wrong or revoked. */
export class UnauthorizedError extends ApiError {
  override readonly name = "UnauthorizedError";
}
/** 403: the key lacks a scope, or the plan does not include this. */
export class ForbiddenError extends ApiError {
  override readonly name = "ForbiddenError";
}
/** 404: it does not exist or belongs to another owner. */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError";
}
/** 409: not in this state, or the idempotency key was used with another body. */
export class ConflictError extends ApiError {
  override readonly name = "ConflictError";
}
/** 422: `errors` has what is wrong, field by field. */
export class InvalidRequestError extends ApiError {
  override readonly name = "InvalidRequestError";
}
/** 429: too many requests, or the queue is full. */
export class RateLimitError extends ApiError {
  override readonly name = "RateLimitError";
}
/** 500 and above. */
export class ServerError extends ApiError {
  override readonly name = "ServerError";
}

const kinds: Readonly<Record<number, readonly [ApiErrorCode, new (init: ApiErrorInit) => ApiError]>> = {
  400: ["bad_request", BadRequestError],
  401: ["unauthorized", UnauthorizedError],
  403: ["forbidden", ForbiddenError],
  404: ["not_found", NotFoundError],
  409: ["conflict", ConflictError],
  413: ["too_large", ApiError],
  415: ["unsupported_media_type", ApiError],
  422: ["invalid", InvalidRequestError],
  429: ["rate_limited", RateLimitError],
  503: ["unavailable", ServerError],
};

/** The error of an answer that is no success. @param nowMs for a `Retry-After` that is a date */
export async function apiErrorOf(response: Response, nowMs: number): Promise<ApiError> {
  const { status, headers } = response;
  const text = await response.text().catch(() => "");
  const { detail, errors } = readDetail(text);
  const [code, Kind] = kinds[status] ?? (status >= 500 ? ["server_error", ServerError] : ["unexpected", ApiError]);
  const said = detail ?? `the server answered ${status}`;
  return new Kind({
    status,
    code,
    detail: said,
    errors,
    requestId: headers.get("x-request-id"),
    retryAfterMs: askedPause(headers, nowMs),
  });
}

function readDetail(text: string): { readonly detail: string | null; readonly errors: readonly ValidationError[] } {
  const body = parsed(text);
  if (typeof body !== "object" || body === null || !("detail" in body)) return { detail: null, errors: [] };
  const { detail } = body;
  if (typeof detail === "string") return { detail, errors: [] };
  const errors = Array.isArray(detail) ? detail.filter(isValidationError) : [];
  const lines = errors.map(({ loc, msg }) => `${loc.slice(1).join(".")}: ${msg}`);
  return { detail: lines.length === 0 ? "the request is not valid" : lines.join("; "), errors };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isValidationError(value: unknown): value is ValidationError {
  return typeof value === "object" && value !== null && "loc" in value && Array.isArray(value.loc) && "msg" in value;
}

/** Seconds or a date. @see RFC 9110, 10.2.3 */
function askedPause(headers: Headers, nowMs: number): number | null {
  const text = headers.get("retry-after");
  if (text === null) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
