import { Decimal } from "decimal.js";
import type { ModelEstimate } from "#src/contract/backtests/backtests.ts";
import type { ShapeEstimate } from "#src/contract/jobs/estimate.ts";
import { sumUsd } from "#src/contract/accounts/usd.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import type { TokenPrice } from "#src/product/analyses/public/analysis-environment.ts";
import { costOfCall, rounded, usual } from "#src/product/analyses/public/call-cost.ts";

/** As in the worker and on the command line. */
const sideBySide = 4;

interface ToEstimate {
  readonly decisions: number;
  /** Of each decision. */
  readonly runs: number;
  readonly hasSingleCall: boolean;
  /** One debate. */
  readonly debate: Pick<ShapeEstimate, "calls" | "costUsd" | "seconds">;
  /** Of the managers' model; `null`: not known. */
  readonly deepPrice: TokenPrice | null;
  readonly budget: Usd | null;
}

/** Repetitions and single calls included. */
export function modelEstimate({
  decisions,
  runs,
  hasSingleCall,
  debate,
  deepPrice,
  budget,
}: ToEstimate): { readonly seconds: number } & Omit<ModelEstimate, "deep" | "quick" | "training"> {
  const times = (usd: Usd | null, count: number): Usd | null =>
    usd === null ? null : new Decimal(usd).times(count).toFixed();
  const single = deepPrice === null ? null : rounded(costOfCall(deepPrice));
  const debates = times(debate.costUsd, decisions * runs);
  const singles = hasSingleCall ? times(single, decisions) : "0";
  const costUsd = debates === null || singles === null ? null : sumUsd([debates, singles]);
  const seconds = (debate.seconds ?? 0) * runs + (hasSingleCall ? usual.seconds : 0);
  return {
    seconds: Math.ceil((seconds * decisions) / sideBySide),
    runs,
    calls: (debate.calls * runs + (hasSingleCall ? 1 : 0)) * decisions,
    costUsd,
    singleCalls: hasSingleCall ? { calls: decisions, costUsd: singles } : null,
    exceedsBudget: costUsd !== null && budget !== null && new Decimal(costUsd).greaterThan(budget),
  };
}
