import { Decimal } from "decimal.js";
import type { ModelCall } from "#src/contract/run/run.ts";
import type { AgentUsage, Tokens, Usage, Usd } from "#src/contract/jobs/usage.ts";
import { BudgetExceeded } from "#src/core/errors.ts";

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

export interface Budget {
  /**
   * Sets aside the most a call can cost.
   * @param estimate `null`: unknown price, so refused
   * @returns called with the true cost; with `null` the estimate stays spent
   * @throws BudgetExceeded
   */
  reserve(estimate: Usd | null, step: string): (cost: Usd | null) => void;
  /** A call that an earlier attempt made and kept. */
  count(cost: Usd | null): void;
}

/**
 * Fail-closed: spent + reserved + the next estimate never exceeds the limit.
 * @param limit US dollars; `null`: no limit
 */
export function createBudget(limit: Usd | null): Budget {
  if (limit === null) return { reserve: () => () => {}, count: () => {} };
  const most = new Decimal(limit);
  let used = new Decimal(0);
  return {
    count(cost) {
      // Under a budget every kept call has a cost.
      used = used.plus(cost ?? 0);
    },
    reserve(estimate, step) {
      if (estimate === null)
        throw new BudgetExceeded(
          `the price of the model for ${step} is not known, so the budget of $${limit} cannot be kept: set its price in SERVICE_MODELS or drop the budget`,
        );
      const held = new Decimal(estimate);
      if (used.plus(held).gt(most))
        throw new BudgetExceeded(
          `the budget of $${limit} does not cover ${step}: $${used.toFixed()} spent or reserved, up to $${held.toFixed()} more needed`,
        );
      used = used.plus(held);
      return (cost) => {
        used = used.minus(held).plus(cost ?? held);
      };
    },
  };
}
