import type { Analyst, Rating } from "#src/contract/jobs/analysis.ts";
import { VerdictAnswer } from "#src/contract/run/answers.ts";
import type { Tokens, Usd } from "#src/contract/jobs/usage.ts";
import type { LocalDate } from "#src/core/clock.ts";
import { ModelFailed } from "#src/core/errors.ts";
import type { Brief, Reasoner, Spoken } from "../reasoners/reasoner.ts";
import { heardEvidence, type Snapshot } from "../evidence/snapshot.ts";
import { statedRating } from "../opinion/read-rating.ts";
import { noTokens } from "../budget.ts";

/** What one call said. */
export interface SingleCall {
  readonly rating: Rating;
  /** Why there is no opinion; `null` when there is one. */
  readonly review_reason: string | null;
  readonly confidence: number | null;
  readonly calls: number;
  readonly tokens: Tokens;
  /** `null`: the price is not known. */
  readonly cost_usd: Usd | null;
}

const decides =
  "You decide alone, in this one answer. Give `rating`: Buy, Overweight, Hold, Underweight or Sell, or null when the evidence does not carry an opinion; null is not a weak Hold. Give the `thesis` in two or three sentences, a `target` price on today's basis, the `horizon_days` in calendar days, and your `confidence` from 0 to 1, each null when you have none. Explain the decision in 120 to 250 words in `text` with references and ids, and end the text with one line of the form `Rating: X`.";

const nothingAsked = { calls: 0, tokens: noTokens, cost_usd: "0" } as const;

/**
 * One call on all evidence of the analysts, in the portfolio manager's form, without look-ups or a second question.
 * @throws BudgetExceeded, Cancelled; ModelFailed for a refused key
 */
export async function singleCall(
  { reasoner, signal }: { readonly reasoner: Reasoner; readonly signal: AbortSignal },
  snapshot: Snapshot,
  asked: { readonly analysts: readonly Analyst[]; readonly tradeDate: LocalDate; readonly seed: number },
): Promise<SingleCall> {
  if (snapshot.nothing !== null) return review(snapshot.nothing, nothingAsked);
  let spoken: Spoken<VerdictAnswer>;
  try {
    spoken = await reasoner.speak(briefOf(snapshot, asked), { signal, onDelta: () => {} });
  } catch (error) {
    if (!(error instanceof ModelFailed) || error.reason === "unauthorized") throw error;
    return review(`the model gave no answer: ${error.message}`, nothingAsked);
  }
  const { tokens, costUsd: cost_usd } = spoken.call;
  const bill = { calls: 1, tokens, cost_usd };
  if (spoken.kind === "tools") return review("the model asked for tools when none were open", bill);
  const stated = statedRating(spoken.answer, spoken.text, spoken.reading);
  if (!stated.ok) return review(reasons[stated.code], bill);
  return { rating: stated.rating, review_reason: null, confidence: spoken.answer?.confidence ?? null, ...bill };
}

const reasons = {
  no_opinion: "the model has no opinion",
  conflict: "the model gave two different ratings",
  unreadable_answer: "the model gave no rating that can be read",
} as const;

function review(reason: string, bill: Pick<SingleCall, "calls" | "tokens" | "cost_usd">): SingleCall {
  return { rating: "REVIEW", review_reason: reason, confidence: null, ...bill };
}

function briefOf(
  { data, evidence }: Snapshot,
  { analysts, tradeDate, seed }: { analysts: readonly Analyst[]; tradeDate: LocalDate; seed: number },
): Brief<VerdictAnswer> {
  return {
    agent: "portfolio_manager",
    round: 1,
    depth: "deep",
    instrument: { symbol: data.symbol, name: data.name, assetType: data.asset_type, currency: data.currency },
    asOf: data.as_of ?? "",
    tradeDate,
    evidence: heardEvidence(evidence, analysts),
    transcript: [],
    ask: decides,
    answer: VerdictAnswer,
    tools: [],
    steps: [],
    seed,
  };
}
