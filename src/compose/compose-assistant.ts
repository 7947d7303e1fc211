import type { Settings } from "#src/platform/config.ts";
import { InvalidInput } from "#src/platform/errors.ts";
import { createPassageModel } from "#src/reasoners/llm/passage-answers.ts";
import { defaultModels, ProviderName } from "#src/reasoners/llm/provider-names.ts";
import type { AssistantModel } from "#src/services/assistant/model.ts";
import type { ReasonerChoice } from "./choices.ts";
import { providerSettings } from "./compose.ts";
import { modelsOf } from "./models-of.ts";

/** Somebody waits in front of it. */
const longestMs = 60_000;

/** The model that answers from passages: the quick one of those that argue; `null` where rules argue. */
export function composeAssistantModel(choice: ReasonerChoice, settings: Settings): AssistantModel | null {
  if (choice.provider === "rules") return null;
  const provider = ProviderName.parse(choice.provider);
  const model = modelsOf(provider, choice).quick ?? defaultModels[provider]?.quick;
  if (model === undefined) throw new InvalidInput(`${provider} has no usual models: name them`);
  const { concurrency, totalMs, idleMs } = settings.reasoner;
  return createPassageModel({
    provider,
    settings: providerSettings(provider, choice.baseUrl, settings),
    model,
    concurrency,
    totalMs: Math.min(totalMs, longestMs),
    idleMs: Math.min(idleMs, longestMs),
  });
}
