import {
  InvalidResponseDataError,
  JSONParseError,
  type LanguageModelUsage,
  type TextStreamPart,
  type ToolSet,
} from "ai";
import type { ToolCall } from "../reasoner.ts";
import { saysBroken } from "./failures.ts";
import { proseReader } from "./prose.ts";

export interface Received {
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
export async function readStream(
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
export function isNoPiece(error: unknown): boolean {
  return JSONParseError.isInstance(error) && /^\s*(?::|$)/.test(error.text);
}

function isBrokenOff(error: unknown): boolean {
  if (InvalidResponseDataError.isInstance(error)) return true;
  if (!(error instanceof Error)) return false;
  const { cause } = error;
  return saysBroken(error.message) || (cause instanceof Error && saysBroken(cause.message));
}

function isWhole(text: string): boolean {
  if (!text.trim().startsWith("{")) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const noUsage: LanguageModelUsage = {
  inputTokens: undefined,
  inputTokenDetails: { noCacheTokens: undefined, cacheReadTokens: undefined, cacheWriteTokens: undefined },
  outputTokens: undefined,
  outputTokenDetails: { textTokens: undefined, reasoningTokens: undefined },
  totalTokens: undefined,
};
