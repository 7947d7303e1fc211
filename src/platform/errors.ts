/**
 * The closed union of what can go wrong on purpose. Entry points translate it once: the command line to
 * an exit code, the front door to a status. Anything else is a defect and is reported as one.
 */
export type ConclaveError =
  | InvalidInput
  | NotFound
  | BudgetExceeded
  | Cancelled
  | VendorFailed
  | ModelFailed
  | CorruptRun
  | Unauthorized
  | Forbidden
  | Conflict
  | QueueFull
  | RateLimited
  | InsufficientBalance
  | SecretUnreadable;

/** Input that breaks a stated rule; `message` is one sentence that names the field and the rule. */
export class InvalidInput extends Error {
  readonly kind = "invalid_input";
}

export class NotFound extends Error {
  readonly kind = "not_found";
}

/** The next call could cross the run's budget, so it was not made. */
export class BudgetExceeded extends Error {
  readonly kind = "budget_exceeded";
}

export class Cancelled extends Error {
  readonly kind = "cancelled";
  constructor(message = "cancelled") {
    super(message);
  }
}

/** Why an outside service gave no usable answer. `unauthorized` covers a missing or refused key. */
export type OutsideReason = "rate_limited" | "unavailable" | "timeout" | "malformed" | "unauthorized" | "refused";

/** A market data vendor or a payment processor failed. Never the same as "no data", which is an empty answer. */
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

/** A stored run does not add up: a missing, altered or unreadable record. */
export class CorruptRun extends Error {
  readonly kind = "corrupt_run";
}

/** Nobody, or nobody we know, asks. */
export class Unauthorized extends Error {
  readonly kind = "unauthorized";
}

/** Somebody we know asks for what is not theirs to ask. */
export class Forbidden extends Error {
  readonly kind = "forbidden";
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
  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The balance does not cover it. */
export class InsufficientBalance extends Error {
  readonly kind = "insufficient_balance";
  /** What would have to be added, in US cents. */
  readonly missingMinor: number;
  constructor(message: string, missingMinor: number) {
    super(message);
    this.missingMinor = missingMinor;
  }
}

/** A stored secret does not open. Where the wrong AUTH_SECRET is in force, the right one opens it again. */
export class SecretUnreadable extends Error {
  readonly kind = "secret_unreadable";
}

export function isConclaveError(error: unknown): error is ConclaveError {
  return (
    error instanceof InvalidInput ||
    error instanceof NotFound ||
    error instanceof BudgetExceeded ||
    error instanceof Cancelled ||
    error instanceof VendorFailed ||
    error instanceof ModelFailed ||
    error instanceof CorruptRun ||
    error instanceof Unauthorized ||
    error instanceof Forbidden ||
    error instanceof Conflict ||
    error instanceof QueueFull ||
    error instanceof RateLimited ||
    error instanceof InsufficientBalance ||
    error instanceof SecretUnreadable
  );
}
