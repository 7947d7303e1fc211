import type { ModelProbe } from "#src/contract/model-probe.ts";
import type { Usd } from "#src/contract/usage.ts";
import type { Clock } from "#src/core/clock.ts";
import type { Settings } from "#src/core/config.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { probeModel } from "#src/debate/reasoners/llm/probe.ts";
import { chooseReasoner, noWish } from "./choose-reasoner.ts";
import { ProviderName } from "#src/debate/reasoners/llm/provider-names.ts";
import { choiceOf } from "./choices.ts";
import { composeReasoner } from "./compose-reasoner.ts";
import { demoTurn } from "./demo-turn.ts";
import { modelPrices } from "./model-prices.ts";
import { providerSettings } from "./provider-settings.ts";

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
