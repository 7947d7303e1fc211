import type { UIMessage } from "ai";
import type {
  AnswerKind,
  AssistantData,
  AssistantMetadata,
  Claim,
  PlaceLink,
  Turn,
  Vote,
} from "#src/contract/jobs/assistant.ts";

export type AssistantMessage = UIMessage<AssistantMetadata, AssistantData>;

/** A message of the assistant, as it is shown; it grows while it streams. */
export interface AnswerMessage {
  readonly turnId: string | null;
  /** `null` while it is coming, and when it broke off. */
  readonly kind: AnswerKind | null;
  readonly note: string | null;
  readonly claims: readonly Claim[];
  readonly links: readonly PlaceLink[];
  readonly vote: Vote | null;
}

/** What a message's parts say. A text is a claim's when the claim's quote follows under the same id, else a note. */
export function answerIn({ parts, metadata }: AssistantMessage): AnswerMessage {
  const claims: Claim[] = [];
  const notes: string[] = [];
  let links: readonly PlaceLink[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.type === "data-links") links = part.data;
    else if (part.type === "text") {
      const next = parts[index + 1];
      if (next?.type === "data-claim") claims.push({ text: part.text, ...next.data });
      else notes.push(part.text);
    }
  }
  return {
    turnId: metadata?.turnId ?? null,
    kind: metadata?.kind ?? null,
    note: notes.length === 0 ? null : notes.join(" "),
    claims,
    links,
    vote: metadata?.vote ?? null,
  };
}

export function textIn({ parts }: AssistantMessage): string {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

/** A kept conversation as messages, the way they came over the stream. */
export function messagesOf(conversationId: string, turns: readonly Turn[]): AssistantMessage[] {
  return turns.flatMap(({ id, question, answer, vote }): AssistantMessage[] => [
    { id: `${id}-question`, role: "user", parts: [{ type: "text", text: question }] },
    {
      id,
      role: "assistant",
      metadata: { conversationId, turnId: id, vote, ...(answer !== null && { kind: answer.kind }) },
      parts: [
        ...(answer === null || answer.note === null ? [] : [{ type: "text" as const, text: answer.note }]),
        ...(answer?.claims ?? []).flatMap(({ text, quote, passage }) => [
          { type: "text" as const, text },
          { type: "data-claim" as const, data: { quote, passage } },
        ]),
        ...(answer === null || answer.links.length === 0 ? [] : [{ type: "data-links" as const, data: answer.links }]),
      ],
    },
  ]);
}

/** Questions to begin with. A test holds each to being answered, also without a model. */
export const suggestions = [
  "Does a run that ends in REVIEW count towards my month?",
  "What does an unsupported number in a report mean?",
  "How do I create an API key?",
] as const;
