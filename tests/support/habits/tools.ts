import { chunk, done, json, prose, refusing, says, verdict, type Habit } from "./habit.ts";
import type { ModelCall } from "../model-server.ts";
import type { Behaviour } from "../model-wire.ts";

const input = { sessions: 20 };
const request = { name: "price_history", arguments: input };
const report = JSON.stringify({
  text: prose,
  score: -1,
  points: [{ claim: "The close is below its average.", evidence: ["M1"], side: "against" }],
});

/** Asks so while tools are open, and reports when they are not. */
function asks(how: string | Behaviour): (call: ModelCall) => Behaviour {
  return ({ tools }) => (tools.length === 0 ? says(report) : typeof how === "string" ? says(how) : how);
}

/** What a market analyst's model does with its tools; one look-up is open. */
function analyst(habit: Pick<Habit, "name" | "source" | "behave"> & Partial<Habit>): Habit {
  return { agent: "market", toolSteps: 1, always: "Overweight", ...habit };
}

/** Requests for tools, and refusals to take any. */
export const tools: readonly Habit[] = [
  analyst({
    name: "Qwen asks in <tool_call>",
    source: "https://github.com/ROCm/ATOM/pull/1427",
    behave: asks(`<tool_call>\n${JSON.stringify(request)}\n</tool_call>`),
    lookUps: 1,
  }),
  analyst({
    name: "Qwen-Coder asks with a bare object",
    source: "https://github.com/jundot/omlx/issues/2565",
    behave: asks(`\`\`\`json\n${JSON.stringify(request, null, 2)}\n\`\`\``),
    lookUps: 1,
  }),
  analyst({
    name: "Qwen3-Coder asks with <parameter> in <function>",
    source: "https://github.com/ROCm/ATOM/pull/1427",
    behave: asks(
      "<tool_call>\n<function=price_history>\n<parameter=sessions>\n20\n</parameter>\n</function>\n</tool_call>",
    ),
    lookUps: 1,
  }),
  analyst({
    name: "Mistral asks behind [TOOL_CALLS], as a list",
    source: "https://github.com/modelship-ai/modelship/pull/62",
    behave: asks(`[TOOL_CALLS][${JSON.stringify(request)}]`),
    lookUps: 1,
  }),
  analyst({
    name: "Devstral asks behind [TOOL_CALLS], with [ARGS]",
    source: "https://github.com/raullenchai/Rapid-MLX/issues/1071",
    behave: asks(`[TOOL_CALLS]price_history[ARGS]${JSON.stringify(input)}`),
    lookUps: 1,
  }),
  analyst({
    name: "Llama asks in <function=…>",
    source: "https://github.com/langchain-ai/langchain/pull/31440",
    behave: asks(`<function=price_history>${JSON.stringify(input)}</function>`),
    lookUps: 1,
  }),
  analyst({
    name: "gpt-oss asks in a channel of harmony",
    source: "https://github.com/ai-dynamo/dynamo/pull/10366",
    behave: asks(
      `<|channel|>commentary to=functions.price_history <|constrain|>json<|message|>${JSON.stringify(input)}<|call|>`,
    ),
    lookUps: 1,
  }),
  analyst({
    name: "Gemma asks nine times for the same at once",
    source: "https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1756",
    behave: asks({ kind: "tools", calls: Array.from({ length: 9 }, () => ({ name: "price_history", input })) }),
    lookUps: 9,
  }),
  analyst({
    name: "GPT-4 asks for a tool that nobody offered",
    source: "https://github.com/vercel/ai/issues/1922",
    behave: asks({
      kind: "tools",
      calls: [
        { name: "multi_tool_use.parallel", input: { tool_uses: [{ recipient_name: "functions.price_history" }] } },
      ],
    }),
    lookUps: 1,
  }),
  analyst({
    name: "Kimi gives its tool calls no id",
    source: "https://github.com/anomalyco/opencode/pull/25925",
    behave: asks({
      kind: "raw",
      pieces: [
        chunk({
          tool_calls: [
            { index: 0, type: "function", function: { name: "price_history", arguments: '{"sessions":20}' } },
          ],
        }),
        chunk({}, "tool_calls"),
        done,
      ],
    }),
    lookUps: 1,
  }),
  analyst({
    name: "the arguments of a tool call are cut",
    source: "https://github.com/open-webui/computer/issues/252",
    behave: asks({
      kind: "raw",
      pieces: [
        chunk({
          tool_calls: [
            { index: 0, id: "1", type: "function", function: { name: "price_history", arguments: '{"sess' } },
          ],
        }),
        chunk({}, "tool_calls"),
        done,
      ],
    }),
    lookUps: 1,
  }),
  analyst({
    name: "Moonshot encodes arguments twice",
    source: "https://github.com/MoonshotAI/kimi-cli/pull/2513",
    behave: asks({ kind: "tools", calls: [{ name: "price_history", input: JSON.stringify(input) }] }),
    lookUps: 1,
  }),
  analyst({
    name: "a model never stops asking for tools",
    source: "https://github.com/frontman-ai/frontman/issues/146",
    behave: { kind: "tools", calls: [{ name: "price_history", input }] },
    lookUps: 1,
    calls: 3,
  }),
  analyst({
    name: "Groq refuses what its own model asked for",
    source: "https://github.com/groq/groq-typescript/issues/28",
    behave: ({ tools: open }) =>
      open.length === 0
        ? says(report)
        : {
            kind: "status",
            status: 400,
            body: {
              error: {
                message:
                  "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
                type: "invalid_request_error",
                code: "tool_use_failed",
                failed_generation: '<function=price_history>{"sessions": 20}</function>',
              },
            },
          },
  }),
  analyst({
    name: "vLLM takes no tool_choice without its flags",
    source: "https://github.com/vllm-project/vllm/issues/9986",
    behave: refusing(
      (body) => body["tools"] !== undefined,
      {
        status: 400,
        message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      },
      says(report),
    ),
    calls: 3,
  }),
  analyst({
    name: "Ollama's model takes no tools",
    source: "https://github.com/ollama/ollama/issues/5793",
    behave: refusing(
      (body) => body["tools"] !== undefined,
      { status: 400, message: "registry.ollama.ai/library/llama3:latest does not support tools" },
      says(report),
    ),
    calls: 2,
  }),
  {
    name: "the verdict comes as the input of a tool that nobody offered",
    source: "https://github.com/BerriAI/litellm/pull/31466",
    behave: { kind: "tools", calls: [{ name: "json_tool_call", input: verdict }] },
    always: "Sell",
  },
  {
    name: "the verdict comes as the arguments of a call in text",
    source: "https://github.com/jyjeanne/crustly/pull/39",
    behave: says(JSON.stringify({ name: "answer", arguments: json })),
    always: "Sell",
  },
];
