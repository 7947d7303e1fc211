import { chunk, done, json, prose, says, saysObject, stream, verdict, type Habit } from "./habit.ts";

const draft = 'Maybe {"rating": "Buy"}? The news is good. But no: the trend is down.';
const fenced = `\`\`\`json\n${JSON.stringify(verdict, null, 2)}\n\`\`\``;

/** Thoughts, fences and other things around an answer that is otherwise as it was asked for. */
export const answers: readonly Habit[] = [
  {
    name: "Qwen3 thinks in <think> before it answers, with a draft in it",
    source: "https://github.com/vllm-project/vllm/issues/21130",
    behave: says(`<think>\n${draft}\n</think>\n\n${json}`),
    always: "Sell",
  },
  {
    name: "DeepSeek-R1 closes thoughts that its template has opened",
    source: "https://github.com/deepseek-ai/DeepSeek-R1/issues/352",
    behave: says(`${draft}\n</think>\n\n${json}`),
    always: "Sell",
  },
  {
    name: "DeepSeek-R1 thinks until its tokens are used up",
    source: "https://github.com/NousResearch/hermes-agent/pull/3444",
    behave: says(`<think>\n${draft}`, "length"),
    always: "REVIEW: unreadable_answer",
    once: "Overweight",
    gives: "none",
  },
  {
    name: "a reasoning model spends its tokens on thoughts that are not sent",
    source: "https://github.com/lenneTech/nest-server/pull/607",
    behave: says("", "length"),
    always: "REVIEW: unreadable_answer",
    once: "Overweight",
    gives: "none",
  },
  {
    name: "a model thinks past its limit, and has an answer with more room",
    source: "https://github.com/NousResearch/hermes-agent/issues/83915",
    behave: ({ body }) =>
      Number(body["max_tokens"]) > 16_000
        ? says(json)
        : { kind: "raw", pieces: [chunk({ reasoning_content: draft }), chunk({ content: "" }, "length"), done] },
    always: "Sell",
    once: "Overweight",
    calls: 2,
  },
  {
    name: "vLLM sends the thoughts apart, as reasoning_content",
    source: "https://github.com/vllm-project/vllm/issues/12468",
    behave: stream({ before: [chunk({ reasoning_content: draft })] }),
    always: "Sell",
  },
  {
    name: "vLLM takes an answer without thoughts for a thought",
    source: "https://github.com/vllm-project/vllm/issues/48863",
    behave: { kind: "raw", pieces: [chunk({ reasoning_content: json }), chunk({ content: null }, "stop"), done] },
    always: "Sell",
  },
  {
    name: "Magistral sends its content as parts, with thoughts among them",
    source: "https://github.com/vercel/ai/pull/17779",
    behave: {
      kind: "raw",
      pieces: [
        chunk({ content: [{ type: "thinking", thinking: [{ type: "text", text: draft }] }] }),
        chunk({ content: [{ type: "text", text: json }] }),
        chunk({}, "stop"),
        done,
      ],
    },
    always: "Sell",
  },
  {
    name: "gpt-oss leaks its harmony channels",
    source: "https://github.com/kekzl/imp/pull/768",
    behave: says(
      `<|channel|>analysis<|message|>${draft}<|end|><|start|>assistant<|channel|>final<|message|>${json}<|return|>`,
    ),
    always: "Sell",
  },
  {
    name: "gpt-oss leaks the names of its channels without their marks",
    source: "https://github.com/Augustas11/macprovider/issues/743",
    behave: says(`analysisThe user wants JSON. We should say Sell.assistantfinal${json}`),
    always: "Sell",
  },
  {
    name: "Gemma leaves special tokens in the text",
    source: "https://github.com/software-mansion-labs/private-mind/issues/342",
    behave: says(`<unused6226><unused6226>${json}<|im_end|>`),
    always: "Sell",
  },
  {
    name: "Gemini fences its JSON",
    source: "https://github.com/langgenius/dify/issues/31966",
    behave: says(fenced),
    always: "Sell",
  },
  {
    name: "a model says what the JSON is before it gives it",
    source: "https://github.com/mangiucugna/json_repair/issues/35",
    behave: says(`Based on the information extracted, here is the filled JSON output: ${fenced}`),
    always: "Sell",
  },
  {
    name: "a model goes on after its JSON",
    source: "https://github.com/giuseppe99barchetta/SuggestArr/issues/266",
    behave: says(`${json}\n\nThis output reflects the evidence given. Let me know if you need anything else!`),
    always: "Sell",
  },
  {
    name: "a model answers twice in a row, the same",
    source: "https://github.com/Usagi-org/ai-goofish-monitor/issues/396",
    behave: says(`${json}\n${json}`),
    always: "Sell",
  },
  {
    name: "a model answers twice in a row, and not the same",
    source: "https://github.com/bojieli/ai-agent-book/pull/366",
    behave: says(`${json}\n${JSON.stringify({ ...verdict, rating: "Buy", text: prose })}`),
    always: "REVIEW: conflict",
    once: "Overweight",
    gives: "two",
  },
  {
    name: "Claude puts the answer under a key",
    source: "https://github.com/anthropics/claude-agent-sdk-python/issues/374",
    behave: saysObject({ output: verdict }),
    always: "Sell",
  },
  {
    name: "Claude puts the answer under a key, as a text",
    source: "https://github.com/anthropics/claude-agent-sdk-python/issues/374",
    behave: saysObject({ response: json }),
    always: "Sell",
  },
  {
    name: "Mistral puts the answer under the schema's name",
    source: "https://github.com/lennartpollvogt/ollama-instructor/issues/6",
    behave: saysObject({ answer: verdict }),
    always: "Sell",
  },
  {
    name: "a local model gives an array instead of an object",
    source: "https://github.com/whyhow-ai/knowledge-table/issues/59",
    behave: says(`[${json}]`),
    always: "Sell",
  },
  {
    name: "a model gives its JSON as a text of JSON",
    source: "https://github.com/quarkiverse/quarkus-langchain4j/pull/2642",
    behave: says(JSON.stringify(json)),
    always: "Sell",
  },
  {
    name: "Llama 2 puts its JSON between marks of its template",
    source: "https://github.com/allegro/allms/pull/21",
    behave: says(`<<SYS>>\n${json}\n<</SYS>>`),
    always: "Sell",
  },
  {
    name: "a model explains itself in Markdown around its JSON",
    source: "https://github.com/JusticeRage/Gepetto/issues/65",
    behave: says(
      `## Decision\n\n| Factor | View |\n|---|---|\n| Trend | down |\n\n${fenced}\n\n> Not financial advice.`,
    ),
    always: "Sell",
  },
  {
    name: "Qwen gives the schema back, and no answer",
    source: "https://github.com/leonbreukelman/smactorio/issues/165",
    behave: saysObject({
      type: "object",
      properties: { text: { type: "string" }, rating: { enum: ["Buy", "Overweight", "Hold", "Underweight", "Sell"] } },
      required: ["text", "rating"],
    }),
    always: "REVIEW: unreadable_answer",
    once: "Overweight",
    gives: "none",
  },
  {
    name: "GPT-4o gives the schema and the answer in one object",
    source: "https://github.com/knowsuchagency/promptic/issues/44",
    behave: saysObject({
      description: "A verdict",
      properties: { rating: { title: "Rating", type: "string" } },
      required: ["rating"],
      type: "object",
      ...verdict,
    }),
    always: "Sell",
  },
  {
    name: "a model talks instead of giving JSON, with its rating on a line",
    source: "https://github.com/ralphgrewe/TradingAgents/issues/159",
    behave: says(`${prose}\n\n**Rating**: Sell`),
    always: "Sell",
    once: "Overweight",
  },
  {
    name: "a model talks instead of giving JSON, and rates nothing",
    source: "https://github.com/ralphgrewe/TradingAgents/issues/151",
    behave: says("Both sides have a point. Adjustments to the position will be executed as discussed."),
    always: "REVIEW: unreadable_answer",
    once: "Overweight",
    gives: "none",
  },
  {
    name: "a model refuses in words",
    source: "https://github.com/davidmigloz/langchain_dart/issues/560",
    behave: says("I'm sorry, I cannot assist with that."),
    always: "REVIEW: unreadable_answer",
    once: "Overweight",
    gives: "none",
  },
  {
    name: "OpenAI refuses in the field refusal",
    source: "https://github.com/langchain-ai/langchain/issues/25510",
    behave: {
      kind: "raw",
      pieces: [chunk({ refusal: "I'm sorry, I cannot assist with that." }), chunk({}, "stop"), done],
    },
    always: "REVIEW: refused",
    gives: "none",
  },
  {
    name: "Gemini ends with a reason of its filter and no content",
    source: "https://github.com/BerriAI/litellm/issues/40477",
    behave: says("", "content_filter"),
    always: "REVIEW: refused",
    gives: "none",
  },
  {
    name: "Gemini stops and has said nothing",
    source: "https://github.com/google-gemini/deprecated-generative-ai-python/issues/744",
    behave: says(""),
    always: "REVIEW: unreadable_answer",
    once: "Overweight",
    gives: "none",
  },
];
