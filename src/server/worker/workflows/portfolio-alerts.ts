import { valuePortfolio } from "#src/debate/holdings/portfolio.ts";
import { minuteMs, toIso } from "#src/core/clock.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import type { AnalysisRequest } from "#src/contract/jobs/analysis.ts";
import type { Log } from "#src/core/operation/log.ts";
import type { SystemContext } from "#src/product/context.ts";
import { checkPortfolioAlerts } from "#src/product/portfolios/check-alerts.ts";
import { runStep } from "../outages.ts";
import { forgetRuns } from "./forget-runs.ts";

/** Each portfolio is due once a day. */
export const portfolioAlertsSchedule = { name: "portfolio alerts", cron: "11-59/15 * * * *" } as const;

const longestMs = 10 * minuteMs;

export interface PortfolioAlertsTools extends SystemContext {
  readonly vendorChainOf: (request: Pick<AnalysisRequest, "ticker" | "asset_type" | "trade_date">) => VendorChain;
  readonly log: Log;
}

/** A failure is logged and retried. */
export async function runPortfolioAlerts(tools: PortfolioAlertsTools): Promise<void> {
  try {
    const told = await runStep(() => checkAlerts(tools), { name: "check portfolio alerts" });
    if (told > 0) tools.log.info({ told }, "owners told of their portfolios");
    await runStep(() => forgetRuns(portfolioAlertsSchedule.name, tools.clock.now()), { name: "forget old runs" });
  } catch (error) {
    tools.log.error({ err: error }, "portfolio alerts could not be checked");
  }
}

/** @returns how many were told */
export function checkAlerts(tools: PortfolioAlertsTools): Promise<number> {
  const { vendorChainOf, clock, log } = tools;
  const environment: Parameters<typeof checkPortfolioAlerts>[1]["environment"] = {
    valuePortfolio: (portfolio, span, signal) => {
      const vendorsOf = (ticker: string): VendorChain =>
        vendorChainOf({ ticker, asset_type: "stock", trade_date: toIso(clock.now()).slice(0, 10) });
      return valuePortfolio({ vendorsOf, now: clock.now(), signal }, portfolio, span);
    },
  };
  return checkPortfolioAlerts(tools, { environment, log, signal: AbortSignal.timeout(longestMs) });
}
