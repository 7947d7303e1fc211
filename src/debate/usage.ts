import { Decimal } from "decimal.js";
import type { ModelCall } from "#src/contract/run/run.ts";
import type { AgentUsage, Tokens, Usage, Usd } from "#src/contract/jobs/usage.ts";

/** The part of a call that is on the bill. */
export type Billed = Pick<ModelCall, "agent" | "model" | "tokens" | "cost_usd" | "reused">;

export const noTokens: Tokens = { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 };

/** Without calls that another run paid. `null` as soon as one cost is. */
export function total(calls: readonly Billed[]): { tokens: Tokens; cost_usd: Usd | null } {
  let cost: Decimal | null = new Decimal(0);
  const tokens = { ...noTokens };
  for (const call of calls.filter(({ reused }) => reused !== true)) {
    tokens.input_tokens += call.tokens.input_tokens;
    tokens.cached_input_tokens += call.tokens.cached_input_tokens;
    tokens.output_tokens += call.tokens.output_tokens;
    cost = cost === null || call.cost_usd === null ? null : cost.plus(call.cost_usd);
  }
  return { tokens, cost_usd: cost === null ? null : cost.toFixed() };
}

/** A line per agent and model in the order of speaking, and the sum. */
export function usageOf(all: readonly Billed[], budget: Usd | null): Usage {
  const calls = all.filter(({ reused }) => reused !== true);
  const lines = Map.groupBy(calls, (call) => `${call.agent}\n${call.model}`);
  const agents: AgentUsage[] = [...lines.values()].flatMap((of) => {
    const first = of[0];
    if (first === undefined) return [];
    const { tokens, cost_usd } = total(of);
    return [{ agent: first.agent, model: first.model, calls: of.length, ...tokens, cost_usd }];
  });
  const { tokens, cost_usd } = total(calls);
  return { ...tokens, calls: calls.length, cost_usd, budget_usd: budget, agents };
}
