import { Decimal } from "decimal.js";
import type { Usd } from "#src/contract/usage.ts";
import { statementsOf } from "#src/contract/analysis.ts";
import type { ShapeEstimate } from "#src/contract/estimate.ts";
import type { AnalysisEnvironment, TokenPrice } from "./analysis-environment.ts";

/**
 * A usual call of a debate on a listed company, in tokens; the share of the input that providers read from their
 * prompt cache is that of bench/tokens.ts. Only for a service that has not run its models yet.
 */
export const usual = { input: 9000, cachedShare: 0.7, output: 900, seconds: 15 } as const;

export function costOfCall({ input, cachedInput, output }: TokenPrice): Decimal {
  const cached = usual.input * usual.cachedShare;
  return new Decimal(input)
    .times(usual.input - cached)
    .plus(new Decimal(cachedInput).times(cached))
    .plus(new Decimal(output).times(usual.output))
    .div(1_000_000);
}

/** To two significant digits: more would claim to know. */
export function rounded(usd: Decimal): Usd {
  return usd.toSignificantDigits(2).toFixed();
}

export interface Shape {
  readonly analysts: number;
  readonly rounds: number;
  readonly riskRounds: number;
}

/** Who is asked, and at what price. */
export interface Priced extends Pick<AnalysisEnvironment, "prices" | "toolSteps"> {
  readonly config: Pick<AnalysisEnvironment["config"], "llm_provider">;
}

/** Two of a run's calls go to the deep model: the research manager's and the portfolio manager's. */
const deepCalls = 2;

/** Statements that wait for each other. */
export function callDepth({ rounds, riskRounds }: Shape): number {
  return 1 + rounds + riskRounds + 3;
}

/** A run by the price table, where nothing like it was measured. */
export function estimateFromTable({ config, prices, toolSteps }: Priced, shape: Shape): ShapeEstimate {
  const calls = statementsOf(shape) + shape.analysts * toolSteps;
  const isRules = config.llm_provider === "rules";
  const { deep, quick } = prices;
  const costUsd =
    deep === null || quick === null
      ? null
      : rounded(
          costOfCall(deep)
            .times(deepCalls)
            .plus(costOfCall(quick).times(calls - deepCalls)),
        );
  return {
    analysts: shape.analysts,
    rounds: shape.rounds,
    calls,
    costUsd,
    seconds: isRules ? 1 : (callDepth(shape) + toolSteps) * usual.seconds,
  };
}
