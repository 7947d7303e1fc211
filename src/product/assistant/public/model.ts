import type { Chunk, DraftClaim } from "../lib/claims.ts";

/** What a language model is asked. */
export interface ModelAsk {
  /** Whether the chunks are passages about the product, or parts of one report. */
  readonly about: "product" | "report";
  readonly question: string;
  /** What was said before in the conversation, oldest first. */
  readonly earlier: readonly { readonly question: string; readonly answer: string }[];
  readonly chunks: readonly Chunk[];
}

/** Nothing it says is shown unchecked. */
export interface AssistantModel {
  /** As its provider names it. */
  readonly name: string;
  /** None when it finds no answer. @throws ModelFailed or Cancelled */
  claims(ask: ModelAsk, signal: AbortSignal): AsyncIterable<DraftClaim>;
}
