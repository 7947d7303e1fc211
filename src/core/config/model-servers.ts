/* Servers with OpenAI's chat completions, as data. A new one is a row. */

interface PricedModel {
  readonly input: string;
  readonly cached_input: string;
  readonly output: string;
  /** The price applies to prompts of up to this many input tokens. */
  readonly up_to?: number;
}

export interface ModelServer {
  readonly name: string;
  readonly title: string;
  readonly address: string;
  /** The user's own machine: free, without a key. */
  readonly local?: true;
  /** `null`: named by the user. */
  readonly models: { readonly deep: string; readonly quick: string } | null;
  /** Refused or ignored; the rest is learnt. */
  readonly lacks?: readonly ("schema" | "seed")[];
  /** US dollars per million tokens; only confirmed ones. */
  readonly prices?: Readonly<Record<string, PricedModel>>;
  /** Where the row's facts stand. */
  readonly sources: readonly string[];
}

export const modelServers = [
  {
    name: "qwen",
    title: "Qwen (Alibaba Cloud, DashScope)",
    address: "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
    models: { deep: "qwen3-max", quick: "qwen-plus" },
    // Longer prompts cost more; qwen-plus's output is priced as reasoning.
    prices: {
      "qwen3-max": { input: "1.2", cached_input: "0.24", output: "6", up_to: 32_000 },
      "qwen-plus": { input: "0.4", cached_input: "0.08", output: "4", up_to: 256_000 },
    },
    sources: [
      "https://help.aliyun.com/en/model-studio/base-url",
      "https://www.alibabacloud.com/help/en/model-studio/models",
      "https://models.dev",
    ],
  },
  {
    name: "zai",
    title: "GLM (Z.ai)",
    address: "https://api.z.ai/api/paas/v4",
    models: { deep: "glm-4.7", quick: "glm-4.7" },
    prices: { "glm-4.7": { input: "0.6", cached_input: "0.11", output: "2.2" } },
    sources: [
      "https://docs.z.ai/guides/overview/pricing",
      "https://docs.litellm.ai/docs/providers/zai",
      "https://models.dev",
    ],
  },
  {
    name: "moonshot",
    title: "Kimi (Moonshot AI)",
    address: "https://api.moonshot.ai/v1",
    models: { deep: "kimi-k3", quick: "kimi-k2.6" },
    prices: {
      "kimi-k3": { input: "3", cached_input: "0.3", output: "15" },
      "kimi-k2.6": { input: "0.95", cached_input: "0.16", output: "4" },
    },
    sources: [
      "https://platform.moonshot.ai/docs/api/chat",
      "https://platform.kimi.ai/docs/pricing/chat-k3",
      "https://models.dev",
    ],
  },
  {
    name: "minimax",
    title: "MiniMax",
    address: "https://api.minimax.io/v1",
    models: { deep: "MiniMax-M3", quick: "MiniMax-M3" },
    // Two rates are published; this is the higher one.
    prices: { "MiniMax-M3": { input: "0.35", cached_input: "0.07", output: "1.4" } },
    sources: ["https://platform.minimax.io/docs/guides/quickstart", "https://models.dev"],
  },
  {
    name: "nvidia",
    title: "NVIDIA NIM",
    address: "https://integrate.api.nvidia.com/v1",
    models: null,
    sources: ["https://docs.api.nvidia.com/nim/reference/llm-apis"],
  },
  {
    name: "together",
    title: "Together AI",
    address: "https://api.together.ai/v1",
    models: null,
    sources: ["https://docs.together.ai/reference/chat-completions"],
  },
  {
    name: "fireworks",
    title: "Fireworks AI",
    address: "https://api.fireworks.ai/inference/v1",
    models: null,
    sources: ["https://docs.fireworks.ai/guides/reasoning"],
  },
  {
    name: "cerebras",
    title: "Cerebras",
    address: "https://api.cerebras.ai/v1",
    models: null,
    sources: ["https://inference-docs.cerebras.ai/api-reference/chat-completions"],
  },
  {
    name: "sambanova",
    title: "SambaNova",
    address: "https://api.sambanova.ai/v1",
    models: null,
    sources: ["https://docs.litellm.ai/docs/providers/sambanova"],
  },
  {
    name: "siliconflow",
    title: "SiliconFlow",
    address: "https://api.siliconflow.com/v1",
    models: null,
    sources: ["https://docs.siliconflow.com/en/api-reference/chat-completions/chat-completions"],
  },
  {
    name: "hyperbolic",
    title: "Hyperbolic",
    address: "https://api.hyperbolic.xyz/v1",
    models: null,
    sources: ["https://www.promptfoo.dev/docs/providers/hyperbolic/"],
  },
  {
    name: "deepinfra",
    title: "DeepInfra",
    address: "https://api.deepinfra.com/v1/openai",
    models: null,
    sources: ["https://docs.deepinfra.com/api-reference/chat-completions/openai-chat-completions"],
  },
  {
    name: "nebius",
    title: "Nebius Token Factory",
    address: "https://api.tokenfactory.nebius.com/v1",
    models: null,
    sources: ["https://docs.tokenfactory.nebius.com/api-reference/inference/create-chat-completion"],
  },
  {
    name: "novita",
    title: "Novita AI",
    address: "https://api.novita.ai/openai/v1",
    models: null,
    sources: ["https://novita.ai/docs/api-reference/model-apis-llm-create-chat-completion"],
  },
  {
    name: "huggingface",
    title: "Hugging Face",
    address: "https://router.huggingface.co/v1",
    models: null,
    sources: ["https://huggingface.co/docs/inference-providers"],
  },
  {
    name: "baseten",
    title: "Baseten",
    address: "https://inference.baseten.co/v1",
    models: null,
    sources: ["https://docs.baseten.co/reference/inference-api/chat-completions"],
  },
  {
    name: "ollama-cloud",
    title: "Ollama Cloud",
    address: "https://ollama.com/v1",
    models: null,
    sources: ["https://docs.ollama.com/cloud", "https://docs.ollama.com/openai"],
  },
  {
    name: "lmstudio",
    title: "LM Studio",
    address: "http://127.0.0.1:1234/v1",
    local: true,
    models: null,
    sources: ["https://lmstudio.ai/docs/developer/openai-compat/chat-completions"],
  },
  {
    name: "vllm",
    title: "vLLM",
    address: "http://127.0.0.1:8000/v1",
    local: true,
    models: null,
    sources: ["https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html"],
  },
  {
    name: "llamacpp",
    title: "llama.cpp",
    address: "http://127.0.0.1:8080/v1",
    local: true,
    models: null,
    sources: ["https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md"],
  },
] as const satisfies readonly ModelServer[];

export type ModelServerName = (typeof modelServers)[number]["name"];
export const modelServerNames: readonly ModelServerName[] = modelServers.map(({ name }) => name);

/** Providers with their own package or protocol. */
export const nativeProviders = [
  "openai",
  "anthropic",
  "google",
  "xai",
  "deepseek",
  "mistral",
  "groq",
  "openrouter",
  "azure",
  "bedrock",
  "ollama",
  "openai-compatible",
] as const;
export const modelProviders: readonly string[] = [...nativeProviders, ...modelServerNames];

/** The names that other programs use for these keys too. */
export const keyVariables: Readonly<Record<string, string>> = {
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY",
  google: "GOOGLE_GENERATIVE_AI_API_KEY",
};

export function modelServer(name: string): ModelServer | undefined {
  return modelServers.find((row) => row.name === name);
}
