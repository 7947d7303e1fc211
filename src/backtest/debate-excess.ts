import { Decimal } from "decimal.js";
import { DebateExcess, type BacktestDecision, type StrategyName } from "#src/contract/backtests/backtest.ts";
import { rounded } from "#src/core/figures/rounded.ts";
import { intervalsOf } from "./intervals.ts";
import { annualReturn, cumulativeReturn, dailyReturns } from "./metrics.ts";
import type { Track } from "./track.ts";
import { debateUsage } from "./usage.ts";

/**
 * Against each that decides on the same evidence; nothing without models. The interval is of the difference of annual
 * returns.
 */
export function debateExcess(
  tracks: ReadonlyMap<StrategyName, Track>,
  decisions: readonly BacktestDecision[],
  perYear: number,
): { readonly debate_excess?: DebateExcess[] } {
  const own = tracks.get("debate")?.equity ?? [];
  const { calls, cost_usd: cost } = debateUsage(decisions);
  const lines = DebateExcess.shape.over.options.flatMap((over): DebateExcess[] => {
    const other = tracks.get(over)?.equity;
    if (other === undefined) return [];
    const beside = decisions.map(({ baselines }) => baselines?.single_call).filter((one) => one !== undefined);
    const paid = over === "single_call" ? debateUsage(beside) : { calls: 0, cost_usd: "0" };
    return [
      {
        over,
        cumulative_return: difference(cumulativeReturn(own), cumulativeReturn(other)),
        annual_return: difference(annualReturn(own, perYear), annualReturn(other, perYear)),
        annual_return_interval: intervalsOf(dailyReturns(own), dailyReturns(other), perYear).excess_annual_return,
        same_ratings: decisions.filter(({ rating, baselines }) => rating === baselines?.[over]?.rating).length,
        decisions: decisions.length,
        calls: calls - paid.calls,
        cost_usd: cost === null || paid.cost_usd === null ? null : new Decimal(cost).minus(paid.cost_usd).toFixed(),
      },
    ];
  });
  return lines.length === 0 ? {} : { debate_excess: lines };
}

function difference(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : rounded(one - other);
}
