import { type Json, isJsonObject } from "./reading/json-objects.ts";
import { saysTooLong } from "./context-window.ts";

/** What servers refuse, and what is sent instead. Each change is made once a request. */
export interface Change {
  readonly name: string;
  readonly named: RegExp;
  readonly has: (body: Json) => boolean;
  readonly instead: (body: Json) => Json;
  /** It depends on the length of a prompt. */
  readonly isForOneCall?: true;
}

/** Tells our own fetch the limit; not sent. */
export const outputLimitHeader = "x-conclave-output-limit";

/** The share of output tokens that reasoning may use. */
const share = 0.6;
/** Anthropic takes no smaller budget. */
const leastBudget = 1024;

/**
 * Leaves room for the answer: the SDK's budgets exceed the estimate (Claude) or use up the limit (Gemini).
 * @param limit thoughts included; `null`: told by the request
 */
export function withinOutputLimit(body: Json, limit: number | null): Json {
  const { thinking, generationConfig, inferenceConfig, additionalModelRequestFields: more } = body;
  if (limit !== null && isJsonObject(thinking)) {
    const fitted = fit(thinking["budget_tokens"], limit);
    const { thinking: _, ...unthinking } = body;
    if (fitted === "none") return { ...unthinking, max_tokens: limit };
    return fitted === null ? body : { ...body, max_tokens: limit, thinking: { ...thinking, budget_tokens: fitted } };
  }
  if (isJsonObject(inferenceConfig) && isJsonObject(more) && isJsonObject(more["thinking"]))
    return onBedrock(body, inferenceConfig, more, more["thinking"]);
  if (!isJsonObject(generationConfig)) return body;
  const { thinkingConfig, maxOutputTokens } = generationConfig;
  if (!isJsonObject(thinkingConfig) || typeof maxOutputTokens !== "number") return body;
  const { thinkingBudget } = thinkingConfig;
  const most = Math.floor(maxOutputTokens * share);
  if (typeof thinkingBudget !== "number" || thinkingBudget <= most) return body;
  return {
    ...body,
    generationConfig: { ...generationConfig, thinkingConfig: { ...thinkingConfig, thinkingBudget: most } },
  };
}

/** `none`: no budget fits; `null`: none was asked for. */
function fit(budget: unknown, limit: number): number | "none" | null {
  if (typeof budget !== "number") return null;
  return limit <= leastBudget ? "none" : Math.min(budget, Math.max(leastBudget, Math.floor(limit * share)));
}

/** On Bedrock the limit is what is left without the budget. */
function onBedrock(body: Json, inferenceConfig: Json, more: Json, thinking: Json): Json {
  const { maxTokens } = inferenceConfig;
  const budget = thinking["budget_tokens"];
  if (typeof maxTokens !== "number" || typeof budget !== "number") return body;
  const limit = maxTokens - budget;
  const fitted = fit(budget, limit);
  const { thinking: _, ...unthinking } = more;
  return {
    ...body,
    inferenceConfig: { ...inferenceConfig, maxTokens: limit },
    additionalModelRequestFields:
      fitted === "none" ? unthinking : { ...more, thinking: { ...thinking, budget_tokens: fitted } },
  };
}

/** The field for the output limit, by protocol. */
const places = [
  ["max_tokens"],
  ["max_completion_tokens"],
  ["max_output_tokens"],
  ["generationConfig", "maxOutputTokens"],
  ["inferenceConfig", "maxTokens"],
] as const;

const aboutLimit =
  /max_(?:completion_|output_|new_)?tokens|maxOutputTokens|maximum tokens|output tokens|completion tokens/i;
/** Less is no room for an answer. */
const leastRoom = 1000;

/** Lowers the limit to what the server names; `null`: it names none. */
function outputLimitChange(body: Json, said: string): Change | null {
  const place = places.find((path) => typeof at(body, path) === "number");
  const asked = place === undefined ? undefined : at(body, place);
  if (place === undefined || typeof asked !== "number") return null;
  const left = leftInContext(said);
  const most = left ?? (aboutLimit.test(said) ? statedLimit(said, asked) : null);
  if (most === null || most >= asked || most < leastRoom) return null;
  return {
    name: `an output limit above ${most}`,
    named: aboutLimit,
    has: (one) => Number(at(one, place) ?? 0) > most,
    instead: (one) => {
      const lower = put(one, place, most);
      return isJsonObject(lower["thinking"]) ? withinOutputLimit(lower, most) : lower;
    },
    ...(left !== null && { isForOneCall: true }),
  };
}

function leftInContext(said: string): number | null {
  const context = /maximum context length (?:is|of) (\d+)/i.exec(said)?.[1];
  const prompt = /(\d+) (?:input tokens|(?:tokens )?in the (?:messages|prompt|input))/i.exec(said)?.[1];
  return context === undefined || prompt === undefined ? null : Number(context) - Number(prompt);
}

function statedLimit(said: string, asked: number): number | null {
  const numbers = [...said.matchAll(/(?<![\w.])\d{3,7}(?![\w.]*\d)/g)].map(({ 0: digits }) => Number(digits));
  const most = Math.max(...numbers.filter((one) => one < asked));
  if (!Number.isFinite(most)) return null;
  const isBeyond = new RegExp(`(?:lower|less|smaller) than ${most}|${most}\\W{1,2}exclusive`, "i").test(said);
  return isBeyond ? most - 1 : most;
}

function at(body: Json, [outer, inner]: readonly [string, string?]): unknown {
  const held = body[outer];
  return inner === undefined ? held : isJsonObject(held) ? held[inner] : undefined;
}

function put(body: Json, [outer, inner]: readonly [string, string?], value: number): Json {
  const held = body[outer];
  return { ...body, [outer]: inner === undefined ? value : { ...(isJsonObject(held) ? held : {}), [inner]: value } };
}

const form = /response[_ .]?format|json[_ ]?(?:schema|object|mode)|structured[_ ]?outputs?|guided|grammar/i;

export const changes: readonly Change[] = [
  {
    name: "json_schema",
    named: form,
    has: (body) => formatOf(body) === "json_schema",
    // The prompt then describes the schema in words.
    instead: (body) => ({ ...withSchemaInPrompt(body), response_format: { type: "json_object" } }),
  },
  { name: "response_format", named: form, has: has("response_format"), instead: without("response_format") },
  {
    name: "stream_options",
    named: /stream_options|include_usage/i,
    has: has("stream_options"),
    instead: without("stream_options"),
  },
  { name: "seed", named: /\b(?:random_)?seed\b/i, has: has("seed"), instead: without("seed") },
  {
    name: "reasoning_effort",
    named:
      /reason(?:ing)?[_ .-]?effort|\b(?:reasoning|thinking|effort)\b|thinking[_ ]?(?:budget|level|config)|budget_tokens/i,
    has: (body) => efforts.some(({ has: isThere }) => isThere(body)),
    instead: (body) => efforts.reduce((left, { without: cut }) => cut(left), body),
  },
  { name: "temperature", named: /temperature/i, has: has("temperature"), instead: without("temperature") },
  { name: "tool_choice", named: /tool[_ ]?choice/i, has: has("tool_choice"), instead: without("tool_choice") },
  {
    name: "tools",
    named: /\btools?\b|tool[_ ]?(?:use|call)|function[_ ]call/i,
    has: has("tools"),
    instead: without("tools", "tool_choice"),
  },
  {
    name: "max_tokens",
    named: /max_completion_tokens/i,
    has: has("max_tokens"),
    instead: ({ max_tokens, ...body }) => ({ ...body, max_completion_tokens: max_tokens }),
  },
  {
    name: "developer",
    named: /developer|\brole\b/i,
    has: (body) => messagesOf(body).some(({ role }) => role === "developer"),
    instead: (body) => ({
      ...body,
      messages: messagesOf(body).map((one) => (one["role"] === "developer" ? { ...one, role: "system" } : one)),
    }),
  },
  {
    name: "system",
    named: /system|\broles?\b/i,
    has: (body) => messagesOf(body).some(({ role, content }) => role === "system" && typeof content === "string"),
    instead: (body) => ({ ...body, messages: withoutSystem(messagesOf(body)) }),
  },
];

/** The reasoning effort, in each protocol's words. */
const efforts: readonly { readonly has: Change["has"]; readonly without: Change["instead"] }[] = [
  { has: has("reasoning_effort"), without: without("reasoning_effort") },
  inside("reasoning", "effort"),
  inside("output_config", "effort"),
  inside("generationConfig", "thinkingConfig"),
  inside("additionalModelRequestFields", "thinking"),
  inside("additionalModelRequestFields", "reasoning_effort"),
  inside("additionalModelRequestFields", "reasoningConfig"),
  inside("additionalModelRequestFields", "reasoning", "effort"),
  inside("additionalModelRequestFields", "output_config", "effort"),
  { has: has("thinking"), without: without("thinking") },
];

const refusing =
  /not (?:\w+ ){0,2}(?:support|permit|allow|one of|available|valid|implement|recogni)|n[o']t support|unsupported|unknown|unrecogni[sz]ed|unavailable|unexpected|incorrect|invalid|forbidden|must|should be|requires?\b|only|no endpoints/i;
const statuses: readonly number[] = [400, 404, 422, 500, 501];

/** `null` where nothing refused can be missed. */
export function changeFor(body: Json, status: number, said: string): Change | null {
  const named =
    statuses.includes(status) && refusing.test(said)
      ? changes.find((change) => change.has(body) && change.named.test(said))
      : undefined;
  return (
    named ??
    (status === 400 || status === 422 ? outputLimitChange(body, said) : null) ??
    (mayRefuseEffort(status, said) ? (changes.find((one) => one.name === effort && one.has(body)) ?? null) : null)
  );
}

const effort = "reasoning_effort";

/** Servers refuse an unknown effort without naming it. */
function mayRefuseEffort(status: number, said: string): boolean {
  const isOther =
    /content|filter|policy|safety|moderation|api.?key|credit|billing|quota|model.{0,40}not.{0,20}(?:exist|found)/i;
  return (status === 400 || status === 422) && !saysTooLong(said) && !isOther.test(said);
}

/** A nested field; its parents are removed with their last field. */
function inside(
  outer: string,
  inner: string,
  ...deeper: readonly string[]
): { readonly has: Change["has"]; readonly without: Change["instead"] } {
  const [next] = deeper;
  const within =
    next === undefined ? { has: has(inner), without: without(inner) } : inside(inner, next, ...deeper.slice(1));
  return {
    has: (body) => isJsonObject(body[outer]) && within.has(body[outer]),
    without: (body) => {
      const { [outer]: held, ...others } = body;
      if (!isJsonObject(held) || !within.has(held)) return body;
      const rest = within.without(held);
      return Object.keys(rest).length === 0 ? others : { ...others, [outer]: rest };
    },
  };
}

function has(...keys: readonly string[]): Change["has"] {
  return (body) => keys.some((key) => body[key] !== undefined);
}

function without(...keys: readonly string[]): Change["instead"] {
  return (body) => Object.fromEntries(Object.entries(body).filter(([key]) => !keys.includes(key)));
}

function formatOf({ response_format }: Json): unknown {
  return isJsonObject(response_format) ? response_format["type"] : undefined;
}

function messagesOf({ messages }: Json): Json[] {
  return Array.isArray(messages) ? messages.filter((one) => isJsonObject(one)) : [];
}

function withSchemaInPrompt(body: Json): Json {
  const { response_format } = body;
  const named = isJsonObject(response_format) ? response_format["json_schema"] : undefined;
  const schema = isJsonObject(named) ? named["schema"] : undefined;
  const said = `The answer must match this JSON schema:\n${JSON.stringify(schema)}`;
  const messages = messagesOf(body);
  const last = messages.findLastIndex(({ role }) => role === "user");
  return { ...body, messages: messages.map((one, index) => (index === last ? withText(one, said) : one)) };
}

function withText(message: Json, text: string): Json {
  const { content } = message;
  return Array.isArray(content)
    ? { ...message, content: [...content, { type: "text", text }] }
    : { ...message, content: `${String(content)}\n\n${text}` };
}

/** The system text goes to the head of the first user message. */
function withoutSystem(messages: readonly Json[]): Json[] {
  const rules = messages.filter(({ role }) => role === "system").map(({ content }) => String(content));
  const others = messages.filter(({ role }) => role !== "system");
  const first = others.findIndex(({ role }) => role === "user");
  return others.map((one, index) => {
    if (index !== first) return one;
    const { content } = one;
    return Array.isArray(content)
      ? { ...one, content: [{ type: "text", text: rules.join("\n\n") }, ...content] }
      : { ...one, content: [...rules, String(content)].join("\n\n") };
  });
}
