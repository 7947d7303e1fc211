import type { Settings } from "#src/core/config/config.ts";
import type { JobSettings } from "#src/product/context.ts";
import type { ListInstrument } from "#src/contract/signals/signals.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import type { Instrument } from "#src/market/market-data.ts";
import { readSymbol } from "#src/market/symbols/read-symbol.ts";
import { listArchive } from "#src/market/vendors/archive/archive.ts";
import { type Clock, addDays, toIso } from "#src/core/clock.ts";
import { InvalidInput } from "#src/core/errors.ts";
import type { SignalSettings } from "#src/product/signals/public/readable-lists.ts";
import { type DataChoice, modelPrices } from "./models/choices.ts";
import { decisionDates } from "#src/backtest/price-path.ts";
import { trialOf } from "#src/backtest/validity/deflated-sharpe.ts";
import type { BacktestOrder } from "#src/contract/backtests/backtests.ts";
import type { ListedInstrument } from "#src/contract/signals/instruments.ts";
import { calendarByName, tooEarly } from "#src/market/calendar/calendar.ts";
import type { ParsedSymbol } from "#src/market/symbols/symbols.ts";
import type { BacktestEnvironment, ReadOrder } from "#src/product/backtests/public/order.ts";
import { listedInstruments } from "./data/archives.ts";
import { backtestArchives } from "./data/choose-data.ts";
import { Decimal } from "decimal.js";
import { type Change, attributionLimits } from "#src/contract/jobs/attribution.ts";
import type { Run } from "#src/contract/run/run.ts";
import { type HoldOf, type PlannedRun, estimateAttribution, planAttribution } from "#src/debate/attribution/plan.ts";
import { assumedPrice, maxCostOf, priceOf, usualOutputTokens } from "#src/debate/reasoners/llm/pricing.ts";
import { ProviderName } from "#src/debate/reasoners/llm/provider-names.ts";
import type { AttributionPlanner } from "#src/product/attributions/attributions.ts";

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

type Refused = Extract<ReadOrder, { ok: false }>;
type Priced = ListedInstrument & { readonly from: string; readonly to: string };

/** On the worker's archives. */
export async function composeBacktestEnvironment(
  settings: Settings,
  demoArchive: string,
  clock: Clock,
): Promise<BacktestEnvironment> {
  const instruments = (await listedInstruments(backtestArchives(settings, demoArchive))).filter(hasPrices);
  return { instruments, read: (order) => read(order, instruments, clock), trialOf };
}

function read(order: BacktestOrder, instruments: readonly Priced[], clock: Clock): ReadOrder {
  const { from, to, every } = order;
  const symbols = symbolsOf(order.symbols, instruments);
  if (!Array.isArray(symbols)) return symbols;
  const yesterday = addDays(toIso(clock.now()).slice(0, 10), -1);
  if (to > yesterday) return refuse("to", `must be ${yesterday} or earlier`);
  const early = tooEarly(from);
  if (early !== null) return refuse("from", early);
  if (from > to) return refuse("from", "must not be after the last date");
  const notes: string[] = [];
  let decisions = 0;
  for (const { parsed, listed } of symbols) {
    const calendar = calendarByName(parsed.calendar);
    if (calendar === null) throw new RangeError(`a parsed symbol with the calendar ${parsed.calendar}`);
    const end = listed.to < to ? listed.to : to;
    const own = decisionDates(calendar, from, end, every).length;
    if (own === 0) return refuse("from", `the prices of ${listed.symbol} go from ${listed.from} to ${listed.to}`);
    if (from < listed.from)
      notes.push(`Prices of ${listed.symbol} begin on ${listed.from}. Before that, its rating is REVIEW.`);
    if (listed.to < to)
      notes.push(`Prices of ${listed.symbol} end on ${listed.to}, so its part of the backtest ends there.`);
    if (listed.synthetic) notes.push(`${listed.symbol} uses synthetic data.`);
    decisions += own;
  }
  const crypto = symbols.some(({ parsed }) => parsed.assetType === "crypto");
  return {
    ok: true,
    asked: { ...order, symbols: symbols.map(({ parsed }) => parsed.symbol), asset_type: crypto ? "crypto" : "stock" },
    decisions,
    notes,
  };
}

/** Canonical, sorted, unique; one kind and currency. */
function symbolsOf(
  names: readonly string[],
  instruments: readonly Priced[],
): { readonly parsed: ParsedSymbol; readonly listed: Priced }[] | Refused {
  const found = new Map<string, { readonly parsed: ParsedSymbol; readonly listed: Priced }>();
  const known = instruments.map(({ symbol }) => symbol);
  for (const name of names) {
    const parsed = readSymbol(name, undefined, known);
    if (!parsed.ok) return refuse("symbols", `${parsed.text}: ${parsed.reason}`);
    const listed = instruments.find(({ symbol }) => symbol === parsed.symbol.symbol);
    if (listed === undefined)
      return refuse("symbols", `${parsed.symbol.symbol}: this server's archives have no prices for it`);
    found.set(listed.symbol, { parsed: parsed.symbol, listed });
  }
  const all = [...found.values()].toSorted((a, b) => (a.listed.symbol < b.listed.symbol ? -1 : 1));
  if (new Set(all.map(({ parsed }) => parsed.assetType === "crypto")).size > 1)
    return refuse(
      "symbols",
      "stocks and coins cannot be combined because their years differ in length; test them separately",
    );
  const currencies = new Set(all.map(({ listed }) => listed.currency));
  if (currencies.size > 1)
    return refuse(
      "symbols",
      `prices in ${[...currencies].join(" and ")} cannot be combined in one portfolio; test them separately`,
    );
  return all;
}

function refuse(field: Refused["field"], reason: string): Refused {
  return { ok: false, field, reason };
}

function hasPrices(listed: ListedInstrument): listed is Priced {
  return listed.from !== null && listed.to !== null;
}

interface ModelSettings {
  readonly reasoner: Pick<Settings["reasoner"], "prices">;
}

/** As on the command line; what does not fit the limit is named. */
export function attributionPlannerOf(settings: ModelSettings): AttributionPlanner {
  return ({ run, reports }, wish, most) => {
    const kept: PlannedRun = { run: { ...run, result: { ...run.result, reports } }, request: run.request };
    const isFree = run.manifest.config.llm_provider === "rules";
    const repetitions = isFree ? 1 : wish.repetitions;
    const { changes, skipped } = planAttribution(kept, {
      evidence: wish.evidence ?? null,
      agents: wish.agents ?? (isFree ? null : []),
      flips: wish.flips,
      most: wish.top ?? (isFree ? attributionLimits.changes : attributionLimits.usualTop),
    });
    const holdOf = holdsOf(settings, run);
    // A worker waits for the money of calls under way.
    const estimate = (of: readonly Change[]) => estimateAttribution(kept, of, repetitions, { holdOf, atOnce: 1 });
    if (isFree)
      return {
        changes: [...changes],
        skipped: [...skipped],
        repetitions,
        estimate: { ...estimate(changes), cost_usd: "0" },
      };
    const fits = (count: number): boolean => {
      const limit = estimate(changes.slice(0, count)).limit_usd;
      return most === null || limit === null || new Decimal(limit).lessThanOrEqualTo(most);
    };
    let count = changes.length;
    while (count > 1 && !fits(count)) count -= 1;
    return {
      changes: changes.slice(0, count),
      skipped: [
        ...skipped,
        ...changes.slice(count).map((change) => ({
          change,
          label: change.kind === "without_agent" ? change.agent : change.evidence,
          reason: "the budget of an analysis does not cover it",
        })),
      ],
      repetitions,
      estimate: estimate(changes.slice(0, count)),
    };
  };
}

/** As the run's reasoner estimates it. */
export function holdsOf({ reasoner }: ModelSettings, { manifest: { config } }: Run): HoldOf {
  const prices = modelPrices(reasoner);
  return ({ model, tokens }) => {
    const depth = model === config.deep_think_llm ? "deep" : "quick";
    const providerName = (depth === "deep" ? config.deep_llm_provider : undefined) ?? config.llm_provider;
    const provider = ProviderName.safeParse(providerName);
    const known = provider.success ? priceOf(provider.data, model, prices) : null;
    const output = config.max_output_tokens ?? usualOutputTokens[depth];
    // Half the bytes are at most twice the tokens.
    return maxCostOf(known ?? (config.own_key === true ? assumedPrice : null), 2 * tokens.input_tokens, output);
  };
}
