import { z } from "zod";
import { modelServerNames, modelServers, nativeProviders } from "#src/core/config/model-servers.ts";

/* Apart, so that naming providers loads no package. */

export const ProviderName = z.enum([...nativeProviders, ...modelServerNames]);
export type ProviderName = z.infer<typeof ProviderName>;

const Pair = z.object({ deep: z.string(), quick: z.string() }).readonly().nullable();
type Pair = z.infer<typeof Pair>;

/** The strong model for managers, a cheaper one for others. `null`: named by the user's deployment. */
const nativeModels: Readonly<Record<(typeof nativeProviders)[number], Pair>> = {
  openai: { deep: "gpt-6.1-sol", quick: "gpt-6.1-terra" },
  anthropic: { deep: "claude-opus-5-5", quick: "claude-sonnet-5-5" },
  google: { deep: "gemini-4-argon", quick: "gemini-3.8-flash" },
  xai: { deep: "grok-4.7", quick: "grok-4.3" },
  deepseek: { deep: "deepseek-v4-pro", quick: "deepseek-flash" },
  mistral: { deep: "mistral-medium-3-5", quick: "mistral-large-2512" },
  groq: { deep: "openai/gpt-oss-120b", quick: "openai/gpt-oss-120b" },
  openrouter: null,
  azure: null,
  bedrock: null,
  ollama: null,
  "openai-compatible": null,
};

export const defaultModels: Readonly<Record<ProviderName, Pair>> = z.record(ProviderName, Pair).parse({
  ...nativeModels,
  ...Object.fromEntries(modelServers.map(({ name, models }) => [name, models])),
});
