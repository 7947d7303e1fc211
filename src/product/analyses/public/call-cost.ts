import { Decimal } from "decimal.js";
import type { Usd, RunEstimates, ShapeEstimate } from "#src/contract/jobs/usage.ts";
import { statementsOf } from "#src/contract/jobs/analysis.ts";
import { holdingsCalls } from "#src/contract/holdings/holdings.ts";
import type { AnalysisEnvironment, TokenPrice } from "./analysis-environment.ts";

/** In tokens; the cached share is that of bench/tokens.ts. Only until the service has measured its models. */
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

/** The research manager's and the portfolio manager's. */
const deepCalls = 2;

/** On holdings: five, of which the portfolio manager's is deep, and three wait for each other. */
export const holdingsShape = { statements: holdingsCalls, depth: 3, deep: 1 } as const;

/** Statements that wait for each other. */
export function callDepth({ rounds, riskRounds }: Shape): number {
  return 1 + rounds + riskRounds + 3;
}

/** A run by the price table, where nothing like it was measured. */
export function estimateFromTable({ config, prices, toolSteps }: Priced, shape: Shape): ShapeEstimate {
  const calls = statementsOf(shape) + shape.analysts * toolSteps;
  const isRules = config.llm_provider === "rules";
  return {
    analysts: shape.analysts,
    rounds: shape.rounds,
    calls,
    costUsd: costOfCalls(prices, calls, deepCalls),
    seconds: isRules ? 1 : (callDepth(shape) + toolSteps) * usual.seconds,
  };
}

export function holdingsFromTable({ config, prices }: Omit<Priced, "toolSteps">): RunEstimates["holdings"] {
  const { statements: calls, depth, deep } = holdingsShape;
  const seconds = config.llm_provider === "rules" ? 0 : depth * usual.seconds;
  return { calls, costUsd: costOfCalls(prices, calls, deep), seconds };
}

function costOfCalls({ deep, quick }: Priced["prices"], calls: number, deepOnes: number): Usd | null {
  return deep === null || quick === null
    ? null
    : rounded(
        costOfCall(deep)
          .times(deepOnes)
          .plus(costOfCall(quick).times(calls - deepOnes)),
      );
}
