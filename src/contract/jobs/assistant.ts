import { z } from "zod";

/** What a signed-in user may ask of the assistant, whatever the plan. */
export const assistantLimits = {
  /** Characters of a question. */
  questionLength: 1000,
  questionsPerMinute: 6,
  questionsPerDay: 60,
  /** The most that are kept for a user; the oldest are deleted. */
  conversations: 200,
  turnsPerConversation: 200,
} as const;

const PassageSource = z.enum(["help", "blog", "api"]);
export type PassageSource = z.infer<typeof PassageSource>;

/** What stands under one heading: the unit that is searched and cited. */
export const Passage = z.object({
  /** Stable while the page and the heading are: `help/refunds#how-long-it-takes`. */
  id: z.string(),
  source: PassageSource,
  /** A path of this site, with the heading's anchor. */
  url: z.string(),
  /** Of the page. */
  title: z.string(),
  /** `null` for text before the first heading. */
  heading: z.string().nullable(),
  /** Plain text: a line for each paragraph, list item and row. */
  text: z.string(),
  /** Other words that people use for it. Never quoted. */
  asks: z.array(z.string()),
});
export type Passage = z.infer<typeof Passage>;

export const PassageRef = Passage.omit({ source: true, text: true, asks: true });
export type PassageRef = z.infer<typeof PassageRef>;

/** `quote` stands word for word in the passage. */
export const Claim = z.object({ text: z.string(), quote: z.string(), passage: PassageRef });
export type Claim = z.infer<typeof Claim>;

/** A page of this site. */
export const PlaceLink = z.object({ title: z.string(), url: z.string() });
export type PlaceLink = z.infer<typeof PlaceLink>;

export interface DeclaredAnswer {
  readonly questions: readonly string[];
  readonly claim: Claim;
}

/**
 * `answered`: by a model, each claim with its quote. `stated`: a declared sentence, or sentences of a report. `quoted`:
 * search results. `pointed`: where the user finds it. `refused`: nothing to answer from.
 */
export const AnswerKind = z.enum(["answered", "stated", "quoted", "pointed", "refused"]);
export type AnswerKind = z.infer<typeof AnswerKind>;

/** An answer as it is kept. */
export const Answer = z.object({
  kind: AnswerKind,
  /** A fixed sentence of ours before the claims. */
  note: z.string().nullable(),
  claims: z.array(Claim),
  /** The nearest articles of a refusal; the page of `pointed`. */
  links: z.array(PlaceLink),
});
export type Answer = z.infer<typeof Answer>;

export const Vote = z.enum(["up", "down"]);
export type Vote = z.infer<typeof Vote>;

/** `answer` is `null` when it was broken off. */
export const Turn = z.object({
  id: z.string(),
  question: z.string(),
  answer: Answer.nullable(),
  vote: Vote.nullable(),
  askedAt: z.string(),
});
export type Turn = z.infer<typeof Turn>;

export const ConversationSummary = z.object({ id: z.string(), title: z.string(), updatedAt: z.string() });
export type ConversationSummary = z.infer<typeof ConversationSummary>;

/** Chosen by the client, unique for its owner only. */
export const ConversationId = z.string().regex(/^[\w-]{1,64}$/);

/** A report the asker may read: their analysis, a signal, or a shared link. */
export const AskedReport = z.strictObject({
  by: z.enum(["analysis", "signal", "link"]),
  /** Id of the analysis or signal, or the link's token. */
  id: z.string().regex(/^[\w-]{1,64}$/),
});
export type AskedReport = z.infer<typeof AskedReport>;

const mostMessages = 200;

/** POST /api/assistant as `useChat` sends it. Only the last message is read; a question with `report` is not kept. */
export const AskAssistant = z.object({
  id: ConversationId,
  report: AskedReport.optional(),
  messages: z
    .array(
      z.object({ role: z.enum(["user", "assistant", "system"]), parts: z.array(z.looseObject({ type: z.string() })) }),
    )
    .min(1)
    .max(mostMessages),
});
export type AskAssistant = z.infer<typeof AskAssistant>;

export type AssistantData = {
  /** Sent after the text of its claim, with the same id. */
  readonly claim: Pick<Claim, "quote" | "passage">;
  readonly links: readonly PlaceLink[];
  /** Each replaces the one before; none is kept. */
  readonly progress: { readonly stage: "searching" | "reading"; readonly passages: number };
};

/** Part of the answer's message; `kind` is present once the answer is complete. */
export interface AssistantMetadata {
  readonly conversationId: string;
  readonly turnId: string;
  readonly kind?: AnswerKind;
  readonly vote?: Vote | null;
}
