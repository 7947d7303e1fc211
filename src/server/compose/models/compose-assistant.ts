import type { Settings } from "#src/core/config/config.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { defaultModels, ProviderName } from "#src/debate/reasoners/llm/provider-names.ts";
import type { AssistantModel } from "#src/product/assistant/public/assistant-tools.ts";
import type { ReasonerChoice } from "./choices.ts";
import { providerSettings } from "./provider-settings.ts";
import { modelsOf } from "./models-of.ts";

/** Somebody waits in front of it. */
const longestMs = 60_000;

/** The quick model; `null` for rules. */
export async function composeAssistantModel(
  choice: ReasonerChoice,
  settings: Settings,
): Promise<AssistantModel | null> {
  if (choice.provider === "rules") return null;
  const provider = ProviderName.parse(choice.provider);
  const model = modelsOf(provider, choice).quick ?? defaultModels[provider]?.quick;
  if (model === undefined) throw new InvalidInput(`${provider} has no default models; specify them`);
  const { concurrency, totalMs, idleMs } = settings.reasoner;
  const { createPassageModel } = await import("#src/debate/reasoners/llm/passage-answers.ts");
  return createPassageModel({
    provider,
    settings: providerSettings(provider, choice.baseUrl, settings),
    model,
    concurrency,
    totalMs: Math.min(totalMs, longestMs),
    idleMs: Math.min(idleMs, longestMs),
  });
}
