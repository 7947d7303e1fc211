import { json, refusing, says, type Habit } from "./habit.ts";
import type { ModelCall } from "../model-server.ts";

const soon = { "retry-after-ms": "5" };
const formOf = ({ response_format: form }: ModelCall["body"]): string => JSON.stringify(form ?? null);
const rolesIn = ({ messages }: ModelCall["body"]): string => JSON.stringify(messages);
const roles = ({ messages }: ModelCall["body"]): unknown[] =>
  Array.isArray(messages)
    ? messages.map((one: unknown) => (typeof one === "object" && one !== null && "role" in one ? one.role : null))
    : [];

/** Error statuses, and parameters that a server does not take. */
export const statuses: readonly Habit[] = [
  {
    name: "429 with a delay",
    source: "https://github.com/RooCodeInc/Roo-Code/issues/3883",
    behave: { kind: "status", status: 429, headers: soon, message: "Rate limit reached" },
    always: { fails: "rate_limited", says: /answered 429: Rate limit reached \(asked 2 times\)/ },
    once: "Overweight",
    calls: 2,
  },
  {
    name: "429 without a delay",
    source: "https://platform.deepseek.com/api-docs/quick_start/error_codes",
    behave: { kind: "status", status: 429, message: "Rate Limit Reached" },
    always: { fails: "rate_limited", says: /asked 2 times/ },
    once: "Overweight",
    calls: 2,
  },
  {
    name: "Gemini's limit per minute, in the words of a used-up quota",
    source: "https://github.com/RooCodeInc/Roo-Code/issues/3883",
    behave: {
      kind: "status",
      status: 429,
      headers: soon,
      body: {
        error: {
          code: 429,
          message: "You exceeded your current quota, please check your plan and billing details.",
          status: "RESOURCE_EXHAUSTED",
          details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "26s" }],
        },
      },
    },
    always: { fails: "rate_limited", says: /asked 2 times/ },
    once: "Overweight",
    calls: 2,
  },
  {
    name: "OpenAI's quota is used up",
    source: "https://github.com/langchain-ai/langchainjs/issues/1929",
    behave: {
      kind: "status",
      status: 429,
      headers: soon,
      body: {
        error: {
          message: "You exceeded your current quota, please check your plan and billing details.",
          type: "insufficient_quota",
          code: "insufficient_quota",
        },
      },
    },
    always: { fails: "unauthorized", says: /the account has no quota left \(429\): You exceeded/ },
    calls: 1,
  },
  {
    name: "DeepSeek's balance is used up",
    source: "https://platform.deepseek.com/api-docs/quick_start/error_codes",
    behave: { kind: "status", status: 402, message: "Insufficient Balance" },
    always: { fails: "unauthorized", says: /no quota left \(402\): Insufficient Balance/ },
    calls: 1,
  },
  {
    name: "a key is refused",
    source: "https://platform.deepseek.com/api-docs/quick_start/error_codes",
    behave: { kind: "status", status: 401, message: "Authentication Fails" },
    always: { fails: "unauthorized", says: /refused the key \(401\)/ },
    calls: 1,
  },
  {
    name: "Anthropic is overloaded",
    source: "https://github.com/anthropics/claude-code/issues/91817",
    behave: {
      kind: "status",
      status: 529,
      headers: soon,
      body: { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
    },
    always: { fails: "unavailable", says: /answered 529.*asked 2 times/ },
    once: "Overweight",
    calls: 2,
  },
  {
    name: "a proxy answers 502 with a page of HTML",
    source: "https://github.com/perplexityai/api-discussion/issues/284",
    behave: {
      kind: "status",
      status: 502,
      headers: soon,
      body: "<html><head><title>502 Bad Gateway</title></head></html>",
    },
    always: { fails: "unavailable", says: /answered 502.*asked 2 times/ },
    once: "Overweight",
    calls: 2,
  },
  {
    name: "Ollama does not have the model",
    source: "https://github.com/netease-youdao/QAnything/issues/555",
    behave: { kind: "status", status: 404, message: 'model "big" not found, try pulling it first' },
    always: { fails: "unavailable", says: /has no model "big" \(404\); it lists 5, nearest "big-2", "bigger", / },
    calls: 1,
  },
  {
    name: "a prompt does not fit llama.cpp's context",
    source: "https://github.com/ggml-org/llama.cpp/issues/19774",
    behave: {
      kind: "status",
      status: 400,
      body: {
        error: {
          code: 400,
          message: "request (4390 tokens) exceeds the available context size (4096 tokens), try increasing it",
          type: "exceed_context_size_error",
        },
      },
    },
    always: { fails: "unavailable", says: /does not fit the model's context.*--ctx-size/ },
    calls: 1,
  },
  {
    name: "Ollama cuts the prompt to its context without a word",
    source: "https://github.com/ollama/ollama/issues/17889",
    behave: { kind: "text", text: json, usage: { prompt_tokens: 258, completion_tokens: 90, total_tokens: 348 } },
    always: { fails: "unavailable", says: /read only 258 of at least \d+ tokens of the prompt.*num_ctx/ },
    gives: "none",
  },
  {
    name: "Azure's filter takes offence at the prompt",
    source: "https://github.com/openai/openai-python/issues/331",
    behave: {
      kind: "status",
      status: 400,
      body: {
        error: {
          message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
          type: null,
          param: "prompt",
          code: "content_filter",
          status: 400,
        },
      },
    },
    always: "REVIEW: refused",
    gives: "none",
    calls: 1,
  },
  {
    name: "DeepSeek takes no JSON schema",
    source: "https://github.com/ItzCrazyKns/Vane/issues/969",
    behave: refusing((body) => formOf(body).includes("json_schema"), {
      status: 400,
      message: "This response_format type is unavailable now",
    }),
    always: "Sell",
    once: "Overweight",
    calls: 2,
  },
  {
    name: "a server takes neither a JSON schema nor a JSON object",
    source: "https://github.com/willmiao/ComfyUI-Lora-Manager/issues/1033",
    behave: refusing((body) => body["response_format"] !== undefined, {
      status: 400,
      body: { error: "'response_format.type' must be 'text'" },
    }),
    always: "Sell",
    once: "Overweight",
    calls: 3,
  },
  {
    name: "Mistral on Azure takes no seed",
    source: "https://github.com/langchain-ai/langchain-azure/issues/82",
    behave: refusing((body) => body["seed"] !== undefined, {
      status: 422,
      body: {
        detail: [{ type: "extra_forbidden", loc: ["body", "seed"], msg: "Extra inputs are not permitted", input: 7 }],
      },
    }),
    always: "Sell",
    once: "Overweight",
    calls: 2,
  },
  {
    name: "a gateway takes no stream_options",
    source: "https://github.com/QuantumNous/new-api/issues/418",
    behave: refusing((body) => body["stream_options"] !== undefined, {
      status: 400,
      message: "Unknown parameter: 'stream_options'.",
    }),
    always: "Sell",
    once: "Overweight",
    calls: 2,
  },
  {
    name: "a server takes neither a seed nor stream_options",
    source: "https://github.com/vercel/ai/pull/1578",
    behave: (call) =>
      call.body["stream_options"] !== undefined
        ? { kind: "status", status: 400, message: "property 'stream_options' is unsupported, did you mean 'stream'?" }
        : call.body["seed"] !== undefined
          ? { kind: "status", status: 400, message: "property 'seed' is unsupported" }
          : says(json),
    always: "Sell",
    once: "Overweight",
    calls: 3,
  },
  {
    name: "GPT-5 takes max_completion_tokens and no max_tokens",
    source: "https://github.com/teilomillet/gollm/issues/33",
    behave: refusing((body) => body["max_tokens"] !== undefined, {
      status: 400,
      message:
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    }),
    always: "Sell",
    once: "Overweight",
    calls: 2,
  },
  {
    name: "GPT-4 Turbo writes at most 4,096 tokens",
    source: "https://github.com/ChatGPTNextWeb/NextChat/issues/3195",
    behave: refusing((body) => Number(body["max_tokens"]) > 4096, {
      status: 400,
      message:
        "max_tokens is too large: 16000. This model supports at most 4096 completion tokens, whereas you provided 16000.",
    }),
    always: "Sell",
    once: "Overweight",
    calls: 2,
  },
  {
    name: "vLLM counts the prompt and the limit together",
    source: "https://github.com/claude-code-best/claude-code/issues/272",
    behave: refusing((body) => Number(body["max_tokens"]) > 15_766, {
      status: 400,
      message:
        "'max_tokens' or 'max_completion_tokens' is too large: 16000. This model's maximum context length is 40001 tokens and your request has 24235 input tokens (16000 > 40001 - 24235).",
    }),
    always: "Sell",
    once: "Overweight",
    calls: 2,
  },
  {
    name: "Gemma's template knows no system role",
    source: "https://github.com/vllm-project/vllm/pull/2964",
    behave: refusing((body) => roles(body).includes("system"), {
      status: 400,
      body: { object: "error", message: "System role not supported", type: "BadRequestError", param: null, code: 400 },
    }),
    always: "Sell",
    once: "Overweight",
    calls: 2,
  },
  {
    name: "DeepInfra takes no developer role",
    source: "https://github.com/earendil-works/pi/pull/1578",
    behave: refusing((body) => roles(body).includes("developer"), {
      status: 422,
      message: "Input should be 'system', 'user', 'assistant', or 'tool'",
    }),
    always: "Sell",
    calls: 1,
  },
  {
    name: "llama.cpp's templates take no two user messages in a row",
    source: "https://github.com/idiap/sdialog/issues/122",
    behave: refusing((body) => /"user".*"user"/.test(rolesIn({ messages: roles(body) })), {
      status: 500,
      message: "Jinja Exception: Conversation roles must alternate user/assistant/user/assistant/...",
    }),
    always: "Sell",
    calls: 1,
  },
];
