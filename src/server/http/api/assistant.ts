import type { UIMessage, UIMessageStreamWriter } from "ai";
import {
  assistantLimits,
  type AskAssistant,
  type AssistantData,
  type AssistantMetadata,
} from "#src/contract/jobs/assistant.ts";
import type { AnswerEvent } from "#src/product/assistant/public/assistant-tools.ts";
import { askReport, ask, type OpenTurn } from "#src/product/assistant/assistant.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../mount.ts";
import { ValidationFailed } from "../problems.ts";

type Message = UIMessage<AssistantMetadata, AssistantData>;

export const assistantHandlers = ({ assistant, log, meters, stopping, ...deps }: Deps) =>
  ({
    askAssistant: async ({ c, ctx, body }) => {
      const { outgoing } = c.env;
      const { owner } = ctx.actor;
      const question = questionOf(body);
      // What is not told is not paid for once the client has gone.
      const gone = new AbortController();
      outgoing.once("close", () => gone.abort());
      const signal = AbortSignal.any([gone.signal, stopping]);
      const asked = { tools: assistant, question, signal };
      const turn =
        body.report === undefined
          ? await ask(deps, { ...asked, owner, conversation: body.id })
          : await askReport(ctx, { ...asked, report: body.report });
      const metadata: AssistantMetadata = { conversationId: body.id, turnId: turn.turnId };
      // Loaded with the first question, as most front doors get none.
      const { createUIMessageStream, createUIMessageStreamResponse } = await import("ai");
      const stream = createUIMessageStream<Message>({
        execute: ({ writer }) => streamAnswer(turn, metadata, (part) => writer.write(part)),
        onError: (error) => {
          if (!signal.aborted)
            log.error({ err: error, request_id: ctx.requestId }, "an answer of the assistant broke off");
          return "Something went wrong on our side and the answer was interrupted. Please ask again.";
        },
      });
      const counted = stream.pipeThrough(
        new TransformStream({
          transform(part, controller) {
            if (part.type === "finish" && part.messageMetadata?.kind !== undefined)
              meters.answers.inc({ kind: part.messageMetadata.kind });
            controller.enqueue(part);
          },
        }),
      );
      return createUIMessageStreamResponse({
        stream: counted,
        headers: { "cache-control": "no-store, no-transform", "x-accel-buffering": "no" },
      });
    },
  }) satisfies Partial<Handlers>;

type Write = (part: Parameters<UIMessageStreamWriter<Message>["write"]>[0]) => void;

async function streamAnswer({ turnId, answer }: OpenTurn, metadata: AssistantMetadata, write: Write): Promise<void> {
  write({ type: "start", messageId: turnId, messageMetadata: metadata });
  let parts = 0;
  for await (const event of answer) {
    if (event.type === "end") return write({ type: "finish", messageMetadata: { ...metadata, kind: event.kind } });
    parts += 1;
    writeEvent(event, String(parts), write);
  }
}

function writeEvent(event: Exclude<AnswerEvent, { readonly type: "end" }>, id: string, write: Write): void {
  const text = (delta: string): void => {
    write({ type: "text-start", id });
    write({ type: "text-delta", id, delta });
    write({ type: "text-end", id });
  };
  switch (event.type) {
    case "progress":
      // Under one id, so that the next replaces the one before.
      return write({
        type: "data-progress",
        id: "progress",
        data: { stage: event.stage, passages: event.passages },
      });
    case "note":
      return text(event.text);
    case "claim": {
      const { quote, passage } = event.claim;
      text(event.claim.text);
      return write({ type: "data-claim", id, data: { quote, passage } });
    }
    case "links":
      return write({ type: "data-links", id, data: event.links });
  }
}

/** @throws ValidationFailed unless the last message is the user's, and short enough */
function questionOf({ messages }: AskAssistant): string {
  const last = messages.length - 1;
  const { role, parts } = messages[last] ?? { role: "system", parts: [] };
  const wrong = (loc: string, type: string, msg: string, input: string, ctx: Record<string, unknown>) =>
    new ValidationFailed([{ type, loc: ["body", "messages", last, loc], msg, input, ctx }]);
  if (role !== "user")
    throw wrong("role", "enum", "Input should be 'user' in the last message", role, { expected: "'user'" });
  const text = parts
    .map((part) => (part.type === "text" && typeof part["text"] === "string" ? part["text"] : ""))
    .join("\n")
    // Postgres stores neither NUL nor half a surrogate pair.
    .replaceAll("\u0000", "")
    .toWellFormed()
    .trim();
  const { questionLength: most } = assistantLimits;
  if (text === "")
    throw wrong("parts", "string_too_short", "String should have at least 1 character", "", { min_length: 1 });
  if (text.length > most)
    throw wrong("parts", "string_too_long", `String should have at most ${most} characters`, text.slice(0, 100), {
      max_length: most,
    });
  return text;
}
