import { json, prose, says, verdict, type Habit } from "./habit.ts";

const lines = JSON.stringify(verdict, null, 2);

/** JSON that `JSON.parse` refuses and a person reads. */
export const brokenJson: readonly Habit[] = [
  {
    name: "a trailing comma",
    source: "https://github.com/bytedance/deer-flow/pull/2368",
    behave: says(`${json.slice(0, -1)},}`),
    always: "Sell",
  },
  {
    name: "Nemotron writes a Python dict",
    source: "https://github.com/waybarrios/vllm-mlx/pull/64",
    behave: says(
      `{'text': '${prose}', 'conditions': [], 'rating': 'Sell', 'thesis': 'Demand is fading.', 'target': None, 'horizon_days': None, 'confidence': 0.7}`,
    ),
    always: "Sell",
  },
  {
    name: "DeepSeek comments its JSON with //",
    source: "https://github.com/langchain4j/langchain4j/issues/3233",
    behave: says(lines.replace('"Sell",', '"Sell", // the weakest of five')),
    always: "Sell",
  },
  {
    name: "GPT-4 comments its JSON with #",
    source: "https://github.com/FoundationAgents/MetaGPT/issues/733",
    behave: says(lines.replace("90,", "90,  # about three months")),
    always: "Sell",
  },
  {
    name: "line breaks stand bare in texts",
    source: "https://github.com/ollama/ollama/pull/3782",
    behave: says(json.replaceAll("\\n", "\n")),
    always: "Sell",
  },
  {
    name: "GLM escapes what needs no escape",
    source: "https://github.com/matthiasn/lotti/pull/4310",
    behave: says(json.replace("Demand is", "Demand \\$ is")),
    always: "Sell",
  },
  {
    name: "NaN stands where a number belongs",
    source: "https://github.com/comet-ml/opik/issues/8455",
    behave: says(json.replace("0.7", "NaN")),
    always: "Sell",
  },
  {
    name: "brackets are doubled, as templates of prompts escape them",
    source: "https://github.com/run-llama/llama_index/issues/7886",
    behave: says(`Here is the output in JSON format:\n{${json}}\n`),
    always: "Sell",
  },
  {
    name: "an answer is cut at its limit before the rating",
    source: "https://github.com/mangiucugna/json_repair/issues/59",
    behave: says(json.slice(0, 90), "length"),
    always: "REVIEW: unreadable_answer",
    once: "Overweight",
    gives: "none",
  },
  {
    name: "an answer is cut at its limit behind the rating",
    source: "https://github.com/google/langextract/issues/127",
    behave: says(json.slice(0, json.indexOf('"target"')), "length"),
    always: "Sell",
  },
  {
    name: "an answer is cut at its limit inside its last list",
    source: "https://github.com/mangiucugna/json_repair/issues/59",
    behave: says(
      `${JSON.stringify({ ...verdict, conditions: [{ said: "It rises.", text: "Up." }] }).slice(0, -2)},{"said":"It f`,
      "length",
    ),
    always: "Sell",
  },
  {
    name: "Mistral leaves the last bracket out",
    source: "https://github.com/confident-ai/deepeval/pull/816",
    behave: says(json.slice(0, -1)),
    always: "Sell",
  },
  {
    name: "one bracket too many closes the answer",
    source: "https://github.com/BigDawnGhost/wenyi/pull/23",
    behave: says(`${json}\n}`),
    always: "Sell",
  },
  {
    name: "quotes stand bare in a text",
    source: "https://github.com/TencentCloud/TencentDB-Agent-Memory/pull/1220",
    behave: says(json.replace("Demand is fading and", 'What they call "fading demand" is here and')),
    always: "Sell",
  },
  {
    name: "Claude sets curly quotes in Chinese answers",
    source: "https://github.com/Graphify-Labs/graphify/issues/2286",
    behave: says(
      "{“text”:“需求正在减弱，收盘价低于均线。”,“conditions”:[],“rating”:“Sell”,“thesis”:“需求减弱”,“target”:80,“horizon_days”:90,“confidence”:0.7}",
    ),
    always: "Sell",
  },
  {
    name: "brackets, colons and commas are full-width",
    source: "https://github.com/ExplosiveCoderflome/AI-Novel-Writing-Assistant/issues/13",
    behave: says(
      '｛"text"："需求正在减弱、风险过高。"，"conditions"：［］，"rating"："Sell"，"thesis"："需求减弱"，"target"：80，"horizon_days"：90，"confidence"：0.7｝',
    ),
    always: "Sell",
  },
  {
    name: "one quote of a pair is curly",
    source: "https://github.com/BoundaryML/baml/issues/1074",
    behave: says(lines.replace('"Demand is fading."', '"Demand is fading.”')),
    always: "Sell",
  },
  {
    name: "a byte order mark stands first",
    source: "https://github.com/nlohmann/json/issues/152",
    behave: says(`\uFEFF${json}`),
    always: "Sell",
  },
  {
    name: "keys have no quotes",
    source: "https://github.com/ducroo/SICTIC-AI/pull/37",
    behave: says(json.replaceAll(/"(\w+)":/g, "$1:")),
    always: "Sell",
  },
];
