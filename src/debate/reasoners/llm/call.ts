import { z } from "zod";
import { jsonOrNothing } from "#src/core/json-or-nothing.ts";
import {
  InvalidResponseDataError,
  JSONParseError,
  type LanguageModel,
  type LanguageModelUsage,
  type ModelMessage,
  Output,
  type TextStreamPart,
  type ToolSet,
  jsonSchema,
  streamText,
  tool,
} from "ai";
import { stated } from "#src/contract/run/answers.ts";
import type { Tuning } from "#src/contract/jobs/model-keys.ts";
import type { Prompt } from "../prompt.ts";
import type { ToolCall, ToolSpec } from "../reasoner.ts";
import type { Traits } from "./providers.ts";
import { outputLimitHeader } from "./request-changes.ts";
import { saysBroken } from "./failures.ts";
import { proseReader } from "./prose.ts";

/**
 * The part of JSON Schema that every provider's strict mode takes. Ranges, patterns, formats and lengths are
 * not in it: they are checked when the answer is read.
 */
const WireSchema = z.object({
  type: z.enum(["object", "array", "string", "number", "integer", "boolean", "null"]).exactOptional(),
  description: z.string().exactOptional(),
  enum: z.array(z.union([z.string(), z.number(), z.null()])).exactOptional(),
  get properties() {
    return z.record(z.string(), WireSchema).exactOptional();
  },
  required: z.array(z.string()).exactOptional(),
  get items() {
    return WireSchema.exactOptional();
  },
  get anyOf() {
    return z.array(WireSchema).exactOptional();
  },
  additionalProperties: z.literal(false).exactOptional(),
});
export type WireSchema = z.infer<typeof WireSchema>;

const known = new WeakMap<z.ZodType, WireSchema>();

/** What is sent to a provider for a schema of ours; one conversion per schema, since schemas are constants. */
export function wireSchema(schema: z.ZodType): WireSchema {
  let wire = known.get(schema);
  if (wire === undefined) {
    const json = JSON.stringify(z.toJSONSchema(schema, { target: "draft-7", io: "input", override: adapt }));
    wire = WireSchema.parse(JSON.parse(json, splitTypes));
    known.set(schema, wire);
  }
  return wire;
}

const ListOfTypes = z.looseObject({ type: z.array(z.string()) });

/** zod writes "a string or null" as a list of types, which not every provider takes. */
function splitTypes(_key: string, value: unknown): unknown {
  const listed = ListOfTypes.safeParse(value);
  if (!listed.success) return value;
  const { type: types, ...rest } = listed.data;
  return { ...rest, anyOf: types.map((type) => ({ type })) };
}

/** Strict modes want every object closed and every field named; what an agent must state has no `null` on the wire. */
function adapt({ jsonSchema: schema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (schema.type === "object") {
    schema.additionalProperties = false;
    schema.required = Object.keys(schema.properties ?? {});
  }
  if (schema[stated] !== true) return;
  const [form] = schema.anyOf ?? [];
  delete schema.anyOf;
  if (typeof form === "object") Object.assign(schema, form);
}

export interface CallLimits {
  readonly maxRetries: number;
  /** All attempts together. */
  readonly totalMs: number;
  /** Between two pieces of the answer, once it has started. */
  readonly idleMs: number;
  readonly maxOutputTokens: number;
}

export interface CallRequest {
  readonly model: LanguageModel;
  readonly traits: Traits;
  readonly prompt: Prompt;
  readonly schema: WireSchema;
  readonly tools: readonly ToolSpec[];
  readonly seed: number;
  readonly tuning?: Tuning;
  /** Calls with the same start share a key, so that the provider's cache is hit. */
  readonly cacheKey: string;
  readonly limits: CallLimits;
  readonly signal: AbortSignal;
  readonly onDelta: (text: string) => void;
}

export interface CallAnswer {
  /** Unchanged: JSON, or whatever the model wrote instead. */
  readonly raw: string;
  /** The `text` field so far; exactly what went to `onDelta`. */
  readonly prose: string;
  readonly toolCalls: readonly ToolCall[];
  readonly finishReason: string;
  readonly usage: LanguageModelUsage;
}

/**
 * Tools have no `execute`: a request for them ends the call.
 * @throws what the AI SDK throws, or the signal's reason
 */
export async function callModel(request: CallRequest): Promise<CallAnswer> {
  const { model, traits, prompt, schema, tools, limits, signal, onDelta, tuning } = request;
  const failures: unknown[] = [];
  const result = streamText({
    model,
    instructions: prompt.system,
    messages: [toMessage(prompt, traits, schema)],
    output: answerOutput(traits, schema),
    ...(tools.length === 0 ? {} : { tools: toTools(tools), toolChoice: "auto" as const }),
    ...(traits.cacheMark === "openai"
      ? { providerOptions: { openai: { promptCacheKey: request.cacheKey, promptCacheOptions: { mode: "explicit" } } } }
      : {}),
    ...(traits.seed ? { seed: request.seed } : {}),
    ...(tuning?.reasoning_effort === undefined ? {} : { reasoning: tuning.reasoning_effort }),
    ...(traits.cacheMark === "anthropic" ? { headers: { [outputLimitHeader]: String(limits.maxOutputTokens) } } : {}),
    ...(tuning?.temperature === undefined ? {} : { temperature: tuning.temperature }),
    maxOutputTokens: limits.maxOutputTokens,
    maxRetries: limits.maxRetries,
    abortSignal: signal,
    timeout: { totalMs: limits.totalMs, chunkMs: limits.idleMs },
    onError: ({ error }) => {
      if (!isNoPiece(error)) failures.push(error);
    },
    // Only the reason tells the caller from a limit.
    onAbort: ({ reason }) => {
      failures.push(reason);
    },
  });
  const { end, isBroken, ...received } = await readStream(result.stream, onDelta);
  signal.throwIfAborted();
  if (failures.length > 0 && !isBroken) throw failures[0];
  if (end === null) throw new Error("No output generated");
  return { ...received, ...end };
}

/** The raw text passes through: parsing partial objects costs the square of the length. */
function answerOutput(traits: Traits, schema: WireSchema) {
  const output = traits.schema ? Output.object({ schema: jsonSchema<unknown>(schema), name: "answer" }) : Output.json();
  return { ...output, parsePartialOutput: async ({ text }: { text: string }) => ({ partial: text }) };
}

/** One user message: local templates refuse two in a row. Parts only where a cache mark needs them. */
function toMessage(prompt: Prompt, traits: Traits, schema: WireSchema): ModelMessage {
  const form = traits.schema ? [] : [`The answer must match this JSON schema:\n${JSON.stringify(schema)}`];
  if (traits.cacheMark === null)
    return { role: "user", content: [...prompt.messages.map((message) => message.content), ...form].join("\n\n") };
  const mark = cacheMarks[traits.cacheMark];
  return {
    role: "user",
    content: prompt.messages.map((message) => ({
      type: "text" as const,
      text: message.content,
      ...(message.part === "evidence" || message.part === "transcript" ? { providerOptions: mark } : {}),
    })),
  };
}

const cacheMarks = {
  anthropic: { anthropic: { cacheControl: { type: "ephemeral" } } },
  openai: { openai: { promptCacheBreakpoint: { mode: "explicit" } } },
  bedrock: { bedrock: { cachePoint: { type: "default" } } },
};

function toTools(specs: readonly ToolSpec[]): ToolSet {
  return Object.fromEntries(
    specs.map(({ name, description, input }) => [
      name,
      tool({ description, inputSchema: jsonSchema<unknown>(wireSchema(input)) }),
    ]),
  );
}

interface Received {
  /** Unchanged: JSON, or whatever the model wrote instead. */
  readonly raw: string;
  /** The `text` field so far; exactly what went to `onDelta`. */
  readonly prose: string;
  readonly toolCalls: readonly ToolCall[];
  readonly end: { readonly finishReason: string; readonly usage: LanguageModelUsage } | null;
  /** The answer is complete, although the stream was not. */
  readonly isBroken: boolean;
}

/**
 * A full answer counts, however its stream ends.
 * @throws what ended it before
 */
async function readStream(
  stream: AsyncIterable<TextStreamPart<ToolSet>>,
  onDelta: (text: string) => void,
): Promise<Received> {
  const reader = proseReader();
  const toolCalls: ToolCall[] = [];
  let raw = "";
  let thoughts = "";
  let end: Received["end"] = null;
  let isBroken = false;
  try {
    for await (const part of stream) {
      if (part.type === "text-delta") {
        raw += part.text;
        const prose = reader.take(part.text);
        if (prose !== "") onDelta(prose);
      } else if (part.type === "reasoning-delta") thoughts += part.text;
      else if (part.type === "tool-call")
        toolCalls.push({ id: part.toolCallId, name: part.toolName, input: part.input });
      else if (part.type === "finish-step") end = { finishReason: part.finishReason, usage: part.usage };
      else if (part.type === "error" && !isNoPiece(part.error)) throw part.error;
    }
  } catch (error) {
    if (!isBrokenOff(error) || !isWhole(raw)) throw error;
    end = { finishReason: "other", usage: noUsage };
    isBroken = true;
  }
  // Servers that mistake an answer without reasoning for reasoning.
  if (raw.trim() === "" && toolCalls.length === 0 && isWhole(thoughts)) raw = thoughts;
  return { raw, prose: reader.prose, toolCalls, end, isBroken };
}

/** Gateways pass signs of life on as pieces. */
function isNoPiece(error: unknown): boolean {
  return JSONParseError.isInstance(error) && /^\s*(?::|$)/.test(error.text);
}

function isBrokenOff(error: unknown): boolean {
  if (InvalidResponseDataError.isInstance(error)) return true;
  if (!(error instanceof Error)) return false;
  const { cause } = error;
  return saysBroken(error.message) || (cause instanceof Error && saysBroken(cause.message));
}

function isWhole(text: string): boolean {
  return text.trim().startsWith("{") && jsonOrNothing(text) !== undefined;
}

const noUsage: LanguageModelUsage = {
  inputTokens: undefined,
  inputTokenDetails: { noCacheTokens: undefined, cacheReadTokens: undefined, cacheWriteTokens: undefined },
  outputTokens: undefined,
  outputTokenDetails: { textTokens: undefined, reasoningTokens: undefined },
  totalTokens: undefined,
};
