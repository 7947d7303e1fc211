import type { ReasoningEffort } from "#src/contract/tuning.ts";

/** Enough to build it again, without a key. */
export interface ReasonerChoice {
  readonly provider: string;
  /** `null`: the provider's default. */
  readonly deep: string | null;
  readonly quick: string | null;
  readonly baseUrl: string | null;
  /** Another provider for the managers' model, and its address; by default the same. */
  readonly deepProvider?: string;
  readonly deepBaseUrl?: string;
  readonly effort?: ReasoningEffort;
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  readonly maxRetries?: number;
}

/** The part of a choice that one model's calls are made with. */
export function choiceOf(depth: "deep" | "quick", choice: ReasonerChoice): ReasonerChoice {
  const { deepProvider, deepBaseUrl, ...one } = choice;
  if (deepProvider === undefined) return one;
  if (depth === "quick") return { ...one, deep: null };
  return { ...one, provider: deepProvider, quick: null, baseUrl: deepBaseUrl ?? null };
}

/** Where data comes from: archives by folder, then the online chain if `online`. */
export interface DataChoice {
  readonly archives: readonly string[];
  readonly online: boolean;
}
