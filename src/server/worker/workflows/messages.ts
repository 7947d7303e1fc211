import type { Happening } from "#src/contract/messages/channels.ts";
import { noteHappeningPage } from "#src/product/channels/telling.ts";
import type { SystemContext } from "#src/product/context.ts";
import { type DeliveryTools, deliverMessage } from "#src/product/outbox/outbox.ts";
import { enqueueAlertPage } from "#src/product/signals/alerts.ts";
import { runStep } from "../outages.ts";
import { setTimeout as pause } from "node:timers/promises";
import { learnTelegramBot, readTelegram } from "#src/product/channels/telegram.ts";
import { valuePortfolio } from "#src/debate/holdings/portfolio.ts";
import { minuteMs, toIso } from "#src/core/clock.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import type { AnalysisRequest } from "#src/contract/jobs/analysis.ts";
import type { Log } from "#src/core/operation/log.ts";
import { checkPortfolioAlerts } from "#src/product/portfolios/portfolios.ts";
import { type Schedule, runScheduled } from "./maintenance.ts";

/** The message's row says what follows. */
export async function runDelivery(tools: SystemContext & DeliveryTools, id: string, turn: number): Promise<void> {
  await runStep(() => deliverMessage(tools, { tools, id, turn }), { name: "deliver" });
}

/** Tells those who follow a list of what happened on it. */
export async function runHappening(
  tools: SystemContext,
  list: string,
  once: string,
  happening: Happening,
): Promise<void> {
  await eachPage("page", (after) => noteHappeningPage(tools, { list, once, happening, after }));
  if (happening.event === "rating_changed")
    await eachPage("alerts", (after) => enqueueAlertPage(tools, { signal: happening.signal, after }));
}

/** Durable: a page that was dealt with is not dealt with again. */
async function eachPage(name: string, work: (after: string) => Promise<string | null>): Promise<void> {
  for (let after: string | null = "", page = 1; after !== null; page += 1) {
    const from: string = after;
    after = await runStep(() => work(from), { name: `${name} ${page}` });
  }
}

/** For the bot's name, and for the lease. */
const learnMs = 30_000;
const idleMs = 5000;

/** No workflow: a row says how far, and reading twice is harmless. */
export async function followTelegram(
  tools: SystemContext & Pick<DeliveryTools, "channels">,
  by: string,
  stopping: AbortSignal,
  failed: (error: unknown) => void,
): Promise<void> {
  let known = false;
  while (!stopping.aborted) {
    let restMs = 0;
    try {
      const channels = tools.channels();
      if (!known) {
        known = (await learnTelegramBot(tools, channels)) !== null;
        if (channels.telegram === null) return;
        if (!known) restMs = learnMs;
      } else if ((await readTelegram(tools, { tools: channels, by })) === "idle") restMs = idleMs;
    } catch (error) {
      failed(error);
      restMs = idleMs;
    }
    if (restMs > 0) await pause(restMs, undefined, { signal: stopping }).catch(() => {});
  }
}

/** Each portfolio is due once a day. */
export const portfolioAlertsSchedule: Schedule = { name: "portfolio alerts", cron: "11-59/15 * * * *" };

const longestMs = 10 * minuteMs;

export interface PortfolioAlertsTools extends SystemContext {
  readonly vendorChainOf: (request: Pick<AnalysisRequest, "ticker" | "asset_type" | "trade_date">) => VendorChain;
  readonly log: Log;
}

export async function runPortfolioAlerts(tools: PortfolioAlertsTools): Promise<void> {
  await runScheduled(tools, portfolioAlertsSchedule, "portfolio alerts could not be checked", async () => {
    const told = await runStep(() => checkAlerts(tools), { name: "check portfolio alerts" });
    if (told > 0) tools.log.info({ told }, "owners told of their portfolios");
  });
}

/** @returns how many were told */
function checkAlerts(tools: PortfolioAlertsTools): Promise<number> {
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
