import type { Settings } from "#src/core/config/config.ts";
import type { JobSettings } from "#src/product/context.ts";
import type { ListInstrument } from "#src/contract/signals/signals.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import type { Instrument } from "#src/market/market-data.ts";
import { readSymbol } from "#src/market/symbols/read-symbol.ts";
import { listArchive } from "#src/market/vendors/archive/archive-list.ts";
import { type Clock, addDays, toIso } from "#src/core/clock.ts";
import { InvalidInput } from "#src/core/errors.ts";
import type { SignalSettings } from "#src/product/signals/public/readable-lists.ts";
import type { DataChoice } from "./models/choices.ts";

/** What a job is made with when its request does not say. */
export function jobSettings(settings: Settings): JobSettings {
  const { rounds, riskRounds, budgetUsd, monthlyBudgetUsd, reasoner, service } = settings;
  const { maxConcurrency, maxQueued, jobTimeoutMs, webhookAllowPrivate } = service;
  return {
    rounds,
    riskRounds,
    budgetUsd,
    // Runs by rules cost nothing.
    ...(monthlyBudgetUsd !== null && reasoner.provider !== "rules" && { monthlyBudgetUsd }),
    maxConcurrency,
    maxQueued,
    jobTimeoutMs,
    webhookAllowPrivate,
  };
}

/** Large, liquid and keyless, over several sectors. */
const usualNames = ["AAPL", "MSFT", "NVDA", "AMZN", "JPM", "JNJ", "XOM", "WMT", "SPY", "BTC-USD", "ETH-USD"] as const;
/** Of an archive's instruments. */
const mostOfArchives = 30;
/** An archive that ended longer ago has no close to analyse. */
const currentDays = 10;

/**
 * @param provider runs by rules need no money
 * @throws InvalidInput for a bad symbol in SIGNAL_WATCHLIST
 */
export async function signalSettings(
  settings: Settings,
  data: DataChoice,
  provider: string,
  clock: Clock,
): Promise<SignalSettings> {
  const { watchlist, ...own } = settings.signals;
  return {
    ...own,
    instruments: watchlist?.map(named) ?? (await usualInstruments(data, clock)),
    runBudgetUsd: provider === "rules" ? "0" : (settings.budgetUsd ?? plans.signals.runBudgetUsd),
  };
}

function named(text: string): ListInstrument {
  const parsed = readSymbol(text, undefined, []);
  if (!parsed.ok) throw new InvalidInput(`SIGNAL_WATCHLIST: ${parsed.text}: ${parsed.reason}`);
  const { symbol, assetType } = parsed.symbol;
  return { symbol, asset_type: assetType === "crypto" ? "crypto" : "stock" };
}

/** Real instruments with prices up to these days. */
async function usualInstruments({ archives, online }: DataChoice, clock: Clock): Promise<ListInstrument[]> {
  if (online) return usualNames.map(named);
  const since = addDays(toIso(clock.now()).slice(0, 10), -currentDays);
  const real = ({ synthetic, assetType }: Instrument): boolean => !synthetic && assetType !== "index";
  const listed = (await Promise.all(archives.map((archive) => listArchive(archive, real)))).flat();
  const current = listed.filter(({ to }) => to !== null && to >= since);
  return [...new Set(current.map(({ instrument }) => instrument.symbol))]
    .toSorted()
    .slice(0, mostOfArchives)
    .map(named);
}
