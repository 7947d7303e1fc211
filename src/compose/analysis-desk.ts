import type { Config } from "#src/contract/analysis.ts";
import { calendarByName } from "#src/market/calendar.ts";
import { readSymbol } from "#src/market/read-symbol.ts";
import { addDays, type Clock, type LocalDate } from "#src/platform/clock.ts";
import type { Settings } from "#src/platform/config.ts";
import { priceOf } from "#src/reasoners/llm/pricing.ts";
import { defaultModels, ProviderName } from "#src/reasoners/llm/provider-names.ts";
import type { AnalysisDesk, TokenPrice } from "#src/services/analyses/desk.ts";
import type { ReasonerChoice } from "./choices.ts";
import { chooseReasoner } from "./choose-reasoner.ts";
import { listedInstruments } from "./listed-instruments.ts";
import { modelsOf } from "./models-of.ts";
import { serviceData } from "./service-data.ts";

/** As in the worker, which makes the runs. */
const toolSteps = 2;
const free: TokenPrice = { input: "0", cachedInput: "0", output: "0" };

/** What the page for a new analysis tells of this house. @throws InvalidInput as the worker does for the same settings */
export async function composeDesk(settings: Settings, demoArchive: string, clock: Clock): Promise<AnalysisDesk> {
  const choice = await chooseReasoner(
    { reasoner: null, provider: null, deep: null, quick: null, baseUrl: null },
    settings,
  );
  const models = modelNames(choice);
  const data = serviceData(settings, demoArchive);
  const config: Config = {
    llm_provider: choice.provider,
    deep_think_llm: models.deep,
    quick_think_llm: models.quick,
    max_debate_rounds: settings.rounds,
    max_risk_discuss_rounds: settings.riskRounds,
    online_tools: data.online,
  };
  const instruments = await listedInstruments(data.archives);
  const known = instruments.map(({ symbol }) => symbol);
  return {
    config,
    toolSteps: choice.provider === "rules" ? 0 : toolSteps,
    prices: {
      deep: priceIn(settings, choice.provider, models.deep),
      quick: priceIn(settings, choice.provider, models.quick),
    },
    instruments,
    read(text, assetType) {
      const parsed = readSymbol(text, assetType, known);
      if (!parsed.ok) return parsed;
      const { symbol, calendar } = parsed.symbol;
      return { ok: true, symbol, lastSession: lastSession(calendar, clock) };
    },
  };
}

/** As a run names them. The reasoner itself, with all that it needs to ask a model, is built in the worker alone. */
function modelNames(choice: ReasonerChoice): { deep: string; quick: string } {
  const provider = ProviderName.safeParse(choice.provider);
  if (!provider.success) return { deep: choice.provider, quick: choice.provider };
  const { deep, quick } = { ...defaultModels[provider.data], ...modelsOf(provider.data, choice) };
  if (deep === undefined || quick === undefined) throw new RangeError(`${choice.provider} has no models`);
  return { deep, quick };
}

function priceIn({ reasoner }: Settings, provider: string, model: string): TokenPrice | null {
  if (provider === "rules") return free;
  const known = ProviderName.safeParse(provider);
  const own = Object.hasOwn(reasoner.prices, model) ? reasoner.prices[model] : undefined;
  if (own !== undefined) return { input: own.input, cachedInput: own.cached_input ?? own.input, output: own.output };
  const price = known.success ? priceOf(known.data, model) : null;
  return price === null ? null : { input: price.input, cachedInput: price.cached_input, output: price.output };
}

/** The last session that is over. */
function lastSession(calendarName: string, clock: Clock): LocalDate {
  const calendar = calendarByName(calendarName);
  if (calendar === null) throw new RangeError(`a parsed symbol with the calendar ${calendarName}`);
  const now = clock.now();
  const latest = calendar.lastSessionOnOrBefore(calendar.dateAt(now));
  return calendar.sessionClose(latest) <= now ? latest : calendar.lastSessionOnOrBefore(addDays(latest, -1));
}
