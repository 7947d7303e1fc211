/** All that goes wrong on purpose, translated once by each entry point. Anything else is a defect. */
export type ConclaveError =
  | InvalidInput
  | InvalidField
  | NotFound
  | NoLongerKept
  | BudgetExceeded
  | Cancelled
  | VendorFailed
  | ModelFailed
  | CorruptRun
  | Unauthorized
  | Forbidden
  | ConfirmationNeeded
  | Conflict
  | QueueFull
  | RateLimited
  | RenderFailed
  | InsufficientBalance
  | SecretUnreadable;

/** One sentence that names field and rule. */
export class InvalidInput extends Error {
  readonly kind = "invalid_input";
}

/** `message` stands behind the field's name. */
export class InvalidField extends Error {
  readonly kind = "invalid_field";
  readonly field: string;
  readonly value: unknown;
  constructor(field: string, value: unknown, message: string) {
    super(message);
    this.field = field;
    this.value = value;
  }
}

export class NotFound extends Error {
  readonly kind = "not_found";
}

/** Removed by the operator's retention. */
export class NoLongerKept extends Error {
  readonly kind = "no_longer_kept";
}

/** The next call could exceed the run's budget, so it was not made. */
export class BudgetExceeded extends Error {
  readonly kind = "budget_exceeded";
}

export class Cancelled extends Error {
  readonly kind = "cancelled";
  constructor(message = "cancelled") {
    super(message);
  }
}

/** `unauthorized`: key missing or refused, or no quota. */
export type OutsideReason = "rate_limited" | "unavailable" | "timeout" | "malformed" | "unauthorized" | "refused";

/** Never the same as "no data". */
export class VendorFailed extends Error {
  readonly kind = "vendor_failed";
  readonly vendor: string;
  readonly reason: OutsideReason;
  constructor(vendor: string, reason: OutsideReason, detail: string, options?: ErrorOptions) {
    super(`${vendor}: ${detail}`, options);
    this.vendor = vendor;
    this.reason = reason;
  }
}

/** A model gave no usable answer after the allowed retries. */
export class ModelFailed extends Error {
  readonly kind = "model_failed";
  readonly model: string;
  readonly reason: OutsideReason;
  constructor(model: string, reason: OutsideReason, detail: string, options?: ErrorOptions) {
    super(`${model}: ${detail}`, options);
    this.model = model;
    this.reason = reason;
  }
}

/** The provider rejected the call before answering it. */
export function isUnbilled(error: unknown): boolean {
  return error instanceof ModelFailed && (error.reason === "unauthorized" || error.reason === "rate_limited");
}

/** A stored run is inconsistent: a record is missing, altered or unreadable. */
export class CorruptRun extends Error {
  readonly kind = "corrupt_run";
}

/** Nobody, or nobody we know, asks. */
export class Unauthorized extends Error {
  readonly kind = "unauthorized";
}

/** A known user asks for something that is not theirs. */
export class Forbidden extends Error {
  readonly kind = "forbidden";
}

/** They signed in too long ago. */
export class ConfirmationNeeded extends Error {
  readonly kind = "confirmation_needed";
  constructor(message = "confirm your identity, then try again") {
    super(message);
  }
}

/** It contradicts something that was done before. */
export class Conflict extends Error {
  readonly kind = "conflict";
}

/** As many jobs wait as may wait. */
export class QueueFull extends Error {
  readonly kind = "queue_full";
}

export class RateLimited extends Error {
  readonly kind = "rate_limited";
  readonly retryAfterMs: number;
  /** `null` where it is no number of requests. */
  readonly limit: number | null;
  constructor(message: string, retryAfterMs: number, limit: number | null = null) {
    super(message);
    this.retryAfterMs = retryAfterMs;
    this.limit = limit;
  }
}

/** It breaks the layout, or takes too much time or memory. */
export class RenderFailed extends Error {
  readonly kind = "render_failed";
}

/** The balance does not cover it. */
export class InsufficientBalance extends Error {
  readonly kind = "insufficient_balance";
  /** The missing amount in US cents. */
  readonly missingMinor: number;
  constructor(message: string, missingMinor: number) {
    super(message);
    this.missingMinor = missingMinor;
  }
}

/** The right AUTH_SECRET opens it again. */
export class SecretUnreadable extends Error {
  readonly kind = "secret_unreadable";
}

export function isConclaveError(error: unknown): error is ConclaveError {
  return (
    error instanceof InvalidInput ||
    error instanceof InvalidField ||
    error instanceof NotFound ||
    error instanceof NoLongerKept ||
    error instanceof BudgetExceeded ||
    error instanceof Cancelled ||
    error instanceof VendorFailed ||
    error instanceof ModelFailed ||
    error instanceof CorruptRun ||
    error instanceof Unauthorized ||
    error instanceof Forbidden ||
    error instanceof ConfirmationNeeded ||
    error instanceof Conflict ||
    error instanceof QueueFull ||
    error instanceof RateLimited ||
    error instanceof RenderFailed ||
    error instanceof InsufficientBalance ||
    error instanceof SecretUnreadable
  );
}
