import {
  jsonSchema,
  Output,
  streamText,
  tool,
  type LanguageModel,
  type LanguageModelUsage,
  type ModelMessage,
  type ToolSet,
} from "ai";
import type { Tuning } from "#src/contract/tuning.ts";
import type { Prompt } from "../prompt.ts";
import type { ToolCall, ToolSpec } from "../reasoner.ts";
import type { Traits } from "./providers.ts";
import { isNoPiece, readStream } from "./read-stream.ts";
import { outputLimitHeader } from "./thinking-budget.ts";
import { wireSchema, type WireSchema } from "./wire-schema.ts";

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
