import type { Settings } from "#src/core/config/config.ts";
import type { Embedder } from "#src/product/assistant/public/embedder.ts";

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
