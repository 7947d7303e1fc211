import type { Settings } from "#src/core/config/config.ts";
import { InvalidInput, isConclaveError } from "#src/core/errors.ts";
import { ProviderName } from "#src/debate/reasoners/llm/provider-names.ts";
import { addressOf } from "#src/debate/reasoners/llm/providers.ts";
import { chooseReasoner, noWish } from "./choose-reasoner.ts";
import type { ModelProbe } from "#src/contract/jobs/model-checks.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import type { Clock } from "#src/core/clock.ts";
import { probeModel } from "#src/debate/reasoners/llm/probe.ts";
import { choiceOf, modelPrices, providerSettings } from "./choices.ts";
import { composeReasoner } from "./compose-reasoner.ts";
import { analystRole } from "#src/debate/agents.ts";
import { takeSnapshot } from "#src/debate/evidence/snapshot.ts";
import type { AnalystAnswer } from "#src/contract/run/answers.ts";
import { openMarket } from "#src/market/door/open-market.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import type { Brief } from "#src/debate/reasoners/reasoner.ts";
import { openArchives, sameForAll } from "../data/choose-data.ts";

/** Where the models are asked; nowhere for the rules. */
export async function modelAddresses(settings: Settings): Promise<(readonly [name: string, url: string])[]> {
  const choice = await chooseReasoner(noWish, settings).catch((error: unknown) => {
    if (isConclaveError(error)) return null;
    throw error;
  });
  if (choice === null || choice.provider === "rules") return [];
  const { provider, baseUrl, deepProvider, deepBaseUrl } = choice;
  return [
    ...addressedAs(provider, baseUrl, settings),
    ...(deepProvider === undefined ? [] : addressedAs(deepProvider, deepBaseUrl ?? null, settings)),
  ];
}

function addressedAs(name: string, baseUrl: string | null, { keys }: Settings): (readonly [string, string])[] {
  const provider = ProviderName.safeParse(name).data;
  const own: Readonly<Record<string, string>> = {
    bedrock: `https://bedrock-runtime.${keys.awsRegion ?? "REGION"}.amazonaws.com`,
  };
  const address =
    provider === undefined ? null : (addressOf(provider, baseUrl === null ? {} : { baseUrl }) ?? own[name]);
  return address == null ? [] : [[name, address]];
}

export interface ProbeRequest {
  readonly settings: Settings;
  readonly demoArchive: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The most that one model's calls may cost. */
  readonly budgetUsd: Usd;
  /** Awaited before the first call is made. */
  readonly starting?: () => Promise<void>;
  /** The longest that one call may take. */
  readonly totalMs?: number;
}

/**
 * With a few paid calls each.
 * @throws InvalidInput for rules, or unusable settings
 */
export async function probeModels(request: ProbeRequest): Promise<ModelProbe[]> {
  const { settings, demoArchive, clock, signal, starting, budgetUsd, totalMs } = request;
  const choice = await chooseReasoner(noWish, settings);
  if (choice.provider === "rules")
    throw new InvalidInput("no language model is configured, so there is none to test; the rules engine argues");
  const { models } = await composeReasoner(choice, settings);
  const asked = (["deep", "quick"] as const).map((depth) => {
    const { provider, baseUrl } = choiceOf(depth, choice);
    return { provider: ProviderName.parse(provider), baseUrl, model: models[depth] };
  });
  const [deep, quick] = asked;
  const isOne = deep?.provider === quick?.provider && deep?.model === quick?.model;
  const turn = await demoTurn(demoArchive, clock, signal);
  await starting?.();
  return Promise.all(
    (isOne ? asked.slice(0, 1) : asked).map(({ provider, baseUrl, model }) =>
      probeModel({
        provider,
        settings: providerSettings(provider, baseUrl, settings),
        model,
        prices: modelPrices(settings.reasoner),
        turn,
        budgetUsd,
        clock,
        signal,
        ...(totalMs !== undefined && { totalMs }),
      }),
    ),
  );
}

const ticker = "DEMO";
const tradeDate = "2019-06-03";

/** A real turn, the same on every machine. */
async function demoTurn(demoArchive: string, clock: Clock, signal: AbortSignal): Promise<Brief<AnalystAnswer>> {
  const parsed = parseSymbol(ticker);
  if (!parsed.ok) throw new RangeError(`${ticker} is not a symbol`);
  const vendors = sameForAll(await openArchives([demoArchive]));
  const opening = await openMarket({ vendors, symbol: parsed.symbol, tradeDate, now: clock.now(), signal });
  const memory = { of: () => Promise.resolve([]), keep: () => Promise.resolve() };
  const { data, evidence } = await takeSnapshot(opening, parsed.symbol, ["market"], memory);
  const { agent, depth, answer, ask } = analystRole("market");
  return {
    agent,
    depth,
    answer,
    ask: ask(1),
    round: 1,
    instrument: { symbol: data.symbol, name: data.name, assetType: data.asset_type, currency: data.currency },
    asOf: data.as_of ?? "",
    tradeDate,
    evidence: evidence.filter(({ id }) => id.startsWith("M")),
    transcript: [],
    tools: [],
    steps: [],
    seed: 1,
  };
}
