import { chunk, done, json, stream, type Habit } from "./habit.ts";

const half = json.slice(0, 60);
const end = chunk({}, "stop");

function breaksOffWith(error: unknown): Habit["behave"] {
  return { kind: "raw", pieces: [chunk({ content: half }), `data: ${JSON.stringify({ error })}\n\n`, done] };
}

/** How answers come over the wire. */
export const streams: readonly Habit[] = [
  {
    name: "ik_llama.cpp does not send [DONE]",
    source: "https://github.com/ikawrakow/ik_llama.cpp/issues/467",
    behave: stream({ after: [end] }),
    always: "Sell",
  },
  {
    name: "a gateway never sends a finish reason",
    source: "https://github.com/anomalyco/opencode/issues/43882",
    behave: stream({ after: [done] }),
    always: "Sell",
  },
  {
    name: "a gateway drops the last pieces and ends as if all was well",
    source: "https://github.com/CommandCodeAI/command-code/issues/785",
    behave: { kind: "raw", pieces: [chunk({ content: half })] },
    always: { fails: "unavailable", says: /connection broke|without a finish/ },
  },
  {
    name: "the connection breaks half-way",
    source: "https://github.com/vercel/ai/issues/19165",
    behave: { kind: "raw", pieces: [chunk({ content: half })], isCut: true },
    always: { fails: "unavailable", says: /connection broke/ },
  },
  {
    name: "the connection breaks when the answer is there and only its end is missing",
    source: "https://github.com/anomalyco/opencode/issues/43379",
    behave: { kind: "raw", pieces: [chunk({ content: json })], isCut: true, waitMs: 20 },
    always: "Sell",
  },
  {
    name: "OpenRouter sends comments while it waits",
    source: "https://github.com/openai/openai-go/issues/227",
    behave: stream({
      before: [": OPENROUTER PROCESSING\n\n", ": OPENROUTER PROCESSING\n\n"],
      between: [": OPENROUTER PROCESSING\n\n"],
    }),
    always: "Sell",
  },
  {
    name: "DeepSeek keeps the connection alive with comments",
    source: "https://api-docs.deepseek.com/quick_start/rate_limit",
    behave: stream({ before: Array.from({ length: 5 }, () => ": keep-alive\n\n") }),
    always: "Sell",
  },
  {
    name: "a gateway passes comments on as data",
    source: "https://github.com/mnfst/llm-gateway/issues/2053",
    behave: stream({ before: ["data: : OPENROUTER PROCESSING\n\n"], between: ["data: : OPENROUTER PROCESSING\n\n"] }),
    always: "Sell",
  },
  {
    name: "a gateway sends pings that are empty",
    source: "https://github.com/caozhiyuan/copilot-api/pull/88",
    behave: stream({ before: ["data: \n\n"] }),
    always: "Sell",
  },
  {
    name: "pieces without choices stand in between",
    source: "https://github.com/anomalyco/opencode/issues/43379",
    behave: stream({
      before: ['data: {"id":"1","choices":[]}\n\n'],
      after: [end, 'data: {"choices":[],"cost":"0"}\n\n', done],
    }),
    always: "Sell",
  },
  {
    name: "LM Studio counts no tokens when it streams",
    source: "https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/676",
    behave: stream(),
    always: "Sell",
  },
  {
    name: "every piece has a usage of null",
    source: "https://github.com/fr0ster/llm-agent/issues/39",
    behave: {
      kind: "raw",
      pieces: [chunk({ content: json }, null, { usage: null }), chunk({}, "stop", { usage: null }), done],
    },
    always: "Sell",
  },
  {
    name: "a server does not stream though asked to",
    source: "https://github.com/tinyhumansai/tinyagents/pull/56",
    behave: {
      kind: "raw",
      contentType: "application/json",
      pieces: [
        JSON.stringify({
          id: "1",
          object: "chat.completion",
          created: 1,
          model: "big",
          choices: [{ index: 0, message: { role: "assistant", content: json }, finish_reason: "stop" }],
        }),
      ],
    },
    always: "Sell",
  },
  {
    name: "the first byte takes its time",
    source: "https://github.com/CommandCodeAI/command-code/issues/785",
    behave: { kind: "raw", pieces: [chunk({ content: json }), end, done], waitMs: 300 },
    always: "Sell",
  },
  {
    name: "nothing comes at all",
    source: "https://github.com/ollama/ollama/issues/3694",
    behave: { kind: "hang" },
    always: { fails: "timeout", says: /no answer in time/ },
    isSlow: true,
  },
  {
    name: "an answer stops half-way and the connection stays open",
    source: "https://github.com/MoonshotAI/kimi-code/issues/1050",
    behave: { kind: "stall", afterPieces: 1 },
    always: { fails: "timeout", says: /no answer in time/ },
    isSlow: true,
  },
  {
    name: "an error comes inside a 200",
    source: "https://github.com/vercel/ai/issues/13506",
    behave: breaksOffWith({ message: "Upstream provider failed", code: 502 }),
    always: { fails: "unavailable", says: /broke off with an error: Upstream provider failed/ },
  },
  {
    name: "Ollama's error inside a 200 is a bare text",
    source: "https://github.com/ollama/ollama/issues/7668",
    behave: breaksOffWith("an unknown error was encountered while running the model"),
    always: { fails: "unavailable", says: /an unknown error was encountered/ },
  },
  {
    name: "a rate limit is told inside a 200",
    source: "https://github.com/apache/rocketmq-dashboard/issues/2178",
    behave: breaksOffWith({ message: "Rate limit exceeded", code: 429 }),
    always: { fails: "rate_limited", says: /Rate limit exceeded/ },
  },
  {
    name: "OpenAI tells inside a 200 that the quota is used up",
    source: "https://github.com/vercel/ai/pull/15922",
    behave: breaksOffWith({
      message: "You exceeded your current quota",
      type: "insufficient_quota",
      code: "insufficient_quota",
    }),
    always: { fails: "unauthorized", says: /no quota left/ },
  },
  {
    name: "llama.cpp sends an error with status 200 and no stream",
    source: "https://github.com/oobabooga/textgen/issues/7257",
    behave: {
      kind: "raw",
      contentType: "application/json",
      pieces: [
        JSON.stringify({
          error: {
            code: 400,
            message:
              "the request exceeds the available context size. try increasing the context size or enable context shift",
            type: "exceed_context_size_error",
            n_prompt_tokens: 14_429,
            n_ctx: 8192,
          },
        }),
      ],
    },
    always: { fails: "unavailable", says: /does not fit the model's context.*--ctx-size/ },
  },
  {
    name: "Gemini's gateway ends with no choice and no content",
    source: "https://github.com/tbphp/gpt-load/issues/232",
    behave: { kind: "raw", pieces: ['data: {"id":"","choices":[],"model":""}\n\n', done] },
    always: { fails: "unavailable", says: /connection broke/ },
  },
];
