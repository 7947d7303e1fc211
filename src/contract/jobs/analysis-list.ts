import type { AnalysisRequest, JobStatus, Rating } from "./analysis.ts";
import type { Usd } from "./usage.ts";

/** An analysis in a list, without its reports. */
export interface ListedAnalysis {
  readonly id: string;
  readonly number: number;
  readonly status: JobStatus;
  readonly request: AnalysisRequest;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** Of one that has succeeded. */
  readonly rating: Rating | null;
  readonly cost_usd: Usd | null;
  readonly error: string | null;
  /** Statements made and expected, of a running job. */
  readonly progress: { readonly done: number; readonly of: number } | null;
}

/** The filters of a list; `null` means all. */
export interface AnalysisFilter {
  readonly status: JobStatus | null;
  /** As it was asked for, in any case. */
  readonly symbol: string | null;
  readonly rating: Rating | null;
  /** Trade dates, both ends inclusive. */
  readonly from: string | null;
  readonly to: string | null;
}

export interface AnalysisPage {
  readonly analyses: readonly ListedAnalysis[];
  /** `null` at the end. */
  readonly newer: number | null;
  readonly older: number | null;
}
