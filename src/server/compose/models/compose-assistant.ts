import type { Settings } from "#src/core/config/config.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { ProviderName, defaultModels } from "#src/debate/reasoners/llm/provider-names.ts";
import type { AssistantModel } from "#src/product/assistant/public/assistant-tools.ts";
import { type ReasonerChoice, modelsOf, providerSettings } from "./choices.ts";
import type { Embedder } from "#src/product/assistant/public/knowledge.ts";

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

/** `null` where none is named. */
export function composeEmbedder({ embedding }: Pick<Settings, "embedding">): Embedder | null {
  const { url, model: name, key } = embedding;
  if (url === null || name === null) return null;
  return {
    model: name,
    async embed(texts, signal) {
      // Loaded only where a model is configured.
      const [{ createOpenAICompatible }, { embedMany }] = await Promise.all([
        import("@ai-sdk/openai-compatible"),
        import("ai"),
      ]);
      const provider = createOpenAICompatible({
        name: "embedding",
        baseURL: url,
        ...(key !== null && { apiKey: key }),
      });
      const model = provider.embeddingModel(name);
      return (await embedMany({ model, values: [...texts], maxRetries: 1, abortSignal: signal })).embeddings;
    },
  };
}
