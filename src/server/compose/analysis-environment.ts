import { toolSteps } from "#src/contract/run/run.ts";
import { configOf } from "#src/contract/jobs/analysis.ts";
import { calendarByName, type Calendar } from "#src/market/calendar/calendar.ts";
import { readSymbolCell } from "#src/market/imports/cells.ts";
import { readSymbolFile, splitEntries } from "#src/market/imports/symbol-file.ts";
import { otherSpellingHint, readSymbol } from "#src/market/symbols/read-symbol.ts";
import { addDays, toIso, type Clock, type Instant, type LocalDate } from "#src/core/clock.ts";
import type { Settings } from "#src/core/config/config.ts";
import { holdingsOn, valuePortfolio } from "#src/debate/holdings/portfolio.ts";
import type { HistoryTools } from "#src/debate/holdings/prices.ts";
import { priceOf } from "#src/debate/reasoners/llm/pricing.ts";
import { ProviderName } from "#src/debate/reasoners/llm/provider-names.ts";
import type {
  AnalysisEnvironment,
  TokenPrice,
  OnlineListing,
} from "#src/product/analyses/public/analysis-environment.ts";
import { chooseData, composeVendors, serviceVendors, serviceData } from "./data/choose-data.ts";
import { choiceOf, type ReasonerChoice, bothModelsOf } from "./models/choices.ts";
import { chooseReasoner, noWish } from "./models/choose-reasoner.ts";
import type { ListedInstrument } from "#src/contract/signals/instruments.ts";
import { listedInstruments } from "./data/archives.ts";
import { instrumentCoverage } from "#src/market/door/coverage.ts";
import { cleanText } from "#src/market/door/news.ts";
import { findInstrument } from "#src/market/door/vendor-chain.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { kept } from "#src/core/once.ts";
import { shorten } from "#src/core/text/shorten.ts";

const free: TokenPrice = { input: "0", cachedInput: "0", output: "0" };

/** @throws InvalidInput as the worker */
export async function composeAnalysisEnvironment(
  settings: Settings,
  demoArchive: string,
  clock: Clock,
): Promise<AnalysisEnvironment> {
  const choice = await chooseReasoner(noWish, settings);
  const models = modelNames(choice);
  const data = serviceData(settings, demoArchive);
  const config = configOf({ provider: choice.provider, models }, { ...settings, onlineTools: data.online });
  const shipped = settings.archives.length > 0 ? [] : await listedInstruments([demoArchive]);
  const own = await listedInstruments(data.archives);
  const instruments = own.length > 0 ? own : answeredOffline(shipped, settings, demoArchive);
  const known = instruments.map(({ symbol }) => symbol);
  // The shipped archive has no new sessions.
  const today = toIso(clock.now()).slice(0, 10);
  const covered = settings.archives.length > 0 ? instruments : answeredOffline(shipped, settings, demoArchive, today);
  const vendors = kept(async () => serviceVendors(await composeVendors(data, settings), settings, demoArchive));
  return {
    config,
    toolSteps: choice.provider === "rules" ? 0 : toolSteps,
    prices: pricesOf(settings, choice, models),
    cutoffs: settings.reasoner.cutoffs,
    instruments,
    read(text, assetType) {
      const parsed = readSymbol(text, assetType, known);
      if (!parsed.ok) return parsed;
      const { symbol, calendar } = parsed.symbol;
      return { ok: true, symbol, lastSession: lastSession(calendar, clock), hint: otherSpellingHint(symbol) };
    },
    typedInstruments: (text, usual) =>
      splitEntries(text).map((entry) => {
        const read = readSymbolCell(entry, usual);
        return read.ok ? { symbol: read.symbol, asset_type: read.assetType } : { symbol: entry, asset_type: usual };
      }),
    readSymbolFile: (bytes, column) => readSymbolFile(bytes, { column }),
    coverageOf(symbol) {
      const held = covered.find((one) => one.symbol === symbol);
      if (held === undefined) return { status: data.online ? "unchecked" : "absent" };
      const { name, from, to, synthetic } = held;
      return { status: "held", name, from, to, synthetic };
    },
    async evidenceOf({ symbol, assetType }, signal) {
      const day = covered.find((one) => one.symbol === symbol)?.to ?? today;
      const chain = (await vendors())({ ticker: symbol, asset_type: assetType, trade_date: day });
      return instrumentCoverage(chain, { symbol, assetType }, clock.now(), signal);
    },
    lookUp: onlineListings(settings),
    closes(symbol, assetType, after, count) {
      const parsed = readSymbol(symbol, assetType, known);
      return parsed.ok ? nextCloses(parsed.symbol.calendar, after, count) : [];
    },
    ...portfoliosOn(vendors, clock),
    runDelayMs: settings.signals.delayMs,
  };
}

type ServiceVendors = Awaited<ReturnType<typeof serviceVendors>>;

function portfoliosOn(
  vendors: () => Promise<ServiceVendors>,
  clock: Clock,
): Pick<AnalysisEnvironment, "valuePortfolio" | "holdingsOn"> {
  const toolsOf = async (day: LocalDate, signal: AbortSignal): Promise<HistoryTools> => {
    const chainOf = await vendors();
    const vendorsOf = (ticker: string): VendorChain => chainOf({ ticker, asset_type: "stock", trade_date: day });
    return { vendorsOf, now: clock.now(), signal };
  };
  return {
    valuePortfolio: async (portfolio, span, signal) =>
      valuePortfolio(await toolsOf(span.asOf, signal), portfolio, span),
    holdingsOn: async (portfolio, day, signal) => holdingsOn(await toolsOf(day, signal), portfolio, day),
  };
}

/** What the shipped archive can answer without online vendors. */
function answeredOffline(
  shipped: readonly ListedInstrument[],
  settings: Settings,
  demoArchive: string,
  day?: string,
): ListedInstrument[] {
  const online = ({ symbol, to }: ListedInstrument): boolean =>
    chooseData({ archives: [], online: null }, settings, symbol, day ?? to ?? "", demoArchive).choice.online;
  return shipped.filter((one) => !online(one));
}

/** The prices of a choice's models; `null` where unknown. */
export function pricesOf(
  settings: Settings,
  choice: ReasonerChoice,
  { deep, quick }: { readonly deep: string; readonly quick: string },
): AnalysisEnvironment["prices"] {
  return {
    deep: priceIn(settings, choiceOf("deep", choice).provider, deep),
    quick: priceIn(settings, choice.provider, quick),
  };
}

/** The reasoner itself is built in the worker alone. */
function modelNames(choice: ReasonerChoice): { deep: string; quick: string } {
  const named = (depth: "deep" | "quick"): string => {
    const one = choiceOf(depth, choice);
    const provider = ProviderName.safeParse(one.provider);
    return provider.success ? bothModelsOf(provider.data, one)[depth] : one.provider;
  };
  return { deep: named("deep"), quick: named("quick") };
}

function priceIn({ reasoner }: Settings, provider: string, model: string): TokenPrice | null {
  if (provider === "rules") return free;
  const known = ProviderName.safeParse(provider);
  const own = Object.hasOwn(reasoner.prices, model) ? reasoner.prices[model] : undefined;
  if (own !== undefined) return { input: own.input, cachedInput: own.cached_input ?? own.input, output: own.output };
  const price = known.success ? priceOf(known.data, model) : null;
  return price === null ? null : { input: price.input, cachedInput: price.cached_input, output: price.output };
}

function calendarOf(name: string): Calendar {
  const calendar = calendarByName(name);
  if (calendar === null) throw new RangeError(`a parsed symbol with the calendar ${name}`);
  return calendar;
}

function nextCloses(calendarName: string, after: Instant, count: number): Instant[] {
  const calendar = calendarOf(calendarName);
  const closes: Instant[] = [];
  let session = addDays(calendar.dateAt(after), -1);
  while (closes.length < count) {
    session = calendar.nextSession(session);
    const close = calendar.sessionClose(session);
    if (close > after) closes.push(close);
  }
  return closes;
}

/** The last session that is over. */
function lastSession(calendarName: string, clock: Clock): LocalDate {
  const calendar = calendarOf(calendarName);
  const now = clock.now();
  const latest = calendar.lastSessionOnOrBefore(calendar.dateAt(now));
  return calendar.sessionClose(latest) <= now ? latest : calendar.lastSessionOnOrBefore(addDays(latest, -1));
}

const nameLength = 120;

/**
 * Loaded with the first question.
 * @param online stands in for the service's own
 */
export function onlineListings(
  settings: Settings,
  online?: VendorChain,
): (symbol: string, signal: AbortSignal) => Promise<OnlineListing> {
  const vendors = kept(
    async () => online ?? (await import("./data/online-vendors.ts")).withOnlineVendors([], settings),
  );
  return async (symbol, signal) => {
    const { listing, failure } = await findInstrument(await vendors(), symbol, signal);
    if (listing !== null)
      return { status: "found", name: shorten(cleanText(listing.instrument.name), nameLength) || symbol };
    return { status: failure === null ? "unknown" : "unanswered" };
  };
}
