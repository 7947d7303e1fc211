import type { Settings } from "#src/core/config.ts";
import { InvalidInput } from "#src/core/errors.ts";
import type { Embedder } from "#src/product/assistant/public/embedder.ts";

/** `null` where none is named. @throws InvalidInput for half a setting */
export function composeEmbedder({ assistant }: Pick<Settings, "assistant">): Embedder | null {
  const { embeddingUrl, embeddingModel, embeddingKey } = assistant;
  if (embeddingUrl === null && embeddingModel === null) return null;
  if (embeddingUrl === null || embeddingModel === null)
    throw new InvalidInput("ASSISTANT_EMBEDDING_URL and ASSISTANT_EMBEDDING_MODEL must both be set, or neither");
  return {
    model: embeddingModel,
    async embed(texts, signal) {
      // Loaded only where a model is configured.
      const [{ createOpenAICompatible }, { embedMany }] = await Promise.all([
        import("@ai-sdk/openai-compatible"),
        import("ai"),
      ]);
      const provider = createOpenAICompatible({
        name: "embedding",
        baseURL: embeddingUrl,
        ...(embeddingKey !== null && { apiKey: embeddingKey }),
      });
      const model = provider.embeddingModel(embeddingModel);
      return (await embedMany({ model, values: [...texts], maxRetries: 1, abortSignal: signal })).embeddings;
    },
  };
}
