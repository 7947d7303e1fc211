import type { ReasoningEffort } from "#src/contract/jobs/model-keys.ts";

/** Enough to build it again, without a key. */
export interface ReasonerChoice {
  readonly provider: string;
  /** `null`: the provider's default. */
  readonly deep: string | null;
  readonly quick: string | null;
  readonly baseUrl: string | null;
  /** Provider and address of the managers' model; by default the same as the other. */
  readonly deepProvider?: string;
  readonly deepBaseUrl?: string;
  readonly effort?: ReasoningEffort;
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  readonly maxRetries?: number;
}

/** The settings for the calls of one model. */
export function choiceOf(depth: "deep" | "quick", choice: ReasonerChoice): ReasonerChoice {
  const { deepProvider, deepBaseUrl, ...one } = choice;
  if (deepProvider === undefined) return one;
  if (depth === "quick") return { ...one, deep: null };
  return { ...one, provider: deepProvider, quick: null, baseUrl: deepBaseUrl ?? null };
}

/** Where data comes from: the archives' folders, then the online chain if `online`. */
export interface DataChoice {
  readonly archives: readonly string[];
  readonly online: boolean;
}
