/* What the package is imported for. */
export { Conclave } from "./conclave.ts";
export {
  ApiError,
  BadRequestError,
  ConclaveError,
  ConflictError,
  ConnectionError,
  ForbiddenError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnauthorizedError,
  WebhookVerificationError,
  type ApiErrorCode,
} from "./errors.ts";
export type { StreamOptions } from "./event-stream.ts";
export type { Page, Pages } from "./pages.ts";
export type { AnalysisFilter, ReportOptions, RerunFrom, StartedJob } from "./resources/analyses.ts";
export type { BacktestFilter } from "./resources/backtests.ts";
export type { BatchFilter, BatchResultFilter, CreateBatchOptions, WaitOptions } from "./resources/batches.ts";
export type { LimitOptions } from "./resources/lists.ts";
export type { ValuationDays } from "./resources/portfolios.ts";
export type { InstrumentFilter, RankingFilter } from "./resources/record.ts";
export type { RequestFilter } from "./resources/requests.ts";
export type { DeliveryFilter } from "./resources/webhooks.ts";
export type { SignalFilter, SignalStreamOptions } from "./resources/signals.ts";
export type * from "./schema.ts";
export { apiVersion } from "./schema.ts";
export type { ConclaveOptions, CreateOptions, RequestOptions } from "./transport.ts";
export { verifyWebhook, type VerifyOptions, type WebhookHeaders } from "./webhooks.ts";
