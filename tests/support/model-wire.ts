import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/** What the server does with one request. */
export type Behaviour =
  | { readonly kind: "answer"; /** What it says it is, instead of what was asked for. */ readonly model?: string }
  | {
      readonly kind: "status";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly message?: string;
      /** Instead of the usual error object: a text as it is, or an object as JSON. */
      readonly body?: string | object;
    }
  /** Never sends a status line. */
  | { readonly kind: "hang" }
  /** Waits before each piece of the answer. */
  | { readonly kind: "trickle"; readonly delayMs: number }
  /** Sends so many pieces and then nothing, or breaks the connection. */
  | { readonly kind: "stall"; readonly afterPieces: number }
  | { readonly kind: "cut"; readonly afterPieces: number }
  /** Sends other text: prose around the scripted JSON (`$JSON`), garbage, nothing. */
  | {
      readonly kind: "text";
      readonly text: string;
      readonly finishReason?: string;
      /** What is counted, instead of what was. */
      readonly usage?: object;
    }
  /** Asks for tools, whatever the script says. */
  | { readonly kind: "tools"; readonly calls: readonly { readonly name: string; readonly input: unknown }[] }
  /** The bytes of an answer, piece by piece; at the end the connection may break. */
  | {
      readonly kind: "raw";
      readonly pieces: Iterable<string>;
      readonly contentType?: string;
      readonly waitMs?: number;
      readonly isCut?: boolean;
    }
  /** Bytes that are no event stream. */
  | { readonly kind: "garbage" };

/** One answer in the terms of chat completions. */
export interface Sent {
  readonly answer: {
    readonly text: string;
    readonly toolCalls: readonly { name: string; input: unknown }[];
    readonly finishReason: string;
  };
  readonly behaviour: Behaviour;
  readonly usage: object | undefined;
  /** OpenAI sends the counts in an event of their own when asked to, others (Mistral) with the last piece. */
  readonly usageApart: boolean;
  readonly model: string;
  readonly pieceLength: number;
}

export function refuse(
  response: ServerResponse,
  { status, headers, message, body }: Extract<Behaviour, { kind: "status" }>,
): void {
  const contentType = typeof body === "string" ? "text/html" : "application/json";
  response.writeHead(status, { "content-type": contentType, ...headers });
  const usual = { error: { message: message ?? `status ${status}`, type: "planned", code: null } };
  response.end(typeof body === "string" ? body : JSON.stringify(body ?? usual));
}

export async function sendRaw(
  response: ServerResponse,
  { pieces, contentType, waitMs, isCut }: Extract<Behaviour, { kind: "raw" }>,
): Promise<void> {
  response.writeHead(200, { "content-type": contentType ?? "text/event-stream" });
  for (const piece of pieces) {
    if (response.destroyed) return;
    if (waitMs !== undefined) await wait(waitMs);
    await new Promise<void>((sent) => void response.write(piece, () => sent()));
  }
  if (isCut === true) response.destroy();
  else response.end();
}

export function sendWhole(response: ServerResponse, { answer, usage, model }: Sent): void {
  const tool_calls = answer.toolCalls.map(toolCallOf);
  const message = { role: "assistant", content: answer.text, ...(tool_calls.length === 0 ? {} : { tool_calls }) };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(
    JSON.stringify({
      ...frame(model),
      object: "chat.completion",
      choices: [{ index: 0, message, finish_reason: answer.finishReason }],
      usage,
    }),
  );
}

function toolCallOf({ name, input }: { name: string; input: unknown }, index: number): object {
  return { index, id: `call_${index}`, type: "function", function: { name, arguments: JSON.stringify(input) } };
}

function frame(model: string): object {
  return { id: "chatcmpl-1", created: 1, model };
}

export async function sendStream(
  response: ServerResponse,
  { answer, behaviour, usage, usageApart, model, pieceLength }: Sent,
): Promise<void> {
  const chunk = (delta: object, finish_reason: string | null = null, rest: object = {}) =>
    `data: ${JSON.stringify({ ...frame(model), object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }], ...rest })}\n\n`;
  const events = [chunk({ role: "assistant", content: "" })];
  const letters = [...answer.text];
  for (let at = 0; at < letters.length; at += pieceLength)
    events.push(chunk({ content: letters.slice(at, at + pieceLength).join("") }));
  for (const [index, call] of answer.toolCalls.entries()) events.push(chunk({ tool_calls: [toolCallOf(call, index)] }));
  events.push(chunk({}, answer.finishReason, usageApart || usage === undefined ? {} : { usage }));
  if (usageApart && usage !== undefined)
    events.push(
      `data: ${JSON.stringify({ ...frame(model), object: "chat.completion.chunk", choices: [], usage })}\n\n`,
    );
  events.push("data: [DONE]\n\n");

  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  if (["answer", "text", "tools"].includes(behaviour.kind)) return void response.end(events.join(""));
  for (const [index, event] of events.entries()) {
    if (response.destroyed) return;
    if (behaviour.kind === "trickle") await wait(behaviour.delayMs);
    if ((behaviour.kind === "stall" || behaviour.kind === "cut") && index > behaviour.afterPieces) {
      if (behaviour.kind === "cut") response.destroy();
      return;
    }
    await new Promise<void>((sent) => void response.write(event, () => sent()));
  }
  response.end();
}
